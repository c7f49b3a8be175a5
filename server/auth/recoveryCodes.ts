// Recovery codes: ten of them come with an authenticator app, for the day on which it is lost. Each works once.
import { randomInt } from 'node:crypto';
import type { Deps } from '../deps.ts';

const COUNT = 10;
/** Without letters and digits that look alike. Ten of them are 49 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

/** As they are shown: two groups of five. */
export function newRecoveryCodes(): string[] {
  const letter = () => ALPHABET[randomInt(ALPHABET.length)]!;
  const group = () => Array.from({ length: LENGTH / 2 }, letter).join('');
  return Array.from({ length: COUNT }, () => `${group()}-${group()}`);
}

/** As it is compared: without spaces and dashes, in lower case. Null for anything that is no recovery code. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : null;
}

export const recoveryHash = (deps: Deps, accountId: string, code: string): Buffer =>
  deps.secrets.fingerprint('code', `recovery:${accountId}:${readRecoveryCode(code)}`);
