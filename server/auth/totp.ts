// Time-based one-time codes of authenticator apps: RFC 6238 with SHA-1, six digits and 30 seconds, which every app supports.
import { createHmac, randomBytes } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 4226 asks for 160 bits. */
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** In base32, as apps take it. */
export const newTotpSecret = (): string => base32(randomBytes(SECRET_BYTES));

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

export const stepOf = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS);

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = digest.at(-1)! & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step whose code this is: the present one or a neighbour, because clocks differ. Only steps after `lastStep`, so that
 * a code counts once. Null if there is none.
 */
export function stepOfCode(secret: string, code: string, at: Date, lastStep: number): number | null {
  const now = stepOf(at);
  return [now, now - 1, now + 1].find((step) => step > lastStep && totpCode(secret, step) === code) ?? null;
}

/** What the QR code contains. */
export function otpauthUrl(secret: string, email: string): string {
  const parameters = new URLSearchParams({ secret, issuer: 'Sharebook', algorithm: 'SHA1', digits: '6', period: '30' });
  return `otpauth://totp/${encodeURIComponent(`Sharebook:${email}`)}?${parameters.toString()}`;
}
