// What finds a text within others without regard to case and to the encoding of accents, in every alphabet. A letter that is typed without
// an accent finds those with one; an accent that is typed is searched for.
// The database's own
// comparison without case knows as many letters as its locale, often those of English alone
// (docs/decisions/database-and-migrations.md#searching-texts).
import { ACCENTS, foldLetters, isWide, withoutAccents } from './letters.ts';

/** What the expression of each column needs; made once for a search. */
export interface Searched {
  /** The text in small letters, if a text of ASCII can contain it. */
  plain: string | null;
  /** A regular expression for texts with other letters. */
  pattern: string;
}

export function searchedFor(text: string): Searched {
  const folded = foldLetters(text);
  return { plain: /^[\x20-\x7e]*$/.test(folded) ? folded : null, pattern: patternOf(folded) };
}

// A text that ends within a letter is not found: "josè" is not in "José", and "기" not in "김", however they are encoded.
const NO_MARK = '(?![\\u0300-\\u036f\\u1161-\\u11c2\\u3099\\u309a])';

function patternOf(folded: string): string {
  const { ofOne, ofPlain, ofSeveral, longest } = lettersByFold();
  // Letters with the marks that follow them.
  const units = [...folded.matchAll(/\P{M}\p{M}*|\p{M}+/gu)].map(([unit]) => unit);
  let pattern = '';
  for (let at = 0; at < units.length;) {
    let length = Math.min(longest, units.length - at);
    while (length > 1 && !ofSeveral.has(units.slice(at, at + length).join(''))) length -= 1;
    const each = units.slice(at, at + length).map((unit) => {
      const plain = ofPlain.get(unit);
      return plain ? `${anyOf(plain)}${ACCENTS}*` : anyOf(spellings(unit, ofOne));
    });
    const single = length > 1 ? ofSeveral.get(units.slice(at, at + length).join(''))! : [];
    pattern += single.length > 0 ? `(?:${each.join('')}|${anyOf(single)})` : each.join('');
    at += length;
  }
  return pattern + NO_MARK;
}

/** All letters of which `unit` is the folded form, in all encodings of their marks. */
function spellings(unit: string, ofOne: ReadonlyMap<string, readonly string[]>): string[] {
  const [base = '', ...marks] = unit.normalize('NFD');
  const marked = (ofOne.get(base) ?? []).map((letter) => letter + marks.join(''));
  const written = [...(ofOne.get(unit) ?? []), ...marked];
  return [...new Set([unit, ...written].flatMap(encodings))];
}

/** So many marks on a letter are tried in every order that means the same. */
const MARKS_MAX = 3;

/** The text composed, decomposed, and composed in part. */
function encodings(unit: string): string[] {
  const composed = unit.normalize('NFC');
  const [base = '', ...marks] = composed.normalize('NFD');
  const orders = marks.length <= MARKS_MAX ? permutations(marks) : [marks];
  const found = orders.flatMap((order) =>
    [0, ...order.keys()].map((_, composedMarks) => {
      const start = [base, ...order.slice(0, composedMarks)].join('');
      return start.normalize('NFC') + order.slice(composedMarks).join('');
    }),
  );
  return [composed, ...found.filter((each) => each.normalize('NFC') === composed)];
}

const permutations = (items: readonly string[]): string[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

/** A bracket where all are one character, else alternatives, the longest first. */
function anyOf(texts: readonly string[]): string {
  const escaped = texts.map((text) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&'));
  if (escaped.length === 1) return escaped[0]!;
  if (texts.every((text) => [...text].length === 1)) return `[${escaped.join('')}]`;
  return `(?:${escaped.toSorted((a, b) => b.length - a.length).join('|')})`;
}

interface Folds {
  /** For a folded letter, the letters that become it. */
  ofOne: Map<string, string[]>;
  /** For a letter without an accent, itself and all letters that are it with or without accents. */
  ofPlain: Map<string, string[]>;
  /** For several folded letters, the single letters that become them: "ss" has ß and ẞ. */
  ofSeveral: Map<string, string[]>;
  longest: number;
}
let folds: Folds | undefined;

/** Chinese, Japanese and Korean letters have no case. */
const CASELESS = { from: 0x3000, to: 0xa640 };

/** Built from the Unicode data of the runtime when the first search needs it: some milliseconds. */
function lettersByFold(): Folds {
  if (folds) return folds;
  const [ofOne, ofPlain, ofSeveral] = [
    new Map<string, string[]>(),
    new Map<string, string[]>(),
    new Map<string, string[]>(),
  ];
  let longest = 1;
  ofOne.set(' ', ['\u3000']);
  for (let code = 0x41; code < 0x1f000; code += 1) {
    if (code === CASELESS.from) code = CASELESS.to;
    const letter = String.fromCodePoint(code);
    const hasCase = letter.toUpperCase() !== letter || letter.toLowerCase() !== letter;
    if (!(hasCase || isWide(code)) || letter.normalize('NFC') !== letter) continue;
    const folded = foldLetters(letter);
    const units = folded.match(/\P{M}\p{M}*|\p{M}+/gu)!.length;
    longest = Math.max(longest, units);
    const list = units > 1 ? ofSeveral : ofOne;
    list.set(folded, [...(list.get(folded) ?? []), letter]);
    const plain = withoutAccents(folded);
    if (plain.length > 1 && plain !== folded) ofSeveral.set(plain, [...(ofSeveral.get(plain) ?? []), letter]);
    else if (hasCase && units === 1 && plain.match(/\P{M}/gu)?.length === 1 && !/\p{M}/u.test(plain))
      ofPlain.set(plain, [...(ofPlain.get(plain) ?? [plain]), letter]);
  }
  for (const [plain, letters] of ofPlain) ofPlain.set(plain, [...new Set([...letters, ...(ofOne.get(plain) ?? [])])]);
  return (folds = { ofOne, ofPlain, ofSeveral, longest });
}
