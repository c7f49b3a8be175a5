// The parts of a generated company: its holders, classes, plan and terms, and the known facts besides its entries.
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { standardTerms, START_DAY } from '#src/domain/vesting/standardTerms.ts';

/** What changed on a day: shares of a class, options, warrants, or money, of one holder. */
export type BookEntry = { date: string; key: string; delta: bigint };
export type Holding = { id: string; holder: string; class_id: string; quantity: bigint; accepted: boolean; on: string };
export type GeneratedGrant = Holding & {
  granted: bigint;
  exercised: bigint;
  is_unit: boolean;
  /** Null: vested from the start. */
  terms: 'terms' | 'milestone' | null;
  /** When its vesting started, or its milestone was reached. */
  start: string | null;
  accelerated: bigint;
};

export type GeneratedCompany = {
  seed: number;
  statics: OcfObject[];
  /** In no particular order. */
  transactions: OcfObject[];
  book: BookEntry[];
  /** The securities that are open at the end. */
  stock: Holding[];
  grants: GeneratedGrant[];
  notes: Holding[];
  warrants: Holding[];
  /** Securities that an entry ended. */
  ended: Holding[];
  /** The day after the last entry. */
  next_day: string;
  /** What is left of the plan's pool, and of the class `seed`, whose authorized number is always used up. */
  pool_left: bigint;
  seed_left: bigint;
};

export const PLAN = 'plan';
export const HOLDERS = ['ada', 'grace', 'linus', 'mary', 'konrad'];
export const USD = (amount: string) => ({ amount, currency: 'USD' });
export const right = (to: string, numerator: string) => ({
  type: 'STOCK_CLASS_CONVERSION_RIGHT',
  conversion_mechanism: {
    type: 'RATIO_CONVERSION',
    conversion_price: USD('1'),
    ratio: { numerator, denominator: '1' },
    rounding_type: 'NORMAL',
  },
  converts_to_stock_class_id: to,
});
const shareClass = (id: string, authorized: string, extra: OcfObject = {}): OcfObject => ({
  object_type: 'STOCK_CLASS',
  id,
  name: id,
  class_type: id === 'common' ? 'COMMON' : 'PREFERRED',
  default_id_prefix: `${id}-`,
  initial_shares_authorized: authorized,
  votes_per_share: '1',
  seniority: '1',
  ...extra,
});

export const STATICS: readonly OcfObject[] = [
  {
    object_type: 'ISSUER',
    id: 'company',
    legal_name: 'Generated, Inc.',
    formation_date: '2018-01-01',
    country_of_formation: 'US',
  },
  ...HOLDERS.map((id) => ({
    object_type: 'STAKEHOLDER',
    id,
    name: { legal_name: id },
    stakeholder_type: 'INDIVIDUAL',
  })),
  shareClass('common', '1000000000000000'),
  shareClass('preferred', 'UNLIMITED', { conversion_rights: [right('common', '2')] }),
  shareClass('seed', '1000'),
  {
    object_type: 'STOCK_PLAN',
    id: PLAN,
    plan_name: 'Plan',
    initial_shares_reserved: '1000',
    stock_class_ids: ['common'],
  },
  standardTerms({
    id: 'terms',
    months: 48,
    cliff_months: 12,
    allocation_type: 'CUMULATIVE_ROUND_DOWN',
    day_of_month: START_DAY,
  }),
  {
    object_type: 'VESTING_TERMS',
    id: 'milestone',
    name: 'All at the milestone',
    description: 'All of it vests when the milestone is reached.',
    allocation_type: 'CUMULATIVE_ROUND_DOWN',
    vesting_conditions: [
      {
        id: 'reached',
        portion: { numerator: '1', denominator: '1' },
        trigger: { type: 'VESTING_EVENT' },
        next_condition_ids: [],
      },
    ],
  },
  { object_type: 'STOCK_LEGEND_TEMPLATE', id: 'legend', name: 'Legend', text: 'Not registered.' },
];

export const TRIGGER = { trigger_id: 'T', type: 'ELECTIVE_AT_WILL', conversion_right: {} };
