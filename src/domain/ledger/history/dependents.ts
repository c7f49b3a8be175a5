// Which later entries depend on an entry. While there is one, the entry cannot be taken back (E22).
import { say } from '#src/words/say.ts';
import { AppError } from '#src/domain/errors.ts';
import { dateOf, idOf, listOf, textOf, typeOf } from '../core/fields.ts';
import { keepFirstDay } from '../rules/stockDays.ts';
import type { Setting } from '../core/transactionFacts.ts';
import type { OcfTransaction } from '../core/types.ts';
import { TRANSACTION_TYPES, transactionTypeOf } from '../transactions/index.ts';

const FIELDS = [...new Set(TRANSACTION_TYPES.flatMap(({ shape }) => Object.keys(shape)))];
/** Every field by which a transaction names a security, or several. */
const ONE = FIELDS.filter((name) => name.endsWith('security_id'));
const MANY = FIELDS.filter((name) => name.endsWith('security_ids'));

/** What has to be set for the shares of other entries to count as they do: a split, a conversion ratio. */
const COUNTED_BY = new Set(TRANSACTION_TYPES.flatMap(({ countsBy }) => countsBy ?? []));

/** What the entries do not say themselves about the classes of stock. */
export type Classes = {
  /** Of each security of a class in `classesCounted`. */
  of: ReadonlyMap<string, string>;
  /** Of the securities that would be open again. */
  reopened: ReadonlySet<string>;
};
const NO_CLASSES: Classes = { of: new Map(), reopened: new Set() };

/** The securities that a transaction is about, produces or leaves as its balance. */
function securitiesNamed(transaction: OcfTransaction): string[] {
  return [
    ...ONE.flatMap((field) => textOf(transaction, field) ?? []),
    ...MANY.flatMap((field) => listOf(transaction, field).filter((id) => typeof id === 'string')),
  ];
}

/** The classes whose shares count differently after these entries: after a split, or at another ratio. */
export function classesCounted(group: readonly OcfTransaction[]): string[] {
  return group.flatMap((each) => {
    const sets = settingOf(each);
    return sets?.of && COUNTED_BY.has(sets.what) ? (textOf(each, sets.of) ?? []) : [];
  });
}

/**
 * `group`: the entries to be taken back together. `later`: the valid entries written after the first of them, without the group.
 * Returns the first entry that depends on the group, or null. An entry depends on it when it
 * - names a security or a split of the group,
 * - sets a figure that the group sets, or counts shares by it, from the same day on or later,
 * - splits a class of which a security would be open again, unsplit.
 */
export function firstDependent(
  group: readonly OcfTransaction[],
  later: Iterable<OcfTransaction>,
  classes = NO_CLASSES,
): OcfTransaction | null {
  const securities = new Set(group.flatMap(securitiesNamed));
  const ids = new Set(group.map(idOf));
  const since = levelsOf(group);
  const dependsOn = (other: OcfTransaction) => {
    const split = textOf(other, 'split_transaction_id');
    if ((split !== null && ids.has(split)) || securitiesNamed(other).some((id) => securities.has(id))) return true;
    const level = levelOf(other) ?? levelUsed(other, classes);
    const from = level === null ? undefined : since.get(level);
    if (from !== undefined && (dateOf(other) ?? '') >= from) return true;
    return settingOf(other)?.what === 'split' && classes.reopened.has(textOf(other, 'stock_class_id') ?? '');
  };
  for (const other of later) if (dependsOn(other)) return other;
  return null;
}

/** The figures that these entries set, each with its first day. An entry without a day sets nothing. */
function levelsOf(group: readonly OcfTransaction[]): Map<string, string> {
  const since = new Map<string, string>();
  for (const each of group) {
    const [level, date] = [levelOf(each), dateOf(each)];
    if (level !== null && date !== null) keepFirstDay(since, level, date);
  }
  return since;
}

const settingOf = (transaction: OcfTransaction) => transactionTypeOf(typeOf(transaction))?.sets;

function levelOf(transaction: OcfTransaction): string | null {
  const sets = settingOf(transaction);
  return sets ? nameOf(sets.what, sets.of === null ? '' : textOf(transaction, sets.of)) : null;
}

/** Shares convert at the ratio of their class, and are issued in shares after its last split. */
function levelUsed(transaction: OcfTransaction, classes: Classes): string | null {
  const setting = transactionTypeOf(typeOf(transaction))?.countsBy;
  const classId = classes.of.get(textOf(transaction, 'security_id') ?? '') ?? null;
  return setting ? nameOf(setting, classId) : null;
}

const nameOf = (setting: Setting, id: string | null) => (id === null ? null : `${setting} ${id}`);

/** entry_depended_on (409), naming the entry that depends on this one by its line, number and day. */
export function dependedOn(other: { summary: string; seq: string; date: string | null }): AppError {
  const { summary, seq, date } = other;
  const detail = say`“${summary}” (entry No. ${seq}, ${date ?? say`without a day`}) depends on this. Take that back first, or retract or cancel instead.`;
  return new AppError('entry_depended_on', detail, { status: 409 });
}
