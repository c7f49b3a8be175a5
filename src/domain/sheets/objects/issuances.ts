// Each security as the transaction that issues it.
import { multiply, ZERO } from '#src/domain/figures/decimal.ts';
import type { OcfObject, OcfTransaction } from '#src/domain/ledger/core/types.ts';
import { START_CONDITION_ID } from '#src/domain/vesting/standardTerms.ts';
import { findingAt } from '../findings.ts';
import type { Convertible, Money, Option, Security, Stock, Warrant } from '../records/records.ts';
import { isSafe, triggersOf } from './convertibles.ts';
import { given } from '#src/domain/ledger/core/fields.ts';
import { OPENING_BALANCE } from './existing.ts';
import { money, text } from './parts.ts';
import type { Writing } from './writing.ts';

/** What an issuance is compared by, as the file would write it. */
export function comparedFields(writing: Writing, security: Security): OcfObject {
  const { currency } = writing;
  const base = {
    stakeholder_id: writing.holderId(security.holder),
    ...(!security.isDateMissing && { date: security.date }),
  };
  if (security.kind === 'convertible')
    return {
      ...base,
      investment_amount: money(security.principal, currency),
      conversion_triggers: triggersOf(security, writing.basisOf(security), currency),
    };
  const quantity = text(security.quantity);
  if (security.kind === 'stock') {
    const stock_class_id = writing.classId(security.class_name);
    const price = security.price && { share_price: money(security.price, currency) };
    return { ...base, object_type: 'TX_STOCK_ISSUANCE', stock_class_id, quantity, ...price };
  }
  const stock_plan_id = security.kind === 'option' && security.plan !== '' ? writing.planId(security.plan) : null;
  return {
    ...base,
    quantity,
    ...(stock_plan_id !== null && { stock_plan_id }),
    ...(security.strike && { exercise_price: money(security.strike, currency) }),
  };
}

function issuanceObject(writing: Writing, security: Security): OcfTransaction {
  const base = {
    id: writing.idOf(`issue ${writing.keyOf(security)}`),
    date: security.date,
    security_id: writing.securityId(security),
    custom_id: writing.numberOf(security),
    stakeholder_id: writing.holderId(security.holder),
    security_law_exemptions: [],
    ...given({ board_approval_date: security.board_approval_date }),
  };
  const { object_type, ...fields } = fieldsOf(writing, security);
  return { object_type: String(object_type), ...base, ...fields };
}

export function issuanceOf(writing: Writing, security: Security): void {
  const { idOf, out } = writing;
  const issuance = issuanceObject(writing, security);
  out.push(issuance);
  const starts = security.kind === 'stock' || security.kind === 'option' ? writing.vestingStartOf(security) : null;
  if (starts !== null) {
    if (security.isDateMissing && starts === security.date) noteStart(writing, security, starts);
    out.push({
      object_type: 'TX_VESTING_START',
      id: idOf(`vesting start ${writing.keyOf(security)}`),
      date: starts,
      security_id: writing.securityId(security),
      vesting_condition_id: START_CONDITION_ID,
    });
  }
}

/** Neither a day of issue nor a start of vesting: that vesting begins with the table is said. */
function noteStart({ tables, findings }: Writing, { place }: Security, start: string): void {
  const message = `The row has no start of vesting and no issue date, so vesting counts from ${start}. Enter the day on which vesting started.`;
  findings.push(findingAt(tables, place, 'vesting', { code: 'vesting_start_missing', severity: 'warning', message }));
}

function fieldsOf(writing: Writing, security: Security): OcfObject {
  switch (security.kind) {
    case 'stock':
      return stockFields(writing, security);
    case 'option':
      return optionFields(writing, security);
    case 'convertible':
      return convertibleFields(writing, security);
    case 'warrant':
      return warrantFields(writing, security);
  }
}

function stockFields(writing: Writing, security: Stock): OcfObject {
  const { currency } = writing;
  const paid = costOf(security);
  return {
    object_type: 'TX_STOCK_ISSUANCE',
    stock_class_id: writing.classId(security.class_name),
    quantity: text(security.quantity),
    stock_legend_ids: writing.legendIds(security.legend),
    ...given({
      share_price: security.price && money(security.price, currency),
      cost_basis: paid && money(paid, currency),
      vesting_terms_id: writing.termsId(security),
      share_numbers_issued:
        security.share_numbers.length > 0
          ? security.share_numbers.map(({ from, to }) => ({
              starting_share_number: String(from),
              ending_share_number: String(to),
            }))
          : null,
      issuance_type: security.isRestricted ? 'RSA' : null,
      comments: security.isOpening && security.isDateMissing ? [OPENING_BALANCE] : null,
    }),
  };
}

/** What was paid: cash and cancelled debt, else the price of all shares. */
function costOf({ consideration, debt, price, quantity }: Stock): Money | null {
  const sum = (consideration?.amount ?? ZERO) + (debt?.amount ?? ZERO);
  if (sum > 0n) return { amount: sum, currency: consideration?.currency ?? debt?.currency ?? price?.currency ?? null };
  if (consideration !== null) return consideration;
  return price && { ...price, amount: multiply(price.amount, quantity, 10, 'HALF_UP') };
}

function optionFields(writing: Writing, security: Option): OcfObject {
  const type = compensationOf(security.type);
  const isRight = type === 'SSAR' || type === 'CSAR';
  const strike = type === 'RSU' ? null : security.strike;
  return {
    object_type: 'TX_EQUITY_COMPENSATION_ISSUANCE',
    compensation_type: type,
    quantity: text(security.quantity),
    expiration_date: security.expiration_date,
    termination_exercise_windows: type === 'RSU' ? [] : windowsOfOption(writing, security),
    ...given({
      stock_plan_id: writing.planId(security.plan),
      stock_class_id:
        security.class_name === '' ? writing.planClassId(security.plan) : writing.classId(security.class_name),
      [isRight ? 'base_price' : 'exercise_price']: strike && money(strike, writing.currency),
      vesting_terms_id: writing.termsId(security),
      comments: security.number === '' && security.isDateMissing ? [OPENING_BALANCE] : null,
    }),
  };
}

/** For each reason what the grant says, else what its plan says. */
function windowsOfOption(writing: Writing, { windows, plan }: Option): OcfObject[] {
  const others = writing.planWindows(plan).filter(({ reason }) => !windows.some((own) => own.reason === reason));
  return [...windows, ...others].map((each) => ({ ...each }));
}

function compensationOf(type: string): string {
  if (/\brsus?\b|restricted stock unit/i.test(type)) return 'RSU';
  if (/\bc-?sars?\b|cash[- ]settled/i.test(type)) return 'CSAR';
  if (/\bs?sars?\b|appreciation/i.test(type)) return 'SSAR';
  if (/\biso\b|incentive stock/i.test(type)) return 'OPTION_ISO';
  return /\bnq?so\b|non-?qualified/i.test(type) ? 'OPTION_NSO' : 'OPTION';
}

function convertibleFields(writing: Writing, security: Convertible): OcfObject {
  return {
    object_type: 'TX_CONVERTIBLE_ISSUANCE',
    convertible_type: isSafe(security) ? 'SAFE' : 'NOTE',
    investment_amount: money(security.principal, writing.currency),
    conversion_triggers: triggersOf(security, writing.basisOf(security), writing.currency),
    seniority: 1,
  };
}

const WARRANT_TRIGGER = 'exercise';

function warrantFields(writing: Writing, security: Warrant): OcfObject {
  const quantity = text(security.quantity);
  const class_id = security.class_name === '' ? writing.planClassId('') : writing.classId(security.class_name);
  const conversion_right = {
    type: 'WARRANT_CONVERSION_RIGHT',
    conversion_mechanism: { type: 'FIXED_AMOUNT_CONVERSION', converts_to_quantity: quantity },
    ...given({ converts_to_stock_class_id: class_id }),
  };
  return {
    object_type: 'TX_WARRANT_ISSUANCE',
    quantity,
    quantity_source: 'INSTRUMENT_FIXED',
    purchase_price: { amount: '0', currency: security.strike?.currency ?? writing.currency },
    exercise_triggers: [
      { trigger_id: WARRANT_TRIGGER, type: 'ELECTIVE_AT_WILL', nickname: 'Exercise', conversion_right },
    ],
    ...given({
      exercise_price: security.strike && money(security.strike, writing.currency),
      warrant_expiration_date: security.expiration_date,
    }),
  };
}
