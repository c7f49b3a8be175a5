// A company with the history of the public Acme sample: grants before formation, a transfer, partial and full
// cancellations, a retraction, a certificate issued and bought back on one day, a reissue, a conversion, a split, and
// exercises that issue no shares.
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import {
  classSplit,
  granted,
  holder,
  issued,
  issuer,
  optionExercise,
  stockAcceptance,
  stockCancellation,
  stockClass,
  stockConversion,
  stockReissuance,
  stockRepurchase,
  stockRetraction,
  stockTransfer,
  transaction,
} from './factories.ts';

export const acmeObjects: OcfObject[] = [
  issuer({ formation_date: '2022-01-01' }),
  ...['fiona', 'charlie', 'jane', 'emily'].map(holder),
  stockClass('A', { initial_shares_authorized: '10000000' }),
  stockClass('B', { initial_shares_authorized: '5000000' }),
  stockClass('P', { initial_shares_authorized: '350000' }),
];

const stock = (id: string, who: string, stock_class_id: string, quantity: string, date: string) =>
  issued(id, who, quantity, { stock_class_id, date });
const grant = (id: string, quantity: string, date: string) =>
  granted(id, 'emily', quantity, { date, stock_class_id: 'B', stock_plan_id: 'plan_that_is_missing' });
const exercise = (id: string, quantity: string, date: string) =>
  optionExercise(id, { date, security_id: 'EC-1', quantity, resulting_security_ids: [`shares_of_${id}`] });

export const acmeTransactions: OcfObject[] = [
  stock('OA-1', 'fiona', 'A', '600000', '2022-01-01'),
  stockAcceptance('accept', { date: '2022-01-01', security_id: 'OA-1' }),
  stock('OA-2', 'charlie', 'A', '400000', '2022-01-01'),
  stock('OA-3', 'fiona', 'A', '300000', '2022-06-15'),
  stock('OA-4', 'charlie', 'A', '100000', '2022-06-15'),
  stockTransfer('transfer', {
    date: '2022-06-15',
    security_id: 'OA-2',
    quantity: '300000',
    resulting_security_ids: ['OA-3'],
    balance_security_id: 'OA-4',
  }),
  stock('OA-7', 'fiona', 'A', '80000', '2022-06-30'),
  stock('OA-10', 'fiona', 'A', '50000', '2022-06-30'),
  stockCancellation('cancel_part', {
    date: '2022-06-30',
    security_id: 'OA-3',
    quantity: '220000',
    balance_security_id: 'OA-7',
  }),
  stockRetraction('retract', { date: '2022-07-01', security_id: 'OA-10' }),
  stockCancellation('cancel_all', {
    date: '2022-09-01',
    security_id: 'OA-4',
    quantity: '100000',
    balance_security_id: '',
  }),
  stock('OA-5', 'charlie', 'A', '25000', '2023-01-01'),
  stock('P-1', 'fiona', 'P', '35000', '2023-01-01'),
  stock('OB-1', 'jane', 'B', '25000', '2023-01-01'),
  stock('OA-6', 'fiona', 'A', '100000', '2023-01-15'),
  stockRepurchase('buy_2', {
    date: '2023-01-15',
    security_id: 'OA-1',
    quantity: '500000',
    balance_security_id: 'OA-6',
  }),
  stockRepurchase('buy_1', { date: '2023-01-15', security_id: 'OA-6', quantity: '100000', balance_security_id: '' }),
  stock('OB-2', 'jane', 'B', '13500', '2023-02-01'),
  stock('OB-3', 'jane', 'B', '11500', '2023-02-01'),
  stockReissuance('reissue', { date: '2023-02-01', security_id: 'OB-1', resulting_security_ids: ['OB-2', 'OB-3'] }),
  classSplit('split', { date: '2023-03-01', stock_class_id: 'B', split_ratio: { numerator: '2', denominator: '1' } }),
  stock('OB-4', 'jane', 'B', '27000', '2023-03-01'),
  stock('OB-5', 'jane', 'B', '23000', '2023-03-01'),
  stockReissuance('reissue_4', {
    date: '2023-03-01',
    security_id: 'OB-2',
    resulting_security_ids: ['OB-4'],
    split_transaction_id: 'split',
  }),
  stockReissuance('reissue_5', {
    date: '2023-03-01',
    security_id: 'OB-3',
    resulting_security_ids: ['OB-5'],
    split_transaction_id: 'split',
  }),
  stock('P-2', 'fiona', 'P', '15000', '2023-06-01'),
  stock('OA-11', 'fiona', 'A', '30000', '2023-06-01'),
  stock('OA-12', 'fiona', 'A', '10000', '2023-06-01'),
  stockConversion('convert', {
    date: '2023-06-01',
    security_id: 'P-1',
    quantity_converted: '20000',
    resulting_security_ids: ['OA-11', 'OA-12'],
    balance_security_id: 'P-2',
  }),
  grant('EC-1', '360000', '2019-06-01'),
  grant('EC-2', '480000', '2019-09-01'),
  grant('EC-3', '240000', '2019-11-01'),
  transaction('TX_VESTING_START', 'start', { date: '2019-06-01', security_id: 'EC-1', vesting_condition_id: 'start' }),
  exercise('exercise_1', '500', '2020-06-15'),
  exercise('exercise_2', '400', '2021-05-15'),
  exercise('exercise_3', '750', '2023-06-01'),
  exercise('exercise_4', '350', '2023-06-15'),
];

/** Expected figures per date: totals of classes A, B and P; stock by holder and class; options left. */
export const acmeFigures: [date: string, classes: string[], stock: Record<string, string>, options: string][] = [
  ['2019-11-01', ['0', '0', '0'], {}, '1080000'],
  ['2022-01-01', ['1000000', '0', '0'], { 'fiona A': '600000', 'charlie A': '400000' }, '1079100'],
  ['2022-06-15', ['1000000', '0', '0'], { 'fiona A': '900000', 'charlie A': '100000' }, '1079100'],
  ['2022-06-30', ['830000', '0', '0'], { 'fiona A': '730000', 'charlie A': '100000' }, '1079100'],
  ['2022-09-01', ['680000', '0', '0'], { 'fiona A': '680000' }, '1079100'],
  [
    '2023-01-15',
    ['105000', '25000', '35000'],
    { 'fiona A': '80000', 'fiona P': '35000', 'charlie A': '25000', 'jane B': '25000' },
    '1079100',
  ],
  [
    '2023-03-01',
    ['105000', '50000', '35000'],
    { 'fiona A': '80000', 'fiona P': '35000', 'charlie A': '25000', 'jane B': '50000' },
    '1079100',
  ],
  [
    '2023-06-15',
    ['145000', '50000', '15000'],
    { 'fiona A': '120000', 'fiona P': '15000', 'charlie A': '25000', 'jane B': '50000' },
    '1078000',
  ],
];
