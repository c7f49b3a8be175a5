// Names as a batch's format can write them. A CSV has them as they are recorded, but for the apostrophe before what a spreadsheet
// would run as a formula; a NACHA file and a pain.001 know few characters, and
// what that changes is said before the file is made.
import { nachaName, nachaPayer, nachaReference } from '#src/domain/payouts/nacha.ts';
import { painText } from '#src/domain/payouts/pain001.ts';
import { csvCell } from '#src/resources/kit/csv.ts';
import type { BatchFormat } from '#src/resources/paymentBatches.ts';
import { plainLetters } from '#server/paper/plainLetters.ts';

/** The text that the format's writer is given. */
export const writable = (format: BatchFormat, text: string): string => (format === 'csv' ? text : plainLetters(text));

export const FORMAT_WORDS = {
  csv: 'A CSV is protected against formulas',
  nacha: 'A NACHA file allows few characters',
  'pain.001': 'A pain.001 allows few characters',
} as const;

/** How the file writes a name, if other than as it is recorded; capital letters alone are no change. */
export function changedName(format: BatchFormat, name: string): string | null {
  if (format === 'csv') return guarded(name);
  const written = format === 'nacha' ? nachaName(plainLetters(name)) : painText(plainLetters(name));
  return isSame(written, name) ? null : written;
}

/** The same of a distribution's name, which goes with the payment. */
export function changedReference(format: BatchFormat, reference: string): string | null {
  if (format === 'csv') return guarded(reference);
  const written = format === 'nacha' ? nachaReference(plainLetters(reference)) : painText(plainLetters(reference));
  return isSame(written, reference) ? null : written;
}

/** What is said of who pays, in the form of a batch's warnings. */
export function payerWarned(format: BatchFormat, payer: string): { code: string; message: string }[] {
  if (format === 'csv') return [];
  const written = format === 'nacha' ? nachaPayer(plainLetters(payer)) : painText(plainLetters(payer));
  if (isSame(written, payer)) return [];
  return [
    {
      code: 'payer_name_written',
      message: `${FORMAT_WORDS[format]}, and writes the payer “${payer}” as “${written}”.`,
    },
  ];
}

const guarded = (text: string): string | null => {
  const written = csvCell(text);
  return written === text ? null : written;
};

const isSame = (written: string, recorded: string) =>
  written.toUpperCase() === recorded.trim().replace(/\s+/g, ' ').toUpperCase();
