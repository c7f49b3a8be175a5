// The typefaces of one paper: Inter, and files of other families for letters that Inter lacks. They are opened before the paper
// begins, because drawing does not wait. A sign that no family has is refused by name: a legal paper never changes a name.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import { AppError } from '#src/domain/errors.ts';
import { cleanText, KEYCAPS } from './cleanText.ts';
import { familiesFor, fileOf } from './families.ts';
import type { FontFile, HanFamily } from './families.ts';
import { hanOrderOf } from './hanOrder.ts';
import { keepWords } from './keptWords.ts';
import { subsetFont } from './libraries.ts';
import { openFont } from './openFont.ts';
import { shapeByHarfbuzz } from './shaped.ts';

export type FontName = 'regular' | 'strong';
/** A file of a family in a weight, under the name that a paper registers it by. */
export interface Typeface {
  name: string;
  family: string;
  font: fontkit.Font;
  /** Its glyphs do not follow the letters one by one: several letters are drawn together, and in another order. */
  hasClusters: boolean;
}
type Weights = Record<FontName, Typeface>;
export interface Typefaces {
  /** Those that are open, by their files. */
  byFile: Map<string, Weights>;
  /** Those that were looked up, by the first family that was asked and the sign. */
  bySign: Map<string, Weights | null>;
}

const WEIGHTS: Record<FontName, number> = { regular: 400, strong: 600 };
const INTER: Record<FontName, string> = {
  regular: '400Regular/Inter_400Regular.ttf',
  strong: '600SemiBold/Inter_600SemiBold.ttf',
};
const opened: Partial<Record<FontName, fontkit.Font>> = {};

export const inter = (name: FontName): fontkit.Font =>
  (opened[name] ??= keepWords(
    openFont(readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${INTER[name]}`)))),
  ));

/** The family's other weights have the same letters. */
export const isInInter = (codePoint: number): boolean => inter('regular').hasGlyphForCodePoint(codePoint);

/** A mark or an invisible sign goes with the letter before it. */
export const belongsToLetter = (sign: string): boolean => /\p{M}|\p{Default_Ignorable_Code_Point}/u.test(sign);
export const isInvisible = (sign: string): boolean => /\p{Default_Ignorable_Code_Point}/u.test(sign);
/** Choose another form of the letter before them. */
const VARIANT = /.[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]/su;

/** Refuses: sign_not_printable (422), naming the sign and the text that has it. */
export async function typefacesFor(texts: Iterable<string>): Promise<Typefaces> {
  const found: Typefaces = { byFile: new Map(), bySign: new Map() };
  for (const given of texts) {
    // eslint-disable-next-line no-control-regex -- ASCII with its control characters.
    if (/^[\u0000-\u007f]*$/.test(given)) continue;
    const text = cleanText(given);
    const signs = [...text].filter((sign) => !isInInter(sign.codePointAt(0)!));
    if (signs.length === 0) continue;
    // No typeface has other forms of letters.
    const variant = VARIANT.exec(text);
    if (variant) throw notPrintable(variant[0], text);
    const order = hanOrderOf(text);
    for (const sign of signs) {
      const key = order[0]! + sign;
      if (found.bySign.has(key) || isInvisible(sign)) continue;
      const typeface = await openTypeface(found, sign.codePointAt(0)!, order);
      if (typeface === null) throw notPrintable(sign, text);
      found.bySign.set(key, typeface);
    }
    const parted = signs.some((sign) => /\p{M}/u.test(sign)) && partedMark(text, found, order);
    if (parted) throw notPrintable(parted, text);
  }
  return found;
}

/** A letter with a mark that its own family lacks: the mark would stand beside it, around a circle of dots. */
function partedMark(text: string, typefaces: Typefaces, order: readonly HanFamily[]): string | null {
  const familyOf = (sign: string) =>
    isInInter(sign.codePointAt(0)!) ? null : typefaceOf(typefaces, sign, order, 'regular')?.family;
  for (const [whole] of text
    .replace(KEYCAPS, '')
    .matchAll(/[\p{L}\p{N}\p{P}\p{S}][\p{M}\p{Default_Ignorable_Code_Point}]+/gu)) {
    const [base = '', ...marks] = [...whole].filter((sign) => !isInvisible(sign));
    const family = familyOf(base);
    const face = family ? typefaceOf(typefaces, base, order, 'regular') : null;
    for (const mark of marks) {
      const isOfLetter = familyOf(mark) === family || face?.font.hasGlyphForCodePoint(mark.codePointAt(0)!);
      // Inter's marks have no width, and stand over any letter.
      if (!isOfLetter && !isInInter(mark.codePointAt(0)!)) return base + mark;
    }
  }
  return null;
}

async function openTypeface(
  { byFile }: Typefaces,
  codePoint: number,
  order: readonly HanFamily[],
): Promise<Weights | null> {
  for (const family of familiesFor(order)) {
    const file = fileOf(family, codePoint);
    if (!file) continue;
    const typeface = byFile.get(file.path) ?? (await openFile(file));
    if (!typeface?.regular.font.hasGlyphForCodePoint(codePoint)) continue;
    byFile.set(file.path, typeface);
    return typeface;
  }
  return null;
}

/** The typeface of a sign that Inter lacks, among those that are open: a line may be a part of the text for which they were opened. */
export function typefaceOf({ byFile, bySign }: Typefaces, sign: string, order: readonly HanFamily[], weight: FontName) {
  const key = order[0]! + sign;
  let found = bySign.get(key);
  if (found === undefined) {
    const codePoint = sign.codePointAt(0)!;
    const open = familiesFor(order).map((family) => byFile.get(fileOf(family, codePoint)?.path ?? ''));
    found = open.find((each) => each?.regular.font.hasGlyphForCodePoint(codePoint)) ?? null;
    bySign.set(key, found);
  }
  return found?.[weight];
}

/** Files stay open for the next paper. */
const FILES_KEPT = 48;
const kept = new Map<string, Promise<Weights | null>>();

/** Null for a file that has none of its characters: the families list signs for which they draw nothing. */
function openFile(file: FontFile): Promise<Weights | null> {
  const open = kept.get(file.path) ?? openWeights(file);
  kept.delete(file.path);
  kept.set(file.path, open);
  open.catch(() => kept.delete(file.path));
  for (const oldest of kept.keys()) {
    if (kept.size <= FILES_KEPT) break;
    kept.delete(oldest);
  }
  return open;
}

async function openWeights(file: FontFile): Promise<Weights | null> {
  const [regular, strong] = [await openWeight(file, 'regular'), await openWeight(file, 'strong')];
  return regular && strong && { regular, strong };
}

/** One weight of a variable typeface, as a TrueType font. */
async function openWeight(
  { path, family, characters, hasClusters }: FontFile,
  weight: FontName,
): Promise<Typeface | null> {
  const variationAxes = { wght: WEIGHTS[weight] };
  const bytes = await subsetFont(readFileSync(path), characters, { targetFormat: 'sfnt', variationAxes });
  const font = openFont(bytes);
  if (!hasCharacters(font)) return null;
  shapeByHarfbuzz(font, bytes);
  const name = `${path.replace(/^.*\/|-wght-normal\.woff2$/g, '')}-${weight}`;
  // All files of a family have one name, and a paper would take them for one font.
  Object.defineProperty(font, 'postscriptName', { value: name });
  return { name, family, font, hasClusters };
}

/** A font without any character has no table of them, and fontkit fails at the first question about one. */
function hasCharacters(font: fontkit.Font): boolean {
  try {
    return font.characterSet.length > 0;
  } catch {
    return false;
  }
}

function notPrintable(sign: string, text: string): AppError {
  const code = [...sign]
    .map((each) => `U+${each.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');
  const where = text.length > 120 ? `${text.slice(0, 120)}…` : text;
  const sentence = `The sign “${sign}” (${code}) in “${where}” cannot be printed: Sharebook has no typeface with it. Write it with other letters there, and make the paper again.`;
  return new AppError('sign_not_printable', sentence, { status: 422 });
}
