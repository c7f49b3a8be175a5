// Signing in: the password step, the code step, and the ways back in.
import { AppError } from '../../src/domain/errors.ts';
import type { Deps } from '../deps.ts';
import { queueMessage } from '../data/outbox.ts';
import { refuseCode, resendCode, startChallenge, tryCode } from './codes.ts';
import type { Account, Client, CodeAnswer, Purpose } from './codes.ts';
import { TOO_MANY } from './limits.ts';
import type { Limits } from './limits.ts';
import { hashPassword, isRightPassword, passwordProblem } from './passwords.ts';
import { accountByEmail, startSession } from './sessions.ts';
import type { SignedIn } from './sessions.ts';
import { fulfilSignup } from './signup.ts';
import { pretendCode, resendWithoutCode } from './withoutCode.ts';

const LOCKED = 'Too many attempts. Please try again later.';

export type LoginAnswer = SignedIn | { needs_2fa: true; email: string; challenge_id: string };

/** Refuses: invalid_credentials (400) for a wrong and an unknown address alike, too_many (429). */
export async function login(
  deps: Deps,
  limits: Limits,
  body: { email: string; password: string },
  client: Client,
): Promise<LoginAnswer> {
  const email = body.email.trim().toLowerCase();
  const both = `${email} ${client.ip}`;
  await limits.check('login_account_address', both, LOCKED);
  await limits.check('login_address', client.ip, LOCKED);
  await limits.check('login_account', email, LOCKED);
  const account = await deps.db.system((tx) => accountByEmail(tx, email));
  if (!(await isRightPassword(account?.password_hash, body.password)) || !account) {
    await limits.allows('login_account_address', both);
    await limits.allows('login_address', client.ip);
    await limits.allows('login_account', email);
    throw new AppError('invalid_credentials', 'Invalid email or password.', { status: 400 });
  }
  await limits.forget('login_account_address', both);
  // The sample company's people exist in development on loopback only; they have no phone to send a code to.
  if (account.is_demo && deps.config.demo) return deps.db.system((tx) => startSession(tx, account, client.userAgent));
  if (deps.config.smsDriver !== 'log') await limits.spend('sms_budget', 'all');
  const challenge_id = await deps.db.system((tx) => startChallenge(tx, deps, account, 'login', client));
  deps.messagesWaiting();
  return { needs_2fa: true, email: account.email, challenge_id };
}

async function codeStep(
  deps: Deps,
  limits: Limits,
  email: string,
  work: (account: Account) => Promise<CodeAnswer>,
): Promise<Account> {
  const account = await deps.db.system((tx) => accountByEmail(tx, email));
  const answer = account ? await work(account) : 'none';
  if (answer === 'none') {
    await limits.spend('code_unknown', email, 'Too many attempts. Please request a new code.');
    throw refuseCode('wrong');
  }
  if (answer !== 'right') throw refuseCode(answer);
  return account!;
}

/** Refuses: invalid_code (400), too_many_attempts (429). */
export async function verifyTwoFactor(
  deps: Deps,
  limits: Limits,
  body: { email: string; code: string; challengeId: string | null },
  client: Client,
): Promise<SignedIn> {
  return verifyAndSignIn(deps, limits, body.email, client, (tx, account) =>
    tryCode(tx, deps, account, 'login', body.code, { challengeId: body.challengeId, client }),
  );
}

/** Refuses: invalid_code (400), too_many_attempts (429). */
export async function verifyPhone(
  deps: Deps,
  limits: Limits,
  body: { email: string; code: string },
  client: Client,
): Promise<SignedIn> {
  return verifyAndSignIn(deps, limits, body.email, client, (tx, account) =>
    tryCode(tx, deps, account, 'signup', body.code),
  );
}

type Try = (tx: Parameters<Parameters<Deps['db']['system']>[0]>[0], account: Account) => Promise<CodeAnswer>;

// The code is used up and the session made in one transaction: of twenty right answers at once exactly one gets in.
async function verifyAndSignIn(
  deps: Deps,
  limits: Limits,
  email: string,
  client: Client,
  tryIt: Try,
): Promise<SignedIn> {
  let signedIn: SignedIn | null = null;
  await codeStep(deps, limits, email, (account) =>
    deps.db.system(async (tx) => {
      const answer = await tryIt(tx, account);
      if (answer !== 'right') return answer;
      const orgId = account.phone_verified_at ? null : await fulfilSignup(tx, deps, account);
      signedIn = await startSession(tx, account, client.userAgent, orgId);
      return answer;
    }),
  );
  return signedIn!;
}

export const RESENT = 'A new verification code has been sent to your phone.';

/** The same answer for known and unknown addresses. Refuses: too_many (429). */
export async function resend(
  deps: Deps,
  limits: Limits,
  email: string,
  purpose: Purpose,
  client: Client,
): Promise<{ message: string }> {
  await limits.spend('resend_address', client.ip);
  const account = await deps.db.system((tx) => accountByEmail(tx, email));
  if (account) await limits.check('resend_phone', account.phone);
  const result = account ? await deps.db.system((tx) => resendCode(tx, deps, account, purpose)) : 'none';
  const outcome = result === 'none' ? await resendWithoutCode(limits, email, purpose) : result;
  const tooMany = (seconds: number) =>
    new AppError('too_many', TOO_MANY, { status: 429, cause: { retryAfterSeconds: seconds } });
  if (outcome === 'too_soon') throw tooMany(deps.config.otpResendSeconds);
  if (outcome === 'too_often') throw tooMany(600);
  if (account && outcome === 'sent') {
    await limits.allows('resend_phone', account.phone);
    deps.messagesWaiting();
  }
  return { message: RESENT };
}

export const FORGOT = 'If an account exists for this email, a reset code has been sent.';

export async function forgotPassword(
  deps: Deps,
  limits: Limits,
  email: string,
  client: Client,
): Promise<{ message: string }> {
  await limits.spend('forgot_address', client.ip);
  await limits.spend('forgot_account', email);
  const isSent = await deps.db.system(async (tx) => {
    const account = await accountByEmail(tx, email);
    if (!account?.phone_verified_at || account.is_demo) return false;
    await startChallenge(tx, deps, account, 'reset', client);
    return true;
  });
  if (!isSent) await pretendCode(limits, email, 'reset');
  deps.messagesWaiting();
  return { message: FORGOT };
}

/** The mailbox is proved by the code; the second factor stays. Refuses: invalid_fields (422), invalid_code (400), too_many_attempts (429). */
export async function resetPassword(
  deps: Deps,
  limits: Limits,
  body: { email: string; code: string; new_password: string },
): Promise<{ message: string }> {
  const problem = passwordProblem(body.new_password, body.email);
  if (problem) throw new AppError('invalid_fields', problem, { status: 422, fields: { new_password: problem } });
  const password_hash = await hashPassword(body.new_password);
  await codeStep(deps, limits, body.email, (account) =>
    deps.db.system(async (tx) => {
      const answer = await tryCode(tx, deps, account, 'reset', body.code);
      if (answer !== 'right') return answer;
      await tx.write(
        'update account set password_hash = $2, email_verified_at = coalesce(email_verified_at, now()) where id = $1',
        [account.id, password_hash],
      );
      await tx.write('delete from session where account_id = $1', [account.id]);
      await tx.write('update challenge set used_at = now() where account_id = $1 and used_at is null', [account.id]);
      await queueMessage(tx, deps.newId(), {
        channel: 'email',
        to: account.email,
        subject: 'Your Sharebook password was changed',
        text: `The password of your Sharebook account was changed and every session was ended.\n\nIf it was not you, set a new one at once at ${deps.config.publicUrl}/forgot-password.`,
      });
      return answer;
    }),
  );
  deps.messagesWaiting();
  return { message: 'Your password has been reset. Please sign in.' };
}
