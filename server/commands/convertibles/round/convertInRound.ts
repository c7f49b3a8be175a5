// Converts several convertibles together with the new issue: previewed first, then recorded exactly as previewed, all
// or nothing.
import { createHash } from 'node:crypto';
import { AppError } from '#src/domain/errors.ts';
import { decimal, formatDecimal, grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { MOST_SHARES, pricedRound } from '#src/domain/round/pricedRound.ts';
import type { RoundPricing } from '#src/domain/round/pricedRound.ts';
import { tableAfter, tableBefore } from '#src/domain/round/roundTable.ts';
import type { TableSums } from '#src/domain/round/roundTable.ts';
import type { PlanPoolRow } from '#src/domain/ledger/core/types.ts';
import type { CapTable } from '#src/domain/captable/capTableShown.ts';
import { equityPlans } from '#src/resources/equityPlans.ts';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import { unknownReference } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { tableSums } from '#server/reports/capTable/capTable.ts';
import { poolAdjustments, sourceOf } from '#server/reports/capTable/capTableSource.ts';
import { invalidFields } from '#server/commands/core/checked.ts';
import { conflict } from '#server/commands/core/context.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { refuseBeforeSplit } from '#server/commands/ledger/laterEntries.ts';
import { appendNative, judgeNative, openSlice, priceOf, takeNumbers } from '#server/commands/ledger/ledgerEntry.ts';
import { given } from '#src/domain/ledger/core/fields.ts';
import { convertibleLines, convertibleRecords } from './roundLines.ts';
import type { RoundAnswer } from '#src/contract/round.ts';
import type { RoundBody } from './roundBody.ts';
import { priceNewClass } from './priceNewClass.ts';
import { recordInvestors } from './recordInvestors.ts';
import { neededOfClass, previewOf } from './roundPreview.ts';
import type { Preview } from './roundPreview.ts';
import { classAt, createSeries, roundSeries, withSeries } from './roundSeries.ts';
import type { RoundSeries } from './roundSeries.ts';
import { pricedClasses, priceWarnings } from '#server/commands/shareClasses/priceWarnings.ts';
import { takePrefixed } from '#server/commands/securities/issuance.ts';
import { recordRoundActivity, roundEntries } from './roundEntries.ts';
import type { RoundPlan, RoundWriting } from './roundEntries.ts';

/**
 * Out: the preview, and after recording the certificates. Refuses: lines that are unknown or cannot be calculated (422,
 * by line), or that conflict with another entry (409); preview_changed, over_authorized, record_date_frozen,
 * later_entries (409).
 */
export async function convertInRound(context: CommandContext, body: RoundBody): Promise<RoundAnswer> {
  if (!body.dry_run && !body.preview_hash)
    throw invalidFields({ preview_hash: 'Open the preview first, and send the preview_hash that it returned.' });
  const writing = await worked(context, body);
  const { preview, certificates, entries, refusal } = writing;
  const preview_hash = hashOf(body, preview);
  if (body.dry_run) {
    const charter = { ...preview.charter, refusal };
    return { recorded: false, preview_hash, ...preview, charter, certificates: [] };
  }
  if (body.preview_hash !== preview_hash)
    throw conflict(
      'preview_changed',
      'The data behind these figures changed since you saw them. Check the figures again, then record the round.',
      'preview_hash',
    );
  if (writing.tooMuch) throw conflict('over_authorized', writing.tooMuch, 'share_class_id');
  const at = context.deps.now();
  const atOnce = { ...context, deps: { ...context.deps, now: () => at } };
  await createSeries(atOnce, writing.series, writing.currency);
  await priceNewClass(atOnce, body.share_class_id, formatDecimal(writing.round.price));
  await appendNative(atOnce, namedSlice(writing), entries);
  if (writing.plan)
    await context.tx.write('update equity_plan set version = version + 1 where org_id = $1 and id = $2', [
      writing.slice.org,
      writing.plan.id,
    ]);
  recordRoundActivity(context, writing, { entries, certificates });
  await recordInvestors(
    context,
    certificates.map(({ shareholder_id }) => shareholder_id),
  );
  return { recorded: true, preview_hash, ...preview, certificates };
}

/**
 * Hashes the request and every figure of the answer: any difference to the preview that somebody saw changes the hash.
 */
function hashOf({ dry_run: _dry, preview_hash: _hash, ...asked }: RoundBody, preview: Preview): string {
  return createHash('sha256')
    .update(canonicalJson({ asked: given(asked), preview }))
    .digest('hex');
}

const namedSlice = ({ slice }: RoundWriting) => ({ ...slice, names: { quantity: 'share_class_id' } });

async function worked(context: CommandContext, body: RoundBody) {
  const records = await convertibleRecords(context, body);
  const classId = body.share_class_id;
  if (
    body.pool_increase &&
    !(await findRecord(context.tx, context.actor, equityPlans, body.pool_increase.equity_plan_id))
  )
    throw unknownReference('pool_increase.equity_plan_id', 'equity plan');
  const slice = await openSlice(context, {
    date: body.date,
    classes: [classId],
    holders: [
      ...body.investors.map(({ shareholder_id }) => shareholder_id),
      ...records.map(({ shareholder_id }) => String(shareholder_id)),
    ],
    securities: records.map(({ id }) => String(id)),
    plans: body.pool_increase ? [body.pool_increase.equity_plan_id] : [],
    asked_as: new Map(
      body.investors.map(({ shareholder_id }, index) => [shareholder_id, `investors.${index}.shareholder_id`]),
    ),
  });
  const { currency } = (await priceOf(context, slice.org, classId, null)).price;
  const lines = await convertibleLines(context, slice, body, records, currency);
  const source = await sourceOf(context.tx, context.actor, null);
  const sums = await tableSums(source, body.date);
  refuseOtherRatio(sums, classId);
  const before = tableBefore(sums);
  const plan = await planOf(context, slice.org, sums, await poolAdjustments(source), body);
  const round = pricedRound({
    fully_diluted: decimal(before.total),
    pool_increase: parseDecimal(body.pool_increase?.quantity) ?? 0n,
    pricing: pricingOf(body),
    convertibles: lines.map(({ terms }) => terms),
    investors: body.investors.map(({ shareholder_id, amount, quantity }) => ({
      name: slice.state.holders.get(shareholder_id)!.name,
      amount: parseDecimal(amount),
      shares: parseDecimal(quantity),
    })),
  });
  const series = await roundSeries(context, { body, slice, currency, round });
  const intoClasses = round.conversions.map(({ price }) => classAt(price, series, classId));
  const writing: RoundWriting = {
    body,
    slice,
    className: slice.state.classes.get(classId)!.facts.name,
    currency,
    lines,
    round,
    plan,
    series,
    priceWarnings: priceWarnings(
      await pricedClasses(context, [classId]),
      round.issues.map(({ shares }) => ({
        share_class_id: classId,
        price: formatDecimal(round.price),
        quantity: formatDecimal(shares),
      })),
    ),
    numbers: await numbersFor(context, slice.org, [...intoClasses, ...body.investors.map(() => classId)], series),
  };
  const written = roundEntries(context, writing);
  const after = tableAfter(
    { ...sums, classes: withSeries(sums.classes, series, body.date) },
    {
      shares: [
        ...lines.map(({ open }, index) => ({
          stakeholder_id: open.holder,
          stock_class_id: intoClasses[index]!,
          quantity: round.conversions[index]!.shares,
        })),
        ...body.investors.map(({ shareholder_id }, index) => ({
          stakeholder_id: shareholder_id,
          stock_class_id: classId,
          quantity: round.issues[index]!.shares,
        })),
      ],
      pool: plan && { stock_plan_id: plan.id, quantity: decimal(body.pool_increase!.quantity) },
    },
  );
  const preview = previewOf(writing, before, after);
  const refusal = body.dry_run ? await refusalOf(context, writing, written.entries, before) : null;
  return { ...writing, ...written, preview, refusal, tooMuch: overAuthorized(writing, before) };
}

/** A number of each class in turn. */
async function numbersFor(
  context: CommandContext,
  org: string,
  classes: readonly string[],
  series: readonly RoundSeries[],
): Promise<string[]> {
  const taken = new Map<string, string[]>();
  for (const [id, all] of Map.groupBy(classes, (each) => each)) {
    const own = series.find((each) => each.id === id);
    const numbers = own
      ? await takePrefixed(context, org, String(own.body.prefix), all.length)
      : await takeNumbers(context, org, id, all.length);
    taken.set(id, numbers);
  }
  return classes.map((id) => taken.get(id)!.shift()!);
}

function pricingOf({ price_per_share, pre_money, pricing_method }: RoundBody): RoundPricing {
  if (price_per_share) return { price: decimal(price_per_share) };
  return { valuation: decimal(pre_money!), method: pricing_method ?? 'percent_ownership' };
}

/** A round counts each new share as one common share. Refuses: other_ratio (409). */
function refuseOtherRatio({ classes }: TableSums, classId: string): void {
  const found = classes.find(({ facts }) => facts.id === classId)!;
  const { numerator, denominator } = found.ratio;
  if (numerator === denominator) return;
  const sentence = `${found.facts.name} converts at ${formatDecimal(numerator)} for ${formatDecimal(denominator)}. A round can be calculated only for a class whose shares convert one for one.`;
  throw conflict('other_ratio', sentence, 'share_class_id');
}

/** Refuses: later_entries (409), a reserve that is too large to store (422). */
async function planOf(
  context: CommandContext,
  org: string,
  { plans }: TableSums,
  adjustments: readonly PlanPoolRow[],
  { date, pool_increase }: RoundBody,
): Promise<RoundPlan | null> {
  if (!pool_increase) return null;
  const plan = plans.find(({ stock_plan_id }) => stock_plan_id === pool_increase.equity_plan_id)!;
  const later = adjustments.find((row) => row.stock_plan_id === plan.stock_plan_id && row.effective_date > date);
  if (later) {
    const sentence = `The reserve of ${plan.name} is set on ${later.effective_date}: date the round on that day or later, or take that entry back first.`;
    throw conflict('later_entries', sentence, 'pool_increase.equity_plan_id');
  }
  const named = plan.stock_class_ids.map((class_id) => ({ class_id, date }));
  await refuseBeforeSplit(context.tx, org, named);
  const after = decimal(plan.reserved) + decimal(pool_increase.quantity);
  if (after > MOST_SHARES) {
    const sentence = `The reserve of ${plan.name} would come to ${grouped(after)}; at most 28 digits can be kept.`;
    throw invalidFields({ 'pool_increase.quantity': sentence }, sentence);
  }
  const { reserved: reserved_before } = plan;
  return { id: plan.stock_plan_id, name: plan.name, reserved_before, reserved_after: formatDecimal(after) };
}

/** Other refusals of the rules are thrown at once; too few authorized shares are part of the preview. */
async function refusalOf(
  context: CommandContext,
  writing: RoundWriting,
  entries: Parameters<typeof judgeNative>[2],
  before: CapTable,
): Promise<string | null> {
  try {
    await judgeNative(context, namedSlice(writing), entries);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'over_authorized') throw error;
    return overAuthorized(writing, before) ?? error.fields?.share_class_id ?? error.detail;
  }
}

/**
 * The rules name the one entry that exceeds the limit; this names the round as a whole. Null when another class is
 * short.
 */
function overAuthorized(writing: RoundWriting, { classes }: CapTable): string | null {
  const { body, className } = writing;
  const own = classes.find(({ share_class_id }) => share_class_id === body.share_class_id)!;
  const authorized = parseDecimal(own.authorized);
  const needed = neededOfClass(writing);
  const left = authorized === null ? null : authorized - decimal(own.outstanding);
  if (left === null || needed <= left) return null;
  return `The round issues ${grouped(needed)} of ${className}, and ${grouped(left)} are left of the ${grouped(authorized!)} authorized. Authorize more first.`;
}
