// The steps of the sample company's scenarios.
import type { RoundStep } from '#src/domain/model/scenario/steps.ts';
import type { Story } from './story.ts';

export const seriesB = ({ holderIds }: Story): RoundStep => ({
  kind: 'round',
  name: 'Series B',
  class_name: 'Series B Preferred',
  pre_money: '96000000',
  method: 'pre_money',
  investors: [
    { name: 'Calloway Growth Fund I, L.P.', amount: '14000000' },
    { shareholder_id: holderIds.meridian, name: 'Meridian Growth Partners, L.P.', amount: '6000000' },
    { shareholder_id: holderIds.kestrel, name: 'Kestrel Industrial Ventures, Inc.', pro_rata: 'held' },
  ],
  pool: { target: '0.1' },
  converts: 'all',
  preference_multiple: '1',
});

/** A sale of the company, as two buyers have sounded it. */
export const saleOffers = [{ name: 'Sale for 60 million', proceeds: '60000000' }] as const;

/** Options for those who have been here longest, at the price of the last valuation. */
export const hires = [
  { to: 'omar', quantity: '15000', strike: '1.12' },
  { to: 'lucia', quantity: '15000', strike: '1.12' },
  { to: 'peter', quantity: '10000', strike: '1.12' },
] as const;
