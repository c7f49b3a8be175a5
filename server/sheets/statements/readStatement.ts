// Reads a bank statement in a process of its own: a CSV or workbook with date, amount and reference, or camt.053.
import { AppError } from '#src/domain/errors.ts';
import type { StatementLine, Unread } from '#src/domain/reconciliation/statement.ts';
import { EndedEarly, inOwnProcess } from '#server/process/inOwnProcess.ts';
import { Turns } from '#server/process/turns.ts';
import { unreadable } from './refusals.ts';

export interface ReadStatement {
  format: 'table' | 'camt.053';
  lines: StatementLine[];
  unread: Unread;
}

const LIMITS = { deadlineMs: 20_000, memoryMb: 384 };
/** Each of those that wait keeps its whole file. */
const turns = new Turns(
  { atOnce: 2, waiting: 16, ofAccount: 8 },
  'Too many bank statements are being read right now. Please try again.',
);

/** Refuses (422): bad_statement, doctype, no_columns, too_many_rows, and what a spreadsheet is refused with; busy (503), too_many (429). */
export function readStatement(bytes: Uint8Array): Promise<ReadStatement> {
  return turns.take(async () => {
    try {
      return await inOwnProcess<ReadStatement>(new URL('statementProgram.ts', import.meta.url), { bytes }, LIMITS);
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (!(error instanceof EndedEarly) || !error.isTooMuch) throw unreadable('crashed', { cause: error });
      throw new AppError(
        'too_large_inflated',
        'This file is too large to be read at once. Split it by days, and choose each part.',
        { status: 422 },
      );
    }
  });
}
