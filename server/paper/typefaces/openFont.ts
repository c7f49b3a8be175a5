// A font that stays open for many papers.
import * as fontkit from 'fontkit';
import type { Font, Glyph } from 'fontkit';

/**
 * In: the bytes of a font. Its `getGlyph` answers the glyph with the letters it is asked for. fontkit keeps each glyph with the
 * letters of the first who asked: one that was first drawn as a part of another letter (the A of an Á) would stand for no letter
 * in all later papers, and be missing where their text is copied, searched or read aloud.
 */
export function openFont(bytes: Buffer): Font {
  const font = fontkit.create(bytes) as Font;
  const keptGlyph = font.getGlyph.bind(font);
  const getGlyph = (id: number, letters: number[] = []): Glyph => {
    const glyph = keptGlyph(id, letters);
    if (glyph === null || isSame(glyph.codePoints, letters)) return glyph;
    return Object.create(glyph, { codePoints: { value: letters } }) as Glyph;
  };
  Object.defineProperty(font, 'getGlyph', { value: getGlyph });
  return font;
}

const isSame = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.every((letter, index) => letter === others[index]);
