// The series that convertibles convert into beside a round's class: the same rights, but the preference and the original issue price
// are what was paid for a share. In one class they would have the preference of the round's price, for which they never paid.
import { say } from '#src/words/say.ts';
import { foldLetters } from '../letters.ts';

/** own_series: one for each conversion price, unless it is the round's price; round_class: all in the class of the round. */
export const CONVERTS_INTO = ['own_series', 'round_class'] as const;
export type ConvertsInto = (typeof CONVERTS_INTO)[number];

export const CONVERTS_INTO_LABELS: Record<ConvertsInto, string> = {
  own_series: say`A series of its own for each price`,
  round_class: say`The class of the round`,
};

export interface OwnSeries {
  name: string;
  /** "Series A-2": 2. */
  number: number;
  /** What was paid for a share. */
  price: bigint;
}

interface Named {
  class_name: string;
  round_price: bigint;
  /** In the order of the lines: what each pays for a share. */
  prices: readonly bigint[];
  /** Names of other classes: they are stepped over. */
  taken: readonly string[];
  /** Whether a class of this name, of which nothing is issued, is this very series: one of a round that was taken back. */
  isEmptySeries?: (name: string, price: bigint) => boolean;
}

/** The names of classes are at most this long; a number still has room. */
const NAME_MAX = 110;

/** In the order of the lines. Whoever pays the round's price has the round's class, so no series. */
export function ownSeries({ class_name, round_price, prices, taken, isEmptySeries = () => false }: Named): OwnSeries[] {
  const others = new Set([class_name, ...taken].map(foldLetters));
  const own = [...new Set(prices)].filter((price) => price !== round_price);
  let number = 0;
  return own.map((price) => {
    let name: string;
    do {
      number += 1;
      name = seriesName(class_name, number);
    } while (others.has(foldLetters(name)) && !isEmptySeries(name, price));
    return { name, number, price };
  });
}

/** "Series A" gives "Series A-1", "Series A Preferred Stock" gives "Series A-1 Preferred Stock". */
function seriesName(class_name: string, number: number): string {
  const [, name = '', kind = ''] = /^(.*?)((?:\s+(?:preferred|stock|shares))*)$/iu.exec(class_name.trim()) ?? [];
  const letter = name === '' ? class_name.trim() : name;
  return `${letter.replace(/-\d+$/, '').slice(0, NAME_MAX - kind.length)}-${number}${name === '' ? '' : kind}`;
}

/** "SA-" gives "SA1-". After a digit, which would run into the number, "S2-" gives "S2-1-". At most 20 characters. */
export function seriesPrefix(prefix: string, number: number): string {
  const head = prefix.replace(/[\s-]+$/, '').slice(0, 14);
  return `${head}${/\d$/.test(head) ? '-' : ''}${number}-`;
}
