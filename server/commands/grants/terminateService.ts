// Ends a holder's service: unvested grants are cancelled and return to the pool, vested ones get their exercise window, and
// unvested restricted stock is listed for repurchase.
import { bodyOf } from '#src/resources/verbs/bodies.ts';
import { z } from 'zod';
import { isoDate, plainText } from '#src/resources/kit/validation.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { grants } from '#src/resources/grants.ts';
import type { Grant } from '#src/resources/grants.ts';
import { AppError } from '#src/domain/errors.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { countedShares } from '#src/domain/inWords.ts';
import { wholeWindows, windowDay, windowsOf } from '#src/domain/exerciseWindows.ts';
import { SERVICE_END_CODES, SERVICE_ENDS, isServiceEnd, serviceEndOf } from '#src/domain/serviceEnd.ts';
import { listOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject, OcfTransaction } from '#src/domain/ledger/core/types.ts';
import { vestedAt } from '#src/domain/vesting/schedule.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import { vestingInputs } from '#server/data/grantVesting.ts';
import { windowsOfPlan } from './windowsOfPlan.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { listRecords } from '#server/data/lists/listRecords.ts';
import type { Row } from '#server/db/database.ts';
import { orgOf } from '#server/auth/actor.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { refuseBefore } from '../ledger/laterEntries.ts';
import { appendNative, openSlice } from '../ledger/ledgerEntry.ts';
import { reason } from '../securities/issuance.ts';
import { issuanceOf } from '../securities/openSecurity.ts';
import { cancellation } from './endGrant.ts';
import { repurchasable, repurchaseBody, repurchaseFrom } from './repurchaseFromLeaver.ts';
import type { Repurchasable } from './repurchaseFromLeaver.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

/**
 * `reason`: one of OCF's seven codes, or words that name one of them; it decides the window. Other words are kept as a comment, the
 * window is that of somebody who left, and each grant that keeps shares says so.
 */
export const terminateBody = bodyOf('shareholders.terminate').extend({
  reason: reason.describe(
    `One of ${SERVICE_END_CODES.join(', ')}, or words that name one of them; it decides the exercise windows. Other words are kept as a comment.`,
  ),
  repurchase: repurchaseBody.nullish(),
});
type TerminateBody = z.infer<typeof terminateBody>;
const terminationQuery = z.strictObject({ date: isoDate, reason: plainText(1000).nullish() });

interface LapsingGrant {
  record: Grant;
  issuance: OcfObject;
  input: VestingInput;
  /** Null when the schedule is not known; the grant is then left unchanged. */
  unvested: Decimal | null;
  outstanding: Decimal;
  exercise_until: string | null;
}

/** What would lapse, remain and be open to repurchase; writes nothing. Refuses: not_found (404). */
export async function previewTermination(
  context: CommandContext,
  id: string,
  query: Record<string, string>,
): Promise<Row> {
  const holder = await holderOf(context, id);
  const parsed = terminationQuery.safeParse(query);
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? 'A date looks like 2025-03-14.';
    throw new AppError('invalid_fields', message, { status: 422, fields: { date: message } });
  }
  const { date, reason: words } = parsed.data;
  const lapsing = await grantsOf(context, id, date, wordOf(words ?? ''));
  return answer(holder, { date, words: words ?? null }, lapsing, await repurchasable(context, id, date));
}

/**
 * Writes a CE_STAKEHOLDER_STATUS, and a cancellation for each grant with unvested shares. Out: what lapsed and what
 * remains, and
 * what was repurchased. Refuses: not_found (404), already_terminated, later_entries, and what the ledger's rules refuse (409).
 */
export async function terminateService(context: CommandContext, id: string, body: TerminateBody): Promise<Row> {
  const org = orgOf(context.actor);
  const holder = await holderOf(context, id);
  const word = wordOf(body.reason);
  const open = await openGrants(context, id, body.date);
  const held = open.map((row) => row.id);
  const slice = await openSlice(context, {
    date: body.date,
    holders: [id],
    classes: [...new Set(open.flatMap((row) => (row.share_class_id ? [row.share_class_id] : [])))],
    securities: held,
    plans: [...new Set(open.flatMap((row) => (row.equity_plan_id ? [row.equity_plan_id] : [])))],
  });
  await refuseTerminated(context, org, id, holder.name, body.date);
  // What is repurchased stands and falls with the end of service.
  const unit = { ...context, unit: { command_seq: null } };
  const securities = held.flatMap((one) => slice.state.securities.get(one) ?? []);
  await refuseBefore(context.tx, org, securities, body.date);
  const lapsing = await grantsOf(context, id, body.date, word);
  const status = {
    object_type: 'CE_STAKEHOLDER_STATUS',
    id: context.deps.newId(),
    date: body.date,
    stakeholder_id: id,
    new_status: `TERMINATION_${word}`,
    ...(body.reason === word ? {} : { comments: [body.reason] }),
  };
  const written = cancellations(context, lapsing, body);
  const open_stock = await repurchasable(context, id, body.date);
  await appendNative(unit, slice, [status, ...written.entries]);
  const repurchased = await repurchaseFrom(unit, holder, body, open_stock);
  const bought = new Set(repurchased.map(({ certificate_id }) => certificate_id));
  const stock = open_stock.filter(({ certificate_id }) => !bought.has(certificate_id));
  const taken = repurchased.reduce((sum, { quantity }) => sum + (parseDecimal(quantity) ?? 0n), 0n);
  const unearned = stock.reduce((sum, { quantity }) => sum + (parseDecimal(quantity) ?? 0n), 0n);
  const follows = [
    ...(written.total > 0n ? [`${countedShares(written.total)} lapsed unvested`] : []),
    ...(taken > 0n ? [`${countedShares(taken)} repurchased`] : []),
    ...(unearned > 0n ? [`${countedShares(unearned)} may be bought back`] : []),
  ].join('; ');
  const text = follows
    ? `ended the service of ${holder.name} on ${body.date}: ${follows}`
    : `ended the service of ${holder.name} on ${body.date}`;
  recordActivity(context, { text, resource: 'shareholders', id, shareholder_id: id });
  return {
    transaction_id: status.id,
    ...answer(holder, { date: body.date, words: body.reason }, lapsing, stock, written.balances),
    repurchased,
  };
}

function cancellations(
  context: CommandContext,
  lapsing: readonly LapsingGrant[],
  { date, reason: words }: TerminateBody,
) {
  const entries: OcfTransaction[] = [];
  const balances = new Map<string, string>();
  let total = 0n;
  for (const { record, issuance, input, unvested, outstanding } of lapsing) {
    if (unvested === null || unvested <= 0n) continue;
    total += unvested;
    const rest = unvested === outstanding ? null : formatDecimal(outstanding - unvested);
    const ending = cancellation(context, {
      id: record.id,
      issuance,
      record,
      input,
      moved: formatDecimal(unvested),
      rest,
      date,
      reason: `End of service: ${isServiceEnd(words) ? SERVICE_ENDS[words] : words}`,
      isVested: true,
    });
    entries.push(...ending.all);
    if (ending.balance_id) balances.set(record.id, ending.balance_id);
  }
  return { entries, balances, total };
}

const wordOf = (text: string) => serviceEndOf(text) ?? 'VOLUNTARY_OTHER';

async function holderOf(context: CommandContext, id: string): Promise<Shareholder> {
  const holder = await findRecord(context.tx, context.actor, shareholders, id);
  if (!holder) throw new AppError('not_found', 'Not found.', { status: 404 });
  return holder;
}

async function refuseTerminated({ tx }: CommandContext, org: string, id: string, name: string, date: string) {
  const last = await tx.row<{ new_status: string; effective_date: string }>(
    `select new_status, effective_date from stakeholder_change where org_id = $1 and stakeholder_id = $2 and new_status is not null order by effective_date desc, tx_seq desc limit 1`,
    [org, id],
  );
  if (!last?.new_status.startsWith('TERMINATION_')) return;
  const sentence = `The service of ${name} ended on ${last.effective_date} already.`;
  throw new AppError('already_terminated', sentence, { status: 409, fields: { date: `Not ${date}: ${sentence}` } });
}

/** The holder's grants made by that day that have something left. */
async function openGrants(context: CommandContext, id: string, date: string): Promise<Grant[]> {
  const conditions = [
    { field: 'shareholder_id', operator: 'eq', value: id },
    { field: 'issued_on', operator: 'lte', value: date },
  ] as const;
  const { rows } = await listRecords(
    context.tx,
    context.actor,
    grants,
    rowsBy('date', { conditions: [...conditions], as_of: date }),
  );
  return rows.filter((row) => row.status === 'active' || row.status === 'expired');
}

async function grantsOf(context: CommandContext, id: string, date: string, word: string): Promise<LapsingGrant[]> {
  const rows = await openGrants(context, id, date);
  const inputs = await vestingInputs(
    context.tx,
    orgOf(context.actor),
    rows.map((row) => row.id),
  );
  const lapsing: LapsingGrant[] = [];
  for (const record of rows) {
    const input = inputs.get(record.id);
    if (!input) continue;
    const vested = vestedAt({ ...input, stopped_on: null }, date);
    const outstanding = parseDecimal(record.outstanding) ?? 0n;
    const unvested = vested === null ? null : input.quantity - vested;
    const issuance = await issuanceOf(context, record.id);
    lapsing.push({
      record,
      issuance,
      input,
      unvested: unvested === null ? null : unvested < outstanding ? unvested : outstanding,
      outstanding,
      exercise_until: await windowEnd(context, { record, issuance }, date, word),
    });
  }
  return lapsing;
}

/** The last day to exercise what has vested: the window for this reason, at most the grant's own expiry. */
async function windowEnd(
  { tx, actor }: CommandContext,
  { record, issuance }: { record: Grant; issuance: OcfObject },
  date: string,
  word: string,
): Promise<string | null> {
  const expiry = typeof record.expiration_date === 'string' ? [record.expiration_date] : [];
  if (record.compensation_type === 'RSU') return expiry[0] ?? null;
  const own = windowsOf(listOf(issuance, 'termination_exercise_windows'));
  const windows = wholeWindows(own, await windowsOfPlan(tx, orgOf(actor), record.equity_plan_id));
  const ends = windows.filter(({ reason: each }) => each === word).map((window) => windowDay(window, date));
  return [...ends, ...expiry].sort()[0] ?? null;
}

function answer(
  holder: Shareholder,
  { date, words }: { date: string; words: string | null },
  lapsing: readonly LapsingGrant[],
  repurchase: readonly Repurchasable[],
  balances: ReadonlyMap<string, string> = new Map(),
): Row {
  const rows = lapsing.map(({ record, unvested, outstanding, exercise_until }): Row => {
    const lapses = unvested === null ? 0n : unvested;
    return {
      grant_id: record.id,
      grant_number: record.grant_number,
      outstanding: formatDecimal(outstanding),
      lapses: formatDecimal(lapses),
      keeps: formatDecimal(outstanding - lapses),
      keeps_in: balances.get(record.id) ?? (lapses < outstanding ? record.id : null),
      exercise_until,
      remark: remarkOf({ date, words }, unvested, outstanding, exercise_until),
    };
  });
  return {
    shareholder_id: holder.id,
    shareholder: holder.name,
    date,
    grants: rows,
    repurchased: [],
    repurchasable: repurchase,
  };
}

/** What the figures alone do not say. */
function remarkOf(
  { date, words }: { date: string; words: string | null },
  unvested: Decimal | null,
  outstanding: Decimal,
  until: string | null,
): string | null {
  if (unvested === null) return 'Its vesting schedule is not known, so it stays unchanged.';
  if (unvested < outstanding && until !== null && until <= date)
    return 'What has vested can be exercised until that day only. There is no time afterwards.';
  if (unvested < outstanding && words !== null && serviceEndOf(words) === null)
    return `“${words}” names none of the reasons known here (${Object.values(SERVICE_ENDS).join(', ')}). The time to exercise is that for “Left”.`;
  return null;
}
