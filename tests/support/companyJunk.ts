// Companies in which any field may hold anything. They only have to be readable.
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { soundCompany } from './companies.ts';
import type { GeneratedCompany } from './companyParts.ts';
import { randomOf } from './randomNumbers.ts';
import type { Random } from './randomNumbers.ts';

const NUMBERS = [0, -1, 1e308, '-5', '2', '1000000000', '0.0000000001', '9'.repeat(40)];
const DAYS = ['2024-02-29', '2023-02-30', '0001-01-01', '9999-12-31'];
const NAMES = ['', 'x', 's1', 's2', 's3', 'common', 'seed', 'plan', 'terms', 'ada', 'T'];
const SHAPES = [
  null,
  undefined,
  true,
  [],
  {},
  [null],
  ['s1', 's2'],
  { omitted: true },
  { amount: '1', currency: 'USD' },
  { numerator: '1', denominator: '0' },
  [{ date: '2020-01-01', amount: '5' }],
  [
    { date: '2020-01-01', amount: '-5' },
    { date: '2021-06-01', amount: '500' },
    { date: '2022-06-01', amount: '-100' },
  ],
  [{ starting_share_number: '1', ending_share_number: '99999999' }],
];
const JUNK: readonly unknown[] = [...NUMBERS, ...DAYS, ...NAMES, ...SHAPES];
const ALSO = [
  'vestings',
  'vesting_terms_id',
  'expiration_date',
  'stock_plan_id',
  'balance_security_id',
  'share_numbers_issued',
  'early_exercisable',
];

export function junkCompany(seed: number): GeneratedCompany {
  const random = randomOf(seed ^ 0x1a2b);
  const company = soundCompany(seed);
  const transactions = company.transactions.map((each) =>
    random.chance(5) ? { ...each, [random.pick([...Object.keys(each), ...ALSO])]: random.pick(JUNK) } : each,
  );
  const statics = company.statics.map((each) => (random.chance(6) ? junkInside(each, random) : each));
  return { ...company, transactions, statics };
}

/** Objects keep their type and id. Everything else in them may become anything, at any depth. */
function junkInside(object: OcfObject, random: Random): OcfObject {
  const kept = ([key, value]: [string, unknown]): [string, unknown] => [
    key,
    key === 'id' || key === 'object_type' ? value : junkFor(value, random),
  ];
  return Object.fromEntries(Object.entries(object).map(kept));
}

function junkFor(value: unknown, random: Random): unknown {
  if (random.chance(typeof value === 'object' ? 4 : 12)) return random.pick(JUNK);
  if (Array.isArray(value)) return value.map((each) => junkFor(each, random));
  return typeof value === 'object' && value !== null ? junkInside(value as OcfObject, random) : value;
}
