// Creates ids here, not in the database: time-ordered UUIDs (RFC 9562, version 7).
import { randomBytes } from 'node:crypto';

// Random bytes for many ids at once, because each request needs an id and each call for randomness goes to the kernel.
const IDS_AT_ONCE = 256;
let random = Buffer.alloc(0);

// Ids of one millisecond count up, because the ledger orders a batch by its ids and lists sort equal values by them.
const COUNT_MAX = 0xfff;
let moment = 0;
let count = 0;

export function v7(): string {
  if (random.length < 16) random = randomBytes(16 * IDS_AT_ONCE);
  const bytes = random.subarray(0, 16);
  random = random.subarray(16);
  takeNext();
  bytes.writeUIntBE(moment, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** When the clock was set back or the millisecond's counter is full, continues from the last value. */
function takeNext(): void {
  const now = Date.now();
  if (now > moment) {
    moment = now;
    count = 0;
  } else if (count < COUNT_MAX) count += 1;
  else {
    moment += 1;
    count = 0;
  }
}
