// Signing in: the password step, and the code step.
import { AppError } from '#src/domain/errors.ts';
import type { Deps } from '../deps.ts';
import { laneOf } from './client.ts';
import type { Client, Lane } from './client.ts';
import { factorOfCode } from './enteredCode.ts';
import { setUpOf, textsOff } from './factors.ts';
import type { SetUp } from './factors.ts';
import { keepCode, nobodyAt, renewCode, startChallenge, storedId, tryCode } from './codes.ts';
import type { Purpose } from './codes.ts';
import { accountAndLane, enterByCode } from './enterByCode.ts';
import type { Entered } from './enterByCode.ts';
import { TOO_MANY } from './limits.ts';
import type { Limits } from './limits.ts';
import { accountOfPassword, invalidCredentials } from './passwordTries.ts';
import { startSession } from './sessions.ts';
import type { Account, SignedIn } from './sessions.ts';
import { startPhone } from './phone.ts';
import { allowsMail } from './resetPassword.ts';
import { fulfilSignup } from './signup.ts';
import { spendMessage } from './textMessages.ts';
import { resendWithoutCode } from './withoutCode.ts';

/** For an account that set up another factor beside its phone: what is asked for first, and what else it has. */
interface OtherFactors {
  method: 'totp' | 'passkey';
  has_passkeys: boolean;
  /** A code by text message can be asked for. */
  can_text: boolean;
}

export type LoginAnswer =
  | SignedIn
  | ({ needs_2fa: true; email: string; challenge_id: string } & Partial<OtherFactors>)
  | { needs_phone: true; challenge_id: string };

/** Refuses: invalid_credentials (400) for a wrong password and an unknown address alike, too_many (429). */
export async function login(
  deps: Deps,
  limits: Limits,
  body: { email: string; password: string },
  client: Client,
): Promise<LoginAnswer> {
  const account = await accountOfPassword(deps, limits, body, client);
  // The sample company's people exist only in development on loopback; they have no phone to send a code to.
  if (account.is_demo && deps.config.demo) return deps.db.system((tx) => startSession(tx, deps, account, client));
  if (!account.phone_verified_at) return { needs_phone: true, challenge_id: await startPhone(deps, account, client) };
  const lane = await deps.db.system((tx) => laneOf(tx, deps.secrets, account, client));
  const setUp = await deps.db.system((tx) => setUpOf(tx, deps, account.id));
  if (setUp.hasAuthenticator || setUp.hasPasskeys) return askForOther(deps, account, setUp, client, lane);
  const to = { phone: account.phone!, isProved: true as const, accountId: account.id, lane };
  const refusal = await spendMessage(deps, limits, to, client).then(() => null, refusedAsTooMany);
  const begin = refusal ? keepCode : startChallenge;
  const challenge_id = await deps.db.system((tx) => begin(tx, deps, account, 'login', client, lane));
  // If strangers with the password used up the hour's messages, the owner still has the last code on the phone.
  if (refusal && challenge_id === null) throw refusal;
  if (challenge_id === null) throw invalidCredentials();
  return { needs_2fa: true, email: account.email, challenge_id };
}

/** Nothing is sent: the code is that of the app, or a passkey is used, unless a text message is asked for. */
async function askForOther(
  deps: Deps,
  account: Account,
  { hasAuthenticator, hasPasskeys, isTextsOff }: SetUp,
  client: Client,
  lane: Lane,
): Promise<LoginAnswer> {
  const challenge_id = await deps.db.system((tx) => startChallenge(tx, deps, account, 'login', client, lane, false));
  if (challenge_id === null) throw invalidCredentials();
  return {
    needs_2fa: true,
    email: account.email,
    challenge_id,
    method: hasAuthenticator ? 'totp' : 'passkey',
    has_passkeys: hasPasskeys,
    can_text: !isTextsOff,
  };
}

function refusedAsTooMany(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'too_many') return error;
  throw error;
}

type CodeBody = { email: string; code: string; challengeId: string | null };

/** Refuses: invalid_code (400), too_many_attempts (429). */
export const verifyTwoFactor = (deps: Deps, limits: Limits, body: CodeBody, client: Client): Promise<Entered> =>
  enterByCode(deps, limits, body.email, client, async (tx, { account, lane }) => {
    const addressee = account ?? nobodyAt(body.email);
    const factor = await factorOfCode(tx, deps, addressee, body.code);
    const tried = { purpose: 'login' as const, code: body.code, client, lane, challengeId: body.challengeId };
    const { answer } = await tryCode(tx, deps, addressee, { ...tried, isProved: factor !== null });
    if (answer !== 'right') return answer;
    await factor?.use();
    return { account: account!, orgId: null };
  });

/**
 * The first attempt whose code is entered creates the account. Refuses: invalid_code (400), too_many_attempts (429).
 */
export const verifyPhone = (deps: Deps, limits: Limits, body: CodeBody, client: Client): Promise<Entered> =>
  enterByCode(deps, limits, body.email, client, async (tx) => {
    const tried = {
      purpose: 'signup' as const,
      code: body.code,
      client,
      lane: 'other' as const,
      challengeId: body.challengeId,
    };
    const { answer, challenge } = await tryCode(tx, deps, nobodyAt(body.email), tried);
    if (answer !== 'right') return answer;
    const held = body.challengeId && storedId(body.challengeId);
    return (await fulfilSignup(tx, deps, body.email, { attempt: challenge!, held }, client)) ?? 'wrong';
  });

const RESENT = 'A new verification code has been sent to your phone.';

/**
 * The same answer for known and unknown addresses, and for clients that did not start it and get nothing. Refuses:
 * too_many (429).
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
  return { message: RESENT };
}

async function resendTo(
  deps: Deps,
  limits: Limits,
  { email, purpose, challengeId }: { email: string; purpose: Purpose; challengeId: string | null },
  client: Client,
) {
  const { account, lane } = await deps.db.system((tx) => accountAndLane(tx, deps, email, client));
  // A person who signs up has no account yet: an account with that address is not theirs.
  const addressee = purpose === 'signup' ? nobodyAt(email) : (account ?? nobodyAt(email));
  const renew = (isDryRun: boolean) =>
    deps.db.system((tx) => renewCode(tx, deps, addressee, purpose, { client, lane, challengeId, isDryRun }));
  const would = await renew(true);
  if (would.answer === 'none') return resendWithoutCode(limits, email, purpose, client);
  if (would.answer !== 'sent') return would.answer;
  // Only who has passed the password step is told.
  if (purpose === 'login' && account && (await deps.db.system((tx) => setUpOf(tx, deps, account.id))).isTextsOff)
    throw textsOff();
  let giveBack = async () => {};
  if (purpose === 'reset') {
    if (!(await allowsMail(limits, email, lane, client))) return 'too_often';
  } else {
    // The number counts the same for a taken address.
    const phone = would.phone!;
    const isProved = purpose === 'login';
    const to = isProved ? { phone, isProved, accountId: account!.id, lane } : { phone, isProved };
    giveBack = await spendMessage(deps, limits, to, client);
  }
  const { answer } = await renew(false);
  // Of several concurrent requests only one sends.
  if (answer !== 'sent') await giveBack();
  return answer;
}
