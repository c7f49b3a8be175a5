// Texts that the database stores and only this installation can read: encrypted with AES-256-GCM under a key derived from
// APP_SECRET, which is never in the database. A text is bound to its place, so that it cannot be moved to another row.
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';

/** Where the text is stored: its table, its column, and the ids of its row. */
export type Place = readonly [table: string, column: string, ...row: string[]];

export interface TextKey {
  seal(text: string, place: Place): string;
  /** Null when the text was sealed under another secret, for another place, or was changed. */
  open(sealed: string, place: Place): string | null;
}

/** The first byte, so that another cipher or key can follow. */
const VERSION = 1;
const [START_BYTES, TAG_BYTES] = [12, 16];

export function textKeyOf(key: Buffer): TextKey {
  // Prepared once: with the bytes, each call takes five times as long.
  const secret = createSecretKey(key);
  const bound = (place: Place) => Buffer.from(JSON.stringify(place));
  return {
    seal(text, place) {
      const start = randomBytes(START_BYTES);
      const cipher = createCipheriv('aes-256-gcm', secret, start, { authTagLength: TAG_BYTES }).setAAD(bound(place));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), start, cipher.getAuthTag(), bytes]).toString('base64url');
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes[0] !== VERSION || bytes.length < 1 + START_BYTES + TAG_BYTES) return null;
      const [start, tag] = [
        bytes.subarray(1, 1 + START_BYTES),
        bytes.subarray(1 + START_BYTES, 1 + START_BYTES + TAG_BYTES),
      ];
      const decipher = createDecipheriv('aes-256-gcm', secret, start, { authTagLength: TAG_BYTES });
      decipher.setAAD(bound(place)).setAuthTag(tag);
      try {
        const text = decipher.update(bytes.subarray(1 + START_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
