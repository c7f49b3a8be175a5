// Files that are made to hold the reader up, and how each is refused.
import { readBytes } from '#server/sheets/readBytes.ts';
import { readGrid } from '#server/sheets/readGrid.ts';
import { AppError } from '#src/domain/errors.ts';
import { zipOf } from '../packages.ts';
import type { File } from '../packages.ts';
import { watchChildren } from './childMemory.ts';
import { partsOfWorkbook, withPart } from './sheetFiles.ts';

/** Of computing: a second on an idle core. */
export const WITHIN_MS = 4000;
/** 200 for the file, the rest for Node itself. */
const MEMORY_MIB = 270;
export const MIB = 1024 * 1024;
export const SHEET = 'xl/worksheets/sheet1.xml';
export const STRINGS = 'xl/sharedStrings.xml';

/** Out: why a file is refused, and how much the process that read it computed and had in memory at most. */
export async function refused(bytes: Buffer): Promise<{ code: string; detail: string; ms: number; mib: number }> {
  const stop = watchChildren();
  try {
    await readGrid(bytes);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error;
    const { code, detail } = error;
    const used = stop();
    return { code, detail, ms: used.computedMs, mib: used.bytes / MIB };
  } finally {
    stop();
  }
  throw new Error('It was read.');
}

/**
 * Out: why a file is refused that asks for neither time nor memory. Read in this process, which answers as the other does and is
 * there already.
 */
export async function refusedHere(bytes: Buffer): Promise<{ code: string; detail: string }> {
  try {
    await readBytes(bytes);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422 || !isSentence(error.detail)) throw error;
    return { code: error.code, detail: error.detail };
  }
  throw new Error('It was read.');
}

export const codeHere = async (bytes: Buffer): Promise<string> => (await refusedHere(bytes)).code;

const isSentence = (text: string) => /^[A-Z].*\.$/.test(text);

/** Out: the code, if the refusal is a sentence, in time and within the memory; else all that is known of it. */
export async function refusalOf(bytes: Buffer): Promise<string> {
  const refusal = await refused(bytes);
  const { code, detail, ms, mib } = refusal;
  return isSentence(detail) && ms < WITHIN_MS && mib < MEMORY_MIB ? code : JSON.stringify(refusal);
}

export const parts = partsOfWorkbook({ strings: ['<t>a</t>'], tabs: [{ rows: '<row><c><v>1</v></c></row>' }] });
export const replaced = (path: string, content: string | Buffer, options: File['options'] = {}) =>
  zipOf([...withPart(parts, path, content).filter((file) => file.path !== path), { path, content, options }]);
export const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
export const stored = { compress: false };
