// A typeface whose letters HarfBuzz joins and places, because the scripts of India and the Arabic script need more than pdfkit's own
// library does: it fails at some of their marks.
import type { Font, Glyph } from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';

/** What pdfkit reads of a shaped text. */
interface Shaped {
  glyphs: Glyph[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
  readonly advanceWidth: number;
}

/** In: a font and its bytes. Its `layout` answers by HarfBuzz from then on. */
export function shapeByHarfbuzz(font: Font, bytes: Uint8Array): void {
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(Uint8Array.from(bytes).buffer)));
  Object.defineProperty(font, 'layout', {
    value: (text: string, features: readonly string[] = []) => shaped(text, features.includes('rtla'), font, shaper),
  });
}

function shaped(text: string, isRightToLeft: boolean, font: Font, shaper: harfbuzz.Font): Shaped {
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  // Digits of the Arabic script are written from left to right.
  buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  harfbuzz.shape(shaper, buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer
    .getGlyphPositions()
    .map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset }));
  const lettersOf = lettersByGlyph(
    text,
    infos.map(({ cluster }, index) => ({ cluster, width: positions[index]!.xAdvance })),
  );
  const glyphs = infos.map(({ codepoint: id }, index) => font.getGlyph(id, lettersOf(index)));
  return {
    glyphs,
    positions,
    // A getter, because pdfkit first scales the positions.
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}

/**
 * The letters that each glyph stands for, when text is copied out of the paper. Glyphs that are drawn together have one
 * cluster, the place of its first letter: the widest of them stands for all its letters, the others are its dots and marks.
 */
function lettersByGlyph(text: string, glyphs: readonly { cluster: number; width: number }[]) {
  const widest = new Map<number, number>();
  glyphs.forEach(({ cluster, width }, index) => {
    const known = widest.get(cluster);
    if (known === undefined || width > glyphs[known]!.width) widest.set(cluster, index);
  });
  const starts = [...widest.keys()].toSorted((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  return (index: number): number[] => {
    const { cluster } = glyphs[index]!;
    if (widest.get(cluster) !== index) return [];
    return Array.from(text.slice(cluster, ends.get(cluster)), (letter) => letter.codePointAt(0)!);
  };
}
