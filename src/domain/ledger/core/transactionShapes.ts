// The fields of each transaction type, in our own words (see shapes.ts).
import { base, may, maybeOneOf, must, oneOf, price, ratioMechanism } from './shapes.ts';
import type { Shape } from './shapes.ts';
import type { TransactionType } from './transactionType.ts';

const dated: Shape = { ...base, date: must('date') };
const onSecurity: Shape = { ...dated, security_id: must('text') };
const approvals: Shape = { board_approval_date: may('date'), stockholder_approval_date: may('date') };

const issuance: Shape = {
  ...onSecurity,
  ...approvals,
  custom_id: must('text'),
  stakeholder_id: must('text'),
  consideration_text: may('text'),
  security_law_exemptions: must('list', { description: must('text'), jurisdiction: must('text') }),
};
const vesting: Shape = {
  vesting_terms_id: may('text'),
  vestings: may('list', { date: must('date'), amount: must('number') }),
};
const cancellation: Shape = { ...onSecurity, balance_security_id: may('text'), reason_text: must('text') };
const retraction: Shape = { ...onSecurity, reason_text: must('text') };
const results: Shape = { resulting_security_ids: must('texts') };
const transfer: Shape = {
  ...onSecurity,
  ...results,
  balance_security_id: may('text'),
  consideration_text: may('text'),
};
const quantity: Shape = { quantity: must('number') };
const amount: Shape = { amount: must('money') };
const onClass: Shape = { ...dated, stock_class_id: must('text') };
const trigger: Shape = {
  trigger_id: must('text'),
  type: must('text'),
  nickname: may('text'),
  trigger_description: may('text'),
  trigger_condition: may('text'),
  trigger_date: may('date'),
  start_date: may('date'),
  end_date: may('date'),
  conversion_right: must('object'),
};

export const transactionShapes = {
  TX_ISSUER_AUTHORIZED_SHARES_ADJUSTMENT: {
    ...dated,
    ...approvals,
    issuer_id: must('text'),
    new_shares_authorized: must('number'),
  },
  TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT: { ...onClass, ...approvals, new_shares_authorized: must('number') },
  TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT: {
    ...onClass,
    new_ratio_conversion_mechanism: must('object', ratioMechanism),
  },
  TX_STOCK_CLASS_SPLIT: { ...onClass, split_ratio: must('ratio') },
  TX_STOCK_PLAN_POOL_ADJUSTMENT: {
    ...dated,
    ...approvals,
    stock_plan_id: must('text'),
    shares_reserved: must('number'),
  },
  TX_STOCK_PLAN_RETURN_TO_POOL: {
    ...onSecurity,
    ...quantity,
    stock_plan_id: must('text'),
    reason_text: must('text'),
  },
  TX_STOCK_ISSUANCE: {
    ...issuance,
    ...vesting,
    ...quantity,
    stock_class_id: must('text'),
    stock_plan_id: may('text'),
    share_numbers_issued: may('list', {
      starting_share_number: must('number'),
      ending_share_number: must('number'),
    }),
    share_price: price(must('money')),
    cost_basis: price(may('money')),
    stock_legend_ids: must('texts'),
    issuance_type: maybeOneOf('RSA', 'FOUNDERS_STOCK'),
  },
  TX_STOCK_ACCEPTANCE: onSecurity,
  TX_STOCK_TRANSFER: { ...transfer, ...quantity },
  TX_STOCK_CANCELLATION: { ...cancellation, ...quantity },
  TX_STOCK_RETRACTION: retraction,
  TX_STOCK_REPURCHASE: {
    ...onSecurity,
    ...quantity,
    price: price(must('money')),
    consideration_text: may('text'),
    balance_security_id: may('text'),
  },
  TX_STOCK_REISSUANCE: { ...onSecurity, ...results, split_transaction_id: may('text'), reason_text: may('text') },
  TX_STOCK_CONSOLIDATION: {
    ...dated,
    security_ids: must('texts'),
    resulting_security_id: must('text'),
    reason_text: may('text'),
  },
  TX_STOCK_CONVERSION: {
    ...onSecurity,
    ...results,
    quantity_converted: must('number'),
    balance_security_id: may('text'),
  },
  TX_CONVERTIBLE_ISSUANCE: {
    ...issuance,
    investment_amount: must('money'),
    convertible_type: oneOf('NOTE', 'SAFE', 'CONVERTIBLE_SECURITY'),
    conversion_triggers: must('list', trigger),
    pro_rata: may('number'),
    seniority: must('integer'),
  },
  TX_CONVERTIBLE_ACCEPTANCE: onSecurity,
  TX_CONVERTIBLE_TRANSFER: { ...transfer, ...amount },
  TX_CONVERTIBLE_CANCELLATION: { ...cancellation, ...amount },
  TX_CONVERTIBLE_RETRACTION: retraction,
  TX_CONVERTIBLE_CONVERSION: {
    ...onSecurity,
    ...results,
    reason_text: must('text'),
    trigger_id: must('text'),
    quantity_converted: may('number'),
    balance_security_id: may('text'),
    capitalization_definition: may('object'),
  },
  TX_WARRANT_ISSUANCE: {
    ...issuance,
    ...vesting,
    quantity: may('number'),
    quantity_source: may('text'),
    exercise_price: price(may('money')),
    purchase_price: price(must('money')),
    exercise_triggers: must('list', trigger),
    warrant_expiration_date: may('date'),
  },
  TX_WARRANT_ACCEPTANCE: onSecurity,
  TX_WARRANT_TRANSFER: { ...transfer, ...quantity },
  TX_WARRANT_CANCELLATION: { ...cancellation, ...quantity },
  TX_WARRANT_RETRACTION: retraction,
  TX_WARRANT_EXERCISE: { ...onSecurity, ...results, trigger_id: must('text'), consideration_text: may('text') },
  TX_EQUITY_COMPENSATION_ISSUANCE: {
    ...issuance,
    ...vesting,
    ...quantity,
    stock_plan_id: may('text'),
    stock_class_id: may('text'),
    compensation_type: oneOf('OPTION_NSO', 'OPTION_ISO', 'OPTION', 'RSU', 'CSAR', 'SSAR'),
    option_grant_type: maybeOneOf('NSO', 'ISO', 'INTL'),
    exercise_price: price(may('money')),
    base_price: price(may('money')),
    early_exercisable: may('boolean'),
    expiration_date: { kind: 'date', required: true, nullable: true },
    termination_exercise_windows: must('list', {
      reason: must('text'),
      period: must('integer'),
      period_type: oneOf('DAYS', 'MONTHS', 'YEARS'),
    }),
  },
  TX_EQUITY_COMPENSATION_ACCEPTANCE: onSecurity,
  TX_EQUITY_COMPENSATION_TRANSFER: { ...transfer, ...quantity },
  TX_EQUITY_COMPENSATION_CANCELLATION: { ...cancellation, ...quantity },
  TX_EQUITY_COMPENSATION_RETRACTION: retraction,
  TX_EQUITY_COMPENSATION_EXERCISE: { ...onSecurity, ...results, ...quantity, consideration_text: may('text') },
  TX_EQUITY_COMPENSATION_RELEASE: {
    ...onSecurity,
    ...results,
    ...quantity,
    settlement_date: must('date'),
    release_price: price(must('money')),
    consideration_text: may('text'),
  },
  TX_EQUITY_COMPENSATION_REPRICING: { ...onSecurity, new_exercise_price: price(must('money')) },
  TX_VESTING_START: { ...onSecurity, vesting_condition_id: must('text') },
  TX_VESTING_EVENT: { ...onSecurity, vesting_condition_id: must('text') },
  TX_VESTING_ACCELERATION: { ...onSecurity, ...quantity, reason_text: must('text') },
  CE_STAKEHOLDER_RELATIONSHIP: {
    ...dated,
    stakeholder_id: must('text'),
    relationship_started: may('text'),
    relationship_ended: may('text'),
  },
  CE_STAKEHOLDER_STATUS: { ...dated, stakeholder_id: must('text'), new_status: must('text') },
} satisfies Record<TransactionType, Shape>;
