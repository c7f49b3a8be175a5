import { describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { readGrid } from '#server/sheets/readGrid.ts';
import { partsOfWorkbook, rowsOf, withPart, workbookOfRows, workbookZip } from '#tests/support/sheets/sheetFiles.ts';
import { zipOf } from '#tests/support/packages.ts';

const grid = async (rows: string) => rowsOf(await readGrid(await workbookOfRows(rows)));
const STYLES = (codes: readonly string[]) =>
  `<numFmts>${codes.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code}"/>`).join('')}</numFmts>` +
  `<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${codes.map((_code, index) => `<xf numFmtId="${170 + index}"/>`).join('')}<xf numFmtId="14"/></cellXfs>`;

describe('a workbook that another library wrote', () => {
  it('is read with its tabs, texts, numbers, days, formats and formulas', async () => {
    const bytes = await writeExcelFile([
      {
        sheet: 'Ledger',
        data: [
          ['Holder', 'Shares', 'Issued', 'Price', 'Part'].map((value) => ({ value, fontWeight: 'bold' as const })),
          [
            { value: 'Zoë Brändli & Söhne <AG>' },
            { value: 1_000_000, format: '#,##0' },
            { value: new Date('2024-01-31T00:00:00Z'), format: 'yyyy-mm-dd' },
            { value: 0.0001, format: '"$"#,##0.0000' },
            { value: 0.125, format: '0.0%' },
          ],
          [],
          [null, { value: 'SUM(B2:B2)', type: 'Formula' }, null, { value: true }],
        ],
      },
      { sheet: 'Notes', data: [[{ value: ' two  blanks ' }]] },
    ]).toBuffer();
    const read = await readGrid(bytes);
    expect(read.tabs.map(({ name, hidden }) => ({ name, hidden }))).toEqual([
      { name: 'Ledger', hidden: false },
      { name: 'Notes', hidden: false },
    ]);
    expect({ epoch1904: read.epoch1904, form: read.form }).toEqual({ epoch1904: false, form: null });
    expect(rowsOf(read)).toEqual([
      '1 1:t:Holder 2:t:Shares 3:t:Issued 4:t:Price 5:t:Part',
      '2 1:t:Zoë Brändli & Söhne <AG> 2:n:1000000{general,0} 3:n:45322{date,null} 4:n:0.0001{money,4} 5:n:0.125{percent,1}',
      '4 2:n:[=SUM(B2:B2)] 4:b:TRUE',
    ]);
    expect(rowsOf(read, 1)).toEqual(['1 1:t: two  blanks ']);
  });

  it('reaches whoever writes it as JSON whole', async () => {
    const bytes = await writeExcelFile([[{ value: 'a' }]]).toBuffer();
    expect(JSON.parse(JSON.stringify((await readGrid(bytes)).tabs[0]!.rows))).toEqual([
      {
        number: 1,
        hidden: false,
        cells: [{ column: 1, kind: 'text', text: 'a', format: 'general', places: null, formula: null }],
      },
    ]);
  });
});

describe('the text of a number', () => {
  it.each([
    '0.30000000000000004',
    '1E-7',
    '1.0000000000000001E-3',
    '12345678901234567',
    '-0',
    '007',
    '0',
    '123456789',
    '1234567890',
    '4294967296',
    '+5',
    '.5',
    '5.',
  ])('is kept as the file has it: %s', async (text) => {
    expect(await grid(`<row><c><v>${text}</v></c></row>`)).toEqual([`1 1:n:${text}`]);
  });

  it('is no number if it has no digits', async () => {
    expect(await grid('<row><c><v>NaN</v></c><c><v> 12 </v></c><c><v>1,5</v></c></row>')).toEqual([
      '1 1:t:NaN 2:n:12 3:t:1,5',
    ]);
  });
});

describe('the place of a cell', () => {
  it('is said by the row and the cell, or follows from the one before', async () => {
    expect(
      await grid(
        '<row><c><v>1</v></c><c r="C1"><v>2</v></c><c><v>3</v></c></row><row r="5"><c><v>4</v></c></row><row><c r="AA6"><v>5</v></c></row><row><c r="B9"><v>6</v></c></row>',
      ),
    ).toEqual(['1 1:n:1 3:n:2 4:n:3', '5 1:n:4', '6 27:n:5', '9 2:n:6']);
  });

  it.each([
    ['a row before the one above it', '<row r="5"/><row r="4"><c><v>1</v></c></row>'],
    ['a row twice', '<row r="5"/><row r="5"><c><v>1</v></c></row>'],
    ['a cell before the one at its left', '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>2</v></c></row>'],
    ['a cell twice', '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'],
    ['a cell of another row', '<row r="1"><c r="A2"><v>1</v></c></row>'],
    ['a cell whose name is none', '<row r="1"><c r="A-1"><v>1</v></c></row>'],
    ['a row whose number is none', '<row r="x"><c><v>1</v></c></row>'],
  ])('is not guessed for %s', async (_what, rows) => {
    await expect(grid(rows)).rejects.toMatchObject({ code: 'bad_zip', status: 422 });
  });
});

describe('a cell', () => {
  it('has the kind that its type says', async () => {
    const bytes = await workbookZip({
      strings: ['<t>shared</t>', '<t/>'],
      tabs: [
        {
          rows: '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="str"><v>result</v></c><c t="inlineStr"><is><t>inline</t></is></c><c t="n"><v>5</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#REF!</v></c><c t="d"><v>2024-01-31T00:00:00</v></c><c t="d"><v>2024-01-31T12:30:00</v></c><c s="1"/><c><v/></c></row>',
        },
      ],
    });
    expect(rowsOf(await readGrid(bytes))).toEqual([
      '1 1:t:shared 3:t:result 4:t:inline 5:n:5 6:b:TRUE 7:b:FALSE 8:e:#REF! 9:t:2024-01-31{date,null} 10:t:2024-01-31T12:30:00{date,null}',
    ]);
  });

  it('keeps zero, and blanks at its ends', async () => {
    expect(
      await grid('<row><c><v>0</v></c><c t="inlineStr"><is><t xml:space="preserve"> a </t></is></c></row>'),
    ).toEqual(['1 1:n:0 2:t: a ']);
  });

  it('has the text of all its runs, without the phonetic ones', async () => {
    const runs =
      '<r><rPr><b/></rPr><t>Sha</t></r><r><t xml:space="preserve">res </t></r><rPh sb="0" eb="1"><t>reading</t></rPh><phoneticPr fontId="1"/>';
    const bytes = await workbookZip({
      strings: [runs, '<t>Caf&#233; &amp; _x0041__x005F_x</t>', '<t><![CDATA[<b>]]></t>', '<t>a\r\nb_x000D_</t>'],
      tabs: [
        {
          rows: `<row><c t="s"><v>0</v></c><c t="inlineStr"><is>${runs}</is></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c></row>`,
        },
      ],
    });
    expect(rowsOf(await readGrid(bytes))).toEqual(['1 1:t:Shares  2:t:Shares  3:t:Café & A_x 4:t:<b> 5:t:a\nb\r']);
  });

  it('keeps long texts in any script', async () => {
    const texts = ['a'.repeat(254), 'a'.repeat(255), 'ä'.repeat(300), '株'.repeat(32_767), '👩‍🚀'.repeat(10)];
    const bytes = await workbookOfRows(
      texts.map((text) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`).join(''),
    );
    expect((await readGrid(bytes)).tabs[0]!.rows.map(({ cells }) => cells[0]!.text)).toEqual(texts);
  });

  it('is refused if it refers to a shared text that is not there', async () => {
    await expect(grid('<row><c t="s"><v>7</v></c></row>')).rejects.toMatchObject({ code: 'bad_zip' });
  });
});

describe('a formula', () => {
  it('has its text and its stored result, also where cells share it', async () => {
    expect(
      await grid(
        '<row><c r="A1"><f>TODAY()</f><v>45322</v></c><c r="B1"><f t="shared" ref="B1:C1" si="0">A1*2</f><v>90644</v></c><c r="C1"><f t="shared" si="0"/><v>0</v></c><c r="D1" t="str"><f>A1&amp;""</f><v>45322</v></c><c r="E1" t="b"><f>TRUE()</f><v>1</v></c><c r="F1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="G1"><f t="array" ref="G1:G2">=A1:A2</f><v>1</v></c></row>',
      ),
    ).toEqual([
      '1 1:n:45322[=TODAY()] 2:n:90644[=A1*2] 3:n:0[=A1*2] 4:t:45322[=A1&""] 5:b:TRUE[=TRUE()] 6:e:#DIV/0![=1/0] 7:n:1[=A1:A2]',
    ]);
  });

  it('without a stored result has an empty text; with an empty text as its result it is an empty cell', async () => {
    expect(
      await grid(
        '<row><c><f>SUM(A2)</f></c><c><f>SUM(A2)</f><v></v></c><c t="str"><f>IF(A2,1,"")</f><v></v></c></row>',
      ),
    ).toEqual(['1 1:n:[=SUM(A2)] 2:n:[=SUM(A2)]']);
  });

  it('keeps a shared text as its result', async () => {
    const bytes = await workbookZip({
      strings: ['<t>shared</t>'],
      tabs: [{ rows: '<row><c t="s"><f>B1</f><v>0</v></c></row>' }],
    });
    expect(rowsOf(await readGrid(bytes))).toEqual(['1 1:t:shared[=B1]']);
  });
});

describe('a tab', () => {
  it('says its merged cells, hidden rows and hidden columns', async () => {
    const bytes = await workbookZip({
      tabs: [
        {
          before:
            '<cols><col min="2" max="3" hidden="1"/><col min="5" max="5" width="9"/><col min="499" max="16384" hidden="true"/></cols>',
          rows: '<row r="2" hidden="1"><c><v>1</v></c></row><row r="3" hidden="true"/><row r="4" hidden="0"><c><v>2</v></c></row>',
          after: '<mergeCells count="1"><mergeCell ref="B5:AA6"/></mergeCells>',
        },
        { rows: '' },
      ],
    });
    const read = await readGrid(bytes);
    expect(rowsOf(read)).toEqual(['2- 1:n:1', '4 1:n:2']);
    expect(read.tabs[0]).toMatchObject({
      merges: [{ firstRow: 5, lastRow: 6, firstColumn: 2, lastColumn: 27 }],
      hiddenColumns: [2, 3, 499, 500],
    });
    expect(read.tabs[1]).toMatchObject({ rows: [], merges: [], hiddenColumns: [] });
  });

  it('may be hidden, in both ways; names are kept with their blanks', async () => {
    const bytes = await workbookZip({
      tabs: [
        { name: 'Cap Table ', rows: '' },
        { name: 'Draft', state: 'hidden', rows: '' },
        { name: 'A &amp; B', state: 'veryHidden', rows: '' },
        { name: 'Shown', state: 'visible', rows: '' },
      ],
    });
    expect((await readGrid(bytes)).tabs.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Cap Table ', false],
      ['Draft', true],
      ['A & B', true],
      ['Shown', false],
    ]);
  });

  it('of a chart is left out', async () => {
    const files = partsOfWorkbook({ tabs: [{ rows: '<row><c><v>1</v></c></row>' }, { rows: '' }] });
    const relations = files.find(({ path }) => path === 'xl/_rels/workbook.xml.rels')!;
    const chart = String(relations.content).replace(/worksheet"( Target="worksheets\/sheet2.xml)/, 'chartsheet"$1');
    expect((await readGrid(await zipOf(withPart(files, relations.path, chart)))).tabs).toHaveLength(1);
  });
});

describe('a workbook', () => {
  it('counts its days from 1904 if it says so', async () => {
    for (const [value, expected] of [
      ['1', true],
      ['true', true],
      ['0', false],
    ] as const) {
      const bytes = await workbookZip({ workbook: `<workbookPr date1904="${value}"/>`, tabs: [{ rows: '' }] });
      expect((await readGrid(bytes)).epoch1904).toBe(expected);
    }
  });

  it('may be in the Strict namespaces', async () => {
    const bytes = await workbookZip({
      family: 'strict',
      strings: ['<t>strict</t>'],
      tabs: [{ rows: '<row><c t="s"><v>0</v></c></row>' }],
    });
    expect(rowsOf(await readGrid(bytes))).toEqual(['1 1:t:strict']);
  });

  it('may have a prefix before its elements', async () => {
    const bytes = await workbookZip({
      prefix: 'x:',
      tabs: [{ rows: '<x:row r="3"><x:c r="B3" t="inlineStr"><x:is><x:t>prefixed</x:t></x:is></x:c></x:row>' }],
    });
    expect(rowsOf(await readGrid(bytes))).toEqual(['3 2:t:prefixed']);
  });

  it('may be in UTF-16', async () => {
    const files = partsOfWorkbook({ tabs: [{ rows: '<row><c t="inlineStr"><is><t>Größe 株</t></is></c></row>' }] });
    const tab = files.at(-1)!;
    const utf16 = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${String(tab.content)}`, 'utf16le');
    expect(rowsOf(await readGrid(await zipOf(withPart(files, tab.path, utf16))))).toEqual(['1 1:t:Größe 株']);
  });

  it('may lack styles and shared texts', async () => {
    const files = partsOfWorkbook({ tabs: [{ rows: '<row><c s="3"><v>1</v></c></row>' }] });
    const bare = files.filter(({ path }) => !/styles|sharedStrings/.test(path));
    expect(rowsOf(await readGrid(await zipOf(bare)))).toEqual(['1 1:n:1']);
  });

  it('says by its styles what is a day, a percentage or money, and how many places are shown', async () => {
    const bytes = await workbookZip({
      styles: STYLES(['0.0%', '[$€-407]#,##0.00', 'dd/mm/yyyy']),
      tabs: [{ rows: `<row>${[0, 1, 2, 3, 4].map((style) => `<c s="${style}"><v>1</v></c>`).join('')}</row>` }],
    });
    expect(rowsOf(await readGrid(bytes))).toEqual([
      '1 1:n:1 2:n:1{percent,1} 3:n:1{money,2} 4:n:1{date,null} 5:n:1{date,null}',
    ]);
  });
});
