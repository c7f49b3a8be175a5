// Six-digit codes: single-use, short-lived, hashed with a key, tied to one purpose and, at sign-in, to the password step.
import { AppError } from '../../src/domain/errors.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/database.ts';
import { queueMessage } from '../data/outbox.ts';
import { newCode, sameBytes } from './secrets.ts';

export const purposes = ['signup', 'login', 'reset'] as const;
export type Purpose = (typeof purposes)[number];

const TRIES_PER_CODE = 5;
const TRIES_OF_A_STRANGER = 3;
const FAILURES_PER_HOUR = 15;
const FAILURES_PER_DAY = 30;
const RESENDS_PER_CHALLENGE = 3;

export interface Account {
  id: string;
  email: string;
  phone: string;
  first_name: string;
  last_name: string;
  account_type: 'client' | 'shareholder';
  password_hash: string;
  phone_verified_at: string | null;
  email_verified_at: string | null;
  is_demo: boolean;
}

export interface Client {
  ip: string;
  userAgent: string;
}

/** Starts a challenge; an older one of the same purpose is dead from now on. Out: its id. */
export async function startChallenge(
  tx: Tx,
  deps: Deps,
  account: Account,
  purpose: Purpose,
  client: Client,
): Promise<string> {
  const id = deps.newId();
  const code = newCode();
  await tx.write('update challenge set used_at = now() where account_id = $1 and purpose = $2 and used_at is null', [
    account.id,
    purpose,
  ]);
  await tx.write(
    `insert into challenge (id, account_id, purpose, code_hash, expires_at, ip, user_agent)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6, $7)`,
    [
      id,
      account.id,
      purpose,
      hashOf(deps, purpose, account.id, code),
      deps.config.otpTtlSeconds,
      client.ip,
      client.userAgent,
    ],
  );
  await sendCode(tx, deps, account, purpose, code);
  return id;
}

async function sendCode(tx: Tx, deps: Deps, account: Account, purpose: Purpose, code: string) {
  const minutes = Math.max(1, Math.round(deps.config.otpTtlSeconds / 60));
  const good = `It is good for ${minutes} minute${minutes === 1 ? '' : 's'} and one use.`;
  const ttlSeconds = deps.config.otpTtlSeconds;
  if (purpose === 'reset') {
    const text = `Your Sharebook reset code is ${code}. ${good}\n\nIf you did not ask for it, you can ignore this message: your password has not changed.`;
    await queueMessage(tx, deps.newId(), {
      channel: 'email',
      to: account.email,
      subject: 'Your Sharebook reset code',
      text,
      ttlSeconds,
    });
  } else {
    const text = `Your Sharebook verification code is ${code}. ${good} We never ask for it by phone. Reply STOP to cancel.`;
    await queueMessage(tx, deps.newId(), { channel: 'sms', to: account.phone, text, ttlSeconds });
  }
}

function hashOf(deps: Deps, purpose: Purpose, accountId: string, code: string): Buffer {
  return deps.secrets.fingerprint('code', `${purpose}:${accountId}:${code}`);
}

type Challenge = {
  id: string;
  code_hash: Buffer;
  attempts: number;
  stranger_attempts: number;
  expired: boolean;
  ip: string | null;
  user_agent: string | null;
};
/** `none`: no code waits for whoever asks; the caller answers it like a wrong one and counts it against the address. */
export type CodeAnswer = 'right' | 'wrong' | 'spent' | 'none';

/**
 * Tries a code and counts the try. The answer is a value, not an error: the count must be committed either way.
 * `binding` is given at sign-in: the challenge's id, or the client that must be the one of the password step.
 */
export async function tryCode(
  tx: Tx,
  deps: Deps,
  account: Account,
  purpose: Purpose,
  code: string,
  binding?: { challengeId: string | null; client: Client },
): Promise<CodeAnswer> {
  const challenge = await tx.row<Challenge>(
    `select id, code_hash, attempts, stranger_attempts, expires_at <= now() as expired, ip, user_agent
     from challenge where account_id = $1 and purpose = $2 and used_at is null for update`,
    [account.id, purpose],
  );
  const failures = await tx.row<{ hour: string; day: string }>(
    `select count(*) filter (where at > now() - interval '1 hour') as hour, count(*) as day
     from challenge_failure where account_id = $1 and at > now() - interval '1 day'`,
    [account.id],
  );
  if (Number(failures?.hour) >= FAILURES_PER_HOUR || Number(failures?.day) >= FAILURES_PER_DAY) return 'spent';
  if (!challenge) return (await wasUsedJustNow(tx, account, purpose)) ? 'wrong' : 'none';
  const byId = binding === undefined || binding.challengeId === challenge.id;
  if (binding && !byId) {
    // A stranger can neither pass nor burn the owner's tries: only the same client gets a small budget of its own.
    const sameClient =
      binding.challengeId === null &&
      binding.client.ip === challenge.ip &&
      binding.client.userAgent === challenge.user_agent;
    if (!sameClient) return 'none';
    if (challenge.stranger_attempts >= TRIES_OF_A_STRANGER) return 'spent';
  }
  if (challenge.attempts >= TRIES_PER_CODE) return 'spent';
  if (challenge.expired) return 'wrong';
  if (sameBytes(challenge.code_hash, hashOf(deps, purpose, account.id, code))) {
    await tx.write('update challenge set used_at = now() where id = $1', [challenge.id]);
    return 'right';
  }
  await tx.write(
    `update challenge set ${byId ? 'attempts = attempts' : 'stranger_attempts = stranger_attempts'} + 1 where id = $1`,
    [challenge.id],
  );
  await tx.write('insert into challenge_failure (account_id) values ($1)', [account.id]);
  return 'wrong';
}

// A right code sent twice at once: the second is told that the code is used, not that somebody tries too often.
async function wasUsedJustNow(tx: Tx, account: Account, purpose: Purpose): Promise<boolean> {
  const used = await tx.row(
    `select 1 from challenge where account_id = $1 and purpose = $2 and used_at > now() - interval '10 seconds'`,
    [account.id, purpose],
  );
  return used !== undefined;
}

/** Turns what is not right into the answer the contract names. */
export function refuseCode(answer: 'wrong' | 'spent'): AppError {
  return answer === 'spent'
    ? new AppError('too_many_attempts', 'Too many attempts. Please request a new code.', {
        status: 429,
        cause: { retryAfterSeconds: 60 },
      })
    : new AppError('invalid_code', 'Invalid or expired code.', { status: 400 });
}

/** A new code on the pending challenge, which forgets its failed tries. Out: what a limit says, or that it was sent. */
export async function resendCode(
  tx: Tx,
  deps: Deps,
  account: Account,
  purpose: Purpose,
): Promise<'sent' | 'none' | 'too_soon' | 'too_often'> {
  const challenge = await tx.row<{ id: string; resends: number; too_soon: boolean }>(
    `select id, resends, sent_at > now() - make_interval(secs => $3) as too_soon
     from challenge where account_id = $1 and purpose = $2 and used_at is null for update`,
    [account.id, purpose, deps.config.otpResendSeconds],
  );
  if (!challenge) return 'none';
  if (challenge.too_soon) return 'too_soon';
  if (challenge.resends >= RESENDS_PER_CHALLENGE) return 'too_often';
  const code = newCode();
  await tx.write(
    `update challenge set code_hash = $2, attempts = 0, stranger_attempts = 0, resends = resends + 1, sent_at = now(),
       expires_at = now() + make_interval(secs => $3) where id = $1`,
    [challenge.id, hashOf(deps, purpose, account.id, code), deps.config.otpTtlSeconds],
  );
  await sendCode(tx, deps, account, purpose, code);
  return 'sent';
}
