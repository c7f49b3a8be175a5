// Ids are made here, not in the database: time-ordered UUIDs (RFC 9562, version 7).
import { randomBytes } from 'node:crypto';

// Random bytes for many ids at once: every request has an id, and each call for randomness goes to the kernel.
const IDS_AT_ONCE = 256;
let random = Buffer.alloc(0);

export function v7(): string {
  if (random.length < 16) random = randomBytes(16 * IDS_AT_ONCE);
  const bytes = random.subarray(0, 16);
  random = random.subarray(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
