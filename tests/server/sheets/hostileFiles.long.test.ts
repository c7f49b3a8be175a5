import { beforeAll, describe, expect, it } from 'vitest';
import { deflateRawSync } from 'node:zlib';
import { readGrid } from '#server/sheets/readGrid.ts';
import { readInProcess } from '#server/sheets/readInProcess.ts';
import {
  codeHere,
  parts,
  refusalOf,
  refusedHere,
  replaced,
  MIB,
  SHEET,
  sheetOf,
  stored,
  STRINGS,
  WITHIN_MS,
} from '#tests/support/sheets/hostile.ts';
import { watchChildren } from '#tests/support/sheets/childMemory.ts';
import { zipOf } from '#tests/support/packages.ts';
import {
  partsOfWorkbook,
  withPart,
  withStatedSize,
  workbookOfRows,
  workbookZip,
} from '#tests/support/sheets/sheetFiles.ts';

const deepest = (depth: number) => sheetOf(`<row><c>${'<x>'.repeat(depth)}${'</x>'.repeat(depth)}</c></row>`);

/** A zip whose one file is packed again and again from the same bytes. */
function repacked(zip: Buffer, path: string, packed: Buffer): Buffer {
  // The file is the last one, so that only the directory moves.
  const header = zip.lastIndexOf(
    `PK\u0003\u0004`,
    zip.lastIndexOf(path, zip.indexOf('PK\u0001\u0002', 0, 'latin1')),
    'latin1',
  );
  const start = header + 30 + path.length + zip.readUInt16LE(header + 28);
  const directory = zip.indexOf('PK\u0001\u0002', start, 'latin1');
  const bytes = Buffer.concat([zip.subarray(0, start), packed, zip.subarray(directory)]);
  const moved = packed.length - (directory - start);
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  bytes.writeUInt32LE(bytes.readUInt32LE(end + 16) + moved, end + 16);
  for (let at = directory + moved; at < end;) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    if (bytes.toString('latin1', at + 46, at + 46 + name!) === path) bytes.writeUInt32LE(packed.length, at + 20);
    at += 46 + name! + extra! + comment!;
  }
  bytes.writeUInt32LE(packed.length, header + 18);
  return bytes;
}

let readable: Buffer;
beforeAll(async () => void (readable = await zipOf(parts)));

describe('a bomb', () => {
  it('of rows is refused before it is unpacked', async () => {
    const row = '<row><c><v>1</v></c></row>';
    expect(await refusalOf(await replaced(SHEET, sheetOf(row.repeat((100 * MIB) / row.length))))).toBe(
      'too_large_inflated',
    );
  });

  it('of one text is refused before it is unpacked', async () => {
    expect(await refusalOf(await replaced(STRINGS, `<sst><si><t>${'a'.repeat(50 * MIB)}</t></si></sst>`))).toBe(
      'too_large_inflated',
    );
  });

  it('that states a small size is refused as soon as it is longer', async () => {
    const bytes = await replaced(SHEET, sheetOf('<row><c><v>1</v></c></row>'.repeat(2_000_000)));
    expect(await refusalOf(withStatedSize(bytes, SHEET, 1000))).toBe('too_large_inflated');
  });

  it('that states a size just within the ratio is refused as soon as it is longer', async () => {
    const bytes = await replaced(SHEET, sheetOf('<row><c><v>1</v></c></row>'.repeat(2_000_000)));
    expect(await refusalOf(withStatedSize(bytes, SHEET, MIB))).toBe('too_large_inflated');
  });

  it('of files that each are small enough is refused by their sum', async () => {
    const noise = Buffer.from('0123456789abcdef'.repeat(64 * 1024 * 20));
    const packed = deflateRawSync(noise, { level: 0 });
    expect(packed.length).toBeGreaterThan(20 * MIB);
    const files = Array.from({ length: 11 }, (_, index) => ({
      path: `xl/media/${index}.bin`,
      content: noise,
      options: { compressionLevel: 1 },
    }));
    const bytes = await zipOf([...parts, ...files]);
    expect(noise.length * 11).toBeGreaterThan(200 * MIB);
    expect(await refusalOf(bytes)).toBe('too_large_inflated');
  });
});

describe('a damaged zip is refused:', () => {
  it('cut short', async () => {
    for (const length of [4, 30, readable.length >> 1, readable.length - 1])
      expect(await codeHere(readable.subarray(0, length))).toBe('bad_zip');
  });

  it('a size stated too long', async () => {
    expect(await codeHere(withStatedSize(readable, SHEET, 5000))).toBe('bad_zip');
  });

  it('a byte changed', async () => {
    const at = readable.indexOf(SHEET) + SHEET.length + 10;
    const bytes = Buffer.from(readable);
    bytes[at] = bytes[at]! ^ 0xff;
    expect(await codeHere(bytes)).toBe('bad_zip');
  });

  it('packed bytes that end within', async () => {
    const packed = deflateRawSync(Buffer.from(sheetOf('')));
    expect(
      await codeHere(repacked(await replaced(SHEET, sheetOf('')), SHEET, packed.subarray(0, packed.length - 8))),
    ).toBe('bad_zip');
  });

  it('2,001 entries', async () => {
    const files = Array.from({ length: 2001 }, (_, index) => ({ path: `xl/media/${index}.png`, content: '' }));
    expect(await codeHere(await zipOf(files))).toBe('bad_zip');
  });

  it('a directory in zip64 that claims more than there is', async () => {
    const bytes = readable;
    const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
    const directory = bytes.readUInt32LE(end + 16);
    for (const [entries, offset] of [
      [0xffff_ffff_ffffn, BigInt(directory)],
      [7n, 0x7fff_ffff_ffff_ffffn],
    ] as const) {
      const record = Buffer.alloc(56);
      record.write('PK\u0006\u0006', 'latin1');
      record.writeBigUInt64LE(44n, 4);
      record.writeBigUInt64LE(entries, 24);
      record.writeBigUInt64LE(entries, 32);
      record.writeBigUInt64LE(BigInt(end - directory), 40);
      record.writeBigUInt64LE(offset, 48);
      const locator = Buffer.alloc(20);
      locator.write('PK\u0006\u0007', 'latin1');
      locator.writeBigUInt64LE(BigInt(end), 8);
      locator.writeUInt32LE(1, 16);
      const tail = Buffer.from(bytes.subarray(end));
      tail.fill(0xff, 8, 20);
      expect(await codeHere(Buffer.concat([bytes.subarray(0, end), record, locator, tail]))).toBe('bad_zip');
    }
  });

  it('a path outside of it', async () => {
    const bytes = Buffer.from(
      (await zipOf([...parts, { path: 'aa/bb/cc', content: '' }]))
        .toString('latin1')
        .replaceAll('aa/bb/cc', '../../cc'),
      'latin1',
    );
    expect(await codeHere(bytes)).toBe('bad_zip');
  });

  it('two tabs that are the same part', async () => {
    const twice = partsOfWorkbook({ tabs: [{ rows: '' }, { rows: '' }] }).map((file) =>
      file.path.endsWith('workbook.xml.rels')
        ? { ...file, content: String(file.content).replace('sheet2', 'sheet1') }
        : file,
    );
    expect(await codeHere(await zipOf(twice))).toBe('bad_zip');
  });

  it('a tab that is missing, a list of tabs that is missing, no tab at all', async () => {
    expect(await codeHere(await zipOf(parts.filter(({ path }) => path !== SHEET)))).toBe('bad_zip');
    expect(await codeHere(await zipOf(parts.filter(({ path }) => path !== 'xl/workbook.xml')))).toBe('bad_zip');
    expect(await codeHere(await workbookZip({ tabs: [] }))).toBe('bad_zip');
  });

  it('101 tabs', async () => {
    expect(await codeHere(await workbookZip({ tabs: Array.from({ length: 101 }, () => ({ rows: '' })) }))).toBe(
      'bad_zip',
    );
  });
});

describe('XML that is not what it should be is refused:', () => {
  it('not well-formed', async () => {
    for (const xml of [
      '<worksheet><sheetData></worksheet>',
      '<worksheet',
      '',
      'a',
      '<worksheet>&nbsp;</worksheet>',
      '<a b=1/>',
    ])
      expect(await codeHere(await replaced(SHEET, xml))).toBe('bad_zip');
  });

  it('not UTF-8', async () => {
    expect(await codeHere(await replaced(SHEET, Buffer.from('<worksheet>\xff</worksheet>', 'latin1')))).toBe('bad_zip');
  });

  it('a document type, with and without entities', async () => {
    const lol = '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">';
    for (const doctype of [
      '<!DOCTYPE worksheet>',
      `<!DOCTYPE worksheet [${lol}]>`,
      '<!DOCTYPE worksheet SYSTEM "file:///etc/passwd">',
    ])
      for (const path of [SHEET, STRINGS, 'xl/workbook.xml', 'xl/styles.xml', '_rels/.rels'])
        expect(await codeHere(await replaced(path, `${doctype}<worksheet>&b;</worksheet>`))).toBe('doctype');
  });

  it('elements in one another without end', async () => {
    expect(await refusalOf(await replaced(SHEET, deepest(65)))).toBe('bad_zip');
    expect(await refusalOf(await replaced(SHEET, deepest(2_000_000), stored))).toBe('bad_zip');
  });

  it('one tag with a million attributes, one comment, one text, one name that does not end', async () => {
    const attributes = Array.from({ length: 1_000_000 }, (_, index) => `a${index}=""`).join(' ');
    const long = 'a'.repeat(10 * MIB);
    for (const xml of [
      `<c ${attributes}/>`,
      `<!--${long}-->`,
      `<c><v>${long}</v></c>`,
      `<${long}/>`,
      `<?a ${long}?>`,
      `<c r="${long}"/>`,
      `<![CDATA[${long}]]>`,
    ])
      expect(await refusalOf(await replaced(SHEET, sheetOf(`<row>${xml}</row>`), stored))).toBe('too_large_field');
  });
});

describe('too much is refused:', () => {
  it('200,001 rows, and not 200,000', async () => {
    const row = '<row><c><v>1</v></c></row>';
    expect((await readGrid(await replaced(SHEET, sheetOf(row.repeat(200_000)), stored))).tabs[0]!.rows).toHaveLength(
      200_000,
    );
    expect(await refusalOf(await replaced(SHEET, sheetOf(row.repeat(200_001)), stored))).toBe('too_many_rows');
    const line = 'a,b\n';
    expect((await readGrid(Buffer.from(line.repeat(200_000)))).tabs[0]!.rows).toHaveLength(200_000);
    expect(await refusalOf(Buffer.from(line.repeat(200_001)))).toBe('too_many_rows');
  });

  it('rows of several tabs together', async () => {
    const rows = '<row><c><v>1</v></c></row>'.repeat(70_000);
    const [first, ...others] = partsOfWorkbook({ tabs: [{ rows }, { rows }, { rows }] }).map((file) => ({
      ...file,
      options: stored,
    }));
    expect(await refusalOf(await zipOf([first!, ...others]))).toBe('too_many_rows');
  });

  it('a cell far below, or far to the right; an empty one there is nothing', async () => {
    expect(await codeHere(await workbookOfRows('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))).toBe(
      'too_many_columns',
    );
    expect(await codeHere(await workbookOfRows('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'))).toBe(
      'too_many_rows',
    );
    expect(await codeHere(await workbookOfRows('<row r="1"><c r="SG1"><v>1</v></c></row>'))).toBe('too_many_columns');
    const rows =
      '<row r="1"><c r="SF1"><v>1</v></c><c r="XFD1" s="1"/></row><row r="1048576"><c r="A1048576" s="1"/></row>';
    expect((await readGrid(await workbookOfRows(rows))).tabs[0]!.rows).toHaveLength(1);
    const fields = ','.repeat(499);
    expect((await readGrid(Buffer.from(`${fields}a,,,\n`))).tabs[0]!.rows[0]!.cells[0]!.column).toBe(500);
    expect(await codeHere(Buffer.from(`${fields},a\n`))).toBe('too_many_columns');
    expect(await refusalOf(Buffer.from(`a,b\n${','.repeat(20 * MIB - 1)}a`))).toBe('too_many_columns');
    // Lines that end as on an old Macintosh are not one wide line.
    expect((await readGrid(Buffer.from(',,a\r'.repeat(50_000)))).tabs[0]!.rows).toHaveLength(50_000);
  });

  it('a text longer than a cell may be', async () => {
    const long = 'a'.repeat(32_768);
    expect(await codeHere(await workbookOfRows(`<row><c t="inlineStr"><is><t>${long}</t></is></c></row>`))).toBe(
      'too_large_field',
    );
    expect(await codeHere(await workbookZip({ strings: [`<t>${long}</t>`], tabs: [{ rows: '' }] }))).toBe(
      'too_large_field',
    );
    expect(await codeHere(await workbookOfRows(`<row><c><f>${long}</f></c></row>`))).toBe('too_large_field');
    expect(await codeHere(await workbookOfRows(`<row><c><v>${long}</v></c></row>`))).toBe('too_large_field');
    expect(await codeHere(Buffer.from(`a,${long}\n`))).toBe('too_large_field');
  });

  it('a field over a mebibyte, quoted or not, closed or not', async () => {
    const long = 'a'.repeat(MIB + 1);
    for (const text of [`a,${long},b\n`, `a,"${long}",b\n`, `a,b\nc,"d${'\nx,y'.repeat(400_000)}`])
      expect(await refusalOf(Buffer.from(text))).toBe('too_large_field');
  });

  it('a million styles', async () => {
    const styles = `<styleSheet><cellXfs>${'<xf/>'.repeat(1_000_000)}</cellXfs></styleSheet>`;
    expect(await refusalOf(await replaced('xl/styles.xml', styles, stored))).toBe('too_large_inflated');
    expect(await refusalOf(await replaced('xl/styles.xml', styles))).toBe('too_large_inflated');
  });

  it('more than 64 MiB of shared texts', async () => {
    const strings = `<sst>${'<si><t>a</t></si>'.repeat((65 * MIB) / 17)}</sst>`;
    expect(await refusalOf(await replaced(STRINGS, strings, stored))).toBe('too_large_inflated');
  });

  it('a text of a million runs', async () => {
    const runs = '<r><t>a</t></r>'.repeat(1_000_000);
    const [cell, shared] = [`<row><c t="inlineStr"><is>${runs}</is></c></row>`, `<sst><si>${runs}</si></sst>`];
    expect(await refusalOf(await replaced(SHEET, sheetOf(cell), stored))).toBe('too_large_field');
    expect(await refusalOf(await replaced(STRINGS, shared, stored))).toBe('too_large_field');
    const value = `<row><c><v>${'1<x/>'.repeat(1_000_000)}</v></c></row>`;
    expect(await refusalOf(await replaced(SHEET, sheetOf(value), stored))).toBe('too_large_field');
  });

  it('more than five million cells', async () => {
    const line = `${'1,'.repeat(99)}1\n`;
    expect(await refusalOf(Buffer.from(line.repeat(51_000)))).toBe('too_large_inflated');
  });

  it('merged cells without end', async () => {
    const merges = '<mergeCell ref="A1:B2"/>'.repeat(100_001);
    const sheet = `<worksheet><sheetData/><mergeCells>${merges}</mergeCells></worksheet>`;
    expect(await refusalOf(await replaced(SHEET, sheet, stored))).toBe('too_large_inflated');
    const tabs = Array.from({ length: 3 }, () => ({
      rows: '',
      after: `<mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(40_000)}</mergeCells>`,
    }));
    const files = partsOfWorkbook({ tabs }).map((file) => ({ ...file, options: stored }));
    expect(await refusalOf(await zipOf(files))).toBe('too_large_inflated');
  });
});

describe('much is read within the same time and memory:', () => {
  it('a million empty shared texts, and a million columns said to be hidden', async () => {
    const stop = watchChildren();
    const strings = `<sst>${'<si/>'.repeat(1_000_000)}</sst>`;
    const cells = '<row><c t="s"><v>999999</v></c><c><v>1</v></c></row>';
    const columns = '<col min="1" max="16384" hidden="1"/>'.repeat(10_000);
    const sheet = `<worksheet><cols>${columns}</cols><sheetData>${cells}</sheetData></worksheet>`;
    const files = withPart(withPart(parts, STRINGS, strings), SHEET, sheet).map((file) => ({
      ...file,
      options: stored,
    }));
    const { tabs } = await readGrid(await zipOf(files));
    expect(tabs[0]!.rows.map((row) => row.cells.length)).toEqual([1]);
    expect(tabs[0]!.hiddenColumns).toHaveLength(500);
    expect(stop().computedMs).toBeLessThan(WITHIN_MS);
  });
});

describe('another kind of file is refused with what to do:', () => {
  const ole2 = (...names: string[]) =>
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(1000),
      ...names.map((name) => Buffer.from(name, 'utf16le')),
    ]);

  it.each([
    ['a workbook from before 2007', ole2('Workbook'), 'legacy_xls', 'save it as .xlsx'],
    ['one under a password', ole2('EncryptionInfo', 'EncryptedPackage'), 'encrypted', 'without'],
  ])('%s', async (_name, bytes, code, sentence) => {
    expect(await refusedHere(bytes)).toEqual({ code, detail: expect.stringContaining(sentence) as string });
  });

  it.each([
    ['an OpenDocument file', ['mimetype', 'content.xml', 'META-INF/manifest.xml'], '.ods'],
    ['a text document', ['_rels/.rels', 'word/document.xml'], '.docx'],
    ['a presentation', ['_rels/.rels', 'ppt/presentation.xml'], '.pptx'],
    ['a binary workbook', ['_rels/.rels', 'xl/workbook.bin'], '.xlsb'],
    ['a Numbers file', ['Index/Document.iwa'], 'Numbers'],
    ['an Open Cap Format package', ['Manifest.ocf.json'], 'Open Cap Format'],
    ['any other zip', ['readme.txt'], 'Unpack it'],
    ['an empty zip', [], 'Unpack it'],
  ])('%s', async (_name, paths, sentence) => {
    const bytes = await zipOf(paths.map((path) => ({ path, content: 'x' })));
    expect(await refusedHere(bytes)).toEqual({ code: 'bad_zip', detail: expect.stringContaining(sentence) as string });
  });
});

describe('a process that reads a file', () => {
  const many = () => Buffer.from('a,b,c\n'.repeat(100_000));

  it('that needs too much time ends, and the file is refused', async () => {
    const read = readInProcess('grid', many(), null, { deadlineMs: 1, memoryMb: 64 });
    await expect(read).rejects.toMatchObject({
      code: 'too_large_inflated',
      detail: expect.stringContaining('too long'),
    });
  });

  it('that needs too much memory ends, and the file is refused', async () => {
    const read = readInProcess('grid', many(), null, { deadlineMs: 30_000, memoryMb: 8 });
    await expect(read).rejects.toMatchObject({ code: 'too_large_inflated', detail: expect.stringContaining('memory') });
  });
});

describe('several files at once', () => {
  it('are all read, two at a time', async () => {
    const grids = await Promise.all(Array.from({ length: 6 }, () => readGrid(readable)));
    expect(grids.map(({ tabs }) => tabs[0]!.rows.length)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('are refused while too many wait, and read afterwards', async () => {
    const all = await Promise.allSettled(Array.from({ length: 30 }, () => readGrid(readable)));
    const busy = all.filter((each) => each.status === 'rejected');
    expect(busy.length).toBe(12);
    expect(busy[0]).toMatchObject({ reason: { code: 'busy', status: 503 } });
  });
});
