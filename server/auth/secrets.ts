// Keys derived from APP_SECRET, one for each use, and the random values that leave the server.
import { createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';

export interface Secrets {
  /** A keyed fingerprint: of a code, an address in a log. */
  fingerprint(use: 'code' | 'email', text: string): Buffer;
  /** Signs the notes of the chains of changes (server/data/seals.ts). */
  sealing(text: string): Buffer;
  /** Signs backups, so that one of somebody else's making is told from ours. */
  signing(text: string | Buffer): Buffer;
}

/** The root secret: given, or made at the first start and kept in DATA_DIR/secret (mode 600). */
export function readSecrets(given: string | null, dataDir: string): Secrets {
  const root = given ?? readOrMake(join(dataDir, 'secret'));
  const key = (use: string) => Buffer.from(hkdfSync('sha256', root, '', `sharebook ${use}`, 32));
  const keys = { code: key('code'), email: key('email'), seal: key('seal'), backup: key('backup') };
  const under = (use: keyof typeof keys) => (text: string | Buffer) =>
    createHmac('sha256', keys[use]).update(text).digest();
  return { fingerprint: (use, text) => under(use)(text), sealing: under('seal'), signing: under('backup') };
}

function readOrMake(file: string): string {
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return fs.readFileSync(file, 'utf8').trim();
}

/** 256 bits; only its SHA-256 is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0');
export const sameBytes = (left: Buffer, right: Buffer): boolean =>
  left.length === right.length && timingSafeEqual(left, right);
