// What stands on an entry: as long as there is any, it cannot be taken back (E22).
import { AppError } from '../errors.ts';
import { idOf, listOf, textOf, typeOf } from './fields.ts';
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

/** Throws entry_depended_on (409), naming the first entry that stands on the group. */
export function refuseDependedOn(group: readonly OcfTransaction[], later: Iterable<OcfTransaction>): void {
  const other = firstDependent(group, later);
  if (other === null) return;
  const detail = `${typeOf(other)} ${idOf(other)} of ${textOf(other, 'date') ?? 'no day'} depends on this. Take that back first, or retract or cancel instead.`;
  throw new AppError('entry_depended_on', detail, { status: 409 });
}
