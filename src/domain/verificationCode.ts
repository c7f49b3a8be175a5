// The code printed on a certificate: twelve characters of Crockford's base 32, sixty bits, read aloud without mistakes.

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_LENGTH = 12;

/** In: at least twelve random bytes; the upper three bits of each are not used. */
export function codeFrom(random: Uint8Array): string {
  return Array.from(random.subarray(0, CODE_LENGTH), (byte) => ALPHABET[byte & 31]).join('');
}

/** As somebody typed it: small letters, dashes and blanks; O reads as 0, I and L as 1. Null when it can be no code. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === CODE_LENGTH && [...code].every((character) => ALPHABET.includes(character)) ? code : null;
}

/** "7KQ4-M2XP-9RTD" */
export function writtenCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}
