// Builds companies and transactions for the ledger tests.
import { capTableAsOf } from '#src/domain/captable/capTable.ts';
import type { CapTable } from '#src/domain/captable/capTable.ts';
import type { Basis } from '#src/domain/captable/capTableBasis.ts';
import type { Finding, OcfObject, PlanFacts } from '#src/domain/ledger/core/types.ts';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import type { Interpretation } from '#src/domain/ledger/core/interpret.ts';
import { emptyState } from '#src/domain/ledger/core/state.ts';
import type { LedgerState } from '#src/domain/ledger/core/state.ts';
import { addStaticObjects } from '#src/domain/ledger/core/staticObjects.ts';
import type { Mode } from '#src/domain/ledger/core/context.ts';

export type Extra = Record<string, unknown>;

export const issuer = (extra: Extra = {}): OcfObject => ({
  object_type: 'ISSUER',
  id: 'lovelace',
  legal_name: 'Lovelace Engines, Inc.',
  formation_date: '2020-01-01',
  country_of_formation: 'US',
  ...extra,
});
export const holder = (id: string): OcfObject => ({
  object_type: 'STAKEHOLDER',
  id,
  name: { legal_name: id },
  stakeholder_type: 'INDIVIDUAL',
});
export const stockClass = (id: string, extra: Extra = {}): OcfObject => ({
  object_type: 'STOCK_CLASS',
  id,
  name: id,
  class_type: id === 'common' ? 'COMMON' : 'PREFERRED',
  default_id_prefix: `${id}-`,
  initial_shares_authorized: '1000000',
  votes_per_share: '1',
  seniority: '1',
  ...extra,
});

/** Ada, Grace and Linus; classes common and preferred (2 common each, rounded down); plan, terms and legend. */
export function company(extra: { issuer?: Extra; common?: Extra; preferred?: Extra } = {}): OcfObject[] {
  const conversion_mechanism = {
    type: 'RATIO_CONVERSION',
    ratio: { numerator: '2', denominator: '1' },
    conversion_price: { amount: '1', currency: 'USD' },
    rounding_type: 'FLOOR',
  };
  const conversion_rights = [{ conversion_mechanism, converts_to_stock_class_id: 'common' }];
  return [
    issuer(extra.issuer),
    holder('ada'),
    holder('grace'),
    holder('linus'),
    stockClass('common', extra.common),
    stockClass('preferred', { conversion_rights, ...extra.preferred }),
    { object_type: 'STOCK_PLAN', id: 'plan', plan_name: 'Plan', initial_shares_reserved: '1000' },
    { object_type: 'VESTING_TERMS', id: 'terms', name: 'Terms' },
    { object_type: 'STOCK_LEGEND_TEMPLATE', id: 'legend', name: 'Legend', text: 'Legend' },
  ];
}

export function stateOfCompany(objects: OcfObject[] = company()): LedgerState {
  const state = emptyState();
  addStaticObjects(state, objects);
  return state;
}

/** Interprets transactions in a new company. */
export function ledgerOf(transactions: OcfObject[], objects?: OcfObject[], mode: Mode = 'import'): Interpretation {
  return interpret(stateOfCompany(objects), transactions, { mode });
}

export function tableOf(
  ledger: Interpretation,
  date: string,
  options: { basis?: Basis; plans?: readonly PlanFacts[] } = {},
): CapTable {
  const classes = [...ledger.state.classes.values()].map(({ facts }) => facts);
  return capTableAsOf(ledger.effects, classes, ledger.state.holders, date, options);
}

/** Total stock by holder at the end of the day: { ada: '600' }; holders without stock are left out. */
export function holdings(ledger: Interpretation, date: string): Record<string, string> {
  const rows = tableOf(ledger, date).rows.filter((row) => row.total !== '0');
  return Object.fromEntries(rows.map((row) => [row.shareholder_id, row.total]));
}

/** Options by holder at the end of the day. */
export function options(ledger: Interpretation, date: string): Record<string, string> {
  const rows = tableOf(ledger, date).rows.filter((row) => row.options !== '0');
  return Object.fromEntries(rows.map((row) => [row.shareholder_id, row.options]));
}

/** "E7 t1": rule and object of every finding, sorted. */
export function rulesOf(findings: readonly Finding[]): string[] {
  return findings.map((finding) => `${finding.rule} ${finding.object_id}`).sort();
}
export function errorsOf(ledger: Interpretation): string[] {
  return rulesOf(ledger.findings.filter((finding) => finding.severity === 'error'));
}
export function warningsOf(ledger: Interpretation): string[] {
  return rulesOf(ledger.findings.filter((finding) => finding.severity === 'warning'));
}

const money = (amount: string) => ({ amount, currency: 'USD' });
const tx =
  (object_type: string) =>
  (id: string, fields: Extra): OcfObject => ({ object_type, id, date: '2022-01-01', ...fields });

/** Issues security `id` by transaction `i_<id>`. */
export const issued = (id: string, stakeholder_id: string, quantity: string, extra: Extra = {}): OcfObject => ({
  object_type: 'TX_STOCK_ISSUANCE',
  id: `i_${id}`,
  date: '2022-01-01',
  security_id: id,
  custom_id: id,
  stakeholder_id,
  stock_class_id: 'common',
  quantity,
  share_price: money('1'),
  security_law_exemptions: [],
  stock_legend_ids: [],
  ...extra,
});
export const granted = (id: string, stakeholder_id: string, quantity: string, extra: Extra = {}): OcfObject => ({
  object_type: 'TX_EQUITY_COMPENSATION_ISSUANCE',
  id: `i_${id}`,
  date: '2022-01-01',
  security_id: id,
  custom_id: id,
  stakeholder_id,
  stock_class_id: 'common',
  stock_plan_id: 'plan',
  compensation_type: 'OPTION',
  quantity,
  exercise_price: money('1'),
  expiration_date: null,
  termination_exercise_windows: [],
  security_law_exemptions: [],
  ...extra,
});
export const noted = (id: string, stakeholder_id: string, amount: string, extra: Extra = {}): OcfObject => ({
  object_type: 'TX_CONVERTIBLE_ISSUANCE',
  id: `i_${id}`,
  date: '2022-01-01',
  security_id: id,
  custom_id: id,
  stakeholder_id,
  investment_amount: money(amount),
  convertible_type: 'SAFE',
  conversion_triggers: [{ trigger_id: 'T', type: 'ELECTIVE_AT_WILL', conversion_right: {} }],
  seniority: 1,
  security_law_exemptions: [],
  ...extra,
});
export const warranted = (
  id: string,
  stakeholder_id: string,
  quantity: string | null,
  extra: Extra = {},
): OcfObject => ({
  object_type: 'TX_WARRANT_ISSUANCE',
  id: `i_${id}`,
  date: '2022-01-01',
  security_id: id,
  custom_id: id,
  stakeholder_id,
  ...(quantity === null ? {} : { quantity }),
  purchase_price: money('1'),
  exercise_triggers: [{ trigger_id: 'T', type: 'ELECTIVE_AT_WILL', conversion_right: {} }],
  security_law_exemptions: [],
  ...extra,
});

export const stockTransfer = tx('TX_STOCK_TRANSFER');
export const stockCancellation = tx('TX_STOCK_CANCELLATION');
export const stockRepurchase = tx('TX_STOCK_REPURCHASE');
export const stockRetraction = tx('TX_STOCK_RETRACTION');
export const stockAcceptance = tx('TX_STOCK_ACCEPTANCE');
export const stockReissuance = tx('TX_STOCK_REISSUANCE');
export const stockConsolidation = tx('TX_STOCK_CONSOLIDATION');
export const stockConversion = tx('TX_STOCK_CONVERSION');
export const classSplit = tx('TX_STOCK_CLASS_SPLIT');
export const classAuthorized = tx('TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT');
export const issuerAuthorized = tx('TX_ISSUER_AUTHORIZED_SHARES_ADJUSTMENT');
export const ratioAdjustment = tx('TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT');
export const optionExercise = tx('TX_EQUITY_COMPENSATION_EXERCISE');
export const optionRelease = tx('TX_EQUITY_COMPENSATION_RELEASE');
export const optionCancellation = tx('TX_EQUITY_COMPENSATION_CANCELLATION');
export const transaction = (object_type: string, id: string, fields: Extra): OcfObject => tx(object_type)(id, fields);
