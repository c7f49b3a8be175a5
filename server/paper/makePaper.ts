// Makes a workbook or a PDF. A long one is made in a process of its own: measuring and writing it takes seconds of CPU,
// which would delay all others. Imported data has any size, so the process also has a deadline.
import { AppError } from '#src/domain/errors.ts';
import { withShownEmails } from '#src/domain/shownEmails.ts';
import { EndedEarly, inOwnProcess } from '../process/inOwnProcess.ts';
import type { ProcessLimits } from '../process/inOwnProcess.ts';
import { Turns } from '../process/turns.ts';
import { certificatePdf } from './certificatePdf.ts';
import type { CertificatePaper } from './certificatePdf.ts';
import { formPdf } from './formPdf.ts';
import type { FormPaper } from './formPdf.ts';
import { lettersPdf } from './letterPdf.ts';
import type { LettersPaper } from './letterPdf.ts';
import { registerPdf } from './registerPdf.ts';
import type { Provenance, Sheet } from './sheet.ts';
import { slipPdf } from './slipPdf.ts';
import type { SlipPaper } from './slipPdf.ts';
import { tableWorkbook } from './tableWorkbook.ts';
import { typefacesFor } from './typefaces/typefaces.ts';
import { workbookOf } from './workbook.ts';

export type PaperOrder = { now: Date } & (
  | {
      format: 'xlsx' | 'pdf';
      /** A PDF contains only the first. */
      sheets: readonly [Sheet, ...Sheet[]];
      from: Provenance;
    }
  | { format: 'table'; sheets: readonly [Sheet] }
  | { format: 'certificate'; certificate: CertificatePaper }
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

const turns = new Turns({ atOnce: 3, waiting: 24, ofAccount: 8 }, 'Too many papers are being made');

/** Refuses: sign_not_printable (422); too_long (422) after two minutes, or where it needs too much memory; busy (503), too_many (429). */
export function makePaper(order: PaperOrder): Promise<Buffer> {
  return isLong(order) ? makeInProcess(order) : madeHere(order);
}

export async function madeHere(order: PaperOrder): Promise<Buffer> {
  if (order.format === 'xlsx') return workbookOf(order.sheets, order.from);
  if (order.format === 'table') return tableWorkbook(order.sheets[0]);
  const shown = forReaders(order.format === 'pdf' ? { ...order, sheets: [order.sheets[0]] as const } : order);
  const making = { madeAt: order.now, typefaces: await typefacesFor(textsIn(shown)) };
  switch (shown.format) {
    case 'certificate':
      return certificatePdf(shown.certificate, making);
    case 'form':
      return formPdf(shown.form, making);
    case 'slip':
      return slipPdf(shown.slip, making);
    case 'letters':
      return lettersPdf(shown.letters, making);
    default:
      return registerPdf(shown.sheets[0], shown.from, making);
  }
}

/** What a person reads, unlike a workbook's data: every address as `shownEmail` shows it. */
function forReaders<Value>(value: Value): Value {
  if (typeof value === 'string') return withShownEmails(value) as Value;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(forReaders) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, forReaders(each)])) as Value;
}

/** Every text of an order. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
    for (const each of Object.values(value)) yield* textsIn(each);
}

function isLong(order: PaperOrder): boolean {
  if (order.format === 'certificate')
    return JSON.stringify({ ...order.certificate, logo: null }).length > LONG.characters;
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

async function makeInProcess(order: PaperOrder): Promise<Buffer> {
  try {
    return await turns.take(() => inOwnProcess<Buffer>(new URL('paperProgram.ts', import.meta.url), order, LIMITS));
  } catch (error) {
    if (!(error instanceof EndedEarly) || !error.isTooMuch) throw error;
    throw new AppError('too_long', 'This takes too long to print. Use CSV, or choose an earlier day.', { status: 422 });
  }
}
