// Holders who are not told apart, put together as far as no figure changes: a page with a slider runs the steps at each frame.
//
// Let D be the product of everything that splits and conversion ratios multiply and divide by. Of q = D·k + r shares, D·k stays whole
// through all of them, so these parts add up without rounding; what is rounded down depends on r alone. So a class needs one line for
// the sum of D·k, and one for each r.
import { ONE } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { fraction } from '#src/domain/figures/fraction.ts';
import { parseFigure } from '../figures.ts';
import type { Lot, ScenarioClass, ScenarioState } from './state.ts';
import type { Step } from './steps.ts';

/** With a larger product there would be as many remainders as holders. */
const MOST = 10_000n;

/** The same state for these steps, in fewer lines. */
export function withFewerLots(state: ScenarioState, steps: readonly Step[]): ScenarioState {
  const rest = state.lots.filter(({ holder }) => holder === null);
  if (rest.length < 2) return state;
  const ratios = steps.flatMap((step) => (step.kind === 'split' ? [[step.numerator, step.denominator] as const] : []));
  const splits = ratios.reduce((product, [numerator, denominator]) => {
    const [n, d] = [parseFigure(String(numerator)), parseFigure(String(denominator))];
    if (!n || !d || n.n <= 0n || d.n <= 0n) return product;
    const ratio = fraction(n.n * d.d, n.d * d.n);
    return product * ratio.n * ratio.d;
  }, 1n);
  const byClass = Map.groupBy(rest, ({ class_id }) => class_id);
  const merged = [...byClass].flatMap(([id, lots]) => {
    const found = state.classes.find((each) => each.id === id);
    return found ? together(lots, found, splits) : lots;
  });
  return { ...state, lots: [...state.lots.filter(({ holder }) => holder !== null), ...merged] };
}

function together(lots: readonly Lot[], { id, ratio, allows_fractions }: ScenarioClass, splits: bigint): Lot[] {
  const own = fraction(ratio.numerator, ratio.denominator);
  const divisor = splits * own.n * own.d;
  if (allows_fractions || divisor > MOST) return [...lots];
  const unit = divisor * ONE;
  let whole: Decimal = 0n;
  const counts = new Map<Decimal, bigint>();
  for (const { quantity, count } of lots) {
    const left = quantity % unit;
    whole += (quantity - left) * count;
    if (left > 0n) counts.set(left, (counts.get(left) ?? 0n) + count);
  }
  const rests = [...counts].map(([quantity, count]): Lot => ({ holder: null, count, class_id: id, quantity }));
  return whole > 0n ? [{ holder: null, count: 1n, class_id: id, quantity: whole }, ...rests] : rests;
}
