// What stands on an entry: as long as there is any, it cannot be taken back (E22).
import { AppError } from '../../errors.ts';
import { dateOf, idOf, listOf, textOf, typeOf } from '../core/fields.ts';
import { keepFirstDay } from './stockDays.ts';
import { transactionTypeOf } from '../core/transactionType.ts';
import type { TransactionType } from '../core/transactionType.ts';
import type { OcfTransaction } from '../core/types.ts';

/** Every field by which a transaction names a security. */
const ONE = ['security_id', 'resulting_security_id', 'balance_security_id'];
const MANY = ['security_ids', 'resulting_security_ids'];

/** What sets a number or a ratio from its day on, and the field that says whose; null where there is but one, the company's. */
const LEVELS: Partial<Record<TransactionType, string | null>> = {
  TX_ISSUER_AUTHORIZED_SHARES_ADJUSTMENT: null,
  TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT: 'stock_class_id',
  TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT: 'stock_class_id',
  TX_STOCK_CLASS_SPLIT: 'stock_class_id',
  TX_STOCK_PLAN_POOL_ADJUSTMENT: 'stock_plan_id',
};

/** What the entries taken back do not say themselves of the classes of stock. */
export type Classes = {
  /** Of each security of a class in `classesCounted`. */
  of: ReadonlyMap<string, string>;
  /** Of the securities that would be open again. */
  reopened: ReadonlySet<string>;
};
const NO_CLASSES: Classes = { of: new Map(), reopened: new Set() };

/** The securities that a transaction is about, produces or leaves as its balance. */
export function securitiesNamed(transaction: OcfTransaction): string[] {
  return [
    ...ONE.flatMap((field) => textOf(transaction, field) ?? []),
    ...MANY.flatMap((field) => listOf(transaction, field).filter((id) => typeof id === 'string')),
  ];
}

/** The classes whose shares these entries make count otherwise: by a split, or by another ratio. */
export function classesCounted(group: readonly OcfTransaction[]): string[] {
  const counts = ['TX_STOCK_CLASS_SPLIT', 'TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT'];
  return group.filter((each) => counts.includes(typeOf(each))).flatMap((each) => textOf(each, 'stock_class_id') ?? []);
}

/**
 * `group`: the entries to be taken back together. `later`: the entries written after the first of them that count, the
 * group itself left out. Answers the first that names a security of the group, or a split of it; that sets anew, from the
 * same day or a later one, what the group sets, or counts shares by it; or that splits a class of which something would
 * be open again unsplit. Null when none does.
 */
export function firstDependent(
  group: readonly OcfTransaction[],
  later: Iterable<OcfTransaction>,
  classes = NO_CLASSES,
): OcfTransaction | null {
  const securities = new Set(group.flatMap(securitiesNamed));
  const ids = new Set(group.map(idOf));
  const since = levelsOf(group);
  const standsOn = (other: OcfTransaction) => {
    const split = textOf(other, 'split_transaction_id');
    if ((split !== null && ids.has(split)) || securitiesNamed(other).some((id) => securities.has(id))) return true;
    const level = levelOf(other) ?? levelUsed(other, classes);
    const from = level === null ? undefined : since.get(level);
    if (from !== undefined && (dateOf(other) ?? '') >= from) return true;
    return typeOf(other) === 'TX_STOCK_CLASS_SPLIT' && classes.reopened.has(textOf(other, 'stock_class_id') ?? '');
  };
  for (const other of later) if (standsOn(other)) return other;
  return null;
}

/** What these entries set, each with the first day. An entry without a day sets nothing. */
function levelsOf(group: readonly OcfTransaction[]): Map<string, string> {
  const since = new Map<string, string>();
  for (const each of group) {
    const [level, date] = [levelOf(each), dateOf(each)];
    if (level !== null && date !== null) keepFirstDay(since, level, date);
  }
  return since;
}

function levelOf(transaction: OcfTransaction): string | null {
  const type = transactionTypeOf(typeOf(transaction));
  const field = type === null ? undefined : LEVELS[type];
  if (type === null || field === undefined) return null;
  return nameOf(type, field === null ? '' : textOf(transaction, field));
}

/** Shares are converted at the ratio of their class, and issued in its shares as the last split left them. */
function levelUsed(transaction: OcfTransaction, classes: Classes): string | null {
  const type = transactionTypeOf(typeOf(transaction));
  const classId = classes.of.get(textOf(transaction, 'security_id') ?? '') ?? null;
  if (type === 'TX_STOCK_CONVERSION') return nameOf('TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT', classId);
  return type?.endsWith('_ISSUANCE') ? nameOf('TX_STOCK_CLASS_SPLIT', classId) : null;
}

const nameOf = (type: TransactionType, id: string | null) => (id === null ? null : `${type} ${id}`);

/** entry_depended_on (409): the entry that stands in the way as the ledger lists it, by its line, number and day. */
export function dependedOn(other: { summary: string; seq: string; date: string | null }): AppError {
  const { summary, seq, date } = other;
  const detail = `“${summary}” (entry No. ${seq}, ${date ?? 'without a day'}) depends on this. Take that back first, or retract or cancel instead.`;
  return new AppError('entry_depended_on', detail, { status: 409 });
}
