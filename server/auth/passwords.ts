// Password hashing, and what a password may be. Hashing is bounded: it is the one thing an attacker can make expensive.
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../src/domain/errors.ts';

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
      throw new AppError('busy', 'Many people are signing in at this moment. Please try again.', { status: 503 });
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

// A stranger's address costs the same time as a known one.
let dummy: Promise<string> | null = null;

/** An account that has no password, and an address without an account, cost the same and are never right. */
export async function isRightPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password');
  const against = stored || (await dummy);
  const right = await bounded(() => verify(against, password));
  return right && Boolean(stored);
}

// Length and a list of the passwords that are tried first; composition is advice on the form, not a rule here.
const TRIED_FIRST = new Set(
  '12345678 123456789 1234567890 password password1 password12 password123 passw0rd qwertyui qwertyuiop qwerty123 1q2w3e4r 11111111 00000000 iloveyou sunshine princess football baseball superman trustno1 letmein1 welcome1 admin123 abc12345 abcd1234 sharebook changeme zaq12wsx michael1 monkey123 dragon123 asdfghjk aa123456 87654321 123123123 987654321 p@ssword p@ssw0rd'.split(
    ' ',
  ),
);

/** Answers the sentence that refuses it, or null. */
export function passwordProblem(password: string, email: string): string | null {
  if (password.length < 8) return 'The password needs at least 8 characters.';
  if (Buffer.byteLength(password) > 512) return 'The password may have at most 512 bytes.';
  if (TRIED_FIRST.has(password.toLowerCase()))
    return 'This password is one of the first that are tried. Please choose another.';
  if (password.toLowerCase() === email.toLowerCase()) return 'The password cannot be the email address.';
  return null;
}
