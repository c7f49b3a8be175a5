// Parts that several documents of the sample company have in common.
import type { Block, Clause, Signature } from '#server/paper/documentPdf.ts';
import { classes } from '../company.ts';
import type { ClassKey, Day } from '../company.ts';
import { legend } from '../securities.ts';
import { CLASSES, costOf, count, isPerson, money, NAME, purchasesOf, stockOf, sum, tied } from './facts.ts';
import type { Facts } from './facts.ts';

export const heading = (text: string, level: 2 | 3 = 2): Block => ({ kind: 'heading', level, text });
export const schedule = (text: string): Block => ({ kind: 'heading', level: 2, text, isOnNewPage: true });
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text: tied(text) });
/** Stays with what follows. */
export const lead = (text: string): Block => ({ kind: 'paragraph', text: tied(text), isLead: true });

type Written = readonly [title: string, text: string];
const clauseOf = ([title, text]: Written): Clause => ({ title, text: tied(text) });

/** "3. Representations", with clauses 3.1, 3.2 and so on. */
export const section = (number: number, title: string, clauses: readonly Written[], word = ''): Block[] => [
  heading(`${word}${number}. ${title}`),
  { kind: 'clauses', number: String(number), clauses: clauses.map(clauseOf) },
];

export const officers: readonly Signature[] = [
  { party: NAME, signed: '/s/ Mara Lindqvist', lines: ['Mara Lindqvist', 'President'] },
  { party: NAME, signed: '/s/ Daniel Okafor', lines: ['Daniel Okafor', 'Secretary'] },
];

type Round = 'seed' | 'seriesA';

export function signaturesOf(cls: Round): Block[] {
  const purchasers = purchasesOf(cls).map(({ holder, name }) => ({
    party: name,
    signed: isPerson(holder) ? `/s/ ${name}` : '/s/ for the Purchaser',
    lines: [isPerson(holder) ? 'Purchaser' : 'Authorized signatory'],
  }));
  return [
    heading('Signatures'),
    lead(
      'The parties have signed this agreement on the day that stands at its head. In this conformed copy, “/s/” shows where each has signed.',
    ),
    { kind: 'signatures', signatures: [officers[0]!, ...purchasers] },
  ];
}

/** Shares, price and amount of each purchaser, and their sums. */
export function purchasersTable(cls: Round): Block {
  const price = classes[cls].price_per_share;
  const purchases = purchasesOf(cls);
  const shares = sum(purchases.map((each) => each.shares));
  return {
    kind: 'table',
    columns: [
      { name: 'Purchaser' },
      { name: 'Certificate', isFigure: true },
      { name: 'Shares', isFigure: true },
      { name: 'Price', isFigure: true },
      { name: 'Amount', isFigure: true },
    ],
    rows: purchases.map((each) => [
      each.name,
      each.certificate,
      count(each.shares),
      money(price),
      money(costOf(each.shares, price)),
    ]),
    total: ['Total', '', count(shares), '', money(costOf(shares, price))],
  };
}

/** The shares of each class just before a round, and after it. */
export function capitalizationTable(facts: Facts, on: Day): Block {
  const row = (cls: ClassKey) => [facts.authorizedBefore(cls, on), facts.sharesBefore(cls, on), facts.shares(cls, on)];
  const rows = CLASSES.map(row);
  const total = [0, 1, 2].map((index) => count(sum(rows.map((each) => each[index]!))));
  return {
    kind: 'table',
    columns: [
      { name: 'Class' },
      { name: 'Authorized', isFigure: true },
      { name: 'Before the Closing', isFigure: true },
      { name: 'After the Closing', isFigure: true },
    ],
    rows: CLASSES.map((cls, index) => [stockOf(cls), ...rows[index]!.map(count)]),
    total: ['Total', ...total],
  };
}

/** What every purchaser of a round says of itself. */
export const purchaserClauses: readonly Written[] = [
  [
    'Authority',
    'The Purchaser may enter into this agreement and perform it, and whoever signs for the Purchaser is entitled to do so. The agreement binds the Purchaser.',
  ],
  [
    'Own account',
    'The Purchaser buys the Shares for its own account, to hold them, and has made no arrangement to pass them or any part of them on to others.',
  ],
  [
    'Accredited investor',
    'The Purchaser is an accredited investor as Rule 501 of Regulation D under the Securities Act of 1933 uses that term, and has told the Company truthfully why.',
  ],
  [
    'Information',
    'The Purchaser has been able to ask the officers of the Company about its business, its plans and its finances, and has received answers. The Purchaser understands that young companies fail often, and can bear the loss of the whole amount.',
  ],
  [
    'Restricted securities',
    `The Purchaser knows that the Shares are not registered and that there is no market for them. Each certificate carries this legend: “${legend.text}”`,
  ],
  ['No finder', 'Nobody acted for the Purchaser in a way that entitles that person to a commission from the Company.'],
];

export const generalClauses = (cls: Round): readonly Written[] => [
  [
    'Governing law',
    'This agreement is governed by the law of the State of Delaware, without its rules on the conflict of laws. Its courts decide on disputes that the parties cannot settle between themselves within thirty days.',
  ],
  [
    'Whole agreement',
    'This agreement with its schedules is all that the parties have agreed on the sale of the Shares. It takes the place of every earlier term sheet and letter.',
  ],
  [
    'Changes',
    `A provision may be changed or waived in writing by the Company and the holders of a majority of the shares of ${stockOf(cls)} sold under this agreement. The change binds all Purchasers, if it treats them alike.`,
  ],
  [
    'Notices',
    'Notices are in writing, by mail or electronic mail, to the address that the recipient has last given to the Company. A notice to the Company goes to its Secretary.',
  ],
  [
    'Severability',
    'If a provision has no effect, the others keep theirs, and the parties replace it by one that comes as close to its purpose as the law allows.',
  ],
  [
    'Counterparts',
    'The parties may sign separate copies, on paper or electronically. Together they are one agreement.',
  ],
];
