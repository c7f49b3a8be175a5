// Step-up: calls with lasting consequences need a confirmation by a second factor that is at most five minutes old. A sign-in
// counts as one. This is the one place that decides (docs/decisions/accounts-and-sign-in.md#step-up-a-fresh-confirmation).
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#src/domain/errors.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Row, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Client, Lane } from './client.ts';
import { CODE_SENT, codeFor, hashOf, refuseCode, sendCode } from './codes.ts';
import { factorOfCode } from './enteredCode.ts';
import { noSecondFactor, setUpOf, textsOff } from './factors.ts';
import { accountAndLane } from './enterByCode.ts';
import type { Counted, Limits } from './limits.ts';
import { ownAccount } from './sessions.ts';
import type { Account } from './sessions.ts';
import { spendMessage } from './textMessages.ts';

const FRESH_SECONDS = 300;

/** Refuses: step_up_required (403). */
export async function requireStepUp(tx: Tx, tokenHash: string): Promise<void> {
  const row = await tx.row<{ is: boolean }>(`select is_confirmed(decode($1, 'hex'), $2) as is`, [
    tokenHash,
    FRESH_SECONDS,
  ]);
  if (!row!.is)
    throw new AppError('step_up_required', 'Please confirm with a verification code to continue.', { status: 403 });
}

/**
 * For a write of the resource: `sent` is the body, `current` the stored record, if any. A whole record that is sent back
 * with its fields unchanged needs no confirmation. Refuses: step_up_required (403).
 */
export async function confirmedWrite(
  call: { tx: Tx; tokenHash: string },
  { stepUp = [], fields }: Resource,
  sent: Row,
  current: Row = {},
): Promise<void> {
  const isChanged = (name: string) =>
    stepUp.includes(name) ||
    (fields[name]?.stepUp === true && !isDeepStrictEqual(sent[name] ?? null, current[name] ?? null));
  if (stepUp === 'always' || Object.keys(sent).some(isChanged)) await requireStepUp(call.tx, call.tokenHash);
}

/** When `confirmedWrite` asks, in words; undefined if it never does. */
export function stepUpWords({ stepUp = [], fields }: Resource): string | undefined {
  if (stepUp === 'always') return 'Always';
  const names = Object.entries(fields).flatMap(([name, field]) => (field.stepUp ? [name] : []));
  const all = [...stepUp, ...names];
  return all.length > 0 ? `When it sets ${all.join(' or ')}` : undefined;
}

/** Who confirms: the account of the session, and how it knows the client. */
export interface Confirming {
  account: Account;
  lane: Lane;
  client: Client;
  tokenHash: string;
}

/** Refuses: session_invalid (401), no_second_factor (409) for accounts of the sample company. */
export async function confirming(deps: Deps, tokenHash: string, client: Client): Promise<Confirming> {
  const { email } = await deps.db.asActor(tokenHash, (tx) => ownAccount(tx), { readOnly: true });
  const { account, lane } = await deps.db.system((tx) => accountAndLane(tx, deps, email, client));
  if (account!.is_demo) throw noSecondFactor();
  return { account: account!, lane, client, tokenHash };
}

type Started = 'sent' | 'kept' | 'none';
const KEPT = 'We sent a code to your phone a moment ago. It still works.';

/** Texts a code for this session. Refuses: text_messages_off (409), too_many (429). */
export async function sendStepUp(
  deps: Deps,
  limits: Limits,
  { account, lane, client, tokenHash }: Confirming,
): Promise<{ message: string }> {
  if ((await deps.db.system((tx) => setUpOf(tx, deps, account.id))).isTextsOff) throw textsOff();
  const start = (isDryRun: boolean) => deps.db.system((tx) => startStepUp(tx, deps, account, tokenHash, isDryRun));
  if ((await start(true)) !== 'sent') return { message: KEPT };
  const to = { phone: account.phone!, isProved: true as const, accountId: account.id, lane };
  const giveBack = await spendMessage(deps, limits, to, client);
  const outcome = await start(false);
  // Of several concurrent requests only one sends.
  if (outcome !== 'sent') await giveBack();
  return { message: outcome === 'sent' ? CODE_SENT : KEPT };
}

async function startStepUp(
  tx: Tx,
  deps: Deps,
  account: Account,
  tokenHash: string,
  isDryRun: boolean,
): Promise<Started> {
  const { code, hash } = codeFor(deps, 'step_up', account);
  const row = await tx.row<{ answer: Started }>(`select start_step_up(decode($1, 'hex'), $2, $3, $4, $5) as answer`, [
    tokenHash,
    account.id,
    isDryRun ? null : hash,
    deps.config.otpTtlSeconds,
    deps.config.otpResendSeconds,
  ]);
  if (row!.answer === 'sent' && !isDryRun) await sendCode(tx, deps, account, 'step_up', code, true);
  return row!.answer;
}

/** Confirms the session with a code. Refuses: invalid_code (400), too_many_attempts, too_many (429). */
export async function verifyStepUp(deps: Deps, limits: Limits, who: Confirming, code: string): Promise<void> {
  await countedTry(limits, who, () =>
    deps.db.system(async (tx) => {
      const factor = await factorOfCode(tx, deps, who.account, code);
      const hash = hashOf(deps, 'step_up', who.account, code);
      const row = await tx.row<{ answer: 'right' | 'wrong' | 'spent' }>(
        `select try_step_up(decode($1, 'hex'), $2, $3, $4) as answer`,
        [who.tokenHash, who.account.id, hash, factor !== null],
      );
      if (row!.answer === 'right') await factor?.use();
      return row!.answer;
    }),
  );
}

/** Counts a try before it is made, so that parallel ones are counted too. A right one does not count. */
export async function countedTry(
  limits: Limits,
  { account, lane, client }: Confirming,
  work: () => Promise<'right' | 'wrong' | 'spent'>,
): Promise<void> {
  const key = `${account.id} ${{ device: client.device?.id, network: client.network, other: 'other' }[lane]}`;
  const counts: Counted[] = [
    ['step_up_hour', key],
    ['step_up_day', key],
  ];
  const giveBack = await limits.spendAll(counts, 'Too many attempts. Please try again later.');
  const answer = await work();
  if (answer !== 'right') throw refuseCode(answer);
  await giveBack();
}
