// The closed list of transaction types OCF knows, the deprecated aliases among them, and what an interpreter is.
import type { Entry } from './order.ts';
import type { Context } from './context.ts';
import type { SecurityKind } from './types.ts';

export const TRANSACTION_TYPES = [
  'TX_ISSUER_AUTHORIZED_SHARES_ADJUSTMENT',
  'TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT',
  'TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT',
  'TX_STOCK_CLASS_SPLIT',
  'TX_STOCK_PLAN_POOL_ADJUSTMENT',
  'TX_STOCK_PLAN_RETURN_TO_POOL',
  'TX_STOCK_ISSUANCE',
  'TX_STOCK_ACCEPTANCE',
  'TX_STOCK_TRANSFER',
  'TX_STOCK_CANCELLATION',
  'TX_STOCK_RETRACTION',
  'TX_STOCK_REPURCHASE',
  'TX_STOCK_REISSUANCE',
  'TX_STOCK_CONSOLIDATION',
  'TX_STOCK_CONVERSION',
  'TX_CONVERTIBLE_ISSUANCE',
  'TX_CONVERTIBLE_ACCEPTANCE',
  'TX_CONVERTIBLE_TRANSFER',
  'TX_CONVERTIBLE_CANCELLATION',
  'TX_CONVERTIBLE_RETRACTION',
  'TX_CONVERTIBLE_CONVERSION',
  'TX_WARRANT_ISSUANCE',
  'TX_WARRANT_ACCEPTANCE',
  'TX_WARRANT_TRANSFER',
  'TX_WARRANT_CANCELLATION',
  'TX_WARRANT_RETRACTION',
  'TX_WARRANT_EXERCISE',
  'TX_EQUITY_COMPENSATION_ISSUANCE',
  'TX_EQUITY_COMPENSATION_ACCEPTANCE',
  'TX_EQUITY_COMPENSATION_TRANSFER',
  'TX_EQUITY_COMPENSATION_CANCELLATION',
  'TX_EQUITY_COMPENSATION_RETRACTION',
  'TX_EQUITY_COMPENSATION_EXERCISE',
  'TX_EQUITY_COMPENSATION_RELEASE',
  'TX_EQUITY_COMPENSATION_REPRICING',
  'TX_VESTING_START',
  'TX_VESTING_EVENT',
  'TX_VESTING_ACCELERATION',
  'CE_STAKEHOLDER_RELATIONSHIP',
  'CE_STAKEHOLDER_STATUS',
] as const;

export type TransactionType = (typeof TRANSACTION_TYPES)[number];

const KNOWN: ReadonlySet<string> = new Set(TRANSACTION_TYPES);
const ALIAS_PREFIX = 'TX_PLAN_SECURITY_';

/** Deprecated twins of TX_EQUITY_COMPENSATION_*, still written by vendors (D10): read, never written by us. */
export function isDeprecatedAlias(objectType: string): boolean {
  return objectType.startsWith(ALIAS_PREFIX) && transactionTypeOf(objectType) !== null;
}

/** The type an object is interpreted as, aliases resolved; null for a type nobody knows. */
export function transactionTypeOf(objectType: string): TransactionType | null {
  const resolved = objectType.startsWith(ALIAS_PREFIX)
    ? `TX_EQUITY_COMPENSATION_${objectType.slice(ALIAS_PREFIX.length)}`
    : objectType;
  if (resolved !== objectType && resolved === 'TX_EQUITY_COMPENSATION_REPRICING') return null; // never had an alias
  return KNOWN.has(resolved) ? (resolved as TransactionType) : null;
}

/** The family of the security which a transaction acts on; null where any family will do or none is named. */
export function kindOf(type: TransactionType): SecurityKind | null {
  if (type.startsWith('TX_CONVERTIBLE_')) return 'CONVERTIBLE';
  if (type.startsWith('TX_WARRANT_')) return 'WARRANT';
  if (type.startsWith('TX_EQUITY_COMPENSATION_')) return 'EQUITY_COMPENSATION';
  return /^TX_STOCK_(?!CLASS_|PLAN_)/.test(type) ? 'STOCK' : null;
}

/** Puts one entry's rows into the context's effects and reports its faults. Never throws on what the entry holds. */
export type Interpreter = (context: Context, entry: Entry) => void;
