// Where a sentence of the server is cut into its values. A name may have the words in it that stand between values, such as a comma
// or "to", so that there may be several ways; the one is taken in which the values look most like what we write there.
import { isFigure } from './figureIn.ts';

/** Of each word between values, the first and the last places at which it stands: each letter is looked at a few times. */
const TRIED = 3;
const WAYS_MAX = 200;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** "CS-7, CS-8": numbers of securities. */
const NUMBERS = /^[\p{L}\d]{1,12}-\d[\w-]*(, [\p{L}\d]{1,12}-\d[\w-]*)*$/u;
const COUNTED = /^[\d,.]+ \p{Ll}[\p{Ll} ]*$/u;
/** What only follows a comma within a name: "Fund II, L.P." */
const REST_OF_NAME =
  /^(inc|llc|llp|lp|l\.\s?p|ltd|plc|corp|co|gmbh|ag|kg|se|sa|s\.\s?a|sarl|s\.l|bv|b\.v|nv|n\.v|ab|as|oy|jr|sr|ii|iii|iv|trustee)\b\.?/i;
/** Further facts about what was done begin so: ": Status set to Left", ", which arrived on 2025-03-14". */
const PIECES = /: |, | \(|; /g;

interface Shape {
  /** What stands before, between and after the values. */
  parts: readonly string[];
  places: readonly string[];
}

interface Sentence {
  text: string;
  /** Where the last value ends. */
  end: number;
  isPiece: (text: string) => boolean;
}

/** The values by their places; null for another sentence. `isPiece`: whether a text is a piece of ours, such as ": Status set to Left". */
export function valuesOf(
  text: string,
  { parts, places }: Shape,
  isPiece: (text: string) => boolean,
): ReadonlyMap<string, string> | null {
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return null;
  const end = text.length - last.length;
  const ways = waysFrom({ text, end, isPiece }, parts.slice(1, -1), first.length);
  let best: readonly string[] | null = null;
  let most = -Infinity;
  for (const values of ways) {
    const likeness = values.reduce((sum, value) => sum + likenessOf(value), 0);
    if (likeness > most) [best, most] = [values, likeness];
  }
  return best && new Map(places.map((place, at) => [place, best[at]!]));
}

/** In: what stands between the values. Out: the ways to cut, the earliest first. */
function waysFrom(sentence: Sentence, between: readonly string[], from: number): string[][] {
  const { text, end } = sentence;
  const [sign, ...others] = between;
  if (sign === undefined) return [[text.slice(from, end)]];
  const ways: string[][] = [];
  for (const at of sign === '' ? startsOfPieces(sentence, from) : standsAt(text, sign, from, end)) {
    const value = text.slice(from, at);
    for (const rest of waysFrom(sentence, others, at + sign.length)) {
      if (ways.length === WAYS_MAX) return ways;
      ways.push([value, ...rest]);
    }
  }
  return ways;
}

function standsAt(text: string, sign: string, from: number, end: number): number[] {
  const first: number[] = [];
  for (let at = text.indexOf(sign, from); at >= 0 && at + sign.length <= end; at = text.indexOf(sign, at + 1)) {
    first.push(at);
    if (first.length === TRIED) break;
  }
  if (first.length < TRIED) return first;
  const last: number[] = [];
  for (let at = text.lastIndexOf(sign, end - sign.length); at > first.at(-1)!; at = text.lastIndexOf(sign, at - 1)) {
    last.unshift(at);
    if (last.length === TRIED) break;
  }
  return [...first, ...last];
}

/** Where two values touch, the second is a piece that begins with a sign, or nothing. */
function startsOfPieces({ text, end, isPiece }: Sentence, from: number): number[] {
  const starts = [...text.slice(from, Math.min(end, from + 400)).matchAll(PIECES)].map(({ index }) => from + index);
  return [...starts.slice(0, TRIED * 2).filter((at) => isPiece(text.slice(at, end))), end];
}

function likenessOf(value: string): number {
  if (isFigure(value) || DAY.test(value) || NUMBERS.test(value) || COUNTED.test(value)) return 2;
  if (REST_OF_NAME.test(value)) return -3;
  return value === '' ? -1 : 0;
}
