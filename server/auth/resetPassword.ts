// Resets a password through the mailbox.
import { say } from '#src/words/say.ts';
import { AppError } from '#src/domain/errors.ts';
import { queueMessage } from '../data/queue/messages.ts';
import { invalidField } from '../data/refusals.ts';
import { sha256 } from '../data/sha256.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { laneOf, rememberNetwork } from './client.ts';
import type { Client, Lane } from './client.ts';
import { addressOf, keepCode, nobodyAt, startChallenge, tryCode } from './codes.ts';
import { codeStep } from './enterByCode.ts';
import type { Limits } from './limits.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import { accountByEmail, membershipsOf } from './sessions.ts';
import type { Account } from './sessions.ts';

const FORGOT = 'If an account exists for this email, a reset code has been sent.';

/** Counts one mail. Requests by strangers do not use up those of known devices and networks. */
export async function allowsMail(limits: Limits, email: string, lane: Lane, client: Client): Promise<boolean> {
  if (lane !== 'other')
    return limits.allows('forgot_known', `${email} ${lane === 'device' ? client.device!.id : client.network}`);
  const network = `${email} ${client.site}`;
  if (!(await limits.allows('forgot_network', network))) return false;
  const isMailed = await limits.allows('forgot_account', email);
  if (!isMailed) await limits.giveBack('forgot_network', network);
  return isMailed;
}

/**
 * The same answer for known and unknown addresses, also when no more mail is sent: then the last code stays valid, so
 * that a flood of requests still leaves the owner a code. Out: the answer, and the id for the next step. Refuses:
 * too_many (429), only by network.
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
  return { answer: { message: FORGOT }, challengeId };
}

/**
 * The code proves the mailbox. The password is hashed only after a right code. Refuses: invalid_fields (422),
 * invalid_code (400), too_many_attempts (429).
 */
export async function resetPassword(
  deps: Deps,
  limits: Limits,
  body: { email: string; code: string; new_password: string; challengeId: string | null },
  client: Client,
): Promise<{ message: string }> {
  refuseWeak(body.new_password, [body.email]);
  const tried = { purpose: 'reset' as const, code: body.code, client, challengeId: body.challengeId };
  const addressee = (account: Account | undefined) => account ?? nobodyAt(body.email);
  let known: string[] = [];
  await codeStep(deps, limits, body.email, client, async (tx, { account, lane }) => {
    const { answer } = await tryCode(tx, deps, addressee(account), { ...tried, lane, keeps: true });
    if (account && answer === 'right') known = await knownOf(tx, account);
    return answer;
  });
  // Only now: before a right code, the answer would reveal the name and the companies of an address. The code stays valid.
  refuseWeak(body.new_password, known);
  const password_hash = await hashPassword(body.new_password);
  await codeStep(deps, limits, body.email, client, async (tx, { account, lane }) => {
    const { answer } = await tryCode(tx, deps, addressee(account), { ...tried, lane });
    if (account && answer === 'right') await setPassword(tx, deps, account, password_hash, client);
    return answer;
  });
  return done(limits, body.email);
}

/**
 * The link in the same mail proves the mailbox too, in any browser and whatever strangers tried meanwhile. The password
 * is hashed only for a valid link, at most five times an hour. Refuses: invalid_fields (422), reset_link_closed (409),
 * too_many (429).
 */
export async function resetByLink(
  deps: Deps,
  limits: Limits,
  body: { token: string; new_password: string },
  client: Client,
): Promise<{ message: string }> {
  const opens = async (tx: Tx, of: string | null): Promise<Account> => {
    const row = await tx.row<{ email: string | null }>('select use_reset_link($1, $2) as email', [
      sha256(body.token),
      of && addressOf(deps, of),
    ]);
    const account = row!.email === null ? undefined : await accountByEmail(tx, row!.email);
    if (!account) throw new AppError('reset_link_closed', LINK_CLOSED, { status: 409 });
    return account;
  };
  const { email, known } = await deps.db.system(async (tx) => {
    const account = await opens(tx, null);
    return { email: account.email, known: await knownOf(tx, account) };
  });
  refuseWeak(body.new_password, known);
  const password_hash = await hashPassword(body.new_password, () => limits.spend('reset_link', body.token));
  await deps.db.system(async (tx) => setPassword(tx, deps, await opens(tx, email), password_hash, client));
  return done(limits, email);
}

const LINK_CLOSED =
  'This link was already used, the password was changed since, or the link is older than an hour. Ask for a new one.';

/** What a password may not be made of. */
export async function knownOf(tx: Tx, account: Account): Promise<string[]> {
  const companies = await membershipsOf(tx, account.id);
  return [
    account.email,
    account.first_name,
    account.last_name,
    ...companies.flatMap((company) => [company.client_name, company.client_display_name]),
  ];
}

/** Refuses: invalid_fields (422). */
export function refuseWeak(password: string, known: readonly string[]) {
  const problem = passwordProblem(password, known);
  if (problem) throw invalidField('new_password', problem);
}

// If the mailbox was proved before, the second factor stays. Otherwise the phone is removed, because it may be a stranger's,
// and the next sign-in asks for one.
async function setPassword(tx: Tx, deps: Deps, account: Account, password_hash: string, client: Client) {
  await tx.rows('select reset_password($1, $2)', [account.id, password_hash]);
  await rememberNetwork(tx, deps.secrets, account.id, client);
  await queueMessage(tx, deps, {
    channel: 'email',
    to: account.email,
    words: () => ({
      subject: say`Your Sharebook password was changed`,
      text: say`The password of your Sharebook account was changed and every session was ended.\n\nIf it was not you, set a new password at once at ${deps.config.publicUrl}/forgot-password.`,
    }),
  });
}

async function done(limits: Limits, email: string): Promise<{ message: string }> {
  await limits.forget('login_account', email.trim());
  return { message: 'Your password has been reset. Please sign in.' };
}
