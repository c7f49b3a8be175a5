// TX_STOCK_CONVERSION: shares of one class become shares of another, at the ratio the class's right declares.
import { say } from '#src/words/say.ts';
import { classInWords, numberOf } from '../core/names.ts';
import { grouped, multiplyByRatio } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { reportError, reportWarning } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { isAbsent } from '../core/fields.ts';
import { positiveMove } from '../core/quantity.ts';
import { findSecurity, takeOut } from '../core/movement.ts';
import { takenBy } from '../core/entry.ts';
import type { Entry } from '../core/entry.ts';
import { ratioOn } from '../rules/ratio.ts';
import { checkBalanceSum, checkKeeps, linkResults, findBalance, findResults, sumOf } from '../core/results.ts';
import type { Results } from '../core/results.ts';
import { placesOf } from '../core/state.ts';
import type { SecurityState } from '../core/state.ts';
import type { ConversionRight } from '../core/types.ts';
import { securityLine } from '../core/lines.ts';
import { may, must, onSecurity, results } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';

export const stockConversion: TransactionType = {
  type: 'TX_STOCK_CONVERSION',
  rank: 'conversion',
  shape: { ...onSecurity, ...results, quantity_converted: must('number'), balance_security_id: may('text') },
  takes: 'quantity_converted',
  countsBy: 'conversion_ratio',
  summary: securityLine(say`Converted`),
  interpret: convert,
};

function convert(context: Context, entry: Entry): void {
  const source = findSecurity(context, entry, 'STOCK');
  const became = findResults(context, entry);
  const balance = findBalance(context, entry, source);
  const moved = positiveMove(context, entry, 'quantity_converted', takenBy(entry));
  if (!source || moved === null) return;
  const available = source.remaining;
  const namesBalance = !isAbsent(entry.transaction['balance_security_id']);
  const taking = {
    moved,
    field: 'quantity_converted',
    verb: 'converted',
    why: 'PARTIAL_CONVERSION',
    balance,
    namesBalance,
  } as const;
  if (!takeOut(context, entry, source, taking)) return;
  checkKeeps(context, entry, source, became.found, { holder: true, kind: 'STOCK' });
  checkBalanceSum(context, entry, available, moved, balance);
  checkRight(context, entry, source, became, moved);
  linkResults(context, entry, [source], became.found, false);
  if (balance) linkResults(context, entry, [source], [balance], true);
}

/** W3 without a right; E9 without a change of class; E8 when the results are not what the ratio gives. */
function checkRight(context: Context, entry: Entry, source: SecurityState, became: Results, moved: Decimal): void {
  const name = `${entry.object_type} ${entry.id}`;
  const [from, to] = [source.row.stock_class_id, became.found[0]?.row.stock_class_id];
  if (to === undefined) {
    if (became.isComplete) reportError(context, entry, 'E8', say`${name} names no resulting security.`);
    return;
  }
  const same = became.found.find(({ row }) => row.stock_class_id === from);
  if (same) {
    const message = say`${name}: its resulting security ${numberOf(context.state, same.row.security_id)} is of the same class, ${classInWords(context.state, from)}.`;
    reportError(context, entry, 'E9', message);
    return;
  }
  const right = rightOf(context, from, to);
  if (!right) {
    reportWarning(
      context,
      entry,
      'W3',
      say`${name} converts ${classInWords(context.state, from)} into ${classInWords(context.state, to)}, for which the class declares no right.`,
    );
    return;
  }
  const stockClass = from === null ? undefined : context.state.classes.get(from);
  const ratio = stockClass ? ratioOn(stockClass, right, entry.effective_date ?? '') : null;
  const sum = sumOf(became.found);
  if (!ratio || !became.isComplete || sum === null) return;
  // The rounding that the right declares makes whole shares also where the class has fractions; there both are in order.
  const rounded = multiplyByRatio(moved, ratio, 0, ratio.mode);
  const exact = multiplyByRatio(moved, ratio, placesOf(context.state, to), ratio.mode);
  if (sum === rounded || sum === exact) return;
  const either =
    exact === rounded ? grouped(exact) : say`${grouped(exact)}, or ${grouped(rounded)} as its right rounds`;
  reportError(
    context,
    entry,
    'E8',
    say`${name}: its resulting securities sum to ${grouped(sum)}, but ${grouped(moved)} converts into ${either}.`,
  );
}

function rightOf(context: Context, from: string | null, to: string | null): ConversionRight | undefined {
  const rights = (from === null ? undefined : context.state.classes.get(from))?.facts.conversion_rights ?? [];
  return (
    rights.find((right) => right.converts_to_stock_class_id === to) ??
    rights.find((right) => right.converts_to_stock_class_id === null)
  );
}
