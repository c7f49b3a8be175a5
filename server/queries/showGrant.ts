// A grant with its schedule: what vests on which day, the milestones it waits for, and the window after leaving.
import type { GrantDetails, ShownSchedule } from '#src/contract/securityPages.ts';
import type { Grant } from '#src/resources/grants.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { wholeWindows, windowWarnings, windowsOf } from '#src/domain/exerciseWindows.ts';
import { isObject, listOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { windowsOfPlan } from '../commands/grants/windowsOfPlan.ts';
import { priceWarnings } from '#src/domain/valuationAge.ts';
import type { KnownValuation } from '#src/domain/valuationAge.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import { NEVER } from '#src/domain/vesting/path.ts';
import { scheduleWithStock, tranchesOfLine } from '#src/domain/vesting/grantLine.ts';
import { withoutLost } from '#src/domain/vesting/lostStock.ts';
import { grantLines, vestedToday } from '../data/grantLine.ts';
import type { Line } from '../data/grantLine.ts';
import { earlierOf, lostOf, vestingInputs } from '../data/grantVesting.ts';
import { replacedLines } from '../data/replacedLine.ts';
import type { Tx } from '../db/database.ts';
import { orgOf } from '../auth/actor.ts';
import { today } from '../commands/core/context.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { strikeSince } from '../commands/shareClasses/split/splitInput.ts';
import { showSecurity } from './showSecurity.ts';
import { conditionsOf } from '../commands/grants/grantTerms.ts';

export async function showGrant(context: CommandContext, record: Grant): Promise<Grant & GrantDetails> {
  const { issuance, ...shown } = await showSecurity(context, record);
  const [tx, org, id] = [context.tx, orgOf(context.actor), record.id];
  const input = (await vestingInputs(tx, org, [id])).get(id);
  const line = (await grantLines(tx, org, [record], today(context))).get(id)!;
  return {
    ...shown,
    price_warnings: isHolder(context.actor.role) ? [] : await warningsOf(context, record),
    schedule: input ? await scheduleShown(context, record, line, input) : null,
    exercise_price_today: await priceToday(context, record, line),
    termination_exercise_windows: listOf(issuance, 'termination_exercise_windows').filter(isObject),
    ...(await windowsShown(context, record, issuance)),
  };
}

/** Of units none: what has vested of them is owed. */
async function windowsShown(
  { tx, actor }: CommandContext,
  record: Grant,
  issuance: OcfObject,
): Promise<Pick<GrantDetails, 'exercise_windows' | 'window_warnings'>> {
  if (record.compensation_type === 'RSU') return { exercise_windows: [], window_warnings: [] };
  const plan = await windowsOfPlan(tx, orgOf(actor), record.equity_plan_id);
  const windows = wholeWindows(windowsOf(listOf(issuance, 'termination_exercise_windows')), plan);
  return { exercise_windows: windows, window_warnings: isHolder(actor.role) ? [] : windowWarnings(windows) };
}

/** As it was priced: by the latest valuation of its class on its day. A unit has no price. */
async function warningsOf({ tx, actor }: CommandContext, record: Grant): Promise<string[]> {
  const line = (await replacedLines(tx, orgOf(actor), [record.id])).get(record.id);
  const first = await tx.row<{ price: string | null }>(
    'select trim_scale(share_price)::text as price from security where org_id = $1 and security_id = $2',
    [actor.org_id, line?.[0]?.security_id ?? record.id],
  );
  const valuation = await tx.row<KnownValuation>(
    `select v.effective_date, v.later_round_on, trim_scale(price_since_splits(v.org_id, v.share_class_id, v.price_per_share, v.effective_date, $3))::text as price, v.currency
     from valuation_view v where v.org_id = $1 and v.share_class_id = $2 and v.effective_date <= $3 order by v.effective_date desc, v.id desc limit 1`,
    [actor.org_id, record.share_class_id, record.date],
  );
  const price = record.compensation_type === 'RSU' ? null : (first?.price ?? null);
  return priceWarnings({ date: record.date, price, currency: record.currency ?? 'no currency' }, valuation ?? null);
}

/** For a share of today, where splits came since it was closed; null where the recorded one is that. */
async function priceToday(context: CommandContext, record: Grant, { closed }: Line): Promise<string | null> {
  const price = parseDecimal(record.exercise_price);
  if (!closed || price === null) return null;
  const asked = { id: record.id, price, date: today(context) };
  const shown = await strikeSince(context.tx, orgOf(context.actor), asked, closed.since);
  return shown === price ? null : formatDecimal(shown);
}

/** Of the whole line, as `vested` counts it. */
async function daysOfLine(tx: Tx, org: string, { exercised }: Grant, line: Line, input: VestingInput) {
  const earlier = await earlierOf(tx, org, [line]);
  const own = scheduleWithStock(input, parseDecimal(exercised) ?? 0n);
  return tranchesOfLine(earlier(line), line.exercised, own, NEVER);
}

/** The terms it names, else those of the last that it replaces and that named any. */
async function namedAfter(
  tx: Tx,
  org: string,
  { earlier }: Line,
  { terms, vestings }: VestingInput,
): Promise<Pick<ShownSchedule, 'name' | 'description'>> {
  if (terms) return { name: textOf(terms, 'name'), description: textOf(terms, 'description') };
  const inputs = await vestingInputs(
    tx,
    org,
    earlier.map(({ security_id }) => security_id),
  );
  const from = earlier.findLast(({ security_id }) => inputs.get(security_id)?.terms);
  const name = from && textOf(inputs.get(from.security_id)!.terms!, 'name');
  if (!from || !name) return { name: vestings.length > 0 ? 'Written out' : null, description: null };
  const isSplit = from.ratio.numerator !== from.ratio.denominator;
  return { name: isSplit ? `${name}, after the split` : name, description: null };
}

async function scheduleShown(
  context: CommandContext,
  record: Grant,
  line: Line,
  input: VestingInput,
): Promise<ShownSchedule> {
  const { terms } = input;
  const [tx, org] = [context.tx, orgOf(context.actor)];
  const tranches = await daysOfLine(tx, org, record, line, input);
  const lost = (await lostOf(tx, org, new Map([[record.id, line]]), today(context)))(record.id, line);
  let [vested, inAll] = [0n, 0n];
  return {
    is_known: !input.terms_missing,
    ...(await namedAfter(tx, org, line, input)),
    stopped_on: input.stopped_on ?? null,
    tranches: tranches.flatMap(({ date, quantity }) => {
      inAll += quantity;
      const [before, now] = [vested, withoutLost(vestedToday(inAll, line), line.exercised_total, lost, date)];
      // Nothing vests on the days of what was taken back.
      if (lost.length > 0 && now <= before) return [];
      vested = now;
      return [{ date, quantity: formatDecimal(vested - before), vested: formatDecimal(vested) }];
    }),
    milestones: terms
      ? conditionsOf(terms)
          .filter(({ trigger }) => trigger === 'VESTING_EVENT')
          .map(({ id, words }) => ({
            id,
            words,
            reached_on:
              input.facts.find((fact) => fact.fact === 'EVENT' && fact.vesting_condition_id === id)?.effective_date ??
              null,
          }))
      : [],
  };
}
