// Reads back what a PDF of ours says: the text of each page, through the fonts' own tables from glyph to letter.
import { inflateSync } from 'node:zlib';

/** One string a page; what is drawn in one go stands together, pieces are separated by a line break. */
export function textOfPdf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Map<string, string>>();
  for (const { dict } of objects.values()) {
    for (const [, name, id] of dict.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)?.dict ?? '')?.[1];
      if (table) fonts.set(name!, lettersOf(objects.get(table)?.stream ?? ''));
    }
  }
  const pages = [...objects.values()].filter(({ dict }) => /\/Type \/Page\b/.test(dict));
  return pages.map(({ dict }) => {
    const content = /\/Contents (\d+) 0 R/.exec(dict)?.[1];
    return drawn(objects.get(content ?? '')?.stream ?? '', fonts);
  });
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

function drawn(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let font: ReadonlyMap<string, string> = new Map();
  let text = '';
  for (const [, name, pieces] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? new Map();
    else {
      for (const [, hex] of pieces!.matchAll(/<([0-9a-f]+)>/gi))
        text += (hex!.toLowerCase().match(/.{4}/g) ?? []).map((glyph) => font.get(glyph) ?? '\uFFFD').join('');
      text += '\n';
    }
  }
  return text;
}
