// A ledger of a hundred thousand rows and twenty columns, as a workbook and as a CSV: names, shared texts, dates, quantities,
// prices and formulas, as a vendor exports them.
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { columnLetters } from '../src/domain/sheets/values/cells.ts';

export const ROWS = 100_000;
export const COLUMNS = 20;
const HOLDERS = 20_000;
const CLASSES = ['Common', 'Series Seed Preferred', 'Series A Preferred', '2023 Stock Option and Incentive Plan'];

type Value = { text: string } | { number: string; style: number; formula?: string };

function valueAt(row: number, column: number): Value {
  switch (column) {
    case 1:
      return { text: `CS-${row}` };
    case 2:
      return { text: `Holder ${row % HOLDERS} of the Company` };
    case 3:
      return { text: `holder${row % HOLDERS}@example.com` };
    case 4:
      return { text: CLASSES[row % CLASSES.length]! };
    case 5:
    case 6:
    case 7:
      return { number: String(40_000 + ((row * column) % 6000)), style: 1 };
    case 8:
      return { number: `0.${String(1 + ((row * 7919) % 99_999)).padStart(5, '0')}`, style: 2 };
    case 9:
      return { number: String(row * 3), style: 3, formula: `J${row + 1}*3` };
    default:
      return { number: String((row * 31 * column) % 10_000_000), style: 3 };
  }
}

export async function workbookOf100k(): Promise<Buffer> {
  const shared = new Map<string, number>();
  const indexOf = (text: string) => {
    const index = shared.get(text) ?? shared.size;
    shared.set(text, index);
    return index;
  };
  const rows: string[] = [];
  for (let row = 0; row <= ROWS; row += 1) {
    let cells = '';
    for (let column = 1; column <= COLUMNS; column += 1) {
      const place = `${columnLetters(column)}${row + 1}`;
      const value = row === 0 ? { text: `Heading ${column}` } : valueAt(row, column);
      if ('text' in value) cells += `<c r="${place}" t="s"><v>${indexOf(value.text)}</v></c>`;
      else
        cells += `<c r="${place}" s="${value.style}">${value.formula ? `<f>${value.formula}</f>` : ''}<v>${value.number}</v></c>`;
    }
    rows.push(`<row r="${row + 1}" spans="1:${COLUMNS}">${cells}</row>\n`);
  }
  const strings = [...shared.keys()].map((text) => `<si><t>${text}</t></si>`);
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relationsOf = (entries: readonly [type: string, target: string][]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const zip = new ZipFile();
  const add = (path: string, parts: readonly string[]) => zip.addReadStream(Readable.from(parts), path);
  add('_rels/.rels', [relationsOf([['officeDocument', 'xl/workbook.xml']])]);
  add('xl/workbook.xml', [
    `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Ledger" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ]);
  add('xl/_rels/workbook.xml.rels', [
    relationsOf([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
  ]);
  add('xl/styles.xml', [
    `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00000"/></numFmts><cellXfs count="4">${[0, 14, 164, 3].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
  ]);
  add('xl/sharedStrings.xml', [`<sst xmlns="${main}">`, ...strings, '</sst>']);
  add('xl/worksheets/sheet1.xml', [`<worksheet xmlns="${main}"><sheetData>`, ...rows, '</sheetData></worksheet>']);
  zip.end();
  return buffer(zip.outputStream);
}

export function csvOf100k(): Buffer {
  const lines: string[] = [Array.from({ length: COLUMNS }, (_, index) => `Heading ${index + 1}`).join(',')];
  for (let row = 1; row <= ROWS; row += 1) {
    const fields: string[] = [];
    for (let column = 1; column <= COLUMNS; column += 1) {
      const value = valueAt(row, column);
      fields.push('text' in value ? value.text : value.number);
    }
    lines.push(fields.join(','));
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}
