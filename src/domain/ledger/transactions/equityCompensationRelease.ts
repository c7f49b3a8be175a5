// TX_EQUITY_COMPENSATION_RELEASE: vested units become shares, or fewer shares when some are withheld for tax.
import { say } from '#src/words/say.ts';
import { grouped } from '#src/domain/figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { takeFromGrant } from '../rules/exercises.ts';
import type { Entry } from '../core/entry.ts';
import { linkResults, sumOf } from '../core/results.ts';
import { securityLine } from '../core/lines.ts';
import { may, must, onSecurity, price, quantity, results } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';

export const equityCompensationRelease: TransactionType = {
  type: 'TX_EQUITY_COMPENSATION_RELEASE',
  rank: 'exercise',
  shape: {
    ...onSecurity,
    ...results,
    ...quantity,
    settlement_date: must('date'),
    release_price: price(must('money')),
    consideration_text: may('text'),
  },
  summary: securityLine(say`Released`),
  interpret: release,
};

function release(context: Context, entry: Entry): void {
  const taken = takeFromGrant(context, entry, 'RELEASE');
  if (!taken) return;
  const { source, became, moved } = taken;
  const sum = sumOf(became.found);
  if (sum !== null && sum > moved) {
    const message = say`${entry.object_type} ${entry.id}: its resulting securities sum to ${grouped(sum)}, more than the ${grouped(moved)} released.`;
    reportError(context, entry, 'E8', message);
  }
  linkResults(context, entry, [source], became.found, false);
}
