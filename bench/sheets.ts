// Reading a spreadsheet beside the least that any reader does with the same libraries: inflating and parsing the largest part
// of the workbook, or the text, and counting its cells. Interleaved rounds of one run; memory in a process of its own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { SaxesParser } from 'saxes';
import yauzl from 'yauzl';
import { readGrid } from '../server/sheets/readGrid.ts';
import { figure, line, median, timed } from './figures.ts';
import { COLUMNS, csvOf100k, ROWS, workbookOf100k } from './sheetFiles.ts';

const ROUNDS = 5;
/** As npm start. */
const SERVER_FLAGS = ['--max-semi-space-size=16'];
export const TARGET_READ_RATIO = 3;
export const TARGET_READ_MIB = 200;
const CELLS = (ROWS + 1) * COLUMNS;

export interface SheetFigures {
  workbookRatio: number;
  csvRatio: number;
  workbookMib: number;
  csvMib: number;
}

export async function benchSheets(): Promise<SheetFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'sharebook-bench-'));
  try {
    const [workbook, csv] = [await workbookOf100k(), csvOf100k()];
    console.log(`\nReading ${figure(ROWS)} rows of ${COLUMNS} columns (median of ${ROUNDS} interleaved rounds)`);
    line('', 'MB', 'ms bare', 'ms read', 'ratio', 'MiB added');
    const [workbookRatio, workbookMib] = await compared('workbook', folder, workbook, bareWorkbook);
    const [csvRatio, csvMib] = await compared('CSV', folder, csv, bareCsv);
    return { workbookRatio, csvRatio, workbookMib, csvMib };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compared(
  name: string,
  folder: string,
  bytes: Buffer,
  bare: (bytes: Buffer) => Promise<number>,
): Promise<[ratio: number, mib: number]> {
  const times = { bare: [] as number[], read: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.bare.push(await timed(() => counting(bare(bytes))));
    times.read.push(await timed(() => counting(readAll(bytes))));
  }
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const mib = Number(
    execFileSync(process.execPath, [...SERVER_FLAGS, join(import.meta.dirname, 'sheetMemory.ts'), path]),
  );
  const ratio = median(times.read) / median(times.bare);
  line(
    name,
    figure(bytes.length / 1e6),
    figure(median(times.bare)),
    figure(median(times.read)),
    ratio.toFixed(2),
    figure(mib),
  );
  return [ratio, mib];
}

/** Whoever counts fewer cells has not read the file. */
async function counting(count: Promise<number>): Promise<void> {
  if ((await count) !== CELLS) throw new Error(`${await count} cells were counted, and the file has ${CELLS}.`);
}

/** The cells are made when they are asked for, so each is asked for once. */
async function readAll(bytes: Buffer): Promise<number> {
  let count = 0;
  for (const { rows } of (await readGrid(bytes)).tabs) for (const { cells } of rows) count += cells.length;
  return count;
}

function bareWorkbook(bytes: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (failed, zip) => {
      if (failed) return reject(failed);
      zip.on('entry', (entry: yauzl.Entry) => {
        if (entry.fileName !== 'xl/worksheets/sheet1.xml') return zip.readEntry();
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(error);
          const parser = new SaxesParser({ position: false });
          parser.on('opentag', ({ name }) => {
            if (name === 'c') count += 1;
          });
          stream.setEncoding('utf8');
          stream.on('data', (chunk: string) => void parser.write(chunk));
          stream.on('error', reject);
          stream.on('end', () => {
            parser.close();
            resolve(count);
          });
        });
      });
      zip.readEntry();
    });
  });
}

function bareCsv(bytes: Buffer): Promise<number> {
  let count = 0;
  parse(bytes, {
    on_record: (record: string[]) => {
      count += record.length;
      return null;
    },
  });
  return Promise.resolve(count);
}
