// What the analytics screen asks for, and the words and definitions beside its charts. Figures stay exact.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { isIsoDate } from '#src/domain/dates.ts';
import { decimal, formatDecimal, round, toFixed } from '#src/domain/figures/decimal.ts';
import { bases } from '#src/domain/captable/capTableBasis.ts';
import type { Basis } from '#src/domain/captable/capTableBasis.ts';

/** The view that the screen's address describes. */
export interface View {
  basis: Basis;
  from: string;
  to: string;
}

export function viewOf(search: URLSearchParams): View {
  return {
    basis: bases.find((each) => each === search.get('basis')) ?? 'fully_diluted',
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
  };
}

/** A day that does not exist is ignored. */
function dayIn(search: URLSearchParams, name: string): string {
  const day = search.get(name);
  return isIsoDate(day) ? day : '';
}

export function analyticsPath(chart: string, query: Record<string, string | number | null | undefined> = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  const path = `/api/analytics/${chart}`;
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path;
}

/** "54.3062" -> "54.31%". */
export const percentText = (percent: string): string =>
  `${figures(toFixed(round(decimal(percent), 2, 'HALF_UP'), 2))}%`;

/** "3.20 points less", "1.05 points more", "as much". */
export function pointsText(before: string, after: string): string {
  const change = changeOf(before, after);
  if (change === 0n) return say`as much`;
  const points = figures(toFixed(change < 0n ? -change : change, 2));
  return change < 0n ? say`${points} points less` : say`${points} points more`;
}

const changeOf = (before: string, after: string) => round(decimal(after) - decimal(before), 2, 'HALF_UP');

/** As a table with two decimals shows them. */
export const isSame = (before: string, after: string): boolean => changeOf(before, after) === 0n;

/** "+1.05", "−3.20", "0.00": a change in points, as a table has it. */
export function changeText(before: string, after: string): string {
  const change = changeOf(before, after);
  return `${change > 0n ? '+' : change < 0n ? '−' : ''}${figures(toFixed(change < 0n ? -change : change, 2))}`;
}

export const differenceOf = (before: string, after: string): string => formatDecimal(decimal(after) - decimal(before));

/** For drawing alone. */
export const heightOf = (figure: string): number => Number(figure);

export const definitions = {
  ownership: say`The rows of the cap table at the end of each day shown, as the basis above counts them. Between two days shown the chart repeats the earlier one. Founders are holders whose record says founder; employees and officers those whose record says employee, former employee, employee outside the US, officer or executive; investors those whose record says investor. Holders whose record says nothing are shown apart. What a holder is today counts for every day.`,
  dilution: say`The holder’s percentage in the cap table on each day on which it changed, as the basis above counts it. The entries named are those since the step before that changed what is counted. Fully diluted, a plan counts from the day of its adoption.`,
  concentration: say`The Herfindahl-Hirschman index is the sum of each holder’s squared share of the whole, times 10,000: 10,000 where one holder owns everything. Equal holders that would give the same index are 10,000 divided by it. The Gini coefficient is 0 where all own the same, and comes near 1 where one owns nearly all. Fully diluted, all three count the unallocated pool as one more holder, as the percentages do.`,
  pool: say`All plans together at the end of each day: reserved = granted + exercised + available + retired. Granted are grants outstanding; exercised includes restricted stock issued from a plan; retired are cancelled shares that a plan does not grant again. A plan that granted more than it reserves has nothing available. Forfeited are all shares of grants cancelled until then, also those that returned to the pool. The runway is what is available, divided by what was granted in the last twelve months, times twelve.`,
  vesting: say`What the vesting terms on record give in the next twelve months, at most what is still unvested, of grants in force and of stock that vests. A cliff is the first day on which anything of a holding vests. Future terminations and performance conditions are not foreseen.`,
  value: say`Outstanding shares at the price of their class on the day: its newest valuation or its last sale for new money up to the day, whichever is newer, in shares of the day. Shares from an option, a warrant, a SAFE or a note are not a sale. Options, warrants and convertibles are not valued. A class without a price has no value, which is not zero.`,
  payouts: say`Payments by the year of their distribution’s payment date; those of cancelled distributions are left out. Net is gross less what is withheld. Open is the part of net that is not paid yet; of it, failed is what was sent and did not arrive.`,
  dates: say`The next twelve months, and what has passed without anything being done. A grant ends at the end of its term or of its exercise window after service, whichever is earlier. A valuation supports a price for twelve months; only the newest of each class is shown.`,
} as const;
