// The facts of a transaction type: its name, its place in a day, its fields, and how other entries depend on it. A declaration
// (transactionType.ts) adds its line in the ledger and its interpretation.
import type { Shape } from './shapes.ts';

/**
 * The order of entries within a day. It puts the entries about one security in the right order: issuance, acceptance, changes,
 * endings. No type has the rank `partial`: an entry gets it when it leaves the rest of its security open.
 */
export const RANKS = [
  'adjustment',
  'split',
  'ratio',
  'issuance',
  'vesting',
  'acceptance',
  'repricing',
  'exercise',
  'partial',
  'conversion',
  'transfer',
  'reissuance',
  'consolidation',
  'repurchase',
  'retraction',
  'cancellation',
  'change',
] as const;
export type Rank = (typeof RANKS)[number];

/** A figure that an entry sets from its day on, until another entry sets it again. */
export type Setting = 'issuer_authorized' | 'class_authorized' | 'conversion_ratio' | 'split' | 'pool_reserve';

/** The order in which the entries of a command give it its line in lists: the first that is there. */
export const HEADLINES = ['split', 'end_of_service', 'act', 'issuance', 'consequence'] as const;
type Headline = (typeof HEADLINES)[number];

export type TransactionFacts = {
  readonly type: string;
  readonly rank: Exclude<Rank, 'partial'>;
  readonly shape: Shape;
  /**
   * The field with what it takes out of its security. Taking less than was issued and naming no balance, it leaves the
   * security open with the rest (D6).
   */
  readonly takes?: 'quantity' | 'amount' | 'quantity_converted';
  /** It may be dated before its security was issued, and then counts from its own day (E3). */
  readonly mayPrecedeIssuance?: true;
  /** The figure it sets, and the field that names whose figure it is; null for the company's. */
  readonly sets?: { readonly what: Setting; readonly of: 'stock_class_id' | 'stock_plan_id' | null };
  /** The figure by which its shares count. An earlier entry that set the figure cannot be taken back. */
  readonly countsBy?: Setting;
  /** `act` unless it says otherwise. */
  readonly headline?: Headline;
  /** It came into the format after version 1.2.0. */
  readonly isNewerThanRelease?: true;
};
