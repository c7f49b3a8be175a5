// What is known of a transaction type without interpreting anything: its name, its place in a day, its fields, and what
// other entries may rely on. A declaration (transactionType.ts) adds the line it has in the ledger and what it does.
import type { Shape } from './shapes.ts';

/**
 * The order of one day, which makes each security's own chain come out right: issuance, acceptance, what changes it, what
 * ends it. `partial` is no type's own: it is the place of an entry that leaves the rest of its security open.
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

/** What an entry sets from its day on, until another entry sets it anew. */
export type Setting = 'issuer_authorized' | 'class_authorized' | 'conversion_ratio' | 'split' | 'pool_reserve';

/** Which entry of a command gives the command its name: the first of these that is among its entries. */
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
  /** What it sets, and the field that says of what; null where there is only one, the company's. */
  readonly sets?: { readonly what: Setting; readonly of: 'stock_class_id' | 'stock_plan_id' | null };
  /** What has to be set for its shares to count as they do: an earlier entry that sets it cannot be taken back. */
  readonly countsBy?: Setting;
  /** `act` unless it says otherwise. */
  readonly headline?: Headline;
  /** It came into the format after version 1.2.0. */
  readonly isNewerThanRelease?: true;
};
