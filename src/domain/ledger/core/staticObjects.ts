// The facts that interpreters need of the objects which are no transactions: issuer, holders, classes, plans, terms.
import { formatDecimal, normalise } from '#src/domain/figures/decimal.ts';
import {
  authorizedOf,
  dateOf,
  decimalTextOf,
  idOf,
  isObject,
  listOf,
  moneyOf,
  objectOf,
  textOf,
  textsOf,
  typeOf,
} from './fields.ts';
import { isSeen, withoutHidden } from '#src/domain/text.ts';
import { checkVestingTerms } from '../rules/checkVestingTerms.ts';
import { addClass, addPlan, emptyCap } from './state.ts';
import type { LedgerState } from './state.ts';
import type { ClassFacts, ConversionRight, Finding, HolderFacts, IssuerFacts, OcfObject, PlanFacts } from './types.ts';

export function issuerFactsOf(object: OcfObject): IssuerFacts {
  return {
    id: idOf(object),
    legal_name: textOf(object, 'legal_name') ?? '',
    formation_date: dateOf(object, 'formation_date'),
    initial_authorized: authorizedOf(object, 'initial_shares_authorized'),
  };
}

export function holderFactsOf(object: OcfObject): HolderFacts {
  const name = objectOf(object, 'name');
  const legal = withoutHidden((name && textOf(name, 'legal_name')) ?? '');
  return { id: idOf(object), name: isSeen(legal) ? legal : idOf(object) };
}

export function classFactsOf(object: OcfObject): ClassFacts {
  return {
    id: idOf(object),
    name: textOf(object, 'name') ?? idOf(object),
    class_type: textOf(object, 'class_type') === 'PREFERRED' ? 'PREFERRED' : 'COMMON',
    default_id_prefix: textOf(object, 'default_id_prefix') ?? '',
    initial_authorized: authorizedOf(object, 'initial_shares_authorized'),
    allows_fractions: false,
    votes_per_share: decimalTextOf(object, 'votes_per_share') ?? '0',
    seniority: decimalTextOf(object, 'seniority') ?? '0',
    price_per_share: amountOf(object, 'price_per_share'),
    conversion_rights: listOf(object, 'conversion_rights').flatMap((right) =>
      isObject(right) ? [rightOf(right)] : [],
    ),
  };
}

export function planFactsOf(object: OcfObject): PlanFacts {
  const behavior = textOf(object, 'default_cancellation_behavior');
  return {
    id: idOf(object),
    name: textOf(object, 'plan_name') ?? idOf(object),
    initial_reserved: authorizedOf(object, 'initial_shares_reserved'),
    adopted_on: dateOf(object, 'board_approval_date'),
    returns_by_default: behavior === null || behavior === 'RETURN_TO_POOL',
    stock_class_ids: [...new Set(stockClassIdsOf(object))],
  };
}

/** Adds the objects to the state. Reports two currencies in a class (E21), missing classes (E1) and faulty vesting terms. */
export function addStaticObjects(state: LedgerState, objects: Iterable<OcfObject>): Finding[] {
  const all = [...objects];
  state.plans ??= new Map();
  state.vesting_terms ??= new Map();
  state.legends ??= new Set();
  for (const object of all) addObject(state, object);
  return all.flatMap((object) => [
    ...checkCurrencies(object),
    ...checkClasses(state, object),
    ...(typeOf(object) === 'VESTING_TERMS' ? checkVestingTerms(object) : []),
  ]);
}

function addObject(state: LedgerState, object: OcfObject): void {
  const id = idOf(object);
  if (id === '') return;
  switch (typeOf(object)) {
    case 'ISSUER':
      if (state.issuer !== null) return;
      state.issuer = issuerFactsOf(object);
      state.issuer_cap = { ...emptyCap(state.issuer.initial_authorized), outstanding: state.issuer_cap.outstanding };
      return;
    case 'STAKEHOLDER':
      if (!state.holders.has(id)) state.holders.set(id, holderFactsOf(object));
      return;
    case 'STOCK_CLASS':
      if (!state.classes.has(id)) addClass(state, classFactsOf(object));
      return;
    case 'STOCK_PLAN':
      if (!state.plans?.has(id)) addPlan(state, planFactsOf(object));
      return;
    case 'VESTING_TERMS':
      if (!state.vesting_terms?.has(id)) state.vesting_terms?.set(id, object);
      return;
    case 'STOCK_LEGEND_TEMPLATE':
      state.legends?.add(id);
  }
}

/** E21: one class's own prices are in one currency. */
function checkCurrencies(object: OcfObject): Finding[] {
  if (typeOf(object) !== 'STOCK_CLASS') return [];
  const [par, price] = [moneyOf(object, 'par_value')?.currency, moneyOf(object, 'price_per_share')?.currency];
  if (!par || !price || par === price) return [];
  return [
    error('E21', object, `STOCK_CLASS ${idOf(object)}: its par_value is in ${par}, its price_per_share in ${price}.`),
  ];
}

/** E1 for plans and valuations: the classes they name exist. */
function checkClasses(state: LedgerState, object: OcfObject): Finding[] {
  const type = typeOf(object);
  if (type !== 'STOCK_PLAN' && type !== 'VALUATION') return [];
  return stockClassIdsOf(object)
    .filter((id) => !state.classes.has(id))
    .map((id) => error('E1', object, `${type} ${idOf(object)}: its stock class ${id} does not exist.`));
}

function stockClassIdsOf(object: OcfObject): string[] {
  const one = textOf(object, 'stock_class_id');
  return [...(one === null ? [] : [one]), ...textsOf(object, 'stock_class_ids')];
}

function error(rule: string, object: OcfObject, message: string): Finding {
  return { rule, severity: 'error', object_type: typeOf(object), object_id: idOf(object), message };
}

function rightOf(right: OcfObject): ConversionRight {
  const mechanism = objectOf(right, 'conversion_mechanism');
  const isRatio = mechanism !== null && textOf(mechanism, 'type') === 'RATIO_CONVERSION';
  const ratio = isRatio ? objectOf(mechanism, 'ratio') : null;
  return {
    converts_to_stock_class_id: textOf(right, 'converts_to_stock_class_id'),
    numerator: ratio && normalise(decimalTextOf(ratio, 'numerator')),
    denominator: ratio && normalise(decimalTextOf(ratio, 'denominator')),
    rounding_type: mechanism && textOf(mechanism, 'rounding_type'),
    conversion_price: mechanism && amountOf(mechanism, 'conversion_price'),
  };
}

function amountOf(object: OcfObject, field: string): string | null {
  const money = moneyOf(object, field);
  return money && formatDecimal(money.amount);
}
