// A split as the ledger carries it out (../../split/splitPlan.ts): shares of each holder and class, and each option or warrant, are
// rounded down; strikes up.
import { say } from '#src/words/say.ts';
import { divideInteger, formatDecimal, multiplyByRatio, ONE, ONE_TO_ONE } from '#src/domain/figures/decimal.ts';
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import { productOf, strikeAfter } from '#src/domain/split/splitPlan.ts';
import { fraction, ONE as WHOLE, over, times } from '#src/domain/figures/fraction.ts';
import { fault, positiveOf } from './input.ts';
import type { Plan, Right, ScenarioClass, ScenarioState } from './state.ts';
import type { SplitStep } from './steps.ts';

export interface SplitFigures {
  share_class_id: string;
  /** Fractions of shares of all holders together, which are settled in cash. */
  fractions: string;
}

/** Refuses (422): an unknown class, a ratio that is nothing. */
export function splitStep(state: ScenarioState, step: SplitStep): { state: ScenarioState; split: SplitFigures } {
  const stockClass = state.classes.find(({ id }) => id === step.share_class_id);
  if (!stockClass) throw fault('share_class_id', say`Unknown share class.`);
  const [numerator, denominator] = [
    positiveOf(step.numerator, 'numerator'),
    positiveOf(step.denominator, 'denominator'),
  ];
  const ratio = { numerator, denominator };
  const places = stockClass.allows_fractions ? 10 : 0;
  const scaled = (quantity: Decimal) => multiplyByRatio(quantity, ratio, places, 'DOWN');
  let lost = 0n;
  const lots = state.lots.map((lot) => {
    if (lot.class_id !== stockClass.id) return lot;
    const quantity = scaled(lot.quantity);
    lost += (lot.quantity * numerator - quantity * denominator) * lot.count;
    return { ...lot, quantity };
  });
  const rights = state.rights.map((right) => {
    if (right.class_id !== stockClass.id) return right;
    const quantity = scaled(right.quantity);
    return { ...splitRight(right, ratio, quantity), over: quantity - scaled(right.quantity - right.over) };
  });
  return {
    state: {
      ...state,
      lots: lots.filter(({ quantity }) => quantity > 0n),
      rights: rights.filter(({ quantity }) => quantity > 0n),
      plans: state.plans.map((plan) => splitPool(plan, stockClass.id, { before: state.rights, after: rights, scaled })),
      classes: state.classes.map((each) => splitClass(each, stockClass.id, ratio)),
    },
    split: { share_class_id: stockClass.id, fractions: formatDecimal(divideInteger(lost, denominator, 'DOWN')) },
  };
}

function splitRight(right: Right, ratio: Ratio, quantity: Decimal): Right {
  if (right.strike === null) return { ...right, quantity };
  const before = right.origin ?? { price: right.strike, ratio: ONE_TO_ONE };
  const origin = { price: before.price, ratio: productOf(before.ratio, ratio) };
  return { ...right, quantity, strike: strikeAfter(before, ratio), origin };
}

/** Of a plan for this class alone, everything is multiplied; a plan for several keeps what is available. */
function splitPool(
  plan: Plan,
  classId: string,
  {
    before,
    after,
    scaled,
  }: { before: readonly Right[]; after: readonly Right[]; scaled: (quantity: Decimal) => Decimal },
): Plan {
  if (plan.class_ids.length !== 1 || plan.class_ids[0] !== classId) return plan;
  const granted = (rights: readonly Right[]) =>
    rights.reduce((sum, { plan_id, quantity, count }) => (plan_id === plan.id ? sum + quantity * count : sum), 0n);
  const used = plan.reserved - plan.available - granted(before);
  const reserved = scaled(plan.reserved);
  return { ...plan, reserved, available: reserved - granted(after) - scaled(used) };
}

/** What converts into the class gets more shares for one; the class itself converts into fewer. */
function splitClass(each: ScenarioClass, classId: string, ratio: Ratio): ScenarioClass {
  const isOwn = each.id === classId;
  const factor = fraction(ratio.numerator, ratio.denominator);
  const own = isOwn
    ? {
        ...each,
        preference_per_share: over(each.preference_per_share, factor),
        cap_per_share: over(each.cap_per_share, factor),
      }
    : each;
  if (!isOwn && each.converts_to !== classId) return own;
  if (isOwn && each.kind === 'COMMON') return own;
  const change = isOwn ? over(WHOLE, factor) : factor;
  const { n, d } = times(fraction(each.ratio.numerator, each.ratio.denominator), change);
  return { ...own, ratio: { numerator: n * ONE, denominator: d * ONE } };
}
