// Every transaction type that the format has. A new one is a file of this room and a line here; the tests over all types
// (tests/domain/ledger/transactionTypes.test.ts) name what it still lacks.
import type { TransactionType } from '../core/transactionType.ts';
import { acceptances } from './acceptance.ts';
import { classAuthorizedAdjustment, issuerAuthorizedAdjustment } from './authorizedAdjustment.ts';
import { cancellations } from './cancellation.ts';
import { consolidation } from './consolidation.ts';
import { convertibleConversion } from './convertibleConversion.ts';
import { convertibleIssuance } from './convertibleIssuance.ts';
import { equityCompensationExercise } from './equityCompensationExercise.ts';
import { equityCompensationIssuance } from './equityCompensationIssuance.ts';
import { equityCompensationRelease } from './equityCompensationRelease.ts';
import { planPoolAdjustment } from './planPoolAdjustment.ts';
import { ratioAdjustment } from './ratioAdjustment.ts';
import { reissuance } from './reissuance.ts';
import { repricing } from './repricing.ts';
import { repurchase } from './repurchase.ts';
import { retractions } from './retraction.ts';
import { returnToPool } from './returnToPool.ts';
import { relationshipChange, statusChange } from './stakeholderChange.ts';
import { stockClassSplit } from './stockClassSplit.ts';
import { stockConversion } from './stockConversion.ts';
import { stockIssuance } from './stockIssuance.ts';
import { transfers } from './transfer.ts';
import { vestingAcceleration, vestingEvent, vestingStart } from './vestingFact.ts';
import { warrantExercise } from './warrantExercise.ts';
import { warrantIssuance } from './warrantIssuance.ts';

export const TRANSACTION_TYPES: readonly TransactionType[] = [
  issuerAuthorizedAdjustment,
  classAuthorizedAdjustment,
  ratioAdjustment,
  stockClassSplit,
  planPoolAdjustment,
  returnToPool,
  stockIssuance,
  equityCompensationIssuance,
  convertibleIssuance,
  warrantIssuance,
  ...acceptances,
  ...transfers,
  ...cancellations,
  ...retractions,
  repurchase,
  reissuance,
  consolidation,
  stockConversion,
  convertibleConversion,
  equityCompensationExercise,
  equityCompensationRelease,
  warrantExercise,
  repricing,
  vestingStart,
  vestingEvent,
  vestingAcceleration,
  relationshipChange,
  statusChange,
];

const byName: ReadonlyMap<string, TransactionType> = new Map(TRANSACTION_TYPES.map((each) => [each.type, each]));

const ALIAS_PREFIX = 'TX_PLAN_SECURITY_';

/** The type that an object is interpreted as, old names resolved; null for a type that the format does not have. */
export function transactionTypeOf(objectType: string): TransactionType | null {
  if (!objectType.startsWith(ALIAS_PREFIX)) return byName.get(objectType) ?? null;
  const type = byName.get(`TX_EQUITY_COMPENSATION_${objectType.slice(ALIAS_PREFIX.length)}`);
  // The old names were given up before the types that came after 1.2.0.
  return type && !type.isNewerThanRelease ? type : null;
}

/** Old names of TX_EQUITY_COMPENSATION_*, still written by vendors (D10): read, never written by us. */
export function isDeprecatedAlias(objectType: string): boolean {
  return objectType.startsWith(ALIAS_PREFIX) && transactionTypeOf(objectType) !== null;
}
