// The signature of calls to the payout provider and of its callbacks.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const TIMESTAMP_HEADER = 'x-sharebook-timestamp';
export const SIGNATURE_HEADER = 'x-sharebook-signature';
const OLDEST_SECONDS = 300;

export const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

export interface SignedCall {
  method: string;
  /** The path of the address, without its query. */
  path: string;
  /** Of the body, as hex. */
  sha256: string;
}

/** Seconds since 1970, method, path and hash of the body, one a line, under the shared secret: HMAC-SHA-256 as hex. */
export const signatureOf = (secret: string, timestamp: string, { method, path, sha256: hash }: SignedCall): string =>
  createHmac('sha256', secret).update(`${timestamp}\n${method}\n${path}\n${hash}`).digest('hex');

export function signedHeaders(secret: string, now: Date, call: SignedCall): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signatureOf(secret, timestamp, call) };
}

/** Whether the sender has the secret, and signed it in the last five minutes. */
export function isSigned(
  secret: string,
  now: Date,
  headers: Readonly<Record<string, unknown>>,
  { method, path, body }: { method: string; path: string; body: Buffer },
): boolean {
  const [timestamp, given] = [headers[TIMESTAMP_HEADER], headers[SIGNATURE_HEADER]];
  if (typeof timestamp !== 'string' || typeof given !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > OLDEST_SECONDS) return false;
  const right = Buffer.from(signatureOf(secret, timestamp, { method, path, sha256: hashOf(body) }));
  const sent = Buffer.from(given);
  return sent.length === right.length && timingSafeEqual(sent, right);
}
