// Checks splits after all entries: whether the reissuances match the ratio (E11), and what was not split (W2).
import { say } from '#src/words/say.ts';
import { classInWords, securityInWords } from '../core/names.ts';
import { grouped, isExactByRatio, multiplyByRatio, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import { pushTo, reportError, reportWarning } from '../core/context.ts';
import type { Context, SplitExchange } from '../core/context.ts';
import type { Entry } from '../core/entry.ts';
import { sumOf } from '../core/results.ts';
import { placesOf } from '../core/state.ts';
import type { SecurityState } from '../core/state.ts';
import type { SplitRow } from '../core/types.ts';
import type { Slices } from '#src/domain/slices.ts';

export function* checkSplits(context: Context, entries: readonly Entry[]): Slices<void> {
  checkExchanges(context);
  if (context.effects.splits.length === 0) return;
  const byClass = new Map<string, SecurityState[]>();
  for (const security of context.state.securities.values()) {
    if (security.row.stock_class_id !== null) pushTo(byClass, security.row.stock_class_id, security);
  }
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  for (const split of context.effects.splits.slice(0, SPLITS_MAX)) {
    const entry = entryOf.get(split.transaction_id);
    if (entry) checkLeftOver(context, entry, split, byClass.get(split.stock_class_id) ?? []);
    yield;
  }
}

/** Per holder and class, the new number must be floor(old × ratio), or the exact product where the class has fractions. */
function checkExchanges(context: Context): void {
  const groups = new Map<string, SplitExchange[]>();
  for (const exchange of context.split_exchanges) {
    pushTo(groups, JSON.stringify([exchange.split_id, exchange.source.row.stakeholder_id]), exchange);
  }
  for (const group of groups.values()) {
    const last = group.at(-1);
    const split = last && context.state.splits.get(last.split_id);
    const ratio = split && ratioOf(split);
    if (!last || !split || !ratio) continue;
    const old = group.reduce((sum, { taken }) => sum + taken, 0n);
    const results = sumOf([...new Set(group.flatMap((exchange) => exchange.results))]);
    const places = placesOf(context.state, split.stock_class_id);
    const expected = multiplyByRatio(old, ratio, places, 'DOWN');
    if (results === null) continue;
    if (results !== expected) {
      const { entry } = group.find((exchange) => isOff(exchange, ratio)) ?? last;
      reportMismatch(context, entry, { old, results, expected, split });
    } else if (!isExactByRatio(old, ratio, places)) {
      const message = say`${last.entry.object_type} ${last.entry.id}: the split of ${grouped(old)} shares leaves a fraction, which was rounded down to ${grouped(results)}.`;
      reportWarning(context, last.entry, 'split_rounded_down', message);
    }
  }
}

function isOff(exchange: SplitExchange, ratio: Ratio): boolean {
  const results = sumOf(exchange.results);
  return results !== null && results !== multiplyByRatio(exchange.taken, ratio, 0, 'DOWN');
}

type Mismatch = { old: Decimal; results: Decimal; expected: Decimal; split: SplitRow };

function reportMismatch(context: Context, entry: Entry, { old, results, expected, split }: Mismatch): void {
  const ratio = `${split.numerator}:${split.denominator}`;
  const message = say`${entry.object_type} ${entry.id}: the split (${ratio}) makes ${grouped(expected)} of ${grouped(old)} shares, but ${grouped(results)} were issued.`;
  reportError(context, entry, 'E11', message);
}

/** Warns for each security issued before the day of the split and still open after it, and for the authorised number. */
function checkLeftOver(context: Context, entry: Entry, split: SplitRow, securities: readonly SecurityState[]): void {
  const day = split.effective_date;
  const left = securities.filter(({ row, ended, remaining }) => {
    const wasThere = row.issued_on < day && (ended === null || ended.on_date > day);
    return wasThere && row.quantity !== null && (remaining !== 0n || ended !== null);
  });
  for (const { row } of left.slice(0, NAMED_MAX)) {
    const what = row.kind === 'STOCK' ? say`certificate` : row.kind === 'WARRANT' ? say`warrant` : say`option`;
    const message = say`${entry.object_type} ${entry.id} is not carried out for ${what} ${securityInWords(context.state, row.security_id)}: it stays as it was.`;
    reportWarning(context, entry, 'W2', message);
  }
  if (left.length > NAMED_MAX) {
    const message = say`${entry.object_type} ${entry.id} is not carried out for ${left.length - NAMED_MAX} more securities: they stay as they were.`;
    reportWarning(context, entry, 'W2', message);
  }
  const cap = context.state.classes.get(split.stock_class_id)?.cap;
  const isAdjusted = cap?.changes.some((change) => change.effective_date === day);
  if (cap?.initial.kind === 'FIXED' && !isAdjusted) {
    const message = say`${entry.object_type} ${entry.id} leaves the authorized number of ${classInWords(context.state, split.stock_class_id)} as it was.`;
    reportWarning(context, entry, 'W2', message);
  }
}

/** Whether `result` is `source`, an option or a warrant, after a split of that day, with its shares rounded down. */
export function isSplitOf(context: Context, entry: Entry, source: SecurityState, result: SecurityState): boolean {
  const { kind, stock_class_id } = source.row;
  if (kind !== 'EQUITY_COMPENSATION' && kind !== 'WARRANT') return false;
  const [before, after] = [source.remaining, result.issued];
  if (before === null || after === null || stock_class_id === null || entry.date === null) return false;
  const places = placesOf(context.state, stock_class_id);
  return splitsOn(context, stock_class_id, entry.date).some((split) => {
    const ratio = ratioOf(split);
    return ratio !== null && multiplyByRatio(before, ratio, places, 'DOWN') === after;
  });
}

function splitsOn(context: Context, classId: string, date: string): readonly SplitRow[] {
  const key = (split: Pick<SplitRow, 'stock_class_id' | 'effective_date'>) =>
    JSON.stringify([split.stock_class_id, split.effective_date]);
  context.splits_by_day ??= Map.groupBy(context.state.splits.values(), key);
  return (context.splits_by_day.get(key({ stock_class_id: classId, effective_date: date })) ?? []).slice(0, OF_ONE_DAY);
}

/** More splits of a class on one day than any real company has. */
const OF_ONE_DAY = 20;
/** Otherwise a split that was not carried out would hide all other findings. */
const NAMED_MAX = 100;
/** Limits the time for a package that holds nothing but splits: further ones are not checked for what they left. */
const SPLITS_MAX = 1000;

export function ratioOf(split: SplitRow): Ratio | null {
  const [numerator, denominator] = [parseDecimal(split.numerator), parseDecimal(split.denominator)];
  return numerator !== null && denominator !== null && denominator > 0n ? { numerator, denominator } : null;
}

/** The ratios of a class's splits, by day. */
export function splitRatios(splits: Iterable<SplitRow>, classId: string): Map<string, Ratio[]> {
  const byDay = new Map<string, Ratio[]>();
  for (const split of splits) {
    const ratio = split.stock_class_id === classId ? ratioOf(split) : null;
    if (ratio) pushTo(byDay, split.effective_date, ratio);
  }
  return byDay;
}
