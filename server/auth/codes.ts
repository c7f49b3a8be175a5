// Six-digit codes: single-use, short-lived, hashed with a key, tied to one purpose, to the phone and password they were made
// for and, at sign-in, to the password step. What counts and decides is in the database (start_challenge, try_code,
// renew_code), under a lock on the account: of many at once each sees what the one before did.
import { AppError } from '../../src/domain/errors.ts';
import { plural } from '../../src/domain/plural.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/database.ts';
import { queueMessage } from '../data/outbox.ts';
import { sha256 } from '../data/sha256.ts';
import type { Client, Lane } from './client.ts';
import { newCode, newToken } from './secrets.ts';
import type { Account } from './sessions.ts';

/** Those of which a code can be asked for again by address. */
export const purposes = ['signup', 'login', 'reset'] as const;
export type Purpose = (typeof purposes)[number] | 'phone';

/** Whose code: an account's, or that of an address which gets none and is counted as if it did. */
export type Addressee = Pick<Account, 'email' | 'phone' | 'password_version'> & { id: string | null };

/** An address that gets no code. The number is the one that was named at a sign-up. */
export const nobodyAt = (email: string, phone: string | null = null): Addressee => ({
  id: null,
  email: email.trim().toLowerCase(),
  phone,
  password_version: 0,
});

/**
 * Starts a challenge; an older one of the same purpose that was asked for from the same network is dead from now on, and
 * nobody else's. Out: its id, or null when the account has changed since it was read.
 */
export async function startChallenge(
  tx: Tx,
  deps: Deps,
  account: Addressee,
  purpose: Purpose,
  client: Client,
  lane: Lane,
): Promise<string | null> {
  const id = deps.newId();
  // Nothing can be sent before a phone is named: until then no code is right.
  const isSent = purpose !== 'phone';
  const code = isSent ? newCode() : newToken();
  const row = await tx.row<{ started: boolean }>(
    'select start_challenge($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as started',
    [
      storedId(id),
      account.id,
      addressOf(deps, account.email),
      purpose,
      lane,
      hashOf(deps, purpose, account, code),
      account.phone,
      account.password_version,
      deps.config.otpTtlSeconds,
      client.site,
      client.userAgent,
    ],
  );
  if (!row!.started) return null;
  if (isSent) await sendCode(tx, deps, account, purpose, code, account.id !== null);
  return id;
}

/** A code for what keeps it by a function of its own: an attempt to sign up, a phone that is named. */
export function codeFor(deps: Deps, purpose: Purpose, addressee: Named) {
  const code = newCode();
  return { code, hash: hashOf(deps, purpose, addressee, code), address: addressOf(deps, addressee.email) };
}

/**
 * Past what is sent: the code that was sent last goes on being good, also for who asks for one now. Out: the id of their
 * challenge, or null when none was sent within the hour.
 */
export async function keepCode(
  tx: Tx,
  deps: Deps,
  account: Addressee,
  purpose: Purpose,
  client: Client,
  lane: Lane,
): Promise<string | null> {
  const id = deps.newId();
  const row = await tx.row<{ kept: boolean }>('select keep_code($1, $2, $3, $4, $5, $6, $7, $8) as kept', [
    storedId(id),
    account.id,
    addressOf(deps, account.email),
    purpose,
    lane,
    deps.config.otpTtlSeconds,
    client.site,
    client.userAgent,
  ]);
  return row!.kept ? id : null;
}

// To an address that gets none it is written all the same, and leaves to nobody: no answer tells by its time.
export async function sendCode(
  tx: Tx,
  deps: Deps,
  account: Addressee,
  purpose: Purpose,
  code: string,
  leaves: boolean,
) {
  const minutes = Math.max(1, Math.round(deps.config.otpTtlSeconds / 60));
  const good = `It works once, for ${plural(minutes, 'minute')}.`;
  const ttlSeconds = deps.config.otpTtlSeconds;
  if (purpose === 'reset') {
    const link = await startResetLink(tx, deps, account);
    const text = `Your Sharebook reset code is ${code}. ${good}\n\nOr choose a new password here, within an hour:\n${link}\n\nIf you did not ask for it, you can ignore this message: your password has not changed.`;
    await queueMessage(tx, deps, {
      channel: 'email',
      to: account.email,
      subject: 'Your Sharebook reset code',
      text,
      ttlSeconds,
      leaves,
    });
  } else {
    const text = `Your Sharebook verification code is ${code}. ${good} We never ask for it by phone. Reply STOP to cancel.`;
    await queueMessage(tx, deps, { channel: 'sms', to: account.phone ?? '', text, ttlSeconds, leaves });
  }
}

/** Good wherever it is opened, and not to be guessed: strangers who use up the tries of the code leave it to the mailbox. */
async function startResetLink(tx: Tx, deps: Deps, account: Addressee): Promise<string> {
  const token = newToken();
  await tx.rows('select start_reset_link($1, $2, $3, $4)', [
    sha256(token),
    account.id,
    account.password_version,
    RESET_LINK_SECONDS,
  ]);
  return `${deps.config.publicUrl}/reset-password?token=${token}`;
}
const RESET_LINK_SECONDS = 3600;

export const CODE_SENT = 'We sent a 6-digit verification code to your phone.';

/** Whoever holds the id has passed the password step: like a token it is kept as its fingerprint. */
export const storedId = (id: string) => sha256(id).toString('hex');

type Named = Pick<Addressee, 'id' | 'email'>;
function hashOf(deps: Deps, purpose: Purpose, { id, email }: Named, code: string): Buffer {
  return deps.secrets.fingerprint('code', `${purpose}:${id ?? email}:${code}`);
}

export const addressOf = (deps: Deps, email: string): Buffer =>
  deps.secrets.fingerprint('email', email.trim().toLowerCase());

/**
 * `spent`: this code was tried too often, a new one can be asked for; `out`: who is not known to the account has had their tries,
 * on new codes too. `none`: no code waits for whoever asks; the caller answers it like a wrong one and counts it against the
 * address.
 */
export type CodeAnswer = 'right' | 'wrong' | 'spent' | 'out' | 'none';

export interface CodeTry {
  purpose: Purpose;
  code: string;
  client: Client;
  lane: Lane;
  /** The id of the challenge that the client holds, or null when it did not say. */
  challengeId?: string | null;
  /** A right code stays good: what it allows has yet to be done. */
  keeps?: boolean;
}

/** `challenge`: of a right code, which one it was, as it is stored. */
export interface CodeOutcome {
  answer: CodeAnswer;
  challenge: string | null;
}

/** Tries a code and counts the try. The answer is a value, not an error: the count must be committed either way. */
export async function tryCode(tx: Tx, deps: Deps, account: Addressee, tried: CodeTry): Promise<CodeOutcome> {
  const { purpose, code, client, lane, challengeId = null, keeps = false } = tried;
  const address = addressOf(deps, account.email);
  const held = challengeId && storedId(challengeId);
  const row = await tx.row<{ answer: Exclude<CodeAnswer, 'out'>; challenge_id: string | null }>(
    'select * from try_code($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      account.id,
      address,
      purpose,
      hashOf(deps, purpose, account, code),
      held,
      client.site,
      client.userAgent,
      lane,
      keeps,
    ],
  );
  const { answer, challenge_id } = row!;
  if (answer !== 'spent' || lane !== 'other') return { answer, challenge: challenge_id };
  const out = await tx.row<{ is_out: boolean }>('select has_no_tries_left($1, $2, $3, $4, $5) as is_out', [
    account.id,
    address,
    purpose,
    held,
    client.site,
  ]);
  return { answer: out!.is_out ? 'out' : 'spent', challenge: null };
}

/** Turns what is not right into the answer the contract names. */
export function refuseCode(answer: 'wrong' | 'spent' | 'out'): AppError {
  if (answer === 'wrong') return new AppError('invalid_code', 'Invalid or expired code.', { status: 400 });
  const [text, retryAfterSeconds] =
    answer === 'spent'
      ? ['Too many attempts. Please request a new code.', 60]
      : ['Too many attempts. A new code will not work now either. Please try again later.', 3600];
  return new AppError('too_many_attempts', text, { status: 429, cause: { retryAfterSeconds } });
}

export interface Renewal {
  answer: 'sent' | 'none' | 'too_soon' | 'too_often';
  /** The number that it goes to, or would. */
  phone: string | null;
}

/**
 * A new code on the pending challenge, which forgets its failed tries; for who began it alone. `asks`: only says what it
 * would answer.
 */
export async function renewCode(
  tx: Tx,
  deps: Deps,
  account: Addressee,
  purpose: Purpose,
  renewal: { client: Client; lane: Lane; challengeId: string | null; asks?: boolean },
): Promise<Renewal> {
  const { client, lane, challengeId, asks = false } = renewal;
  const code = newCode();
  const row = await tx.row<Renewal & { is_pretended: boolean }>(
    'select * from renew_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    [
      account.id,
      addressOf(deps, account.email),
      purpose,
      asks ? null : hashOf(deps, purpose, account, code),
      deps.config.otpTtlSeconds,
      deps.config.otpResendSeconds,
      lane,
      challengeId && storedId(challengeId),
      client.site,
      client.userAgent,
    ],
  );
  // To the number that the challenge is for: who signs up has no account that knows it.
  if (row!.answer === 'sent' && !asks)
    await sendCode(tx, deps, { ...account, phone: row!.phone }, purpose, code, !row!.is_pretended);
  return row!;
}
