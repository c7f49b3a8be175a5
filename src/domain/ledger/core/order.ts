// The order of the ledger, derived from the entries alone: files say days, not moments, and their order means nothing.
// By day, then by verb, then by id. The verbs are ranked so that each security's own chain comes out right:
// issuance, acceptance, what changes it, what ends it.
import { laterOf } from '../../dates.ts';
import { SLICE, sortInSlices } from '../../slices.ts';
import type { Slices } from '../../slices.ts';
import { dateOf, decimalOf, idOf, isAbsent, moneyOf, textOf, textsOf, typeOf } from './fields.ts';
import type { SecurityState } from './state.ts';
import { kindOf, transactionTypeOf } from './transactionType.ts';
import type { TransactionType } from './transactionType.ts';
import type { OcfTransaction } from './types.ts';

/** A transaction with its place in the ledger. */
export type Entry = {
  readonly transaction: OcfTransaction;
  readonly id: string;
  readonly object_type: string;
  readonly type: TransactionType | null;
  /** The date as written; null when it is no day. */
  readonly date: string | null;
  /** The day it counts from: its date, or the issuance of its security where that is later (D2). */
  effective_date: string | null;
  rank: number;
  /** Its content as text, made where two entries of one id are put in order. */
  content?: string;
};

const RANKS = {
  adjustment: 0,
  split: 1,
  ratio: 2,
  issuance: 3,
  vesting: 4,
  acceptance: 5,
  repricing: 6,
  exercise: 7,
  partial: 8,
  conversion: 9,
  transfer: 10,
  reissuance: 11,
  consolidation: 12,
  repurchase: 13,
  retraction: 14,
  cancellation: 15,
  change: 16,
} as const;

export function entryOf(transaction: OcfTransaction): Entry {
  const object_type = typeOf(transaction);
  const type = transactionTypeOf(object_type);
  const date = dateOf(transaction);
  return {
    transaction,
    id: idOf(transaction),
    object_type,
    type,
    date,
    effective_date: date,
    rank: type ? rankOf(type) : 99,
  };
}

export function isIssuance(entry: Entry): boolean {
  return entry.type !== null && entry.type.endsWith('_ISSUANCE') && entry.rank === RANKS.issuance;
}

/** Settles effective days and partial reductions, which need the securities, and sorts. */
export function* settleOrder(entries: Entry[], securities: ReadonlyMap<string, SecurityState>): Slices<Entry[]> {
  for (const [index, entry] of entries.entries()) {
    settle(entry, securities);
    if (index % SLICE === SLICE - 1) yield;
  }
  return yield* sortInSlices(entries, compareEntries);
}

/** Undated entries go last: they have no effect on any day. Equal ids fall back on the content, so order is total. */
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
  // Vesting may start before the grant was written down (E3), so its day stays as it is.
  const keepsItsDay = entry.type === 'TX_VESTING_START' || entry.type === 'TX_VESTING_EVENT';
  if (!keepsItsDay)
    for (const source of sources) entry.effective_date = laterOf(entry.effective_date, source.row.issued_on);
  const source = sources[0];
  if (source && isPartialReduction(entry, source)) entry.rank = RANKS.partial;
}

/** Less than was issued and no balance named: the same security carries on with the rest (D6). */
function isPartialReduction(entry: Entry, source: SecurityState): boolean {
  const { transaction, type, rank } = entry;
  const mayCarryOn = rank === RANKS.cancellation || rank === RANKS.repurchase || rank === RANKS.transfer;
  if (!(mayCarryOn || type === 'TX_STOCK_CONVERSION') || !isAbsent(transaction['balance_security_id'])) return false;
  const moved =
    type !== null && kindOf(type) === 'CONVERTIBLE'
      ? moneyOf(transaction, 'amount')?.amount
      : decimalOf(transaction, type === 'TX_STOCK_CONVERSION' ? 'quantity_converted' : 'quantity');
  return moved !== null && moved !== undefined && source.issued !== null && moved < source.issued;
}

function rankOf(type: TransactionType): number {
  if (type.endsWith('_AUTHORIZED_SHARES_ADJUSTMENT')) return RANKS.adjustment;
  if (type === 'TX_STOCK_PLAN_POOL_ADJUSTMENT' || type === 'TX_STOCK_PLAN_RETURN_TO_POOL') return RANKS.adjustment;
  if (type.startsWith('CE_')) return RANKS.change;
  if (type.startsWith('TX_VESTING_')) return RANKS.vesting;
  switch (type.slice(type.lastIndexOf('_') + 1)) {
    case 'SPLIT':
      return RANKS.split;
    case 'ADJUSTMENT':
      return RANKS.ratio;
    case 'ISSUANCE':
      return RANKS.issuance;
    case 'ACCEPTANCE':
      return RANKS.acceptance;
    case 'REPRICING':
      return RANKS.repricing;
    case 'EXERCISE':
    case 'RELEASE':
      return RANKS.exercise;
    case 'CONVERSION':
      return RANKS.conversion;
    case 'TRANSFER':
      return RANKS.transfer;
    case 'REISSUANCE':
      return RANKS.reissuance;
    case 'CONSOLIDATION':
      return RANKS.consolidation;
    case 'REPURCHASE':
      return RANKS.repurchase;
    case 'RETRACTION':
      return RANKS.retraction;
    default:
      return RANKS.cancellation;
  }
}
