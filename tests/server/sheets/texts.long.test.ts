import { describe, expect, it } from 'vitest';
import { readGrid } from '#server/sheets/readGrid.ts';
import { rowsOf } from '#tests/support/sheets/sheetFiles.ts';

const read = (text: string, encoding: BufferEncoding = 'utf8') => readGrid(Buffer.from(text, encoding));
const rows = async (text: string) => rowsOf(await read(text));
const separator = async (text: string) => (await read(text)).form?.separator;
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

describe('a text', () => {
  it('is one tab of text cells, without empty ones', async () => {
    const grid = await read('Name,Shares,\nAda,"1,000",\n\n,,\n"Ben ""B"" B",007,x\n');
    expect(rowsOf(grid)).toEqual(['1 1:t:Name 2:t:Shares', '2 1:t:Ada 2:t:1,000', '5 1:t:Ben "B" B 2:t:007 3:t:x']);
    expect(grid).toMatchObject({
      epoch1904: false,
      form: { encoding: 'utf-8', separator: ',' },
      tabs: [{ name: null, hidden: false, merges: [], hiddenColumns: [] }],
    });
  });

  it('keeps every digit and blank of a field', async () => {
    expect(await rows('0.30000000000000004;1E-7; 5 ;12345678901234567')).toEqual([
      '1 1:t:0.30000000000000004 2:t:1E-7 3:t: 5  4:t:12345678901234567',
    ]);
  });

  it('may be shorter or longer in some rows', async () => {
    expect(await rows('a,b\nc\nd,e,f,g\n')).toEqual(['1 1:t:a 2:t:b', '2 1:t:c', '3 1:t:d 2:t:e 3:t:f 4:t:g']);
  });

  it('of a pasted table has tabs between its fields', async () => {
    expect(await rows('Name\tShares\nAda, Ms\t1,000')).toEqual(['1 1:t:Name 2:t:Shares', '2 1:t:Ada, Ms 2:t:1,000']);
  });

  it('without any separator has one column', async () => {
    expect(await rows('Ada\nBen\n')).toEqual(['1 1:t:Ada', '2 1:t:Ben']);
  });
});

describe('the encoding of a text', () => {
  const text = 'Größe;Zoë 株\n';
  it.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16, little end first', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16, big end first', swapped(Buffer.from(`\ufeff${text}`, 'utf16le')), 'utf-16be'],
  ] as const)('is recognised: %s', async (_name, bytes, encoding) => {
    const grid = await readGrid(bytes);
    expect(rowsOf(grid)).toEqual(['1 1:t:Größe 2:t:Zoë 株']);
    expect(grid.form).toEqual({ encoding, separator: ';' });
  });

  it('is windows-1252 where it is not UTF-8', async () => {
    const grid = await readGrid(Buffer.from('Gr\xf6\xdfe;25\x92000;\x80\n', 'latin1'));
    expect(rowsOf(grid)).toEqual(['1 1:t:Größe 2:t:25’000 3:t:€']);
    expect(grid.form?.encoding).toBe('windows-1252');
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['with a NUL', Buffer.from('a,b\n\u0000,c\n')],
    ['with a NUL, and not UTF-8', Buffer.from('a,\xe4\n\u0000,c\n', 'latin1')],
    ['with a NUL in UTF-16', Buffer.from('\ufeffa,\u0000\n', 'utf16le')],
    ['UTF-16 without an end', Buffer.from('\ufeffa,b\n', 'utf16le').subarray(0, 7)],
    ['UTF-32', Buffer.from('fffe000061000000', 'hex')],
    ['with the mark of UTF-8 before other bytes', Buffer.from('\xef\xbb\xbfa;\xe4', 'latin1')],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a web page under the name of a spreadsheet', Buffer.from('\n<html><table><tr><td>1</td></tr></table></html>')],
    ['XML of an old Excel', Buffer.from('<?xml version="1.0"?><Workbook></Workbook>')],
  ])('is none: %s', async (_name, bytes) => {
    await expect(readGrid(bytes)).rejects.toMatchObject({ code: 'not_text', status: 422 });
  });
});

describe('the separator', () => {
  it.each([
    ['a comma', ',', 'a,b,c\n1,2,3\n'],
    ['a semicolon beside decimal commas', ';', 'Name;Preis\nAda;1,50\nBen;2,75\n'],
    ['a semicolon where each line has a comma too', ';', 'Name, Vorname;Anzahl\nMüller, Jürg;5\nWeber, Zoë;6\n'],
    ['a comma beside semicolons in notes', ',', 'Name,Note\nAda,"a; b; c"\nBen,x; y\nCem,z\n'],
    ['a tab beside everything', '\t', 'Name\tNote\nAda\ta,b;c|d\n'],
    ['a pipe', '|', 'a|b\n1|2\n'],
    ['of the rows below a title', ';', 'Aktienregister, per 31.12.2025, geprüft\n\na;b;c\n1;2;3\n4;5;6\n'],
    ['outside of quotes', ';', '"a,b,c";"d,e\nf,g"\n"1,2,3";5\n'],
  ])('is found: %s', async (_name, expected, text) => {
    expect(await separator(text)).toBe(expected);
  });

  it.each([
    ['sep=;\na;b,c\n1;2,3\n', ';'],
    ['SEP=|\r\na|b;c;d\r\n', '|'],
    ['"sep=,"\na,b;c\n', ','],
    ['sep=\t\na\tb\n', '\t'],
  ])('is what the first line says, which is no row: %j', async (text, expected) => {
    const grid = await read(text);
    expect(grid.form?.separator).toBe(expected);
    expect(grid.tabs[0]!.rows.map(({ number }) => number)[0]).toBe(2);
  });

  it('is found as ever where the first line says another', async () => {
    expect(await rows('sep=:\na;b\n')).toEqual(['2 1:t:a 2:t:b']);
  });
});

describe('the number of a row', () => {
  it('is the line at which it begins, also after quoted line breaks and empty lines', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(await rows(['a,"b', 'b', '', 'b"', '', 'c,d', '"e', 'e",f', 'g,h'].join(end))).toEqual([
        `1 1:t:a 2:t:b${end}b${end}${end}b`,
        '6 1:t:c 2:t:d',
        `7 1:t:e${end}e 2:t:f`,
        '9 1:t:g 2:t:h',
      ]);
  });

  it('counts each kind of line end where they are mixed', async () => {
    expect(await rows('a,b\r\nc,d\ne,f\rg,h\n\r\ni,j')).toEqual([
      '1 1:t:a 2:t:b',
      '2 1:t:c 2:t:d',
      '3 1:t:e 2:t:f',
      '4 1:t:g 2:t:h',
      '6 1:t:i 2:t:j',
    ]);
  });
});

describe('quotation marks', () => {
  it('within a field are part of it', async () => {
    expect(await rows('5" disk,b\nThe "Fund",c\n"The" Fund,d\n')).toEqual([
      '1 1:t:5" disk 2:t:b',
      '2 1:t:The "Fund" 2:t:c',
      '3 1:t:"The" Fund 2:t:d',
    ]);
  });

  it('that nothing closes are refused with their line', async () => {
    await expect(rows('a,b\n"c\n\nd",e\n\nf,"g\nh,i\n')).rejects.toMatchObject({
      code: 'not_text',
      status: 422,
      detail: expect.stringContaining('line 6') as string,
    });
  });
});
