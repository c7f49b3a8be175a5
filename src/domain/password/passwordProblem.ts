// Why a password is refused. The server decides with it, and the account screens say it while somebody types.
import { say } from '#src/words/say.ts';
import { isCommonPassword } from './commonPasswords.ts';
import type { CommonPasswords } from './commonPasswords.ts';
import { isPersonalPassword } from './personalPasswords.ts';

const LENGTH_MIN = 8;
const BYTES_MAX = 512;

/**
 * Length, and what is tried first; composition is advice on the form, not a rule here. In: the password; what is known of
 * the person: names, email address, companies; the most common passwords. Out: the reason for refusing it, or null.
 */
export function passwordProblem(
  password: string,
  known: readonly (string | null | undefined)[],
  common: CommonPasswords,
): string | null {
  if (!password.isWellFormed()) return say`This contains an incomplete character. Type it again.`;
  if (password.length < LENGTH_MIN) return say`The password needs at least 8 characters.`;
  if (new TextEncoder().encode(password).length > BYTES_MAX) return say`The password may have at most 512 bytes.`;
  if (isCommonPassword(password, common))
    return say`This password is one of the 10,000 most common ones, or one of them plus a digit or symbol. Please choose another.`;
  const personal = known.filter((text) => text !== null && text !== undefined);
  if (isPersonalPassword(password, personal, common))
    return say`This password is mostly your name, your email address or your company’s name, which is guessed first. Please choose another.`;
  return null;
}
