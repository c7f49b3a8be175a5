// What Grace Okonkwo was told of the last dividend.
import type { DocumentPaper } from '#server/paper/documentPdf.ts';
import { dividends } from '../company.ts';
import { CLASSES, costOf, count, FOOT, money, NAME, nameOf, stockOf, sum } from './facts.ts';
import type { Facts } from './facts.ts';
import { heading, lead, paragraph } from './parts.ts';

const { perShare, record, payment } = dividends.paid;

export function dividendNotice(facts: Facts): DocumentPaper {
  const held = (['seed', 'seriesA'] as const).map((cls) => ({ cls, shares: facts.shares(cls, record, ['grace']) }));
  const shares = sum(held.map((each) => each.shares));
  const all = sum(CLASSES.map((cls) => facts.shares(cls, record)));
  return {
    company: NAME,
    title: 'Notice of a dividend',
    subtitle: `Dividend for ${facts.year(record) - 1}, to ${nameOf('grace')}`,
    foot: FOOT,
    blocks: [
      {
        kind: 'figure',
        amount: money(costOf(shares, perShare)),
        text: `for ${count(shares)} shares, ${money(perShare)} for each`,
      },
      paragraph(
        `The board of directors has declared a dividend of ${money(perShare)} on each share of every class, ${money(costOf(all, perShare))} in all. It goes to those who were holders at the end of ${facts.day(record)}, and is paid on ${facts.day(payment)}.`,
      ),
      {
        kind: 'facts',
        rows: [
          ['Holder', nameOf('grace')],
          ['Record date', facts.day(record)],
          ['Payment date', facts.day(payment)],
          ['Method', 'Bank transfer to the account that you have given us'],
          ['Tax withheld', 'None'],
        ],
      },
      heading('Your shares'),
      lead('What the stock ledger shows for you at the end of the record date:'),
      {
        kind: 'table',
        columns: [
          { name: 'Class' },
          { name: 'Shares', isFigure: true },
          { name: 'Per share', isFigure: true },
          { name: 'Amount', isFigure: true },
        ],
        rows: held.map(({ cls, shares: each }) => [
          stockOf(cls),
          count(each),
          money(perShare),
          money(costOf(each, perShare)),
        ]),
        total: ['Total', count(shares), money(perShare), money(costOf(shares, perShare))],
      },
      heading('Questions'),
      paragraph(
        'If your holding or your account is not right, please tell us before you rely on this notice. Write to the Secretary under Messages, and do not send account numbers by mail. Keep this notice for your tax return; we will also send you the yearly form, if the law asks for one.',
      ),
      paragraph('Daniel Okafor, Secretary'),
    ],
  };
}
