// Hashes passwords and checks what a password may be. Hashing is limited and takes networks in turn, because attackers could make it
// expensive.
import { hash, verify } from '@node-rs/argon2';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommonPasswords } from '#src/domain/password/commonPasswords.ts';
import { Turns } from '#server/process/turns.ts';
import type { CommonPasswords } from '#src/domain/password/commonPasswords.ts';
import { passwordProblem as problemOf } from '#src/domain/password/passwordProblem.ts';

// OWASP's first choice for argon2id (the library's number 2): 19 MiB, two passes.
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const turns = new Turns(
  { atOnce: 2, waiting: 30, ofAccount: 30 },
  'Too many people are signing in right now. Please try again.',
);

/** Refuses: too_many (429) of one account, busy (503) when thirty wait already. */
export const hashPassword = (password: string): Promise<string> => turns.take(() => hash(password, SETTINGS));

// An unknown address takes the same time as a known one.
let dummy: Promise<string> | null = null;

/** Accounts without a password and addresses without an account take the same time and never match. */
export async function isRightPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password').catch((error: unknown) => {
    dummy = null;
    throw error;
  });
  const against = stored || (await dummy);
  const right = await turns.take(() => verify(against, password));
  return right && Boolean(stored);
}

let common: CommonPasswords | null = null;
/** Read when the first password is chosen. */
const mostUsed = () =>
  (common ??= readCommonPasswords(
    readFileSync(join(import.meta.dirname, '../../src/domain/password/commonPasswords.txt'), 'utf8'),
  ));

/** In: the password, and what is known of the person. Out: the reason for refusing it, or null. */
export const passwordProblem = (password: string, known: readonly (string | null | undefined)[]): string | null =>
  problemOf(password, known, mostUsed());
