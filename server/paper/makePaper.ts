// A workbook or a PDF of sheets. A long one is made in a thread of its own: measuring and writing it takes the processor for
// seconds, and meanwhile everybody else would wait.
import { Worker } from 'node:worker_threads';
import { registerPdf } from './registerPdf.ts';
import type { Provenance, Sheet } from './sheet.ts';
import { workbookOf } from './workbook.ts';

export interface PaperOrder {
  format: 'xlsx' | 'pdf';
  /** A PDF has the first alone. */
  sheets: readonly [Sheet, ...Sheet[]];
  from: Provenance;
  now: Date;
}

/** From so many lines on, starting a thread is the lesser cost. */
const LONG = 500;

export function makePaper(order: PaperOrder): Promise<Buffer> {
  const lines = order.sheets.reduce((sum, { rows }) => sum + rows.length, 0);
  return lines < LONG ? madeHere(order) : madeApart(order);
}

export function madeHere({ format, sheets, from, now }: PaperOrder): Promise<Buffer> {
  return format === 'xlsx' ? workbookOf(sheets, from) : registerPdf(sheets[0], from, now);
}

function madeApart(order: PaperOrder): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('paperWorker.ts', import.meta.url), { workerData: order });
    worker.once('message', (bytes: ArrayBuffer) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that makes a file ended without it.')));
  });
}
