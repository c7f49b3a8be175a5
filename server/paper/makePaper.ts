// Makes a workbook or a PDF. A long one is made in a process of its own: measuring and writing it takes seconds of CPU,
// which would delay all others. Imported data has any size, so the process also has a deadline.
import { AppError } from '#src/domain/errors.ts';
import { readersLocale } from '#src/words/reader.ts';
import { EndedEarly, inOwnProcess } from '../process/inOwnProcess.ts';
import type { ProcessLimits } from '../process/inOwnProcess.ts';
import { Turns } from '../process/turns.ts';
import type { CertificatePaper } from './certificatePdf.ts';
import type { DocumentPaper } from './documentPdf.ts';
import type { FormPaper } from './formPdf.ts';
import type { LettersPaper } from './letterPdf.ts';
import type { Provenance, Sheet } from './sheet.ts';
import type { SlipPaper } from './slipPdf.ts';

export type PaperOrder = { now: Date } & (
  | {
      format: 'xlsx' | 'pdf';
      /** A PDF contains only the first. */
      sheets: readonly [Sheet, ...Sheet[]];
      from: Provenance;
    }
  | { format: 'table'; sheets: readonly [Sheet] }
  | { format: 'certificate'; certificate: CertificatePaper }
  | { format: 'document'; document: DocumentPaper }
  | { format: 'form'; form: FormPaper }
  | { format: 'slip'; slip: SlipPaper }
  | { format: 'letters'; letters: LettersPaper }
);

/** From this many lines or characters on, starting a process costs less. */
const LONG = { lines: 500, characters: 50_000 };
/** Pages that take a moment. */
const LETTERS = 20;
/** A register of 25,000 lines takes a tenth of the time. */
const LIMITS: ProcessLimits = { deadlineMs: 120_000, memoryMb: 1024 };

const turns = new Turns(
  { atOnce: 3, waiting: 24, ofAccount: 8 },
  'Too many papers are being made right now. Please try again.',
);

/** Refuses: sign_not_printable (422); too_long (422) after two minutes, or where it needs too much memory; busy (503), too_many (429). */
export function makePaper(order: PaperOrder): Promise<Buffer> {
  return isLong(order) ? makeInProcess(order) : makeHere(order);
}

function isLong(order: PaperOrder): boolean {
  if (order.format === 'certificate')
    return JSON.stringify({ ...order.certificate, logo: null }).length > LONG.characters;
  if (order.format === 'document') return JSON.stringify(order.document).length > LONG.characters;
  // Their fields are bounded.
  if (order.format === 'form' || order.format === 'slip') return false;
  if (order.format === 'letters') return order.letters.letters.length > LETTERS;
  let [lines, characters] = [0, 0];
  for (const { rows } of order.sheets)
    for (const { cells } of rows) {
      lines += 1;
      for (const cell of cells) characters += cell.length;
      if (lines >= LONG.lines || characters > LONG.characters) return true;
    }
  return false;
}

/** What writes papers is loaded with the first one: the server starts without it. */
const makeHere = async (order: PaperOrder): Promise<Buffer> => (await import('./writePaper.ts')).writePaper(order);

/** What the process is told: its own words are in the reader's language too. */
export interface PaperOfReader {
  locale: string;
  order: PaperOrder;
}

async function makeInProcess(order: PaperOrder): Promise<Buffer> {
  const forReader: PaperOfReader = { locale: readersLocale(), order };
  try {
    return await turns.take(() => inOwnProcess<Buffer>(new URL('paperProgram.ts', import.meta.url), forReader, LIMITS));
  } catch (error) {
    if (!(error instanceof EndedEarly) || !error.isTooMuch) throw error;
    throw new AppError('too_long', 'This takes too long to print. Use CSV, or choose an earlier day.', { status: 422 });
  }
}
