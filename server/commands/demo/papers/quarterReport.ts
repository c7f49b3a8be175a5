// The report on the second quarter, in figures and words. Its business is invented; its shares are those of the ledger.
import type { Block, DocumentPaper } from '#server/paper/documentPdf.ts';
import { dividends, story } from '../company.ts';
import type { Day } from '../company.ts';
import { convertibles, grants, valuations } from '../securities.ts';
import { CLASSES, costOf, count, FOOT, money, NAME, stockOf, sum } from './facts.ts';
import type { Facts } from './facts.ts';
import { heading, lead, paragraph } from './parts.ts';

/** In thousands of dollars: the first quarter and the second. */
const FIGURES = {
  revenue: [1250, 1500],
  costOfSales: [700, 810],
  development: [310, 335],
  sales: [120, 140],
  administration: [85, 90],
} as const;
const CASH = { before: 4310, operations: 165, machines: 140 };

export function quarterReport(on: Day): (facts: Facts) => DocumentPaper {
  return (facts) => ({
    company: NAME,
    title: 'Second quarter report',
    subtitle: `To our stockholders, ${facts.day(on)}`,
    foot: FOOT,
    blocks: [
      paragraph(
        'Revenue grew by a fifth on the quarter before, and the first ten arms are at work in Rotterdam. We earned money in both quarters of this half-year, and have no bank debt.',
      ),
      ...results(),
      ...business(),
      ...stock(facts, on),
      ...ahead(facts),
    ],
  });
}

const dollars = (thousands: number) => `$${count(thousands * 1000)}`;

function results(): Block[] {
  const { revenue, costOfSales, development, sales, administration } = FIGURES;
  const of = (quarter: 0 | 1) => {
    const gross = revenue[quarter] - costOfSales[quarter];
    return { gross, operating: gross - development[quarter] - sales[quarter] - administration[quarter] };
  };
  const [first, second] = [of(0), of(1)];
  const row = (name: string, [before, now]: readonly [number, number]) => [
    name,
    count(before),
    count(now),
    growth(before, now),
  ];
  const { before, operations, machines } = CASH;
  return [
    heading('Results'),
    lead('The figures are unaudited.'),
    {
      kind: 'table',
      columns: [
        { name: 'Thousands of dollars' },
        { name: 'First quarter', isFigure: true },
        { name: 'Second quarter', isFigure: true },
        { name: 'Change', isFigure: true },
      ],
      rows: [
        row('Revenue', revenue),
        row('Cost of sales', costOfSales),
        row('Gross profit', [first.gross, second.gross]),
        row('Research and development', development),
        row('Sales and service', sales),
        row('Administration', administration),
      ],
      total: row('Operating profit', [first.operating, second.operating]),
    },
    paragraph(
      `The larger part of the growth comes from arms delivered, the smaller from service contracts, which now bring in about a fifth of revenue. Gross profit was ${share(second.gross, revenue[1])} of revenue, after ${share(first.gross, revenue[0])}: the second supplier of gearboxes costs us less, and an arm takes two days less to assemble. Development cost more because of the tests in Rotterdam.`,
    ),
    paragraph(
      `We began the quarter with ${dollars(before)} in the bank. Operations brought in ${dollars(operations)}, and we spent ${dollars(machines)} on machines and tools, so that ${dollars(before + operations - machines)} were there at its end.`,
    ),
  ];
}

const tenths = (part: number, whole: number) => {
  const rounded = Math.round((part * 1000) / whole);
  return `${Math.floor(rounded / 10)}.${rounded % 10}%`;
};
const share = (part: number, whole: number) => tenths(part, whole);
const growth = (before: number, now: number) => `+${tenths(now - before, before)}`;

const business = (): Block[] => [
  heading('What we shipped'),
  heading('Rotterdam', 3),
  paragraph(
    'Ten arms of the second generation unload containers at one terminal, in two shifts. They lift about 380 parcels an hour each, against the 350 that we promised. In their first six weeks they stood still for three hours in all, mostly because of a sensor that we have since replaced. The customer has an option on fourteen more.',
  ),
  heading('Warehouses', 3),
  paragraph(
    'We delivered six arms to two warehouses in Ohio and extended four service contracts by two years. One customer returned an arm that did not suit its work; we use it for training.',
  ),
  heading('Software', 3),
  paragraph(
    'The new release plans the grip from two cameras instead of four, which makes an arm cheaper by about 900 dollars. The arms in the field have run it since the middle of the quarter. We filed one patent application on it.',
  ),
];

function stock(facts: Facts, on: Day): Block[] {
  const rows = CLASSES.map((cls) => [facts.authorized(cls, on), facts.shares(cls, on)] as const);
  const buyback = story.find((step) => step.do === 'repurchase' && step.cls === 'classB');
  const valuation = valuations.at(-1)!;
  const grant = grants.at(-1)!;
  const amounts = (kind: 'SAFE' | 'NOTE') =>
    sum(convertibles.filter((each) => each.kind === kind).map((each) => Number(each.amount)));
  return [
    heading('Stock'),
    lead(`Shares of each class on ${facts.day(on)}:`),
    {
      kind: 'table',
      columns: [{ name: 'Class' }, { name: 'Authorized', isFigure: true }, { name: 'Outstanding', isFigure: true }],
      rows: CLASSES.map((cls, index) => [stockOf(cls), ...rows[index]!.map(count)]),
      total: ['Total', ...([0, 1] as const).map((index) => count(sum(rows.map((row) => row[index]))))],
    },
    paragraph(
      `${valuation.provider} valued the Common Stock at ${money(valuation.price)} a share as of ${facts.day(valuation.on)}. At that price the board granted options on ${count(grant.quantity)} shares on ${facts.day(grant.on)}.`,
    ),
    ...(buyback?.do === 'repurchase'
      ? [
          paragraph(
            `On ${facts.day(buyback.on)} we bought back ${count(buyback.shares)} shares of ${stockOf('classB')} for ${money(costOf(buyback.shares, buyback.price))}, as part of the programme that lets those who work here sell a few of their shares.`,
          ),
        ]
      : []),
    paragraph(
      `Outstanding besides are SAFEs of ${money(amounts('SAFE'))} and a convertible note of ${money(amounts('NOTE'))}. They convert in the next round and are not in the table.`,
    ),
  ];
}

const ahead = (facts: Facts): Block[] => [
  heading('Dividend'),
  paragraph(
    `The board intends to pay ${money(dividends.next.total)} in equal parts on all shares, to those who hold them on ${facts.day(dividends.next.record)}, on ${facts.day(dividends.next.payment)}. Please check the bank account that we have of you.`,
  ),
  heading('Ahead'),
  paragraph(
    'With the customer in Rotterdam we expect to decide on fourteen further arms before the next report. Orders in hand cover two thirds of the next two quarters. We see two risks: the delivery time of controllers, for which we hold ten weeks of stock, and the exchange rate, since a growing part of our revenue is in euros.',
  ),
  paragraph('Thank you for your confidence. Questions reach us under Messages.'),
  paragraph('Mara Lindqvist, President'),
];
