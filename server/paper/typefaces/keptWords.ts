// A font that keeps how its words are set, which takes most of the time that drawing a text takes. pdfkit keeps them for one paper, and
// only of texts without features.
import type { Font, Glyph, GlyphPosition, GlyphRun } from 'fontkit';

/** A longer word is hardly set again. Where there are too many, they are kept anew. */
const LONGEST = 24;
const MOST = 4000;

interface Word {
  glyphs: Glyph[];
  positions: GlyphPosition[];
}
type Features = Parameters<Font['layout']>[1];

/** Its `layout` sets a text word by word, as pdfkit does without features, and those that it knows not again. */
export function keepWords(font: Font): Font {
  const setText = font.layout.bind(font);
  const plain = new Map<string, Word>();
  const featured = new WeakMap<object, Map<string, Word>>();
  const wordsWith = (features: Features) => {
    if (typeof features !== 'object') return plain;
    const words = featured.get(features) ?? new Map<string, Word>();
    featured.set(features, words);
    return words;
  };
  const setWord = (text: string, features: Features): Word => {
    if (text.length > LONGEST) return setText(text, features);
    const words = wordsWith(features);
    const known = words.get(text);
    if (known) return known;
    const { glyphs, positions } = setText(text, features);
    if (words.size >= MOST) words.clear();
    words.set(text, { glyphs, positions });
    return { glyphs, positions };
  };
  Object.defineProperty(font, 'layout', {
    value: (text: string, features?: Features) => joined(partsOf(text).map((part) => setWord(part, features))),
  });
  return font;
}

/** Words, each with the space after it. */
const partsOf = (text: string): string[] => text.match(/[^ ]* |[^ ]+/g) ?? [];

/** pdfkit scales the positions that it is given, and then asks for their sum. */
function joined(words: readonly Word[]): Pick<GlyphRun, 'glyphs' | 'positions' | 'advanceWidth'> {
  const positions = words.flatMap((word) => word.positions.map((position) => ({ ...position })));
  return {
    glyphs: words.flatMap(({ glyphs }) => glyphs),
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}
