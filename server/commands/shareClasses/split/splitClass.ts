// Splits a class, or previews what every holder would have. Rules: equity mathematics, section 6.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { decimal as exact, formatDecimal, grouped, toFixed } from '#src/domain/figures/decimal.ts';
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { limitAfter, limitOrigin } from '#src/domain/ledger/rules/limitOrigin.ts';
import { poolPlanOf } from '#src/domain/ledger/rules/poolChain.ts';
import type { LedgerState } from '#src/domain/ledger/core/state.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { splitRatios } from '#src/domain/ledger/rules/splits.ts';
import { splitPlan } from '#src/domain/split/splitPlan.ts';
import type { SplitPlan } from '#src/domain/split/splitPlan.ts';
import { lockLedger } from '#server/data/ledgerRepository.ts';
import { notFound } from '#server/data/refusals.ts';
import { replay } from '#server/data/replay.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { poolsOn } from '#server/reports/capTable/capTablePools.ts';
import { sourceOf } from '#server/reports/capTable/capTableSource.ts';
import { orgOf } from '#server/auth/actor.ts';
import { invalidFields } from '#server/commands/core/checked.ts';
import { recordActivity, today } from '#server/commands/core/context.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { refuseSplitBefore } from '#server/commands/ledger/laterEntries.ts';
import { appendNative, judgeNative, takeNumbers } from '#server/commands/ledger/ledgerEntry.ts';
import { priceBefore } from './priceBefore.ts';
import { splitEntries } from './splitEntries.ts';
import { splitConversions, splitInput } from './splitInput.ts';
import { keepSplitPrices, movedPrice, priceOrigins } from './splitPrices.ts';
import { vestingLines } from './vestingLines.ts';

/**
 * Out: before and after for every holder, certificate, grant, warrant, pool, ratio and price of the class, and the
 * names of preferred classes whose ratio stays unchanged because they do not name their common class; `transaction_id`
 * null in a dry run. Refuses: not_found (404), later_entries, record_date_frozen, ledger_rule (409), a future day, a
 * ratio of one, or one that makes a figure too large (422).
 */
export async function splitShareClass(
  context: CommandContext,
  id: string,
  body: VerbBody<'share-classes.split'>,
): Promise<Row> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  // Locked first: the class may be deleted while this waits.
  const head = await lockLedger(tx, org);
  const record = await findRecord(tx, actor, shareClasses, id);
  if (!record) throw notFound();
  const ratio = { numerator: exact(body.numerator), denominator: exact(body.denominator) };
  if (ratio.numerator === ratio.denominator) throw invalidFields({ numerator: 'One for one changes nothing.' });
  refuseAhead(context, body.date);
  const { conversions, unnamed } = await splitConversions(await sourceOf(tx, actor, null), id, body.date);
  const converting = conversions.map((each) => each.stock_class_id);
  await refuseSplitBefore(tx, org, id, body.date, converting);
  // A split affects every security of the class, so its slice is the whole ledger.
  const { state } = (await replay(tx, org)).interpretation;
  const origins = await priceOrigins(context, id);
  const { price, origin } = await priceBefore(context, record, body, origins.get('price_per_share'));
  const input = await splitInput(tx, org, state, {
    classId: id,
    ratio,
    date: body.date,
    price: price && exact(price.per_share),
    price_origin: origin,
    conversions,
  });
  const worked = splitPlan(input);
  const plan: SplitPlan = {
    ...worked,
    plans: await pools(context, state, worked, { classId: id, ratio, date: body.date }),
  };
  refuseTooLarge(plan, record.name);
  const ids = [...plan.certificates, ...plan.grants, ...plan.warrants].map((each) => each.security_id);
  const issuances = await issuancesOf(tx, org, ids);
  const numbers = await newNumbers(context, org, id, plan);
  const { split_id, entries } = splitEntries({
    newId: deps.newId,
    state,
    date: body.date,
    classId: id,
    ratio,
    plan,
    numbers,
    issuances,
    vesting: await vestingLines(tx, org, ids),
    currency: record.currency,
  });
  const nameOf = (holder: string) => state.holders.get(holder)?.name ?? holder;
  if (body.dry_run) await judgeNative(context, { org, head, state }, entries);
  else {
    await appendNative(context, { org, head, state }, entries, { tellsHolders: body.notify_holders === true });
    await tx.write('update share_class set version = version + 1 where org_id = $1 and id = $2', [org, id]);
    await keepSplitPrices(context, id, ratio, origins);
    recordActivity(context, {
      text: `split ${record.name} ${formatDecimal(ratio.numerator)} for ${formatDecimal(ratio.denominator)} on ${body.date}`,
      resource: 'share-classes',
      id,
    });
  }
  return {
    transaction_id: body.dry_run ? null : split_id,
    price,
    par_value: movedPrice(record.par_value, ratio, origins.get('par_value')),
    original_issue_price: movedPrice(record.price_per_share, ratio, origins.get('price_per_share')),
    ...shown(plan, numbers, nameOf),
    unnamed_conversions: unnamed,
  };
}

/** A class's price and par value have no dates: a split divides them on its day, not earlier. */
function refuseAhead(context: CommandContext, date: string): void {
  const last = today(context);
  const sentence = `A split can be recorded only once it takes effect. This date is in the future: today is ${last}.`;
  if (date > last) throw invalidFields({ date: sentence }, sentence);
}

/** The ledger stores at most 28 digits before the point. Refuses: a ratio that exceeds this (422). */
function refuseTooLarge(plan: SplitPlan, name: string): void {
  const figures = [
    ...plan.holders.map((each) => each.after),
    ...[...plan.grants, ...plan.warrants].flatMap((each) => [each.after, each.strike_after ?? 0n]),
    ...plan.plans.map((each) => each.after),
    ...plan.conversions.flatMap((each) => [each.numerator_after, each.denominator_after]),
    plan.authorized?.after ?? 0n,
    plan.price_after ?? 0n,
  ];
  const largest = figures.reduce((most, each) => (each > most ? each : most), 0n);
  if (largest < exact('9999999999999999999999999999')) return;
  const sentence = `By this ratio a figure of ${name} would come to ${grouped(largest)}; at most 28 digits can be kept.`;
  throw invalidFields({ numerator: sentence }, sentence);
}

/**
 * The reserve of each plan of the class: multiplied if the plan grants only this class, together with everything ever
 * taken out of it (planSplits.ts). A plan for several classes keeps what is available in it.
 */
async function pools(
  { tx, actor }: CommandContext,
  state: LedgerState,
  { grants, certificates }: SplitPlan,
  asked: { classId: string; ratio: Ratio; date: string },
): Promise<SplitPlan['plans']> {
  const classes = await tx.rows<{ plan: string; classes: string[] }>(
    'select equity_plan_id as plan, array_agg(share_class_id) as classes from equity_plan_class where org_id = $1 group by 1',
    [actor.org_id],
  );
  const ofClass = new Map(
    classes.filter((row) => row.classes.includes(asked.classId)).map((row) => [row.plan, row.classes.length === 1]),
  );
  const figures = await poolsOn(await sourceOf(tx, actor, null), asked.date);
  return figures
    .filter((figure) => ofClass.has(figure.stock_plan_id))
    .map(({ stock_plan_id, reserved }) => {
      const before = exact(reserved);
      if (ofClass.get(stock_plan_id))
        return { stock_plan_id, before, after: reserveAfter(state, stock_plan_id, before, asked) };
      const isOfPool = ({ security_id }: { security_id: string }) =>
        poolPlanOf(state, state.securities.get(security_id)!) === stock_plan_id;
      // Securities that end without a successor return nothing.
      const added = [...grants, ...certificates]
        .filter(({ after }) => after > 0n)
        .filter(isOfPool)
        .reduce((sum, each) => sum + each.after - each.quantity, 0n);
      return { stock_plan_id, before, after: before + added };
    });
}

function reserveAfter(
  state: LedgerState,
  planId: string,
  before: Decimal,
  { classId, ratio, date }: { classId: string; ratio: Ratio; date: string },
): Decimal {
  const plan = state.plans?.get(planId);
  const origin = plan && limitOrigin(plan.cap, splitRatios(state.splits.values(), classId), date, 0);
  return limitAfter(before, origin ?? null, ratio, 0);
}

async function issuancesOf(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, OcfObject>> {
  const rows = await tx.rows<{ security_id: string; ocf: string }>(
    `select s.security_id, l.ocf::text as ocf from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
     where s.org_id = $1 and s.security_id = any ($2)`,
    [org, ids],
  );
  return new Map(rows.map((row) => [row.security_id, parseExactly(row.ocf) as OcfObject]));
}

/** Each certificate that continues gets the next number of its class, in the order of the old ones; grants and warrants keep theirs. */
async function newNumbers(context: CommandContext, org: string, classId: string, plan: SplitPlan) {
  const kept = [...plan.grants, ...plan.warrants].filter((each) => each.after > 0n);
  const left = plan.certificates.filter((each) => each.after > 0n);
  const taken = await takeNumbers(context, org, classId, left.length);
  return new Map([
    ...kept.map((each) => [each.security_id, each.number] as const),
    ...left.map((each, index) => [each.security_id, taken[index]!] as const),
  ]);
}

function shown(plan: SplitPlan, numbers: ReadonlyMap<string, string>, nameOf: (holder: string) => string): Row {
  const cash = plan.holders.map((each) => each.cash_in_lieu);
  const held = (each: {
    security_id: string;
    number: string;
    stakeholder_id: string;
    quantity: Decimal;
    after: Decimal;
  }) => ({
    id: each.security_id,
    number: each.number,
    new_number: numbers.get(each.security_id) ?? null,
    shareholder_id: each.stakeholder_id,
    shareholder: nameOf(each.stakeholder_id),
    before: formatDecimal(each.quantity),
    after: formatDecimal(each.after),
  });
  const money = (value: Decimal | null) => (value === null ? null : toFixed(value, 2));
  const right = (each: SplitPlan['grants'][number]) => ({
    ...held(each),
    price_before: each.strike === null ? null : formatDecimal(each.strike),
    price_after: each.strike_after === null ? null : formatDecimal(each.strike_after),
  });
  return {
    price_after: plan.price_after === null ? null : formatDecimal(plan.price_after),
    holders: plan.holders.map((each) => ({
      shareholder_id: each.stakeholder_id,
      shareholder: nameOf(each.stakeholder_id),
      before: formatDecimal(each.before),
      after: formatDecimal(each.after),
      cash_in_lieu: money(each.cash_in_lieu),
    })),
    total_cash_in_lieu: cash.some((each) => each === null)
      ? null
      : money(cash.reduce<Decimal>((sum, each) => sum + (each ?? 0n), 0n)),
    certificates: plan.certificates.map(held),
    grants: plan.grants.map(right),
    warrants: plan.warrants.map(right),
    plans: plan.plans.map(({ stock_plan_id, before, after }) => ({
      equity_plan_id: stock_plan_id,
      before: formatDecimal(before),
      after: formatDecimal(after),
    })),
    authorized: plan.authorized && {
      before: formatDecimal(plan.authorized.before),
      after: formatDecimal(plan.authorized.after),
    },
    conversions: plan.conversions.map((each) => ({
      share_class_id: each.stock_class_id,
      to_share_class_id: each.converts_to_stock_class_id,
      before: `${formatDecimal(each.numerator)}:${formatDecimal(each.denominator)}`,
      after: `${formatDecimal(each.numerator_after)}:${formatDecimal(each.denominator_after)}`,
    })),
  };
}
