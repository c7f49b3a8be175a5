// Why a bank statement is not read at all.
import { AppError } from '#src/domain/errors.ts';
import { STATEMENT_LINES_MAX } from '#src/domain/reconciliation/statement.ts';

const refusal = (code: string, sentence: string, cause?: unknown) =>
  new AppError(code, sentence, { status: 422, cause });

export const tooManyLines = () =>
  refusal(
    'too_many_rows',
    `This statement has more than ${STATEMENT_LINES_MAX.toLocaleString('en-US')} lines. Split it by days, and choose each part.`,
  );

const SENTENCES: Readonly<Record<string, string>> = {
  doctype: 'This file declares a document type, which no bank statement does. Ask the bank for a plain camt.053 file.',
  not_camt:
    'This XML is not a camt.053 bank statement. Choose a camt.053 file, or a CSV with date, amount and reference.',
  crashed: 'This file could not be read to its end. Download it from the bank again.',
};
const DAMAGED = 'This file is damaged: its XML cannot be read to the end. Download it from the bank again.';

/** In: what the reader of XML, or of the message, found, and its sentence; `cause` of a reader that crashed, for the log. */
export const unreadable = (code: string, { said, cause }: { said?: string; cause?: unknown } = {}) =>
  refusal(
    code === 'doctype' ? 'doctype' : 'bad_statement',
    code === 'unknown_encoding' && said ? said : (SENTENCES[code] ?? DAMAGED),
    cause,
  );
