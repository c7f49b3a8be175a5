// A waterfall from the terms as they are written to its answer, the same on the server and in a browser.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { figureOf, figureReader } from './figures.ts';
import type { Figure, FigureReader, Written } from './figures.ts';
import { waterfallOf } from './waterfall.ts';
import type { ExitTerms } from './waterfall.ts';

interface WrittenClass {
  id: string;
  as_converted_shares: Written;
  preference: Written;
  rank: number;
  participating: boolean;
  total_cap?: Written | null | undefined;
}

export interface WrittenExit {
  classes: readonly WrittenClass[];
  common: Readonly<Record<string, Written>>;
  options?: readonly (readonly [id: string, shares: Written, strike: Written])[] | undefined;
}

export interface WrittenWaterfall extends WrittenExit {
  /** Net of costs and debt. */
  proceeds: Written;
}

export interface WaterfallFigures {
  payout: Record<string, Figure>;
  per_common_share: Figure;
  convert: string[];
  breakpoints: Figure[];
}

/** Refuses (422): invalid_fields, too_many_fractions, no_answer. */
export function waterfallFigures(written: WrittenWaterfall): WaterfallFigures {
  const read = figureReader();
  const proceeds = read(written.proceeds, 'proceeds');
  if (proceeds.n < 0n) {
    const sentence = say`This must not be less than zero.`;
    throw new AppError('invalid_fields', sentence, { status: 422, fields: { proceeds: sentence } });
  }
  const { breakpoints, at } = waterfallOf(exitTerms(written, read));
  const { payout, per_common_share, convert } = at(proceeds);
  return {
    payout: Object.fromEntries(payout.map(({ id, amount }) => [id, figureOf(amount)])),
    per_common_share: figureOf(per_common_share),
    convert,
    breakpoints: breakpoints.map((each) => figureOf(each.proceeds)),
  };
}

/** Refuses (422): invalid_fields, too_many_fractions. */
export function exitTerms({ classes, common, options = [] }: WrittenExit, read: FigureReader): ExitTerms {
  return {
    classes: classes.map(({ id, as_converted_shares, preference, rank, participating, total_cap }, index) => ({
      id,
      as_converted_shares: read(as_converted_shares, `classes.${index}.as_converted_shares`),
      preference: read(preference, `classes.${index}.preference`),
      rank,
      participating,
      total_cap: total_cap === null || total_cap === undefined ? null : read(total_cap, `classes.${index}.total_cap`),
    })),
    common: Object.entries(common).map(([id, shares]) => ({ id, shares: read(shares, `common.${id}`) })),
    options: options.map(([id, shares, strike], index) => ({
      id,
      shares: read(shares, `options.${index}.1`),
      strike: read(strike, `options.${index}.2`),
    })),
  };
}
