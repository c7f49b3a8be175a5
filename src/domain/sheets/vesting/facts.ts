// What the words of a schedule say: its length, cliff, periods and parts. Each word is used once; one that is left over makes the
// text not understood.
import type { Fraction } from '#src/domain/figures/fraction.ts';
import { tokensOf } from './tokens.ts';
import { wordOf } from './words.ts';
import type { Letter, Word } from './words.ts';

export interface Facts {
  lengths: number[];
  /** Months; 0: said to have none. */
  cliffs: number[];
  /** A part that vests so many months after the start. */
  points: { part: Fraction; at: number }[];
  rates: { part: Fraction; months: number }[];
  periods: number[];
  counts: { times: number; months: number }[];
  /** Parts of what is left: a thirty-sixth of the rest each month. */
  restRates: { part: Fraction; months: number }[];
  /** What is said to be left: the remaining 75 %. */
  rests: Fraction[];
  lists: Fraction[][];
  isThen: boolean;
  isRest: boolean;
  isNext: boolean;
  /** The cliff is said to come before all else: "monthly after a cliff of a year". */
  isAfterCliff: boolean;
  /** The cliff stands before the length: "one-year cliff, 36 months". */
  isCliffFirst: boolean;
  /** It begins with its length: "four years, a quarter after a year, then monthly". */
  leadsWithLength: boolean;
  /** A length in quarters or half-years: without a period, it may be the period. */
  hasQuarters: boolean;
  /** All lengths stand before what comes then. */
  isLengthBefore: boolean;
  /** Something of the text is not understood. */
  hasMore: boolean;
}

type Give = (words: readonly Word[]) => Word[] | void;
type Rule = readonly [RegExp, Give];

/** Stands for words that are used up: what they separated stays separate. */
const USED = wordOf(',');

const duration = (count: Word, unit: Word): Word =>
  Number.isInteger(count.value * unit.value) ? wordOf('d', count.value * unit.value) : wordOf('?');

/** Of the words that a rule matched, the one with that letter. */
const the = (words: readonly Word[], letter: Letter): Word => words.find((each) => each.letter === letter)!;

const UNITS: readonly Rule[] = [
  [/enu/, ([, count, unit]) => [wordOf('p', duration(count!, unit!).value)]],
  [/(?:e|\/)u/, ([, unit]) => [wordOf('p', unit!.value)]],
  [/fiu/, ([part, , unit]) => [part!, wordOf('p', unit!.value)]],
  [/aun/, ([after, unit, count]) => [after!, duration(count!, unit!)]],
  // "The 1-year anniversary", "each monthly anniversary".
  [/nuu/, ([count, unit, other]) => (unit!.value === other!.value ? [count!, unit!] : [wordOf('?')])],
  [/ae/, ([, each]) => [each!]],
  [/epu/, ([, period]) => [period!]],
  [/nu/, ([count, unit]) => [duration(count!, unit!)]],
  [/aiu/, ([after, , unit]) => [after!, wordOf('d', unit!.value)]],
  [/iu(?=[ac])/, ([, unit]) => [wordOf('d', unit!.value)]],
  [/i(?=[npfcdrsl])/, () => []],
  // "A year after the vesting start" is after a year.
  [/ada?v/, ([after, length]) => [after!, length!]],
  [/dav/, ([length, after]) => [after!, length!]],
  [/fdv/, ([part, length]) => [part!, wordOf('a'), length!]],
  [/[ad]v/, ([word]) => (word!.letter === 'd' ? [word!] : [])],
  // "Un cliff", "the first 25 %".
  [/n(?=[cf])/, ([number]) => (number!.value === 1 ? [] : [number!])],
];

export function factsOf(text: string): Facts {
  const { words, lists } = tokensOf(text);
  const facts: Facts = {
    lengths: [],
    cliffs: [],
    points: [],
    rates: [],
    periods: [],
    counts: [],
    restRates: [],
    rests: [],
    lists: [],
    isThen: false,
    isRest: false,
    isNext: false,
    isAfterCliff: false,
    isCliffFirst: false,
    leadsWithLength: false,
    hasQuarters: words.some(({ letter, value }) => letter === 'u' && (value === 3 || value === 6)),
    isLengthBefore: false,
    hasMore: false,
  };
  for (const rule of UNITS) apply(words, rule);
  const letters = words.map(({ letter }) => letter).join('');
  facts.isLengthBefore = letters.lastIndexOf('d') < letters.search(/[tr]|ac/);
  facts.leadsWithLength = /^[^acdf]*d(?!c)/.test(letters);
  facts.isCliffFirst = /^[^d]*C.*d/.test(letters.replace(/d\/dc?|dcd/g, '/').replace(/dc|ca?d/g, 'C'));
  for (const rule of rulesOf(facts, lists)) apply(words, rule);
  facts.hasMore = words.some(({ letter }) => letter !== ',' && letter !== '/' && letter !== 's');
  return facts;
}

function apply(words: Word[], [pattern, give]: Rule): void {
  for (let from = 0; from < words.length;) {
    const found = pattern.exec(
      words
        .slice(from)
        .map(({ letter }) => letter)
        .join(''),
    );
    if (!found) return;
    const at = from + found.index;
    const matched = words.slice(at, at + found[0].length);
    const given = give(matched) ?? [USED];
    words.splice(at, matched.length, ...given);
    from = at + (given.length === matched.length && given[0] === matched[0] ? matched.length : given.length);
  }
}

const isMost = ({ n, d }: Fraction): boolean => n * 2n >= d;

/** In the order in which they are tried: the longer phrase first. */
function rulesOf(facts: Facts, lists: readonly Fraction[][]): Rule[] {
  const pair = (length: number, cliff: number) => {
    facts.lengths.push(length);
    facts.cliffs.push(cliff);
  };
  const point: Give = (words) => void facts.points.push({ part: the(words, 'f').part, at: the(words, 'd').value });
  const cliff: Give = (words) => {
    facts.cliffs.push(the(words, 'd').value);
    facts.isAfterCliff ||= words[0]!.letter === 'a';
  };
  const rate: Give = (words) => void facts.rates.push({ part: the(words, 'f').part, months: the(words, 'p').value });
  const restRate: Give = (words) => {
    facts.isRest = true;
    facts.restRates.push({ part: the(words, 'f').part, months: the(words, 'p').value });
  };
  const remaining: Give = (words) => {
    facts.isRest = true;
    facts.rests.push(the(words, 'f').part);
  };
  const count: Give = (words) =>
    void facts.counts.push({ times: the(words, 'n').value, months: the(words, 'p').value });
  const none: Give = (words) => {
    const number = words.find(({ letter }) => letter === 'n');
    if (number && number.value !== 0) return [...words];
    facts.cliffs.push(0);
    return undefined;
  };
  return [
    [/ku?c?/, ([short]) => pair(Math.floor(short!.value / 1000), short!.value % 1000)],
    [
      /d\/dc?/,
      ([length, , other]) => (length!.value > other!.value ? pair(length!.value, other!.value) : [wordOf('?')]),
    ],
    [
      /dcd/,
      ([one, , other]) => {
        facts.isCliffFirst ||= one!.value < other!.value;
        pair(Math.max(one!.value, other!.value), Math.min(one!.value, other!.value));
      },
    ],
    // "The remaining 75 % monthly over 36 months": not 75 % a month.
    [/rf/, (words) => (isMost(words[1]!.part) ? remaining(words) : [...words])],
    [/frp|pfr/, restRate],
    [/fps?/, rate],
    [/pf(?![acb])/, rate],
    [/fca?d|fadc|dcf|ca?df|cfa?d|fdc/, point],
    [/a?dc|a?ca?d/, cliff],
    [/xc|cx/, none],
    [/nc|cn/, none],
    [/pc/, ([period]) => (period!.value === 12 ? void facts.cliffs.push(12) : [wordOf('?')])],
    // "4 annual installments of 25 %"
    [
      /npsf/,
      (words) => {
        count(words);
        return rate(words);
      },
    ],
    [/nps|nsp/, count],
    // "36 monthly" are parts, and "6-monthly" is a period.
    [
      /np/,
      (words) => {
        const [times, months] = [words[0]!.value, words[1]!.value];
        if (times < 8 || times * months < 18) return [wordOf('?')];
        facts.counts.push({ times, months });
        return undefined;
      },
    ],
    [/fad/, point],
    [/adf|ad,f/, point],
    [/bf|fb/, (words) => void facts.points.push({ part: the(words, 'f').part, at: 0 })],
    [/ac/, () => void (facts.isThen = true)],
    [/rf/, remaining],
    [/g/, () => void (facts.isNext = true)],
    [/d/, ([length]) => void facts.lengths.push(length!.value)],
    [/p/, ([period]) => void facts.periods.push(period!.value)],
    [/l/, ([list]) => void facts.lists.push(lists[list!.value]!)],
    [/t/, () => void (facts.isThen = true)],
    [/r/, () => void (facts.isRest = true)],
  ];
}
