// Signing in: the password step, the code step, and the phone of an account that its mailbox took back.
import { AppError } from '../../src/domain/errors.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { deviceCookie, laneOf, rememberNetwork } from './client.ts';
import type { Client, Lane } from './client.ts';
import { nobodyAt, refuseCode, renewCode, startChallenge, tryCode } from './codes.ts';
import type { Addressee, CodeAnswer, Purpose } from './codes.ts';
import { TOO_MANY } from './limits.ts';
import type { Limits } from './limits.ts';
import { accountOfPassword, invalidCredentials } from './passwordTries.ts';
import { accountByEmail, startSession } from './sessions.ts';
import type { Account, SignedIn } from './sessions.ts';
import { fulfilSignup, refusePhone } from './signup.ts';
import type { SignupAnswer } from './signup.ts';
import { spendMessage } from './textMessages.ts';
import { resendWithoutCode } from './withoutCode.ts';

export type LoginAnswer =
  SignedIn | { needs_2fa: true; email: string; challenge_id: string } | { needs_phone: true; email: string };

/** Refuses: invalid_credentials (400) for a wrong and an unknown address alike, too_many (429). */
export async function login(
  deps: Deps,
  limits: Limits,
  body: { email: string; password: string },
  client: Client,
): Promise<LoginAnswer> {
  const account = await accountOfPassword(deps, limits, body, client);
  // The sample company's people exist in development on loopback only; they have no phone to send a code to.
  if (account.is_demo && deps.config.demo) return deps.db.system((tx) => startSession(tx, account, client.userAgent));
  if (!account.phone_verified_at) return { needs_phone: true, email: account.email };
  const lane = await deps.db.system((tx) => laneOf(tx, deps.secrets, account, client));
  await spendMessage(deps, limits, { phone: account.phone!, isProved: true, accountId: account.id, lane }, client);
  const challenge_id = await deps.db.system((tx) => startChallenge(tx, deps, account, 'login', client, lane));
  if (challenge_id === null) throw invalidCredentials();
  deps.messagesWaiting();
  return { needs_2fa: true, email: account.email, challenge_id };
}

/**
 * The phone of an account whose mailbox took it back: whoever has its new password names one and proves it by its code,
 * and says who they are.
 * Refuses: invalid_fields (422), invalid_credentials (400), phone_proved (409), too_many (429).
 */
export async function givePhone(
  deps: Deps,
  limits: Limits,
  body: {
    email: string;
    password: string;
    phone: string;
    first_name?: string | undefined;
    last_name?: string | undefined;
  },
  client: Client,
): Promise<SignupAnswer> {
  refusePhone(deps, body.phone);
  const account = await accountOfPassword(deps, limits, body, client);
  if (account.phone_verified_at)
    throw new AppError('phone_proved', 'This account has its phone already. Please sign in.', { status: 409 });
  await spendMessage(deps, limits, { phone: body.phone, isProved: false }, client);
  const isSent = await deps.db.system(async (tx) => {
    const row = await tx.row<{ given: boolean }>('select give_phone($1, $2, $3, $4, $5) as given', [
      account.id,
      body.phone,
      account.password_version,
      body.first_name ?? null,
      body.last_name ?? null,
    ]);
    return (
      row!.given &&
      (await startChallenge(tx, deps, { ...account, phone: body.phone }, 'signup', client, 'other')) !== null
    );
  });
  if (!isSent) throw invalidCredentials();
  deps.messagesWaiting();
  return {
    needs_verification: true,
    email: account.email,
    message: 'We sent a 6-digit verification code to your phone.',
  };
}

/**
 * One try of a code, counted for its sender before it is made. Out: the account, whose code was right.
 * Refuses: invalid_code (400), too_many_attempts, too_many (429).
 */
export async function codeStep(
  deps: Deps,
  limits: Limits,
  email: string,
  client: Client,
  work: (tx: Tx, account: Addressee, lane: Lane) => Promise<CodeAnswer>,
): Promise<Account> {
  const { account, lane } = await deps.db.system((tx) => accountAndLane(tx, deps, email, client));
  // A device and a network that signed in before have tries of their own: strangers beside them use up none.
  const limit = ({ device: 'code_device', network: 'code_known', other: 'code_address' } as const)[lane];
  const key = { device: client.device?.id, network: `${account?.id} ${client.network}`, other: client.network }[lane]!;
  await limits.spend(limit, key, 'Too many attempts. Please try again later.');
  const answer = await deps.db.system((tx) => work(tx, account ?? nobodyAt(email), lane));
  if (answer === 'none') {
    throw refuseCode((await limits.allows('code_unknown', email)) ? 'wrong' : 'spent');
  }
  if (answer !== 'right') throw refuseCode(answer);
  await limits.giveBack(limit, key);
  return account!;
}

async function accountAndLane(tx: Tx, deps: Deps, email: string, client: Client) {
  const account = await accountByEmail(tx, email);
  return { account, lane: await laneOf(tx, deps.secrets, account, client) };
}

/** What a right code gives: the session, and the cookie by which the device is known again. */
export interface Entered {
  signedIn: SignedIn;
  device: string;
}

/** Refuses: invalid_code (400), too_many_attempts (429). */
export const verifyTwoFactor = (
  deps: Deps,
  limits: Limits,
  body: { email: string; code: string; challengeId: string | null },
  client: Client,
): Promise<Entered> =>
  verifyAndSignIn(deps, limits, body.email, client, (tx, account, lane) =>
    tryCode(tx, deps, account, {
      purpose: 'login',
      code: body.code,
      client,
      lane,
      challengeId: body.challengeId,
    }),
  );

/** Refuses: invalid_code (400), too_many_attempts (429). */
export const verifyPhone = (
  deps: Deps,
  limits: Limits,
  body: { email: string; code: string },
  client: Client,
): Promise<Entered> =>
  verifyAndSignIn(deps, limits, body.email, client, (tx, account, lane) =>
    tryCode(tx, deps, account, { purpose: 'signup', code: body.code, client, lane }),
  );

// The code is used up and the session made in one transaction: of twenty right answers at once exactly one gets in.
async function verifyAndSignIn(
  deps: Deps,
  limits: Limits,
  email: string,
  client: Client,
  tryIt: (tx: Tx, account: Addressee, lane: Lane) => Promise<CodeAnswer>,
): Promise<Entered> {
  let signedIn: SignedIn | null = null;
  const account = await codeStep(deps, limits, email, client, async (tx, addressee, lane) => {
    const answer = await tryIt(tx, addressee, lane);
    if (answer !== 'right') return answer;
    const found = (await accountByEmail(tx, email))!;
    const orgId = found.phone_verified_at ? null : await fulfilSignup(tx, deps, found);
    signedIn = await startSession(tx, found, client.userAgent, orgId);
    await rememberNetwork(tx, deps.secrets, found.id, client);
    return answer;
  });
  deps.messagesWaiting();
  return { signedIn: signedIn!, device: deviceCookie(deps.secrets, account) };
}

export const RESENT = 'A new verification code has been sent to your phone.';

/**
 * The same answer for known and unknown addresses, and for who did not begin it and gets none. Refuses: too_many (429).
 */
export async function resend(
  deps: Deps,
  limits: Limits,
  asked: { email: string; purpose: Purpose; challengeId: string | null },
  client: Client,
): Promise<{ message: string }> {
  await limits.spend('resend_address', client.network);
  const outcome = await resendTo(deps, limits, asked, client);
  const tooMany = (seconds: number) =>
    new AppError('too_many', TOO_MANY, { status: 429, cause: { retryAfterSeconds: seconds } });
  if (outcome === 'too_soon') throw tooMany(deps.config.otpResendSeconds);
  if (outcome === 'too_often') throw tooMany(600);
  if (outcome === 'sent') deps.messagesWaiting();
  return { message: RESENT };
}

async function resendTo(
  deps: Deps,
  limits: Limits,
  { email, purpose, challengeId }: { email: string; purpose: Purpose; challengeId: string | null },
  client: Client,
) {
  const { account, lane } = await deps.db.system((tx) => accountAndLane(tx, deps, email, client));
  const renew = (asks: boolean) =>
    deps.db.system((tx) =>
      renewCode(tx, deps, account ?? nobodyAt(email), purpose, { client, lane, challengeId, asks }),
    );
  const would = await renew(true);
  if (would.answer === 'none') return resendWithoutCode(limits, email, purpose, client);
  if (would.answer !== 'sent') return would.answer;
  if (purpose !== 'reset') {
    // The number of a sign-up counts alike for an address that is taken.
    const phone = would.phone!;
    const isProved = purpose === 'login';
    const to = isProved ? { phone, isProved, accountId: account!.id, lane } : { phone, isProved };
    await spendMessage(deps, limits, to, client);
  }
  return (await renew(false)).answer;
}
