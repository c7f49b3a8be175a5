// The class that a round issues: one that exists, or a new one with its preference.
import { say } from '#src/words/say.ts';
import { exactly } from '#src/domain/figures/exactly.ts';
import { ONE_TO_ONE } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { compare, ONE as WHOLE, over, plus, times, NOTHING } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import { decimalOf } from '../figures.ts';
import type { Written } from '../figures.ts';
import { priceWarning } from '#src/domain/round/priceOfClass.ts';
import { amountOf, fault } from './input.ts';
import { newId } from './state.ts';
import type { ScenarioClass, ScenarioState } from './state.ts';
import type { RoundStep } from './steps.ts';

/** Refuses (422): a class that does not convert one for one, preferences of a class that has its own. */
export function classFor(state: ScenarioState, step: RoundStep): ScenarioClass {
  const name = step.class_name.trim();
  if (name === '') throw fault('class_name', say`Give the class a name.`);
  const multiple = factor(step.preference_multiple, 'preference_multiple');
  const cap = factor(step.total_cap, 'total_cap');
  const found = state.classes.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (found) {
    if (found.ratio.numerator !== found.ratio.denominator)
      throw fault('class_name', say`${found.name} does not convert one for one. A round needs a class that does.`);
    for (const field of ['preference_multiple', 'participating', 'total_cap'] as const)
      if (step[field] !== null && step[field] !== undefined)
        throw fault(field, say`${found.name} exists and has its own terms: leave this empty, or name a new class.`);
    return found;
  }
  if (cap !== null && !step.participating) throw fault('total_cap', say`A cap is for a class that participates.`);
  const first = multiple ?? WHOLE;
  if (cap !== null && compare(cap, first) < 0)
    throw fault('total_cap', say`The cap is of preference and participation together: at least the preference.`);
  const common = state.classes.filter(({ kind }) => kind === 'COMMON');
  const allows_fractions = common.length === 1 && common[0]!.allows_fractions;
  return {
    id: newId(name),
    name,
    kind: 'PREFERRED',
    ratio: ONE_TO_ONE,
    converts_to: common.length === 1 ? common[0]!.id : null,
    places: allows_fractions ? 10 : 0,
    allows_fractions: false,
    preference: NOTHING,
    participating: step.participating ?? false,
    total_cap: cap === null ? null : NOTHING,
    preference_per_share: first,
    cap_per_share: cap ?? NOTHING,
    preference_multiple: first,
    cap_multiple: cap,
    rank: firstRank(state),
  };
}

/** Beside the class of a round at this price: the same rights, its terms still written times the price of its own. */
export function seriesBeside(beside: ScenarioClass, name: string, round_price: Fraction): ScenarioClass {
  const { preference_multiple, cap_multiple, preference_per_share, cap_per_share, total_cap } = beside;
  return {
    ...beside,
    id: newId(name),
    name,
    preference: NOTHING,
    total_cap: total_cap && NOTHING,
    preference_per_share: preference_multiple ?? over(preference_per_share, round_price),
    cap_per_share: total_cap === null ? NOTHING : (cap_multiple ?? over(cap_per_share, round_price)),
  };
}

/** Of the preferred classes, the rank that is paid first; 0 where there is none. A new class and SAFEs share it. */
export function firstRank({ classes }: ScenarioState): number {
  const ranks = classes.filter(({ kind }) => kind === 'PREFERRED').map(({ rank }) => rank);
  return ranks.length === 0 ? 0 : Math.min(...ranks);
}

/** Terms that are times the price, while nobody has paid one. */
const isUnpriced = (
  { lots }: ScenarioState,
  { id, preference_per_share, preference_multiple }: ScenarioClass,
): boolean =>
  preference_per_share.n === 0n && (preference_multiple?.n ?? 0n) > 0n && lots.every(({ class_id }) => class_id !== id);

function priced(each: ScenarioClass, preference: Fraction, price: Decimal): ScenarioClass {
  const unit = exactly(price);
  return {
    ...each,
    preference_per_share: times(preference, unit),
    cap_per_share: times(each.total_cap === null ? NOTHING : (each.cap_multiple ?? each.cap_per_share), unit),
  };
}

function factor(value: Written | null | undefined, field: string): Fraction | null {
  return value === null || value === undefined ? null : exactly(amountOf(value, field));
}

/**
 * The class with its new shares. Of a new one the terms are written times the price, which is known only now. One that exists without
 * a price has that of the round, as posting gives it.
 */
export function withIssued(
  state: ScenarioState,
  before: ScenarioClass,
  issued: Decimal,
  price: Decimal,
): ScenarioState {
  const isNew = !state.classes.includes(before);
  const each = isNew
    ? priced(before, before.preference_per_share, price)
    : isUnpriced(state, before)
      ? priced(before, before.preference_multiple!, price)
      : before;
  const more = exactly(issued);
  const after: ScenarioClass = {
    ...each,
    preference: plus(each.preference, times(each.preference_per_share, more)),
    total_cap: each.total_cap && plus(each.total_cap, times(each.cap_per_share, more)),
  };
  const classes = isNew ? [...state.classes, after] : state.classes.map((one) => (one === before ? after : one));
  return { ...state, classes };
}

/** Where the class was there before, with terms that are written for another price. Typed figures do not say for which. */
export function priceWarningsOf(
  state: ScenarioState,
  each: ScenarioClass,
  sold: { price: Decimal; shares: Decimal },
): string[] {
  const { name, kind, preference_multiple: multiple, preference_per_share } = each;
  if (kind !== 'PREFERRED' || !multiple || multiple.n === 0n) return [];
  if (!state.classes.includes(each) || isUnpriced(state, each) || sold.shares === 0n) return [];
  const price = preference_per_share.n === 0n ? null : decimalOf(over(preference_per_share, multiple), 10);
  const warning = priceWarning({ name, price, multiple: decimalOf(multiple, 10), currency: null }, sold);
  return warning === null ? [] : [warning];
}
