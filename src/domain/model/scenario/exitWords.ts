// What happens at the breakpoints of an exit, in sentences for somebody who has never seen a waterfall.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { percentage } from '#src/domain/figures/largestRemainder.ts';
import type { ExitFigures } from './exitStep.ts';

export interface BreakpointWords {
  /** Net proceeds, to the cent. */
  proceeds: string;
  happens: string[];
  /** Who has how much of each further dollar until the next breakpoint, in percent with one decimal; largest first. */
  next: { id: string; percent: string }[];
}

type Reason = ExitFigures['breakpoints'][number]['reasons'][number];

/** Lines of options and warrants are named by the waterfall: "options", their class, and the strike at the end. */
const RIGHT = /^(options|warrants) .* (\S+)$/;

const SENTENCES: Record<Reason['what'], (name: string, strike: string) => string> = {
  preference_paid: (name) => say`${name} has been paid its preference.`,
  discount_paid: (name) => say`${name} has been paid what its discount adds to its money.`,
  cap_reached: (name) => say`${name} has reached its cap and takes no more, unless it converts.`,
  converts: (name) => say`From here on ${name} converts: its shares are worth more than its preference.`,
  exercises: (name, strike) => say`${name} with a strike of ${strike} are worth exercising from here on.`,
};

function sentenceOf({ id, what }: Reason, nameOf: (id: string) => string): string {
  const [, group = id, strike = ''] = RIGHT.exec(id) ?? [];
  return SENTENCES[what](nameOf(group), figures(strike));
}

/** `nameOf`: of a class, a convertible, `options` and `warrants`. The first row is the first dollar, where nothing has happened yet. */
export function breakpointWords(
  { breakpoints, curve }: ExitFigures,
  nameOf: (id: string) => string,
): BreakpointWords[] {
  const first = { proceeds: '0.00', happens: [], next: nextOf(curve, '0') };
  return [
    first,
    ...breakpoints.map(({ proceeds: { decimal: at }, reasons }) => ({
      proceeds: toFixed(decimal(at), 2),
      happens: [...new Set(reasons.map((reason) => sentenceOf(reason, nameOf)))],
      next: nextOf(curve, at),
    })),
  ];
}

/** Too short a stretch says nothing, because its ends are rounded to the cent. */
const SHORTEST = decimal('100');

function nextOf(curve: ExitFigures['curve'], at: string): BreakpointWords['next'] {
  // Where a convertible begins to convert, amounts may jump: the curve goes on a cent further.
  const reached = decimal(toFixed(decimal(at), 2)) + decimal('0.01');
  const from = curve.findLastIndex(({ proceeds }) => decimal(proceeds) <= reached);
  const [here, there] = [curve[from], curve[from + 1]];
  if (!here || !there) return [];
  const length = decimal(there.proceeds) - decimal(here.proceeds);
  if (length < SHORTEST) return [];
  return Object.keys(there.payout)
    .map((id) => ({ id, gain: decimal(there.payout[id]!) - decimal(here.payout[id] ?? '0') }))
    .filter(({ gain }) => gain * 2000n >= length)
    .sort((a, b) => (a.gain < b.gain ? 1 : a.gain > b.gain ? -1 : 0))
    .map(({ id, gain }) => ({ id, percent: percentage(gain, length, 1) }));
}
