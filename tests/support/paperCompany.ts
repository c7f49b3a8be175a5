// A company whose four tables were calculated on paper: two plans, grants, an exercise, restricted stock, SAFEs, a
// note, warrants, a priced round and a change of its conversion ratio. The figures below come from that paper.
import {
  company,
  granted,
  holder,
  issued,
  noted,
  stockClass,
  stockTransfer,
  warranted,
} from '../domain/ledger/factories.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';

const [issuer] = company();
const toCommon = {
  type: 'STOCK_CLASS_CONVERSION_RIGHT',
  conversion_mechanism: {
    type: 'RATIO_CONVERSION',
    ratio: { numerator: '3', denominator: '2' },
    conversion_price: { amount: '1', currency: 'USD' },
    rounding_type: 'NORMAL',
  },
  converts_to_stock_class_id: 'common',
};
export const paperObjects: OcfObject[] = [
  issuer!,
  ...['ada', 'grace', 'otto', 'eve', 'angel', 'bank'].map(holder),
  { ...holder('fund'), contact_info: { emails: [{ email_type: 'BUSINESS', email_address: 'fund@example.com' }] } },
  stockClass('common'),
  stockClass('seed', { votes_per_share: '1.5', conversion_rights: [toCommon] }),
  plan('plan', { initial_shares_reserved: '1000', board_approval_date: '2022-02-01' }),
  plan('old', { initial_shares_reserved: '200', default_cancellation_behavior: 'RETIRE' }),
];

function plan(id: string, extra: Record<string, unknown>): OcfObject {
  return { object_type: 'STOCK_PLAN', id, plan_name: id, stock_class_ids: ['common'], ...extra };
}
const tx = (object_type: string, id: string, date: string, extra: Record<string, unknown>): OcfObject => ({
  object_type: `TX_${object_type}`,
  id,
  date,
  ...extra,
});
const exercised = { resulting_security_ids: ['CS-3'], security_id: 'ESO-1', quantity: '100' };
const onSeed = { conversion_right: { type: 'WARRANT_CONVERSION_RIGHT', converts_to_stock_class_id: 'seed' } };
export const paperTransactions: OcfObject[] = [
  issued('CS-1', 'ada', '6000'),
  issued('CS-2', 'grace', '3000'),
  granted('ESO-1', 'otto', '400', { date: '2022-03-01' }),
  granted('ESO-2', 'eve', '301', { date: '2022-03-01' }),
  granted('ESO-3', 'otto', '50', { date: '2022-03-01', stock_plan_id: 'old' }),
  noted('SAFE-1', 'angel', '100000', { date: '2022-04-01' }),
  noted('SAFE-2', 'fund', '50000', { date: '2022-04-01' }),
  noted('CN-1', 'angel', '25000', {
    date: '2022-04-01',
    convertible_type: 'NOTE',
    investment_amount: { amount: '25000', currency: 'EUR' },
  }),
  warranted('W-1', 'bank', '101', {
    date: '2022-05-01',
    exercise_triggers: [{ trigger_id: 'T', type: 'ELECTIVE_AT_WILL', ...onSeed }],
  }),
  warranted('W-2', 'angel', null, { date: '2022-05-01' }),
  issued('PS-1', 'fund', '1001', { date: '2022-06-01', stock_class_id: 'seed' }),
  issued('PS-2', 'angel', '333', { date: '2022-06-01', stock_class_id: 'seed' }),
  tx('EQUITY_COMPENSATION_EXERCISE', 'x1', '2022-09-01', exercised),
  issued('CS-3', 'otto', '100', { date: '2022-09-01', stock_plan_id: 'plan' }),
  tx('EQUITY_COMPENSATION_CANCELLATION', 'c1', '2022-10-01', {
    security_id: 'ESO-2',
    quantity: '101',
    reason_text: '-',
  }),
  tx('EQUITY_COMPENSATION_CANCELLATION', 'c2', '2022-10-01', {
    security_id: 'ESO-3',
    quantity: '50',
    reason_text: '-',
  }),
  issued('RSA-1', 'eve', '60', { date: '2022-11-01', stock_plan_id: 'plan' }),
  tx('STOCK_PLAN_POOL_ADJUSTMENT', 'p1', '2023-01-01', { stock_plan_id: 'plan', shares_reserved: '1500' }),
  tx('STOCK_PLAN_RETURN_TO_POOL', 'r1', '2023-02-01', {
    stock_plan_id: 'old',
    security_id: 'ESO-3',
    quantity: '20',
    reason_text: '-',
  }),
  tx('STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT', 'q1', '2023-06-01', {
    stock_class_id: 'seed',
    new_ratio_conversion_mechanism: {
      ...toCommon.conversion_mechanism,
      ratio: { numerator: '7', denominator: '4' },
    },
  }),
  stockTransfer('t1', {
    date: '2023-07-01',
    security_id: 'CS-1',
    quantity: '1000',
    resulting_security_ids: ['CS-4'],
    balance_security_id: 'CS-5',
  }),
  issued('CS-4', 'grace', '1000', { date: '2023-07-01' }),
  issued('CS-5', 'ada', '5000', { date: '2023-07-01' }),
];

type Paper = { total: string; pool: string; classes: Record<string, string>; rows: Record<string, string> };
export const LATER = '2023-12-31';
export const EARLIER = '2022-06-30';
const founders = { ada: '5000', grace: '4000' };
/**
 * At LATER 1 seed is 7/4 common: fund 1,001 -> 1,751.75, angel 333 -> 582.75, the bank's warrant 101 -> 176.75, each rounded down.
 * Plan: 1,500 - (300 + 200) granted - 100 exercised - 60 restricted = 840. Old: 200 - (50 retired - 20 returned) = 170.
 */
export const paperTables: Record<string, Paper> = {
  outstanding: {
    total: '10494',
    pool: '1010',
    classes: { common: '9160', seed: '1334' },
    rows: { ...founders, fund: '1001', angel: '333', otto: '100', eve: '60', bank: '0' },
  },
  as_converted: {
    total: '11493',
    pool: '1010',
    classes: { common: '9160', seed: '2333' },
    rows: { ...founders, fund: '1751', angel: '582', otto: '100', eve: '60', bank: '0' },
  },
  fully_diluted: {
    total: '13179',
    pool: '1010',
    classes: { common: '9160', seed: '2333' },
    rows: { ...founders, fund: '1751', angel: '582', otto: '400', eve: '260', bank: '176', pool: '1010' },
  },
  voting: {
    total: '11161',
    pool: '1010',
    classes: { common: '9160', seed: '2001' },
    rows: { ...founders, fund: '1501.5', angel: '499.5', otto: '100', eve: '60', bank: '0' },
  },
};
/** At EARLIER the ratio is 3/2. Of the plan's 1,000 shares 701 are granted, and of the old plan's 200, 50. */
export const earlierDiluted: Paper = {
  total: '12351',
  pool: '449',
  classes: { common: '9000', seed: '2000' },
  rows: { ada: '6000', grace: '3000', fund: '1501', angel: '499', otto: '450', eve: '301', bank: '151', pool: '449' },
};

type Shown = { total: unknown; pool_available: unknown; classes: unknown; rows: unknown };
/** A table in the layout of the worked example. */
export function paperOf(table: Shown): Paper {
  const classes = table.classes as { share_class_id: string; counted: string }[];
  const rows = table.rows as { shareholder_id: string | null; total: string }[];
  return {
    total: String(table.total),
    pool: String(table.pool_available),
    classes: Object.fromEntries(classes.map((row) => [row.share_class_id, row.counted])),
    rows: Object.fromEntries(rows.map((row) => [row.shareholder_id ?? 'pool', row.total])),
  };
}

/** Adds up percentages: "1000000" means exactly 100.0000. */
export function sumOfPercents(rows: readonly { percent: unknown }[]): string {
  return String(rows.reduce((sum, { percent }) => sum + BigInt(String(percent).replace('.', '')), 0n));
}
