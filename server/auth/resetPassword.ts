// A new password by way of the mailbox.
import { AppError } from '../../src/domain/errors.ts';
import { queueMessage } from '../data/outbox.ts';
import type { Deps } from '../deps.ts';
import { laneOf, rememberNetwork } from './client.ts';
import type { Client, Lane } from './client.ts';
import { keepCode, nobodyAt, startChallenge, tryCode } from './codes.ts';
import { codeStep } from './enterByCode.ts';
import type { Limits } from './limits.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import { accountByEmail } from './sessions.ts';
import type { Account } from './sessions.ts';

export const FORGOT = 'If an account exists for this email, a reset code has been sent.';

/** Counts one mail. What strangers ask for takes nothing from a device or a network that is known. */
export async function allowsMail(limits: Limits, email: string, lane: Lane, client: Client): Promise<boolean> {
  if (lane !== 'other')
    return limits.allows('forgot_known', `${email} ${lane === 'device' ? client.device!.id : client.network}`);
  return (
    (await limits.allows('forgot_network', `${email} ${client.site}`)) && (await limits.allows('forgot_account', email))
  );
}

/**
 * The same answer for known and unknown addresses, also when no more is mailed: then the code that was sent last stays good,
 * so that a flood of strangers leaves the mailbox's owner a code. Out: what is answered, and the id that its holder goes on
 * with. Refuses: too_many (429), by network alone.
 */
export async function forgotPassword(
  deps: Deps,
  limits: Limits,
  email: string,
  client: Client,
): Promise<{ answer: { message: string }; challengeId: string | null }> {
  const { account, lane } = await deps.db.system(async (tx) => {
    const found = await accountByEmail(tx, email);
    return { account: found, lane: await laneOf(tx, deps.secrets, found, client) };
  });
  if (lane === 'other') await limits.spend('forgot_address', client.network);
  const isMailed = await allowsMail(limits, email, lane, client);
  const addressee = account === undefined || account.is_demo ? nobodyAt(email) : account;
  const begin = isMailed ? startChallenge : keepCode;
  const challengeId = await deps.db.system((tx) => begin(tx, deps, addressee, 'reset', client, lane));
  deps.messagesWaiting();
  return { answer: { message: FORGOT }, challengeId };
}

/**
 * The code proves the mailbox. Of an account whose mailbox was proved before, the second factor stays; of any other the
 * phone goes, because it may be a stranger's, and the next sign-in asks for one. The password is hashed behind a right code
 * only. Refuses: invalid_fields (422), invalid_code (400), too_many_attempts (429).
 */
export async function resetPassword(
  deps: Deps,
  limits: Limits,
  body: { email: string; code: string; new_password: string; challengeId: string | null },
  client: Client,
): Promise<{ message: string }> {
  const problem = passwordProblem(body.new_password, body.email);
  if (problem) throw new AppError('invalid_fields', problem, { status: 422, fields: { new_password: problem } });
  const tried = { purpose: 'reset' as const, code: body.code, client, challengeId: body.challengeId };
  const addressee = (account: Account | undefined) => account ?? nobodyAt(body.email);
  await codeStep(
    deps,
    limits,
    body.email,
    client,
    async (tx, { account, lane }) =>
      (await tryCode(tx, deps, addressee(account), { ...tried, lane, keeps: true })).answer,
  );
  const password_hash = await hashPassword(body.new_password);
  await codeStep(deps, limits, body.email, client, async (tx, { account, lane }) => {
    const { answer } = await tryCode(tx, deps, addressee(account), { ...tried, lane });
    if (!account || answer !== 'right') return answer;
    await tx.rows('select reset_password($1, $2)', [account.id, password_hash]);
    await rememberNetwork(tx, deps.secrets, account.id, client);
    await queueMessage(tx, deps, {
      channel: 'email',
      to: account.email,
      subject: 'Your Sharebook password was changed',
      text: `The password of your Sharebook account was changed and every session was ended.\n\nIf it was not you, set a new one at once at ${deps.config.publicUrl}/forgot-password.`,
    });
    return answer;
  });
  await limits.forget('login_account', body.email.trim());
  deps.messagesWaiting();
  return { message: 'Your password has been reset. Please sign in.' };
}
