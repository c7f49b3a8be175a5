// Every transaction type and what it does to the ledger. A new type does not compile until it has its line here.
import { acceptance } from '../transactions/acceptance.ts';
import { classAuthorizedAdjustment, issuerAuthorizedAdjustment } from '../transactions/authorizedAdjustment.ts';
import { cancellation, repurchase } from '../transactions/cancellation.ts';
import { consolidation } from '../transactions/consolidation.ts';
import { convertibleConversion } from '../transactions/convertibleConversion.ts';
import { convertibleIssuance } from '../transactions/convertibleIssuance.ts';
import { equityCompensationExercise } from '../transactions/equityCompensationExercise.ts';
import { equityCompensationIssuance } from '../transactions/equityCompensationIssuance.ts';
import { equityCompensationRelease } from '../transactions/equityCompensationRelease.ts';
import { planPoolAdjustment, returnToPool } from '../transactions/planPool.ts';
import { ratioAdjustment } from '../transactions/ratioAdjustment.ts';
import { reissuance } from '../transactions/reissuance.ts';
import { repricing } from '../transactions/repricing.ts';
import { retraction } from '../transactions/retraction.ts';
import { stakeholderChange } from '../transactions/stakeholderChange.ts';
import { stockClassSplit } from '../transactions/stockClassSplit.ts';
import { stockConversion } from '../transactions/stockConversion.ts';
import { stockIssuance } from '../transactions/stockIssuance.ts';
import type { Interpreter, TransactionType } from './transactionType.ts';
import { transfer } from '../transactions/transfer.ts';
import { vestingFact } from '../transactions/vestingFact.ts';
import { warrantExercise } from '../transactions/warrantExercise.ts';
import { warrantIssuance } from '../transactions/warrantIssuance.ts';

export const interpreters = {
  TX_ISSUER_AUTHORIZED_SHARES_ADJUSTMENT: issuerAuthorizedAdjustment,
  TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT: classAuthorizedAdjustment,
  TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT: ratioAdjustment,
  TX_STOCK_CLASS_SPLIT: stockClassSplit,
  TX_STOCK_PLAN_POOL_ADJUSTMENT: planPoolAdjustment,
  TX_STOCK_PLAN_RETURN_TO_POOL: returnToPool,
  TX_STOCK_ISSUANCE: stockIssuance,
  TX_STOCK_ACCEPTANCE: acceptance('STOCK'),
  TX_STOCK_TRANSFER: transfer('STOCK'),
  TX_STOCK_CANCELLATION: cancellation('STOCK'),
  TX_STOCK_RETRACTION: retraction('STOCK'),
  TX_STOCK_REPURCHASE: repurchase,
  TX_STOCK_REISSUANCE: reissuance,
  TX_STOCK_CONSOLIDATION: consolidation,
  TX_STOCK_CONVERSION: stockConversion,
  TX_CONVERTIBLE_ISSUANCE: convertibleIssuance,
  TX_CONVERTIBLE_ACCEPTANCE: acceptance('CONVERTIBLE'),
  TX_CONVERTIBLE_TRANSFER: transfer('CONVERTIBLE'),
  TX_CONVERTIBLE_CANCELLATION: cancellation('CONVERTIBLE'),
  TX_CONVERTIBLE_RETRACTION: retraction('CONVERTIBLE'),
  TX_CONVERTIBLE_CONVERSION: convertibleConversion,
  TX_WARRANT_ISSUANCE: warrantIssuance,
  TX_WARRANT_ACCEPTANCE: acceptance('WARRANT'),
  TX_WARRANT_TRANSFER: transfer('WARRANT'),
  TX_WARRANT_CANCELLATION: cancellation('WARRANT'),
  TX_WARRANT_RETRACTION: retraction('WARRANT'),
  TX_WARRANT_EXERCISE: warrantExercise,
  TX_EQUITY_COMPENSATION_ISSUANCE: equityCompensationIssuance,
  TX_EQUITY_COMPENSATION_ACCEPTANCE: acceptance('EQUITY_COMPENSATION'),
  TX_EQUITY_COMPENSATION_TRANSFER: transfer('EQUITY_COMPENSATION'),
  TX_EQUITY_COMPENSATION_CANCELLATION: cancellation('EQUITY_COMPENSATION'),
  TX_EQUITY_COMPENSATION_RETRACTION: retraction('EQUITY_COMPENSATION'),
  TX_EQUITY_COMPENSATION_EXERCISE: equityCompensationExercise,
  TX_EQUITY_COMPENSATION_RELEASE: equityCompensationRelease,
  TX_EQUITY_COMPENSATION_REPRICING: repricing,
  TX_VESTING_START: vestingFact('START'),
  TX_VESTING_EVENT: vestingFact('EVENT'),
  TX_VESTING_ACCELERATION: vestingFact('ACCELERATION'),
  CE_STAKEHOLDER_RELATIONSHIP: stakeholderChange,
  CE_STAKEHOLDER_STATUS: stakeholderChange,
} satisfies Record<TransactionType, Interpreter>;
