// Keys derived from APP_SECRET, one for each use, and the random values that leave the server.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { randomBytes, randomInt } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { textKeyOf } from './sealedText.ts';
import type { TextKey } from './sealedText.ts';

const FINGERPRINTS = ['code', 'email', 'network', 'device', 'request', 'unsubscribe'] as const;

export interface Secrets {
  /** A keyed fingerprint of a code, an address in a log, a network, a device cookie or a repeated request; the signature of a link to unsubscribe. */
  fingerprint(use: (typeof FINGERPRINTS)[number], text: string): Buffer;
  /** Signs the links of the change chains (server/data/seals.ts). */
  sealing(text: string): Buffer;
  /** Signs backups, so that forged ones can be detected. */
  signing(text: string | Buffer): Buffer;
  /** Proves to the database that Sharebook itself acts when nobody is signed in; the database knows only its hash. */
  systemToken: Buffer;
  /** Encrypts what a column stores and only this installation may read, such as the key of an authenticator app. */
  texts: TextKey;
  /** Encrypts a message for the outbox that only this installation can read, and only for the same use. */
  seal(text: string, as: string): string;
  /** Throws when the text was sealed elsewhere, for another use, or changed. */
  open(sealed: string, as: string): string;
}

/** The root secret: given, or created at the first start and stored in DATA_DIR/secret (mode 600). */
export function readSecrets(given: string | null, dataDir: string): Secrets {
  const root = given ?? readOrMake(join(dataDir, 'secret'));
  const key = (use: string) => Buffer.from(hkdfSync('sha256', root, '', `sharebook ${use}`, 32));
  const keys = Object.fromEntries(FINGERPRINTS.map((use) => [use, key(use)]));
  const [seals, messages, backups] = [key('seal'), key('message'), key('backup')];
  return {
    fingerprint: (use, text) => createHmac('sha256', keys[use]!).update(text).digest(),
    sealing: (text) => createHmac('sha256', seals).update(text).digest(),
    signing: (text) => createHmac('sha256', backups).update(text).digest(),
    systemToken: key('system'),
    texts: textKeyOf(key('text')),
    seal(text, as) {
      const start = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', messages, start).setAAD(Buffer.from(as));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([start, cipher.getAuthTag(), bytes]).toString('base64url');
    },
    open(sealed, as) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', messages, bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(as)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

function readOrMake(file: string): string {
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return fs.readFileSync(file, 'utf8').trim();
}

/** 256 bits; only its SHA-256 is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0');
