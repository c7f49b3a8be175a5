// The codes of authenticator apps, against the test vectors of RFC 6238 and RFC 4648.
import { describe, expect, it } from 'vitest';
import { base32, newTotpSecret, otpauthUrl, stepOf, stepOfCode, totpCode } from '#server/auth/totp.ts';

/** The RFC's SHA-1 secret. */
const SECRET = base32(Buffer.from('12345678901234567890'));

describe('a code', () => {
  // The vectors have eight digits; a code of six has the last six of them.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %i seconds is that of RFC 6238', (seconds, code) => {
    expect(totpCode(SECRET, stepOf(new Date(seconds * 1000)))).toBe(code.slice(-6));
  });
  it('is right for 30 seconds before and after its own, and only after the last one used', () => {
    const at = (seconds: number) => new Date((1_234_567_890 + seconds) * 1000);
    const step = stepOf(at(0));
    const code = totpCode(SECRET, step);
    for (const seconds of [-30, 0, 30]) expect(stepOfCode(SECRET, code, at(seconds), 0)).toBe(step);
    for (const seconds of [-60, 60]) expect(stepOfCode(SECRET, code, at(seconds), 0)).toBeNull();
    expect(stepOfCode(SECRET, code, at(0), step)).toBeNull();
    expect(stepOfCode(SECRET, code, at(0), step - 1)).toBe(step);
  });
});

describe('a secret', () => {
  it.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
  ])('is written in base32: %s', (text, written) => expect(base32(Buffer.from(text))).toBe(written));
  it('has 160 bits, and each is another', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });
  it('is handed to the app with the address of the account', () => {
    expect(otpauthUrl(SECRET, 'ada+x@example.com')).toBe(
      `otpauth://totp/Sharebook%3Aada%2Bx%40example.com?secret=${SECRET}&issuer=Sharebook&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
