// The tables projected from the ledger, with each column's SQL type; an effect's `transaction_id` becomes its entry's seq.
import type { Effects } from '#src/domain/ledger/core/types.ts';

export const PROJECTIONS = {
  securities: {
    table: 'security',
    seq: 'issue_seq',
    columns: {
      security_id: 'text',
      kind: 'text',
      stakeholder_id: 'text',
      stock_class_id: 'text',
      stock_plan_id: 'text',
      quantity: 'numeric',
      amount: 'numeric',
      currency: 'text',
      security_type: 'text',
      custom_id: 'text',
      issued_on: 'date',
      first_issued_on: 'date',
      share_price: 'numeric',
      share_price_currency: 'text',
    },
  },
  terminations: {
    table: 'termination',
    seq: 'tx_seq',
    columns: {
      security_id: 'text',
      kind: 'text',
      verb: 'text',
      on_date: 'date',
      quantity: 'numeric',
      balance_security_id: 'text',
    },
  },
  resulting: {
    table: 'resulting',
    seq: 'tx_seq',
    columns: { result_security_id: 'text', from_security_id: 'text', is_balance: 'boolean' },
  },
  reductions: {
    table: 'reduction',
    seq: 'tx_seq',
    columns: { security_id: 'text', on_date: 'date', quantity: 'numeric', why: 'text' },
  },
  class_authorized: {
    table: 'class_authorized',
    seq: 'tx_seq',
    columns: { stock_class_id: 'text', effective_date: 'date', shares_authorized: 'numeric', authorized_kind: 'text' },
  },
  issuer_authorized: {
    table: 'issuer_authorized',
    seq: 'tx_seq',
    columns: { effective_date: 'date', shares_authorized: 'numeric', authorized_kind: 'text' },
  },
  plan_pools: {
    table: 'plan_pool',
    seq: 'tx_seq',
    columns: { stock_plan_id: 'text', effective_date: 'date', shares_reserved: 'numeric' },
  },
  pool_returns: {
    table: 'pool_return',
    seq: 'tx_seq',
    columns: { stock_plan_id: 'text', security_id: 'text', effective_date: 'date', quantity: 'numeric' },
  },
  splits: {
    table: 'split',
    seq: 'tx_seq',
    columns: { stock_class_id: 'text', effective_date: 'date', numerator: 'numeric', denominator: 'numeric' },
  },
  plan_splits: {
    table: 'plan_split',
    seq: 'tx_seq',
    columns: { stock_plan_id: 'text', effective_date: 'date', exercised: 'numeric', retired: 'numeric' },
  },
  ratio_changes: {
    table: 'ratio_change',
    seq: 'tx_seq',
    columns: {
      stock_class_id: 'text',
      effective_date: 'date',
      numerator: 'numeric',
      denominator: 'numeric',
      rounding_type: 'text',
      conversion_price: 'numeric',
      conversion_price_currency: 'text',
    },
  },
  repricings: {
    table: 'repricing',
    seq: 'tx_seq',
    columns: { security_id: 'text', effective_date: 'date', exercise_price: 'numeric', currency: 'text' },
  },
  vesting_facts: {
    table: 'vesting_fact',
    seq: 'tx_seq',
    columns: {
      security_id: 'text',
      effective_date: 'date',
      fact: 'text',
      vesting_condition_id: 'text',
      quantity: 'numeric',
    },
  },
  acceptances: { table: 'acceptance', seq: 'tx_seq', columns: { security_id: 'text', effective_date: 'date' } },
  stakeholder_changes: {
    table: 'stakeholder_change',
    seq: 'tx_seq',
    columns: {
      stakeholder_id: 'text',
      effective_date: 'date',
      new_status: 'text',
      relationship_started: 'text',
      relationship_ended: 'text',
    },
  },
} as const satisfies Record<
  Exclude<keyof Effects, 'classes_with_fractions'>,
  { table: string; seq: string; columns: Record<string, string> }
>;
