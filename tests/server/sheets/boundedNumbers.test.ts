import { describe, expect, it } from 'vitest';
import { readGrid } from '#server/sheets/readGrid.ts';
import { codeHere, replaced, SHEET, sheetOf } from '#tests/support/sheets/hostile.ts';

describe('numbers and references that no spreadsheet has are refused at once, by name:', () => {
  const far = 'a'.repeat(300).toUpperCase();
  const cols = (attributes: string) => `<worksheet><cols><col ${attributes}/></cols><sheetData/></worksheet>`;
  const cell = (attributes: string, value = '1') => sheetOf(`<row r="1"><c ${attributes}><v>${value}</v></c></row>`);
  const merged = (ref: string) =>
    `<worksheet><sheetData/><mergeCells><mergeCell ref="${ref}"/></mergeCells></worksheet>`;

  it.each([
    ['a first column without end', cols('min="-Infinity" max="3" hidden="1"'), 'bad_zip'],
    ['a last column without end', cols('min="1" max="Infinity" hidden="1"'), 'bad_zip'],
    ['a first column far below', cols('min="-1000000000" max="3" hidden="1"'), 'bad_zip'],
    ['a first column that is hidden by nobody', cols('min="-Infinity" max="3"'), 'bad_zip'],
    ['columns as a power', cols('min="1e0" max="1e9" hidden="1"'), 'bad_zip'],
    ['columns without a number', cols('hidden="1"'), 'bad_zip'],
    ['a reference of 300 letters', cell(`r="${far}1"`), 'too_many_columns'],
    ['a reference of four letters', cell('r="AAAA1"'), 'too_many_columns'],
    ['a column after the last', cell('r="XFE1"'), 'too_many_columns'],
    ['a reference of 300 digits', cell(`r="A${'9'.repeat(300)}"`), 'bad_zip'],
    ['a reference without a row', cell('r="A"'), 'bad_zip'],
    ['a row without end', sheetOf('<row r="Infinity"><c><v>1</v></c></row>'), 'bad_zip'],
    ['a row as a power', sheetOf('<row r="1e3"><c><v>1</v></c></row>'), 'bad_zip'],
    ['a row after the last', sheetOf('<row r="1048577"><c><v>1</v></c></row>'), 'bad_zip'],
    ['a style that is no number', cell('r="A1" s="-Infinity"'), 'bad_zip'],
    ['a style beyond all', cell(`r="A1" s="${'9'.repeat(40)}"`), 'bad_zip'],
    ['a shared text that is no number', cell('r="A1" t="s"', 'Infinity'), 'bad_zip'],
    ['a shared text before the first', cell('r="A1" t="s"', '-1'), 'bad_zip'],
    ['a shared formula that is no number', sheetOf('<row><c><f t="shared" si="-Infinity"/></c></row>'), 'bad_zip'],
    ['merged cells that end before they begin', merged('B2:A1'), 'bad_zip'],
    ['merged cells after the last column', merged('A1:ZZZ1'), 'bad_zip'],
    ['merged cells after the last row', merged('A1:B9999999'), 'bad_zip'],
    ['merged cells of 300 letters', merged(`A1:${far}1`), 'bad_zip'],
  ])('%s', async (_what, sheet, code) => {
    expect(await codeHere(await replaced(SHEET, sheet))).toBe(code);
  });

  it('a number format that is no number', async () => {
    const styles = (attributes: string) =>
      `<styleSheet><numFmts><numFmt ${attributes} formatCode="0"/></numFmts><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>`;
    for (const attributes of ['numFmtId="-Infinity"', 'numFmtId="1e9"', ''])
      expect(await codeHere(await replaced('xl/styles.xml', styles(attributes)))).toBe('bad_zip');
    const format = '<styleSheet><cellXfs><xf numFmtId="Infinity"/></cellXfs></styleSheet>';
    expect(await codeHere(await replaced('xl/styles.xml', format))).toBe('bad_zip');
  });

  it('and the last column and row of a spreadsheet program are none of them', async () => {
    const sheet = `<worksheet><cols><col min="1" max="16384" hidden="0"/><col min="16384" max="16385"/></cols>${sheetOf(
      '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="0"/></row><row r="1048576"/>',
    ).slice(
      '<worksheet>'.length,
      -'</worksheet>'.length,
    )}<mergeCells><mergeCell ref="A1"/><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`;
    const { tabs } = await readGrid(await replaced(SHEET, sheet));
    expect([tabs[0]!.rows.length, tabs[0]!.merges.length]).toEqual([1, 1]);
  });
});
