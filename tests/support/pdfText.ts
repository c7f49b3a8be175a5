// Reads back the text of each page of our PDFs, through the fonts' own tables from glyph to letter.
import { inflateSync } from 'node:zlib';

/** A text drawn in one step, with its left and right edges and its base line from the foot of the page. */
export interface Piece {
  text: string;
  left: number;
  right: number;
  base: number;
  size: number;
}
interface Font {
  letters: ReadonlyMap<string, string>;
  widths: readonly number[];
}

/** One string for each page. Texts drawn in one step stay together, and a line break separates the pieces. */
export function textOfPdf(pdf: Buffer): string[] {
  return piecesOfPdf(pdf).map((pieces) => pieces.map(({ text }) => `${text}\n`).join(''));
}

/** The pieces of each page, in the order they were drawn. */
export function piecesOfPdf(pdf: Buffer): Piece[][] {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Font>();
  for (const { dict } of objects.values()) {
    for (const [, name, id] of dict.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(id!)?.dict ?? '';
      const table = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1];
      const below = /\/DescendantFonts \[(\d+) 0 R/.exec(font)?.[1];
      const widths = /\/W \[0 \[([^\]]*)\]/.exec(objects.get(below ?? '')?.dict ?? '')?.[1] ?? '';
      if (table)
        fonts.set(name!, {
          letters: lettersOf(objects.get(table)?.stream ?? ''),
          widths: widths.split(' ').map(Number),
        });
    }
  }
  const pages = [...objects.values()].filter(({ dict }) => /\/Type \/Page\b/.test(dict));
  return pages.map(({ dict }) => {
    const content = /\/Contents (\d+) 0 R/.exec(dict)?.[1];
    return drawn(objects.get(content ?? '')?.stream ?? '', fonts);
  });
}

/** Pairs of overlapping pieces of a page. */
export function overlapsOf(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((one, index) =>
    pieces
      .slice(index + 1)
      .filter(
        (other) =>
          Math.abs(one.base - other.base) < Math.min(one.size, other.size) * 0.9 &&
          one.left < other.right - 0.5 &&
          other.left < one.right - 0.5,
      )
      .map((other) => `${one.text} / ${other.text}`),
  );
}

function objectsOf(pdf: Buffer): Map<string, { dict: string; stream: string }> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, { dict: string; stream: string }>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [dict = '', rest] = match[2]!.split('\nstream\n');
    const body = rest === undefined ? '' : rest.slice(0, rest.lastIndexOf('\nendstream'));
    const bytes = Buffer.from(body, 'latin1');
    const isText = !/\/Subtype \/CIDFontType0C|\/Length1/.test(dict);
    const stream =
      rest !== undefined && isText && dict.includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : body;
    objects.set(match[1]!, { dict, stream });
  }
  return objects;
}

function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first, , list] of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
    [...list!.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex], index) => {
      const units = (hex!.replaceAll(' ', '').match(/.{4}/g) ?? []).map((unit) => parseInt(unit, 16));
      letters.set((parseInt(first!, 16) + index).toString(16).padStart(4, '0'), String.fromCharCode(...units));
    });
  }
  return letters;
}

function drawn(content: string, fonts: ReadonlyMap<string, Font>): Piece[] {
  const pieces: Piece[] = [];
  let font: Font = { letters: new Map(), widths: [] };
  let [left, base, size] = [0, 0, 0];
  let marked: { text: string; from: number } | null = null;
  const commands =
    /([\d.-]+) ([\d.-]+) Tm|\/(F\d+) ([\d.]+) Tf|\[([^\]]*)\] TJ|\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)|(EMC)/g;
  for (const [, x, y, name, fontSize, glyphs, actual, end] of content.matchAll(commands)) {
    if (x) [left, base] = [Number(x), Number(y)];
    else if (actual !== undefined) marked = { text: markedText(actual), from: pieces.length };
    else if (end) {
      // A sequence that says its text is one piece.
      const parts = marked ? pieces.splice(marked.from) : [];
      if (marked && parts.length > 0) pieces.push({ ...parts[0]!, text: marked.text, right: parts.at(-1)!.right });
      marked = null;
    } else if (name) {
      font = fonts.get(name) ?? { letters: new Map(), widths: [] };
      size = Number(fontSize);
    } else {
      const piece: Piece = { text: '', left, right: left, base, size };
      for (const [, hex, space] of glyphs!.matchAll(/<([0-9a-f]+)>|([\d.-]+)/gi)) {
        if (space) piece.right -= (Number(space) / 1000) * size;
        for (const glyph of hex?.toLowerCase().match(/.{4}/g) ?? []) {
          piece.text += font.letters.get(glyph) ?? '\uFFFD';
          piece.right += ((font.widths[parseInt(glyph, 16)] ?? 0) / 1000) * size;
        }
      }
      left = piece.right;
      add(pieces, piece);
    }
  }
  return pieces;
}

/** A line in several typefaces is drawn in parts that touch. */
function add(pieces: Piece[], piece: Piece) {
  const last = pieces.at(-1);
  const isPart =
    last && last.base === piece.base && last.size === piece.size && Math.abs(last.right - piece.left) < 0.05;
  if (isPart && last.text !== '')
    pieces[pieces.length - 1] = { ...last, text: last.text + piece.text, right: piece.right };
  else pieces.push(piece);
}

function markedText(escaped: string): string {
  const codes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const bytes = escaped.replace(/\\([\s\S])/g, (_, sign: string) => codes[sign] ?? sign);
  return Buffer.from(bytes, 'latin1').swap16().toString('utf16le').slice(1);
}
