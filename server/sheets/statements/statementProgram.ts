// The process that reads one bank statement.
import { statementOfGrid } from '#src/domain/reconciliation/statementOfGrid.ts';
import { STATEMENT_LINES_MAX } from '#src/domain/reconciliation/statement.ts';
import { answerOrder } from '#server/process/program.ts';
import { gridOf } from '../packedGrid.ts';
import { readBytes } from '../readBytes.ts';
import { readCamt } from './readCamt.ts';
import type { ReadStatement } from './readStatement.ts';
import { tooManyLines } from './refusals.ts';

const XML_START = /^\s*(?:<\?xml|<(?:\w+:)?Document\b|<!DOCTYPE)/i;

answerOrder(async ({ bytes }: { bytes: Uint8Array }): Promise<ReadStatement> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.toString('latin1', 0, 1024).replace(/^ï»¿|\0|^ÿþ|^þÿ/g, '');
  if (XML_START.test(start))
    return { format: 'camt.053', lines: await readCamt(file), unread: { columns: [], rows: [] } };
  const { lines, unread } = statementOfGrid(gridOf(await readBytes(file)));
  if (lines.length > STATEMENT_LINES_MAX) throw tooManyLines();
  return { format: 'table', lines, unread };
});
