// PDF text in Inter: Latin, Greek and Cyrillic as written; text in other scripts is transliterated into Latin, never shown as
// boxes. Every PDF starts here.
import { fileURLToPath } from 'node:url';
import anyAscii from 'any-ascii';
import PdfDocument from 'pdfkit';

const fontFile = (path: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${path}`));
const FONTS = {
  regular: fontFile('400Regular/Inter_400Regular.ttf'),
  strong: fontFile('600SemiBold/Inter_600SemiBold.ttf'),
};
export type FontName = keyof typeof FONTS;
export type Paper = PDFKit.PDFDocument;

/**
 * `title` and `author`: the document's properties, as a viewer shows them. Pages are kept until `finished`, to number
 * them.
 */
export function beginPaper(
  options: PDFKit.PDFDocumentOptions & { title: string; author: string; madeAt: Date },
): Paper {
  const { title, author, madeAt, ...layout } = options;
  const info = { Title: title, Author: author, Creator: 'Sharebook', CreationDate: madeAt };
  const paper = new PdfDocument({ size: 'LETTER', bufferPages: true, info, lang: 'en', displayTitle: true, ...layout });
  for (const [name, file] of Object.entries(FONTS)) paper.registerFont(name, file);
  paper.font('regular');
  // oxlint-disable-next-line no-underscore-dangle -- pdfkit's own name; its types leave the font it has open out.
  lettersOf.set(paper, (paper as unknown as { _font: { font: Letters } })._font.font);
  return paper;
}

export async function finished(paper: Paper): Promise<Buffer> {
  const chunks: Buffer[] = [];
  paper.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => paper.once('end', resolve));
  paper.end();
  await end;
  return Buffer.concat(chunks);
}

type Letters = { hasGlyphForCodePoint(codePoint: number): boolean };
/** From the regular font; the family's other fonts have the same. */
const lettersOf = new WeakMap<Paper, Letters>();
const withReadings = new WeakSet<Paper>();

/** A note at the foot of pages with transliterated text. */
export const READING_NOTE =
  'Names in a script that this typeface lacks are shown in Latin letters. The company’s records keep the original spelling.';

/** Whether anything has been transliterated so far. */
export const hasReadings = (paper: Paper) => withReadings.has(paper);

/** The text as it can be set: composed, without control characters, and in Latin letters where Inter has no glyphs. */
export function legible(paper: Paper, text: string): string {
  const font = lettersOf.get(paper)!;
  // oxlint-disable-next-line no-control-regex -- they are what is taken out.
  const composed = text.normalize('NFC').replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
  if (/^[\x20-\x7e]*$/.test(composed)) return composed;
  return [...composed]
    .map((letter) => {
      if (font.hasGlyphForCodePoint(letter.codePointAt(0)!)) return letter;
      withReadings.add(paper);
      return latin(letter);
    })
    .join('');
}

/** Letters for long vowels, which transliterations drop as if silent. */
const VOWELS: Readonly<Record<string, string>> = { ا: 'a', އ: 'a', ອ: 'o', ཨ: 'a' };

/**
 * A name never contains a question mark: a character without a transliteration is replaced by its code point, which can
 * be looked up.
 */
function latin(letter: string): string {
  const reading = VOWELS[letter] ?? anyAscii(letter);
  // Combining marks, joiners and lengthening marks have no transliteration of their own.
  if (reading !== '' || /\p{M}|\p{Cf}|\p{Lm}/u.test(letter)) return reading;
  return `U+${letter.codePointAt(0)!.toString(16).toUpperCase()}`;
}
