// A split as ledger entries, never a hidden factor: certificates are reissued, grants and warrants cancelled and issued again
// as their balance, and the authorized number, pools and conversion ratios adjusted, all on one day.
import { decimal, divideInteger, formatDecimal, ONE, toFixed } from '#src/domain/figures/decimal.ts';
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import { priceRemarkOf } from '#src/domain/ledger/core/enteredPrice.ts';
import { given, isObject, listOf, textOf, textsOf } from '#src/domain/ledger/core/fields.ts';
import type { LedgerState } from '#src/domain/ledger/core/state.ts';
import type { OcfObject, OcfTransaction } from '#src/domain/ledger/core/types.ts';
import { priceAfter } from '#src/domain/split/splitPlan.ts';
import type { SplitPlan } from '#src/domain/split/splitPlan.ts';
import { acceleratedThroughSplits, tranchesThroughSplits } from '#src/domain/vesting/throughSplits.ts';
import { costBasis, costOf } from '#server/commands/certificates/cost.ts';
import { startedAgain } from '#server/commands/grants/carriedVesting.ts';
import { continued, triggersFor } from '#server/commands/securities/issuance.ts';
import type { VestingLine } from './vestingLines.ts';

export interface SplitWriting {
  newId: () => string;
  state: LedgerState;
  date: string;
  classId: string;
  ratio: Ratio;
  plan: SplitPlan;
  /** The new number of each certificate, grant and warrant, by the security it replaces. */
  numbers: ReadonlyMap<string, string>;
  issuances: ReadonlyMap<string, OcfObject>;
  vesting: ReadonlyMap<string, VestingLine>;
  currency: string;
}

export function splitEntries(writing: SplitWriting): { split_id: string; entries: OcfTransaction[] } {
  const { newId, date, classId, ratio, plan } = writing;
  const split_id = newId();
  const split: OcfTransaction = {
    object_type: 'TX_STOCK_CLASS_SPLIT',
    id: split_id,
    date,
    stock_class_id: classId,
    split_ratio: { numerator: formatDecimal(ratio.numerator), denominator: formatDecimal(ratio.denominator) },
  };
  const authorized = plan.authorized
    ? [
        {
          object_type: 'TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT',
          id: newId(),
          date,
          stock_class_id: classId,
          new_shares_authorized: formatDecimal(plan.authorized.after),
        },
      ]
    : [];
  const pools = plan.plans.map(({ stock_plan_id, after }) => ({
    object_type: 'TX_STOCK_PLAN_POOL_ADJUSTMENT',
    id: newId(),
    date,
    stock_plan_id,
    shares_reserved: formatDecimal(after),
  }));
  const entries = [
    split,
    ...authorized,
    ...pools,
    ...plan.conversions.map((conversion) => ratioEntry(writing, conversion)),
    ...plan.certificates.flatMap((each) => reissued(writing, split_id, each)),
    ...plan.grants.flatMap((each) => replacementEntries(writing, each, 'EQUITY_COMPENSATION')),
    ...plan.warrants.flatMap((each) => replacementEntries(writing, each, 'WARRANT')),
  ];
  return { split_id, entries };
}

function ratioEntry(
  { newId, date, currency }: SplitWriting,
  conversion: SplitPlan['conversions'][number],
): OcfTransaction {
  const price = conversion.conversion_price_after;
  return {
    object_type: 'TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT',
    id: newId(),
    date,
    stock_class_id: conversion.stock_class_id,
    new_ratio_conversion_mechanism: {
      type: 'RATIO_CONVERSION',
      conversion_price: { amount: formatDecimal(price ?? 0n), currency },
      ratio: {
        numerator: formatDecimal(conversion.numerator_after),
        denominator: formatDecimal(conversion.denominator_after),
      },
      rounding_type: 'FLOOR',
    },
  };
}

/** "; 1/2 of a share settled in cash, EUR 0.08", on the certificate that lost the fraction. */
function settledIn({ plan, currency }: SplitWriting, security_id: string): string {
  const holder = plan.holders.find(({ fraction }) => fraction?.security_id === security_id);
  if (!holder?.fraction) return '';
  const { numerator, denominator } = holder.fraction;
  const cash =
    holder.cash_in_lieu === null ? ', no price was entered' : `, ${currency} ${toFixed(holder.cash_in_lieu, 2)}`;
  return `; ${numerator}/${denominator} of a share settled in cash${cash}`;
}

function reissued(
  writing: SplitWriting,
  split_transaction_id: string,
  each: SplitPlan['certificates'][number],
): OcfTransaction[] {
  const { newId, date, ratio, numbers, state } = writing;
  const { row } = state.securities.get(each.security_id)!;
  const issuance = writing.issuances.get(each.security_id) ?? {};
  const security_id = newId();
  const entry = {
    object_type: 'TX_STOCK_REISSUANCE',
    id: newId(),
    date,
    security_id: each.security_id,
    resulting_security_ids: each.after > 0n ? [security_id] : [],
    split_transaction_id,
    reason_text: `Split ${formatDecimal(ratio.numerator)} for ${formatDecimal(ratio.denominator)}${settledIn(writing, each.security_id)}`,
  };
  if (each.after <= 0n) return [entry];
  const carried = continueVesting(writing, each, security_id);
  const cost = costOf({
    issuance,
    issued: decimal(row.quantity ?? '0'),
    left: each.quantity,
    price: row.share_price,
  });
  const price = formatDecimal(certificatePrice(row.share_price, cost, each, ratio));
  const currency = row.share_price_currency ?? writing.currency;
  return [
    entry,
    {
      object_type: 'TX_STOCK_ISSUANCE',
      id: newId(),
      date,
      security_id,
      custom_id: numbers.get(each.security_id)!,
      stakeholder_id: each.stakeholder_id,
      security_law_exemptions: listOf(issuance, 'security_law_exemptions').filter(isObject),
      stock_class_id: writing.classId,
      ...given({
        stock_plan_id: row.stock_plan_id,
        issuance_type: textOf(issuance, 'issuance_type'),
        board_approval_date: textOf(issuance, 'board_approval_date'),
        stockholder_approval_date: textOf(issuance, 'stockholder_approval_date'),
      }),
      share_price: { amount: price, currency },
      ...priceRemarkOf(issuance),
      quantity: formatDecimal(each.after),
      ...costBasis(cost, { price, quantity: formatDecimal(each.after), currency, after: issuance }),
      stock_legend_ids: textsOf(issuance, 'stock_legend_ids'),
      ...carried.fields,
    },
    ...carried.entries,
    ...acceptedAgain(writing, each.security_id, security_id, 'STOCK'),
  ];
}

/**
 * OCF cannot reissue an option or warrant: it is cancelled, and the balance named by the cancellation has the same
 * terms with the split number. The pool does not change, because nothing was returned.
 */
function replacementEntries(
  writing: SplitWriting,
  each: SplitPlan['grants'][number],
  family: 'EQUITY_COMPENSATION' | 'WARRANT',
): OcfTransaction[] {
  const { newId, date, ratio, numbers } = writing;
  const security_id = newId();
  const issuance = writing.issuances.get(each.security_id) ?? {};
  const cancelled = {
    object_type: `TX_${family}_CANCELLATION`,
    id: newId(),
    date,
    security_id: each.security_id,
    quantity: formatDecimal(each.quantity),
    reason_text: `Split ${formatDecimal(ratio.numerator)} for ${formatDecimal(ratio.denominator)}`,
  };
  if (each.after <= 0n) return [cancelled];
  const priceField = family === 'WARRANT' || issuance['base_price'] === undefined ? 'exercise_price' : 'base_price';
  const currency = writing.state.securities.get(each.security_id)!.row.share_price_currency ?? writing.currency;
  const price =
    each.strike_after === null ? {} : { [priceField]: { amount: formatDecimal(each.strike_after), currency } };
  const carried = continueVesting(writing, each, security_id);
  const quantity = formatDecimal(each.after);
  return [
    { ...cancelled, balance_security_id: security_id },
    {
      ...continued(issuance),
      object_type: `TX_${family}_ISSUANCE`,
      id: newId(),
      date,
      security_id,
      custom_id: numbers.get(each.security_id)!,
      quantity,
      ...price,
      ...(family === 'WARRANT' ? { exercise_triggers: triggersFor(issuance, quantity) } : {}),
      ...carried.fields,
    },
    ...carried.entries,
    ...acceptedAgain(writing, each.security_id, security_id, family),
  ];
}

/** The vesting of the new number; a schedule that waits for events is kept, and its past events are repeated. */
function continueVesting(
  { newId, vesting, issuances, date, state, ratio }: SplitWriting,
  each: { security_id: string; quantity: Decimal; after: Decimal },
  security_id: string,
): { fields: OcfTransaction; entries: OcfTransaction[] } {
  const line = vesting.get(each.security_id);
  const input = line?.input;
  if (!input || (!input.terms && input.vestings.length === 0 && !input.terms_missing))
    return { fields: {}, entries: [] };
  const generations = [...line.before, { input, left: each.quantity, ratio }];
  const vestings = tranchesThroughSplits(generations, each.after);
  if (!vestings) {
    const terms = textOf(issuances.get(each.security_id) ?? {}, 'vesting_terms_id');
    const entries = input.facts.flatMap(({ fact, effective_date, vesting_condition_id }): OcfTransaction[] => {
      if (fact === 'ACCELERATION') return [];
      const object_type = fact === 'START' ? 'TX_VESTING_START' : 'TX_VESTING_EVENT';
      const condition = vesting_condition_id ?? '';
      return [{ object_type, id: newId(), date: effective_date, security_id, vesting_condition_id: condition }];
    });
    const accelerated = acceleratedThroughSplits(generations);
    if (accelerated > 0n) {
      const quantity = formatDecimal(accelerated);
      const reason_text = 'Accelerated before the split';
      entries.push({ object_type: 'TX_VESTING_ACCELERATION', id: newId(), date, security_id, quantity, reason_text });
    }
    return { fields: terms ? { vesting_terms_id: terms } : {}, entries };
  }
  const isStock = state.securities.get(each.security_id)!.row.kind === 'STOCK';
  // After the end of service nothing more vests.
  const until = input.stopped_on && input.stopped_on < date ? input.stopped_on : date;
  if (isStock && vestings.every((tranche) => tranche.date <= until)) return { fields: {}, entries: [] };
  return { fields: { vestings }, entries: startedAgain(newId, input, security_id) };
}

function acceptedAgain(
  { newId, state, date }: SplitWriting,
  from: string,
  security_id: string,
  family: string,
): OcfTransaction[] {
  if (state.securities.get(from)!.accepted_on === null) return [];
  return [{ object_type: `TX_${family}_ACCEPTANCE`, id: newId(), date, security_id }];
}

/**
 * The total cost divided by the new number, if no fraction was settled and the result is exact; otherwise the divided
 * price.
 */
function certificatePrice(
  price: string | null,
  cost: Decimal | null,
  { quantity, after, price_origin }: SplitPlan['certificates'][number],
  ratio: Ratio,
): Decimal {
  const before = decimal(price ?? '0');
  const divided = priceAfter(before, price_origin, ratio);
  if (cost === null || before <= 0n || quantity * ratio.numerator !== after * ratio.denominator) return divided;
  const each = divideInteger(cost * ONE, after, 'DOWN');
  const isNear = each - divided < NEAR && divided - each < NEAR;
  return isNear && each * after === cost * ONE ? each : divided;
}

/** Tolerates rounding only: a stated cost that differs from the price is not converted into a price. */
const NEAR = 1000n;
