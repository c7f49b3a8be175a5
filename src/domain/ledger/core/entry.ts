// A transaction with its place in the ledger.
import { decimalOf, dateOf, idOf, moneyOf, typeOf } from './fields.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { RANKS } from './transactionFacts.ts';
import type { Rank, TransactionFacts } from './transactionFacts.ts';
import type { OcfTransaction } from './types.ts';

export type Entry = {
  readonly transaction: OcfTransaction;
  readonly id: string;
  /** The type as written, which may be an old name of it. */
  readonly object_type: string;
  /** Null for a type that the format does not have. */
  readonly type: TransactionFacts | null;
  /** The date as written; null when it is no day. */
  readonly date: string | null;
  /** The day it counts from: its date, or the issue day of its security where that is later (D2). */
  effective_date: string | null;
  rank: number;
  /** Its content as text, made when two entries with the same id are sorted. */
  content?: string;
};

export function entryOf(transaction: OcfTransaction, type: TransactionFacts | null): Entry {
  const date = dateOf(transaction);
  return {
    transaction,
    id: idOf(transaction),
    object_type: typeOf(transaction),
    type,
    date,
    effective_date: date,
    rank: type ? placeOf(type.rank) : RANKS.length,
  };
}

export const placeOf = (rank: Rank): number => RANKS.indexOf(rank);

export const isIssuance = ({ type }: Entry): boolean => type?.rank === 'issuance';

/** What it takes out of its security: shares, or money out of a convertible. Null when the field has no exact number. */
export function takenBy({ transaction, type }: Entry): Decimal | null {
  const field = type?.takes;
  if (field === undefined) return null;
  return field === 'amount' ? (moneyOf(transaction, field)?.amount ?? null) : decimalOf(transaction, field);
}
