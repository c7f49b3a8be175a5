// Hashes passwords and checks what a password may be. Hashing is limited, because attackers could make it expensive.
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../src/domain/errors.ts';
import { isCommonPassword } from './commonPasswords.ts';
import { isPersonalPassword } from './personalPasswords.ts';

// OWASP's first choice for argon2id (the library's number 2): 19 MiB, two passes.
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;
const WAITING = 30;

let running = 0;
const queue: (() => void)[] = [];

/** Refuses: busy (503) when more than thirty hashes wait. */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING)
      throw new AppError('busy', 'Too many people are signing in right now. Please try again.', { status: 503 });
    await new Promise<void>((resolve) => queue.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    queue.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> => bounded(() => hash(password, SETTINGS));

// An unknown address takes the same time as a known one.
let dummy: Promise<string> | null = null;

/** Accounts without a password and addresses without an account take the same time and never match. */
export async function isRightPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password');
  const against = stored || (await dummy);
  const right = await bounded(() => verify(against, password));
  return right && Boolean(stored);
}

/**
 * Length, and what is tried first; composition is advice on the form, not a rule here. In: the password, and what is known
 * of the person: names, email address, companies. Out: the reason for refusing it, or null.
 */
export function passwordProblem(password: string, known: readonly (string | null | undefined)[]): string | null {
  if (!password.isWellFormed()) return 'This contains an incomplete character. Type it again.';
  if (password.length < 8) return 'The password needs at least 8 characters.';
  if (Buffer.byteLength(password) > 512) return 'The password may have at most 512 bytes.';
  if (isCommonPassword(password))
    return 'This password is one of the 10,000 most common ones, or one of them plus a digit or symbol. Please choose another.';
  if (
    isPersonalPassword(
      password,
      known.filter((text) => text !== null && text !== undefined),
    )
  )
    return 'This password is mostly your name, your email address or your company’s name, which is guessed first. Please choose another.';
  return null;
}
