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

/**
 * `before`: what is counted first. It waits for its turn too, so that whoever finds no place has spent nothing. Refuses: too_many (429)
 * of one account, busy (503) when thirty wait already, and what `before` refuses.
 */
export const hashPassword = (password: string, before?: () => Promise<void>): Promise<string> =>
  turns.take(async () => {
    await before?.();
    return hash(password, SETTINGS);
  });

// An unknown address takes the same time as a known one.
let dummy: Promise<string> | null = null;

/**
 * `stored`: finds the hash, once it is its turn: whoever finds no place has asked nothing of the database. Accounts without a password
 * and addresses without an account take the same time and never match. Refuses as `hashPassword`, and what `stored` refuses.
 */
export const isRightPassword = (stored: () => Promise<string | undefined>, password: string): Promise<boolean> =>
  turns.take(async () => {
    const found = await stored();
    dummy ??= hash('nobody has this password', SETTINGS).catch((error: unknown) => {
      dummy = null;
      throw error;
    });
    const right = await verify(found || (await dummy), password);
    return right && Boolean(found);
  });

let common: CommonPasswords | null = null;
/** Read when the first password is chosen. */
const mostUsed = () =>
  (common ??= readCommonPasswords(
    readFileSync(join(import.meta.dirname, '../../src/domain/password/commonPasswords.txt'), 'utf8'),
  ));

/** In: the password, and what is known of the person. Out: the reason for refusing it, or null. */
export const passwordProblem = (password: string, known: readonly (string | null | undefined)[]): string | null =>
  problemOf(password, known, mostUsed());
