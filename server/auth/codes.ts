// Six-digit codes: single-use, short-lived, hashed with a key, tied to one purpose, to the phone and password they were made
// for and, at sign-in, to the password step. The database counts and decides (start_challenge, try_code, renew_code), under a
// lock on the account, so that concurrent tries see each other.
import { say } from '#src/words/say.ts';
import { AppError } from '#src/domain/errors.ts';
import { plural } from '#src/domain/plural.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/database.ts';
import { queueMessage } from '../data/queue/messages.ts';
import { sha256 } from '../data/sha256.ts';
import type { Client, Lane } from './client.ts';
import { newCode, newToken } from './secrets.ts';
import type { Account } from './sessions.ts';

/** The purposes for which a code can be requested again by address. */
export const purposes = ['signup', 'login', 'reset'] as const;
export type Purpose = (typeof purposes)[number] | 'phone' | 'step_up';

/** The owner of the code: an account, or an address that gets no code but is counted as if it did. */
export type Addressee = Pick<Account, 'email' | 'phone' | 'password_version'> & { id: string | null };

/** An address that gets no code. The number is the one given at sign-up. */
export const nobodyAt = (email: string, phone: string | null = null): Addressee => ({
  id: null,
  email: email.trim().toLowerCase(),
  phone,
  password_version: 0,
});

/**
 * Starts a challenge. It ends only an older one of the same purpose that was requested from the same network. Out: its
 * id, or null when the account has changed since it was read.
 */
export async function startChallenge(
  tx: Tx,
  deps: Deps,
  account: Addressee,
  purpose: Purpose,
  client: Client,
  lane: Lane,
  // Nothing can be sent before a phone is entered, and nothing is while another factor is asked for: until then no code is
  // right.
  isSent = purpose !== 'phone',
): Promise<string | null> {
  const id = deps.newId();
  const code = isSent ? newCode() : newToken();
  const row = await tx.row<{ started: boolean }>(
    'select start_challenge($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as started',
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
      isSent,
    ],
  );
  if (!row!.started) return null;
  if (isSent) await sendCode(tx, deps, account, purpose, code, account.id !== null);
  return id;
}

/** A code for callers with their own database function: a sign-up, or a new phone. */
export function codeFor(deps: Deps, purpose: Purpose, addressee: Named) {
  const code = newCode();
  return { code, hash: hashOf(deps, purpose, addressee, code), address: addressOf(deps, addressee.email) };
}

/**
 * Beyond the sending limit: the code that was sent last stays valid, also for this request. Out: the id of its
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

// For an address that gets none, the message is written but never sent, so that the response time reveals nothing.
export async function sendCode(
  tx: Tx,
  deps: Deps,
  account: Addressee,
  purpose: Purpose,
  code: string,
  leaves: boolean,
) {
  const minutes = Math.max(1, Math.round(deps.config.otpTtlSeconds / 60));
  const good = () => say`It works once, for ${plural(minutes, say`minute`, say`minutes`)}.`;
  const ttlSeconds = deps.config.otpTtlSeconds;
  if (purpose === 'reset') {
    const link = await startResetLink(tx, deps, account);
    const text = () =>
      say`Your Sharebook reset code is ${code}. ${good()}\n\nOr choose a new password here, within an hour:\n${link}\n\nIf you did not ask for it, you can ignore this message: your password has not changed.`;
    await queueMessage(tx, deps, {
      channel: 'email',
      to: account.email,
      lane: 'code',
      words: () => ({ subject: say`Your Sharebook reset code`, text: text() }),
      ttlSeconds,
      leaves,
    });
  } else {
    const words = () => ({
      text: say`Your Sharebook verification code is ${code}. ${good()} We never ask for it by phone. Reply STOP to cancel.`,
    });
    await queueMessage(tx, deps, { channel: 'sms', lane: 'code', to: account.phone ?? '', words, ttlSeconds, leaves });
  }
}

/**
 * Works in any browser and cannot be guessed, so that the mailbox's owner can reset even if strangers use up the code's
 * tries.
 */
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

/** The holder of this id has passed the password step, so like a token only its hash is stored. */
export const storedId = (id: string) => sha256(id).toString('hex');

type Named = Pick<Addressee, 'id' | 'email'>;
export function hashOf(deps: Deps, purpose: Purpose, { id, email }: Named, code: string): Buffer {
  return deps.secrets.fingerprint('code', `${purpose}:${id ?? email}:${code}`);
}

export const addressOf = (deps: Deps, email: string): Buffer =>
  deps.secrets.fingerprint('email', email.trim().toLowerCase());

/**
 * `spent`: this code was tried too often, and a new one can be requested. `out`: a client unknown to the account has no
 * tries left, for new codes either. `none`: no code is pending; the caller answers as for a wrong one and counts it
 * against the address.
 */
export type CodeAnswer = 'right' | 'wrong' | 'spent' | 'out' | 'none';

export interface CodeTry {
  purpose: Purpose;
  code: string;
  client: Client;
  lane: Lane;
  /** The id of the challenge that the client holds, or null when it sent none. */
  challengeId?: string | null;
  /** A right code stays valid, because its action is still to come. */
  keeps?: boolean;
  /** Another second factor of the account was right, so the code need not be the one that was sent. */
  isProved?: boolean;
}

/** `challenge`: for a right code, the stored id of its challenge. */
export interface CodeOutcome {
  answer: CodeAnswer;
  challenge: string | null;
}

/**
 * Tries a code and counts the try. Returns a value instead of throwing, because the count must be committed either way.
 */
export async function tryCode(tx: Tx, deps: Deps, account: Addressee, tried: CodeTry): Promise<CodeOutcome> {
  const { purpose, code, client, lane, challengeId = null, keeps = false, isProved = false } = tried;
  const address = addressOf(deps, account.email);
  const held = challengeId && storedId(challengeId);
  const row = await tx.row<{ answer: Exclude<CodeAnswer, 'out'>; challenge_id: string | null }>(
    'select * from try_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
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
      isProved,
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

/** Maps an answer that is not `right` to the contract's refusal. */
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
  /** The number that it is or would be sent to. */
  phone: string | null;
}

/**
 * Puts a new code on the pending challenge and resets its failed tries; only for the client that started it. `isDryRun`:
 * only returns what it would answer.
 */
export async function renewCode(
  tx: Tx,
  deps: Deps,
  account: Addressee,
  purpose: Purpose,
  renewal: { client: Client; lane: Lane; challengeId: string | null; isDryRun?: boolean },
): Promise<Renewal> {
  const { client, lane, challengeId, isDryRun = false } = renewal;
  const code = newCode();
  const row = await tx.row<Renewal & { is_pretended: boolean }>(
    'select * from renew_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    [
      account.id,
      addressOf(deps, account.email),
      purpose,
      isDryRun ? null : hashOf(deps, purpose, account, code),
      deps.config.otpTtlSeconds,
      deps.config.otpResendSeconds,
      lane,
      challengeId && storedId(challengeId),
      client.site,
      client.userAgent,
    ],
  );
  // Uses the challenge's number: a person who signs up has no account with a number yet.
  if (row!.answer === 'sent' && !isDryRun)
    await sendCode(tx, deps, { ...account, phone: row!.phone }, purpose, code, !row!.is_pretended);
  return row!;
}
