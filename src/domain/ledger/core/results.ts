// The securities that an entry names as its results or its balance. Each needs its own issuance, on the same day (E5, E6, E8, E9).
import { say } from '#src/words/say.ts';
import { classInWords, holderInWords, numberOf } from './names.ts';
import { grouped } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { reportError } from './context.ts';
import type { Context } from './context.ts';
import { textOf, textsOf } from './fields.ts';
import { objectWord } from './objectWords.ts';
import type { Entry } from './entry.ts';
import type { SecurityState } from './state.ts';
import type { SecurityKind } from './types.ts';

export type Results = {
  found: SecurityState[];
  /** Every named result exists, so their sum can be checked. */
  isComplete: boolean;
};

/** The securities in `resulting_security_ids` and `resulting_security_id`. Reports each that was never issued. */
export function findResults(context: Context, entry: Entry): Results {
  const one = textOf(entry.transaction, 'resulting_security_id');
  const ids = [...(one === null ? [] : [one]), ...textsOf(entry.transaction, 'resulting_security_ids')];
  const own = new Set([textOf(entry.transaction, 'security_id'), ...textsOf(entry.transaction, 'security_ids')]);
  const found: SecurityState[] = [];
  for (const id of new Set(ids)) {
    const result = context.state.securities.get(id);
    if (!result || own.has(id)) {
      const what = result ? say`is its own source` : say`is never issued`;
      reportError(
        context,
        entry,
        'E5',
        say`${entry.object_type} ${entry.id}: its resulting security ${result ? numberOf(context.state, id) : id} ${what}.`,
      );
      continue;
    }
    checkSameDay(context, entry, result, 'E5', say`resulting security`);
    found.push(result);
  }
  return { found, isComplete: found.length === new Set(ids).size };
}

/** The balance security. Reports one of another day, class, holder or kind (E6). Null when none is named or it was never issued (D5). */
export function findBalance(context: Context, entry: Entry, source: SecurityState | null): SecurityState | null {
  const id = textOf(entry.transaction, 'balance_security_id');
  if (id === null) return null;
  const balance = context.state.securities.get(id);
  if (!balance || id === source?.row.security_id) {
    const what = balance ? say`is its own source` : say`is never issued`;
    reportError(
      context,
      entry,
      'E6',
      say`${entry.object_type} ${entry.id}: its balance security ${balance ? numberOf(context.state, id) : id} ${what}.`,
    );
    return null;
  }
  checkSameDay(context, entry, balance, 'E6', say`balance security`);
  if (source) {
    checkSame(context, entry, 'E6', say`balance security`, source, balance, 'stock_class_id');
    checkSame(context, entry, 'E6', say`balance security`, source, balance, 'stakeholder_id');
    // A stored row must not point at a balance of another kind.
    if (!checkKind(context, entry, 'E6', balance, source.row.kind)) return null;
  }
  return balance;
}

/** Records that the securities result from this entry. A security results from one entry only; a consolidation has several sources. */
export function linkResults(
  context: Context,
  entry: Entry,
  sources: readonly SecurityState[],
  results: readonly SecurityState[],
  isBalance: boolean,
): void {
  for (const result of results) {
    const { security_id } = result.row;
    if (result.resulted_from !== null && result.resulted_from !== entry.id) {
      const message = say`${entry.object_type} ${entry.id} names ${numberOf(context.state, security_id)}, which is the result of another entry already.`;
      reportError(context, entry, 'result_claimed_twice', message);
      continue;
    }
    if (result.resulted_from === entry.id) continue;
    result.resulted_from = entry.id;
    result.came_from = sources.map((source) => source.row.security_id);
    for (const source of sources) {
      context.effects.resulting.push({
        result_security_id: security_id,
        from_security_id: source.row.security_id,
        transaction_id: entry.id,
        is_balance: isBalance,
      });
    }
  }
}

/** E9: reports results that differ from their source in what must stay the same. */
export function checkKeeps(
  context: Context,
  entry: Entry,
  source: SecurityState,
  results: readonly SecurityState[],
  keeps: { class?: boolean; holder?: boolean; kind?: SecurityKind },
): void {
  for (const result of results) {
    if (keeps.kind) checkKind(context, entry, 'E9', result, keeps.kind);
    if (keeps.class) checkSame(context, entry, 'E9', say`resulting security`, source, result, 'stock_class_id');
    if (keeps.holder) checkSame(context, entry, 'E9', say`resulting security`, source, result, 'stakeholder_id');
  }
}

/** E8, first half: the results must add up to what was moved. */
export function checkResultsSum(
  context: Context,
  entry: Entry,
  results: Results,
  expected: Decimal,
  what = say`moved`,
): void {
  if (!results.isComplete) return;
  const sum = sumOf(results.found);
  if (sum === null || sum === expected) return;
  const message = say`${entry.object_type} ${entry.id}: its resulting securities sum to ${grouped(sum)}, but ${grouped(expected)} was ${what}.`;
  reportError(context, entry, 'E8', message);
}

/** E8, second half: what was moved and the balance must add up to the source. `available`: what the source held before. */
export function checkBalanceSum(
  context: Context,
  entry: Entry,
  available: Decimal | null,
  moved: Decimal,
  balance: SecurityState | null,
): void {
  if (balance === null || balance.issued === null || available === null || moved + balance.issued === available) return;
  const [out, rest, source] = [moved, balance.issued, available].map(grouped);
  reportError(
    context,
    entry,
    'E8',
    say`${entry.object_type} ${entry.id}: ${out} moved and a balance of ${rest} do not add up to the ${source} of the source.`,
  );
}

/** The sum of what was issued. Null where one of them has no figure. */
export function sumOf(securities: readonly SecurityState[]): Decimal | null {
  let sum = 0n;
  for (const { issued } of securities) {
    if (issued === null) return null;
    sum += issued;
  }
  return sum;
}

function checkSameDay(context: Context, entry: Entry, result: SecurityState, rule: string, what: string): void {
  const { security_id, issued_on } = result.row;
  if (entry.date === null || issued_on === entry.date) return;
  const message = say`${entry.object_type} ${entry.id} is dated ${entry.date}, but its ${what} ${numberOf(context.state, security_id)} is issued on ${issued_on} and counts from that day. Totals between the two days are off.`;
  reportError(context, entry, rule, message);
}

function checkSame(
  context: Context,
  entry: Entry,
  rule: string,
  what: string,
  source: SecurityState,
  result: SecurityState,
  field: 'stock_class_id' | 'stakeholder_id',
): void {
  if (source.row[field] === result.row[field]) return;
  const wordsOf = (id: string | null) => (field === 'stock_class_id' ? classInWords : holderInWords)(context.state, id);
  const message = say`${entry.object_type} ${entry.id}: its ${what} ${numberOf(context.state, result.row.security_id)} is of ${wordsOf(result.row[field])}, but its source is of ${wordsOf(source.row[field])}.`;
  reportError(context, entry, rule, message);
}

function checkKind(context: Context, entry: Entry, rule: string, result: SecurityState, kind: SecurityKind): boolean {
  if (result.row.kind === kind) return true;
  reportError(
    context,
    entry,
    rule,
    say`${entry.object_type} ${entry.id}: ${numberOf(context.state, result.row.security_id)} is of another kind (${objectWord(result.row.kind).toLowerCase()}, not ${objectWord(kind).toLowerCase()}).`,
  );
  return false;
}
