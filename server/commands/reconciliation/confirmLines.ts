// Completes the payments that a person confirmed on a bank statement, with the statement's day and reference; and records those that
// came back by it.
import type { ReconciliationConfirmed } from '#src/contract/reconciliations.ts';
import { withoutNumbers } from '#src/domain/payouts/returnReasons.ts';
import { plural } from '#src/domain/plural.ts';
import type { MatchedLine } from '#src/domain/reconciliation/matchStatement.ts';
import type { BulkDone } from '#src/contract/bulk.ts';
import type { CommandContext } from '../core/context.ts';
import { bulkPayments } from '../distributions/bulkPayments.ts';
import { matchedLines, storedStatement } from './statements.ts';

/** As long as a payment's own reference may be. */
const REFERENCE_MAX = 200;
const REASON_MAX = 500;

export interface Chosen {
  lines?: readonly number[] | undefined;
  returns?: readonly number[] | undefined;
}

/**
 * Each line is matched anew, so that one whose payment was completed meanwhile is refused and changes nothing. What left is
 * completed before what came back is returned: a statement may have both of one payment. Refuses: not_found (404).
 */
export async function confirmLines(
  context: CommandContext,
  id: string,
  { lines = [], returns }: Chosen,
): Promise<ReconciliationConfirmed & { says: string }> {
  const statement = await storedStatement(context, id);
  const refused: ReconciliationConfirmed['refused'] = [];
  /** Of all lines: that two of them are the same payment is known only from both. */
  const take = async (chosen: readonly number[], isWanted: (each: MatchedLine) => boolean) => {
    const wanted = new Set(chosen);
    const found = (await matchedLines(context, statement)).lines.filter(({ line }) => wanted.has(line.number));
    const known = new Set(found.map(({ line }) => line.number));
    for (const line of wanted)
      if (!known.has(line)) refused.push({ line, code: 'not_found', detail: 'The statement has no such line.' });
    for (const each of found)
      if (!isWanted(each)) {
        const detail = each.detail ?? 'This line is a payment that left, not one that came back.';
        refused.push({ line: each.line.number, code: each.why ?? 'not_a_return', detail });
      }
    return found.filter(isWanted);
  };
  const refuse = (found: readonly MatchedLine[], done: BulkDone) => {
    const lineOf = new Map(found.map(({ payment, line }) => [payment!.id, line.number]));
    refused.push(
      ...done.refused.map(({ id: payment, code, detail }) => ({ line: lineOf.get(payment)!, code, detail })),
    );
    return done.done;
  };
  const matches = await take(lines, ({ why }) => why === null);
  const arrived = matches.map(({ payment, line }) => ({
    id: payment!.id,
    date: line.date!,
    reference: line.reference.slice(0, REFERENCE_MAX) || null,
  }));
  const done = refuse(matches, await bulkPayments(context, 'complete', arrived));
  const said = `completed ${plural(done, 'payment')}`;
  if (returns === undefined) return { done, refused, says: `${said} by the bank statement ${statement.file_name}` };
  const back = await take(returns, ({ isReturn }) => isReturn);
  let returned = 0;
  for (const [action, status] of [
    ['return', 'completed'],
    ['fail', 'processing'],
  ] as const) {
    const of = back.filter(({ payment }) => payment!.status === status);
    const items = of.map((each) => ({ id: each.payment!.id, reason: reasonOf(each) }));
    if (items.length > 0) returned += refuse(of, await bulkPayments(context, action, items));
  }
  const says = `${said} and recorded ${plural(returned, 'return')} by the bank statement ${statement.file_name}`;
  return { done, returned, refused, says };
}

/** The holder reads it. */
const reasonOf = ({ line }: MatchedLine): string =>
  `Came back on ${line.date}: ${withoutNumbers(line.reason ?? line.reference)}`.slice(0, REASON_MAX);
