// The securities of the sample company besides stock: a plan and its grants, two SAFEs, a note, a warrant, and the
// valuations behind the prices. None is exercised or converted, so the stock in company.ts is unaffected.
import type { ClassKey, Day } from './company.ts';

export const plan = {
  name: 'Equity Incentive Plan',
  classes: ['common'] as readonly ClassKey[],
  adopted: [0, '08-20'] as Day,
  approved: [0, '08-27'] as Day,
  reserved: '600000',
  enlarged: {
    on: [2, '10-04'] as Day,
    reserved: '900000',
    reason: 'Enlarged with the Series A, board consent of 4 October',
  },
};

export const valuations: readonly { on: Day; price: string; provider: string }[] = [
  { on: [0, '08-15'], price: '0.02', provider: 'Northgate Valuation LLC' },
  { on: [1, '06-30'], price: '0.12', provider: 'Northgate Valuation LLC' },
  { on: [2, '11-01'], price: '0.55', provider: 'Northgate Valuation LLC' },
  { on: [3, '08-20'], price: '0.90', provider: 'Calder & Finch Advisory' },
  { on: [4, '05-20'], price: '1.05', provider: 'Calder & Finch Advisory' },
  { on: 75, price: '1.12', provider: 'Calder & Finch Advisory' },
];

export const legend = {
  name: 'Securities Act',
  text: 'The securities represented by this certificate have not been registered under the Securities Act of 1933 and may not be sold or transferred without registration or an exemption from it.',
};

export interface SampleGrant {
  to: string;
  on: Day;
  type: 'OPTION_ISO' | 'OPTION_NSO' | 'RSU';
  quantity: number;
  price?: string;
  months: number;
  cliff: number;
}

export const grants: readonly SampleGrant[] = [
  { to: 'kenji', on: [0, '10-01'], type: 'OPTION_ISO', quantity: 60_000, price: '0.02', months: 48, cliff: 12 },
  { to: 'yuki', on: [0, '10-01'], type: 'OPTION_ISO', quantity: 40_000, price: '0.02', months: 48, cliff: 12 },
  { to: 'isabel', on: [0, '10-01'], type: 'OPTION_ISO', quantity: 30_000, price: '0.02', months: 48, cliff: 12 },
  { to: 'jonas', on: [0, '10-01'], type: 'OPTION_ISO', quantity: 24_000, price: '0.02', months: 48, cliff: 12 },
  { to: 'hannah', on: [1, '03-01'], type: 'OPTION_NSO', quantity: 12_000, price: '0.02', months: 24, cliff: 0 },
  { to: 'omar', on: [1, '07-15'], type: 'OPTION_ISO', quantity: 35_000, price: '0.12', months: 48, cliff: 12 },
  { to: 'lucia', on: [1, '07-15'], type: 'OPTION_ISO', quantity: 35_000, price: '0.12', months: 48, cliff: 12 },
  { to: 'peter', on: [2, '11-20'], type: 'OPTION_ISO', quantity: 45_000, price: '0.55', months: 48, cliff: 12 },
  { to: 'amara', on: [2, '11-20'], type: 'OPTION_ISO', quantity: 60_000, price: '0.55', months: 48, cliff: 12 },
  { to: 'kenji', on: [3, '09-01'], type: 'RSU', quantity: 16_000, months: 48, cliff: 12 },
  { to: 'isabel', on: [4, '06-01'], type: 'OPTION_ISO', quantity: 20_000, price: '1.05', months: 48, cliff: 12 },
  { to: 'amara', on: 70, type: 'OPTION_ISO', quantity: 25_000, price: '1.12', months: 48, cliff: 12 },
];

export const departure = { who: 'jonas', on: [2, '01-31'] as Day, reason: 'VOLUNTARY_OTHER' };

export const convertibles = [
  { to: 'foundry', on: [4, '02-10'] as Day, kind: 'SAFE', amount: '150000', terms: { post_money_cap: '18000000' } },
  {
    to: 'grace',
    on: [4, '02-10'] as Day,
    kind: 'SAFE',
    amount: '25000',
    terms: { post_money_cap: '18000000', mfn: true },
  },
  {
    to: 'harbour',
    on: [4, '05-05'] as Day,
    kind: 'NOTE',
    amount: '250000',
    terms: { pre_money_cap: '20000000', discount: '0.2', rate: '0.06', matures: [6, '05-05'] as Day },
  },
] as const;

export const warrant = {
  to: 'birch',
  on: [3, '04-01'] as Day,
  cls: 'common' as ClassKey,
  quantity: '30000',
  price: '0.55',
  expires: [10, '03-31'] as Day,
};
