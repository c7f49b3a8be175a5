// Completes the payments that a person confirmed on a bank statement, with the statement's day and reference.
import type { ReconciliationConfirmed } from '../../../src/contract/reconciliations.ts';
import { plural } from '../../../src/domain/plural.ts';
import type { CommandContext } from '../core/context.ts';
import { bulkPayments } from '../distributions/bulkPayments.ts';
import { matchedLines, storedStatement } from './statements.ts';

/** As long as a payment's own reference may be. */
const REFERENCE_MAX = 200;

/**
 * Each line is matched anew, so that one whose payment was completed meanwhile is refused and changes nothing. Refuses:
 * not_found (404).
 */
export async function confirmLines(
  context: CommandContext,
  id: string,
  lines: readonly number[],
): Promise<ReconciliationConfirmed & { says: string }> {
  const statement = await storedStatement(context, id);
  const wanted = new Set(lines);
  const known = new Set(statement.lines.map(({ number }) => number));
  // All lines: that two of them are the same payment is known only from both.
  const found = (await matchedLines(context, statement.lines)).filter(({ line }) => wanted.has(line.number));
  const matches = found.filter(({ why }) => why === null);
  const lineOf = new Map(matches.map(({ payment, line }) => [payment!.id, line.number]));
  const { done, refused } = await bulkPayments(
    context,
    'complete',
    matches.map(({ payment, line }) => ({
      id: payment!.id,
      date: line.date!,
      reference: line.reference.slice(0, REFERENCE_MAX) || null,
    })),
  );
  return {
    done,
    refused: [
      ...[...wanted]
        .filter((line) => !known.has(line))
        .map((line) => ({ line, code: 'not_found', detail: 'The statement has no such line.' })),
      ...found.flatMap(({ line, why, detail }) =>
        why === null ? [] : [{ line: line.number, code: why, detail: detail ?? '' }],
      ),
      ...refused.map(({ id: payment, code, detail }) => ({ line: lineOf.get(payment)!, code, detail })),
    ],
    says: `completed ${plural(done, 'payment')} by the bank statement ${statement.file_name}`,
  };
}
