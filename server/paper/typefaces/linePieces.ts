// A line in pieces of one typeface, in the order in which they stand on the paper. Letters that are written from right to left are
// put in that order by the Unicode bidirectional algorithm.
import { hanOrderOf } from './hanOrder.ts';
import { bidi } from './libraries.ts';
import { belongsToLetter, isInInter, isInvisible, typefaceOf } from './typefaces.ts';
import type { FontName, Typeface, Typefaces } from './typefaces.ts';

export interface LinePiece {
  text: string;
  /** Null: Inter. */
  typeface: Typeface | null;
  isRightToLeft: boolean;
}

/** Letters and signs that make a line run from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const ENCLOSING_KEY = '\u20e3';

const OTHER_LETTER = /(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/u;

/** In: a cleaned text. */
export function linePieces(text: string, typefaces: Typefaces, weight: FontName): LinePiece[] {
  if (isAllOfInter(text)) return [{ text, typeface: null, isRightToLeft: false }];
  const faces = facesOf(text, typefaces, weight);
  if (!RIGHT_TO_LEFT.test(text)) return inOneDirection(text, faces);
  return inVisualOrder(text, faces);
}

/** An invisible sign that Inter lacks would be a box. */
const isAllOfInter = (text: string): boolean => {
  for (const sign of text) if (!isInInter(sign.codePointAt(0)!)) return false;
  return !RIGHT_TO_LEFT.test(text);
};

/** The typeface of each code unit: null for Inter, undefined for what is not drawn. */
type Faces = readonly (Typeface | null | undefined)[];

function facesOf(text: string, typefaces: Typefaces, weight: FontName): Faces {
  const order = hanOrderOf(text);
  const faces: (Typeface | null | undefined)[] = [];
  let last: Typeface | null = null;
  for (const [sign] of text.matchAll(/[0-9#*]\ufe0f?\u20e3|./gsu)) {
    if (sign.endsWith(ENCLOSING_KEY)) {
      last = typefaceOf(typefaces, ENCLOSING_KEY, order, weight) ?? null;
      for (let unit = 0; unit < sign.length; unit += 1) faces.push(last);
      continue;
    }
    const codePoint = sign.codePointAt(0)!;
    const hasIt: boolean = last ? last.font.hasGlyphForCodePoint(codePoint) : isInInter(codePoint);
    let face: Typeface | null | undefined = last;
    if (!hasIt || !belongsToLetter(sign))
      face = isInInter(codePoint) ? null : typefaceOf(typefaces, sign, order, weight);
    if (face !== undefined && !isInvisible(sign)) last = face;
    for (let unit = 0; unit < sign.length; unit += 1) faces.push(face);
  }
  return faces;
}

function inVisualOrder(text: string, faces: Faces): LinePiece[] {
  // A paper is in English: a line runs from right to left as a whole only if it has no other letters.
  const levels = bidi.getEmbeddingLevels(text, OTHER_LETTER.test(text) ? 'ltr' : 'rtl');
  const order = bidi.getReorderedIndices(text, levels);
  const isRightToLeft = (index: number) => (levels.levels[index]! & 1) === 1;
  const pieces: LinePiece[] = [];
  let run: number[] = [];
  const end = () => {
    if (run.length > 0) pieces.push(...pieceOf(text, faces, run, isRightToLeft(run[0]!)));
    run = [];
  };
  for (const index of order) {
    const last = run.at(-1);
    const step = isRightToLeft(index) ? -1 : 1;
    const goesOn =
      last !== undefined &&
      index === last + step &&
      faces[index] === faces[last] &&
      isRightToLeft(index) === isRightToLeft(last);
    if (!goesOn) end();
    run.push(index);
  }
  end();
  return pieces;
}

/** A run of one typeface in its visual order. A font puts letters of its own script from right to left, and nothing else. */
function pieceOf(text: string, faces: Faces, run: readonly number[], isRightToLeft: boolean): LinePiece[] {
  const typeface = faces[run[0]!];
  if (typeface === undefined) return [];
  if (!isRightToLeft) return [{ text: run.map((index) => text[index]).join(''), typeface, isRightToLeft }];
  const logical = text.slice(run.at(-1)!, run[0]! + 1);
  if (/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(logical)) return [{ text: logical, typeface, isRightToLeft }];
  const mirrored = [...logical].map((sign) => bidi.getMirroredCharacter(sign) ?? sign);
  return [{ text: mirrored.reverse().join(''), typeface, isRightToLeft: false }];
}

function inOneDirection(text: string, faces: Faces): LinePiece[] {
  const pieces: LinePiece[] = [];
  for (let from = 0; from < text.length;) {
    let to = from + 1;
    while (to < text.length && faces[to] === faces[from]) to += 1;
    const typeface = faces[from];
    if (typeface !== undefined) pieces.push({ text: text.slice(from, to), typeface, isRightToLeft: false });
    from = to;
  }
  return pieces;
}
