// What stands on an entry: as long as there is any, it cannot be taken back (E22).
import { AppError } from '../errors.ts';
import { idOf, listOf, textOf } from './fields.ts';
import type { OcfTransaction } from './types.ts';

/** Every field by which a transaction names a security. */
const ONE = ['security_id', 'resulting_security_id', 'balance_security_id'];
const MANY = ['security_ids', 'resulting_security_ids'];

/** The securities that a transaction is about, produces or leaves as its balance. */
export function securitiesNamed(transaction: OcfTransaction): string[] {
  return [
    ...ONE.flatMap((field) => textOf(transaction, field) ?? []),
    ...MANY.flatMap((field) => listOf(transaction, field).filter((id) => typeof id === 'string')),
  ];
}

/**
 * `group`: the entries to be taken back together. `later`: the entries written after the first of them that count, the
 * group itself left out. Answers the first that names a security of the group, or a split of it; null when none does.
 */
export function firstDependent(
  group: readonly OcfTransaction[],
  later: Iterable<OcfTransaction>,
): OcfTransaction | null {
  const securities = new Set(group.flatMap(securitiesNamed));
  const ids = new Set(group.map(idOf));
  for (const other of later) {
    const split = textOf(other, 'split_transaction_id');
    if ((split !== null && ids.has(split)) || securitiesNamed(other).some((id) => securities.has(id))) return other;
  }
  return null;
}

/** entry_depended_on (409): the entry that stands in the way as the ledger lists it, by its line, number and day. */
export function dependedOn(other: { summary: string; seq: string; date: string | null }): AppError {
  const { summary, seq, date } = other;
  const detail = `“${summary}” (entry No. ${seq}, ${date ?? 'without a day'}) depends on this. Take that back first, or retract or cancel instead.`;
  return new AppError('entry_depended_on', detail, { status: 409 });
}
