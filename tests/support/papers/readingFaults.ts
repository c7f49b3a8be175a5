// What is wrong with a paper for somebody who hears it: no title, no language, levels of headings that are left out, tables without
// header cells, pictures without texts.
import { PDFBool, PDFDict, PDFName } from '@cantoo/pdf-lib';
import { SaxesParser } from 'saxes';
import type { ReadStructure, Tag } from './pdfStructure.ts';

const KINDS_IN_ROOT = ['H1', 'H2', 'H3', 'P', 'Table', 'L', 'Figure', 'Sect'];
const INSIDE: Record<string, readonly string[]> = {
  Document: KINDS_IN_ROOT,
  Sect: KINDS_IN_ROOT,
  Table: ['THead', 'TBody', 'TR'],
  THead: ['TR'],
  TBody: ['TR'],
  TR: ['TH', 'TD'],
  L: ['LI'],
  LI: ['LBody'],
  LBody: ['P'],
};

/** What is wrong with it for somebody who hears it. */
export function faultsOf({ root, tags, catalog, properties, faults }: ReadStructure): string[] {
  const wrong = [...faults];
  const claim = (is: boolean, what: string) => void (is || wrong.push(what));
  claim(catalog.lookup(PDFName.of('MarkInfo'), PDFDict).get(PDFName.of('Marked')) === PDFBool.True, 'it is not marked');
  claim(String(catalog.get(PDFName.of('Lang'))) === '(en)', 'it has no language');
  const preferences = catalog.lookup(PDFName.of('ViewerPreferences'), PDFDict);
  claim(preferences.get(PDFName.of('DisplayDocTitle')) === PDFBool.True, 'a window shows its file name');
  // No validator of PDF/UA has seen it (docs/accessibility.md).
  claim(!properties.includes('pdfuaid'), 'it claims to keep to PDF/UA');
  claim(titleIn(properties).length > 3, 'its properties have no title');
  claim(root.kids.length === 1 && root.kids[0]!.type === 'Document', 'its root is not one document');
  const headings = tags.filter(({ type }) => /^H\d$/.test(type)).map(({ type }) => Number(type.slice(1)));
  claim(headings[0] === 1, 'its first heading is not of the first level');
  claim(
    headings.every((level, index) => level <= (headings[index - 1] ?? 0) + 1),
    'a level of headings is left out',
  );
  for (const tag of tags) {
    const allowed = INSIDE[tag.type];
    for (const kid of tag.kids) claim(allowed?.includes(kid.type) ?? false, `a ${kid.type} stands in a ${tag.type}`);
    claim(!allowed || tag.type === 'LBody' || tag.marks === 0, `a ${tag.type} has content of its own`);
    claim(allowed !== undefined || tag.type === 'TD' || tag.marks > 0, `a ${tag.type} is empty`);
    if (tag.type === 'Figure') claim((tag.alt ?? '').length > 5, 'a picture has no text');
    else claim(tag.drawn === tag.marks, `a ${tag.type} has a mark without text`);
    if (tag.type === 'TH') claim(tag.scope !== null, 'a header cell does not say what it is the header of');
    if (tag.type === 'Table') wrong.push(...tableFaults(tag));
  }
  return [...new Set(wrong)];
}

function tableFaults(table: Tag): string[] {
  const rows = table.kids.flatMap((kid) => (kid.type === 'TR' ? [kid] : kid.kids));
  const widths = new Set(rows.map(({ kids }) => kids.length));
  const heads = rows.flatMap(({ kids }) => kids.filter(({ type }) => type === 'TH'));
  return [
    ...(heads.length === 0 ? ['a table has no header cells'] : []),
    ...(widths.size > 1 ? ['a table has rows of several lengths'] : []),
  ];
}

/** Refuses what is not well-formed: names with & and < stand in it. */
export function titleIn(xml: string): string {
  let title = '';
  const path: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => void path.push(name));
  parser.on('closetag', () => void path.pop());
  parser.on('text', (text) => void (path.includes('dc:title') && (title += text.trim())));
  parser.write(xml).close();
  return title;
}
