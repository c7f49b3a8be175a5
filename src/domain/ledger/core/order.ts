// The order of the ledger: by day, then by rank, then by id. It follows from the entries alone, because packages give days but
// no times, and the order of a file means nothing.
import { laterOf } from '#src/domain/dates.ts';
import { SLICE, sortInSlices } from '#src/domain/slices.ts';
import type { Slices } from '#src/domain/slices.ts';
import { isIssuance, placeOf, takenBy } from './entry.ts';
import type { Entry } from './entry.ts';
import { isAbsent, textOf, textsOf } from './fields.ts';
import type { SecurityState } from './state.ts';

/** Sets the effective days and the rank of partial reductions, for which the securities are needed, and sorts. */
export function* settleOrder(entries: Entry[], securities: ReadonlyMap<string, SecurityState>): Slices<Entry[]> {
  for (const [index, entry] of entries.entries()) {
    settle(entry, securities);
    if (index % SLICE === SLICE - 1) yield;
  }
  return yield* sortInSlices(entries, compareEntries);
}

/** Undated entries come last: they have no effect on any day. Entries with equal ids are sorted by content, so that the order is total. */
export function compareEntries(a: Entry, b: Entry): number {
  const dayA = a.effective_date ?? '9999-99-99';
  const dayB = b.effective_date ?? '9999-99-99';
  if (dayA !== dayB) return dayA < dayB ? -1 : 1;
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  if (a.transaction === b.transaction) return 0;
  return contentOf(a) < contentOf(b) ? -1 : 1;
}

const contentOf = (entry: Entry) => (entry.content ??= JSON.stringify(entry.transaction));

function settle(entry: Entry, securities: ReadonlyMap<string, SecurityState>): void {
  if (entry.type === null || entry.date === null || isIssuance(entry)) return;
  const named = [textOf(entry.transaction, 'security_id'), ...textsOf(entry.transaction, 'security_ids')];
  const sources = named
    .map((id) => (id === null ? undefined : securities.get(id)))
    .filter((source) => source !== undefined);
  entry.effective_date = entry.date;
  if (!entry.type.mayPrecedeIssuance)
    for (const source of sources) entry.effective_date = laterOf(entry.effective_date, source.row.issued_on);
  const source = sources[0];
  if (source && isPartialReduction(entry, source)) entry.rank = placeOf('partial');
}

/** Less than was issued and no balance named: the same security carries on with the rest (D6). */
function isPartialReduction(entry: Entry, source: SecurityState): boolean {
  if (!isAbsent(entry.transaction['balance_security_id'])) return false;
  const taken = takenBy(entry);
  return taken !== null && source.issued !== null && taken < source.issued;
}
