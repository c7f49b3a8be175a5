// Writes a workbook or a PDF in this process. It loads all that writes one: typefaces, shaping, PDF.
import { withShownEmails } from '#src/domain/shownEmails.ts';
import { certificatePdf } from './certificatePdf.ts';
import { documentPdf } from './documentPdf.ts';
import { formPdf } from './formPdf.ts';
import { lettersPdf } from './letterPdf.ts';
import type { PaperOrder } from './makePaper.ts';
import { registerPdf } from './registerPdf.ts';
import { slipPdf } from './slipPdf.ts';
import { tableWorkbook } from './tableWorkbook.ts';
import { typefacesFor } from './typefaces/typefaces.ts';
import { workbookOf } from './workbook.ts';

/** Refuses: sign_not_printable (422). */
export async function writePaper(order: PaperOrder): Promise<Buffer> {
  if (order.format === 'xlsx') return workbookOf(order.sheets, order.from);
  if (order.format === 'table') return tableWorkbook(order.sheets[0]);
  const shown = forReaders(order.format === 'pdf' ? { ...order, sheets: [order.sheets[0]] as const } : order);
  const making = { madeAt: order.now, typefaces: await typefacesFor(textsIn(shown)) };
  switch (shown.format) {
    case 'certificate':
      return certificatePdf(shown.certificate, making);
    case 'document':
      return documentPdf(shown.document, making);
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
