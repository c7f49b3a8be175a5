// The phone of an account that its mailbox's owner took back. Signing in with the new password gives a challenge; with it the
// user enters a phone and proves it with the code sent there.
import { AppError } from '#src/domain/errors.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/database.ts';
import type { Client } from './client.ts';
import { CODE_SENT, codeFor, sendCode, startChallenge, storedId, tryCode } from './codes.ts';
import { enterByCode } from './enterByCode.ts';
import type { Entered } from './enterByCode.ts';
import { TOO_MANY } from './limits.ts';
import type { Limits } from './limits.ts';
import { invalidCredentials } from './passwordTries.ts';
import { refusePhone } from './phoneNumbers.ts';
import { accountByEmail } from './sessions.ts';
import type { Account } from './sessions.ts';
import { spendMessage } from './textMessages.ts';

/** After the password step. Out: the id of the challenge. Refuses: invalid_credentials (400). */
export async function startPhone(deps: Deps, account: Account, client: Client): Promise<string> {
  const id = await deps.db.system((tx) => startChallenge(tx, deps, account, 'phone', client, 'other'));
  if (id === null) throw invalidCredentials();
  return id;
}

export interface NamedPhone {
  challenge_id: string;
  phone: string;
  first_name?: string | undefined;
  last_name?: string | undefined;
}

/** Refuses: invalid_fields (422), challenge_closed (400), too_many (429). */
export async function givePhone(
  deps: Deps,
  limits: Limits,
  body: NamedPhone,
  client: Client,
): Promise<{ message: string }> {
  refusePhone(deps, body.phone);
  await limits.spend('resend_address', client.network);
  const account = await deps.db.system((tx) => holderOf(tx, body.challenge_id));
  const give = (isDryRun: boolean) => deps.db.system((tx) => putPhone(tx, deps, account, body, isDryRun));
  refuseUnlessSent(deps, await give(true));
  const giveBack = await spendMessage(
    deps,
    limits,
    { phone: body.phone, isProved: false, ownerId: account.id },
    client,
  );
  const outcome = await give(false);
  if (outcome !== 'sent') await giveBack();
  refuseUnlessSent(deps, outcome);
  return { message: CODE_SENT };
}

export const closed = () =>
  new AppError('challenge_closed', 'This sign-in was already used or has expired. Please sign in again.', {
    status: 400,
  });

/** The account whose sign-in this is. Refuses: challenge_closed (400). */
export async function holderOf(tx: Tx, challengeId: string, purpose: 'phone' | 'login' = 'phone'): Promise<Account> {
  const row = await tx.row<{ email: string | null }>('select challenge_email($1, $2) as email', [
    storedId(challengeId),
    purpose,
  ]);
  const account = row!.email === null ? undefined : await accountByEmail(tx, row!.email);
  if (!account) throw closed();
  return account;
}

type Given = 'sent' | 'none' | 'too_soon' | 'too_often';

async function putPhone(tx: Tx, deps: Deps, account: Account, body: NamedPhone, isDryRun: boolean): Promise<Given> {
  const { code, hash } = codeFor(deps, 'phone', account);
  const row = await tx.row<{ answer: Given }>('select give_phone($1, $2, $3, $4, $5, $6, $7) as answer', [
    storedId(body.challenge_id),
    body.phone,
    isDryRun ? null : hash,
    deps.config.otpTtlSeconds,
    deps.config.otpResendSeconds,
    body.first_name ?? null,
    body.last_name ?? null,
  ]);
  const { answer } = row!;
  if (answer === 'sent' && !isDryRun) await sendCode(tx, deps, { ...account, phone: body.phone }, 'phone', code, true);
  return answer;
}

function refuseUnlessSent(deps: Deps, answer: Given) {
  if (answer === 'sent') return;
  if (answer === 'none') throw closed();
  throw new AppError('too_many', TOO_MANY, {
    status: 429,
    cause: { retryAfterSeconds: answer === 'too_soon' ? deps.config.otpResendSeconds : 600 },
  });
}

/** Refuses: challenge_closed, invalid_code (400), too_many_attempts (429). */
export async function provePhone(
  deps: Deps,
  limits: Limits,
  body: { challenge_id: string; code: string },
  client: Client,
): Promise<Entered> {
  const { email } = await deps.db.system((tx) => holderOf(tx, body.challenge_id));
  return enterByCode(deps, limits, email, client, async (tx, { account, lane }) => {
    const tried = { purpose: 'phone' as const, code: body.code, client, lane, challengeId: body.challenge_id };
    const { answer, challenge } = await tryCode(tx, deps, account!, tried);
    if (answer !== 'right') return answer;
    await tx.rows('select prove_phone($1)', [challenge]);
    return { account: (await accountByEmail(tx, email))!, orgId: null };
  });
}
