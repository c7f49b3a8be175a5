// What the database stores encrypted can be read only with this installation's secret, and only in its place.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { textKeyOf } from '#server/auth/sealedText.ts';
import type { Place } from '#server/auth/sealedText.ts';

const key = textKeyOf(randomBytes(32));
const place: Place = ['shareholder', 'tax_id', 'one'];

describe('a sealed text', () => {
  it('is read in its place, and looks different each time', () => {
    const sealed = key.seal('123-45-6789 Ø', place);
    expect(key.open(sealed, place)).toBe('123-45-6789 Ø');
    expect(key.seal('123-45-6789 Ø', place)).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('6789');
  });
  it('is not read in another row, column or table, nor under another secret', () => {
    const sealed = key.seal('123-45-6789', place);
    const others: Place[] = [
      ['shareholder', 'tax_id', 'two'],
      ['shareholder', 'bank_account', 'one'],
      ['account', 'tax_id', 'one'],
      ['shareholder', 'tax_id,one'],
    ];
    for (const other of others) expect(key.open(sealed, other)).toBeNull();
    expect(textKeyOf(randomBytes(32)).open(sealed, place)).toBeNull();
  });
  it('is not read when a byte was changed, or cut off', () => {
    const bytes = Buffer.from(key.seal('123-45-6789', place), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(key.open(changed.toString('base64url'), place)).toBeNull();
      expect(key.open(bytes.subarray(0, at).toString('base64url'), place)).toBeNull();
    }
  });
});
