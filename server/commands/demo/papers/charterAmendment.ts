// The amendment that raised the authorized Common Stock, with the reason in figures and the vote.
import type { Block, DocumentPaper } from '#server/paper/documentPdf.ts';
import { classes } from '../company.ts';
import type { ClassKey, Day } from '../company.ts';
import { plan, warrant } from '../securities.ts';
import { CLASSES, count, FOOT, FORMED, NAME, nameOf, stockOf, sum } from './facts.ts';
import type { Facts } from './facts.ts';
import { heading, lead, officers, paragraph } from './parts.ts';

const ON: Day = [3, '06-30'];
const VOTE: Day = [3, '06-24'];
/** Who voted, all for it. */
const FOR: readonly (readonly [ClassKey, readonly string[]])[] = [
  ['common', ['mara', 'daniel', 'priya', 'tomas', 'trust', 'okafor']],
  ['seed', ['harbour', 'foundry', 'trust', 'grace']],
  ['seriesA', ['kestrel', 'meridian', 'harbour', 'grace']],
];

export function charterAmendment(facts: Facts): DocumentPaper {
  const after = count(facts.authorized('common', ON));
  const reserve = reserveOf(facts);
  return {
    company: NAME,
    title: 'Certificate of Amendment',
    subtitle: `of the Certificate of Incorporation. Filed on ${facts.day(ON)}.`,
    foot: FOOT,
    blocks: [
      paragraph(
        `${NAME} (the “Company”), a corporation of the State of Delaware whose certificate of incorporation was filed on ${facts.day(FORMED)}, declares under section 242 of the General Corporation Law that its board of directors has found the following amendment advisable, and that its stockholders have adopted it.`,
      ),
      heading('1. Amendment'),
      lead(
        `In Article 4 of the certificate of incorporation, the number of authorized shares of Common Stock is raised to ${after}. The table of that article now has these numbers:`,
      ),
      authorizedTable(facts),
      paragraph(
        `The par value stays $${classes.common.par_value}. No right of any class changes, and certificates need not be exchanged.`,
      ),
      heading('2. Reason'),
      lead(
        `More of the ${count(facts.authorizedBefore('common', ON))} authorized shares of Common Stock are outstanding or needed than there are. The Company had promised its Series A investors to propose a higher number.`,
      ),
      {
        kind: 'table',
        columns: [{ name: 'Common Stock on the day of the vote' }, { name: 'Shares', isFigure: true }],
        rows: reserve.map(([text, shares]) => [text, count(shares)]),
        total: ['Outstanding or needed', count(sum(reserve.map(([, shares]) => shares)))],
      },
      heading('3. Vote of the stockholders'),
      lead(
        `The stockholders met on ${facts.day(VOTE)}, on due notice and with a quorum. The amendment needed a majority of all votes, and a majority of the Preferred Stock as one class. It received both; no vote was cast against it.`,
      ),
      ...voteTable(facts),
      paragraph(
        `${listed([...new Set(FOR.flatMap(([, holders]) => holders))].map(nameOf))} voted for the amendment, in person or by proxy. The ${stockOf('classB')} has no vote.`,
      ),
      heading('4. Effect'),
      paragraph(
        `The amendment has been adopted in accordance with section 242 of the General Corporation Law and takes effect when this certificate is filed. The Secretary enters ${after} authorized shares of Common Stock in the stock ledger as of that day. All other provisions of the certificate of incorporation stay in force.`,
      ),
      heading('Signatures'),
      lead(
        'Officers of the Company have signed this certificate on the day of its filing. In this conformed copy, “/s/” shows where each has signed.',
      ),
      { kind: 'signatures', signatures: officers },
    ],
  };
}

function authorizedTable(facts: Facts): Block {
  const before = CLASSES.map((cls) => facts.authorizedBefore(cls, ON));
  const after = CLASSES.map((cls) => facts.authorized(cls, ON));
  return {
    kind: 'table',
    columns: [
      { name: 'Class or series' },
      { name: 'Authorized before', isFigure: true },
      { name: 'Authorized now', isFigure: true },
    ],
    rows: CLASSES.map((cls, index) => [stockOf(cls), count(before[index]!), count(after[index]!)]),
    total: ['Total', count(sum(before)), count(sum(after))],
  };
}

const reserveOf = (facts: Facts): (readonly [text: string, shares: number])[] => [
  ['Outstanding', facts.shares('common', VOTE)],
  [`Conversion of ${stockOf('seed')}`, facts.shares('seed', VOTE)],
  [`Conversion of ${stockOf('seriesA')}`, facts.shares('seriesA', VOTE)],
  [plan.name, Number(plan.enlarged.reserved)],
  [`Warrant of ${nameOf(warrant.to)}`, Number(warrant.quantity)],
];

function voteTable(facts: Facts): Block[] {
  const rows = FOR.map(([cls, holders]) => {
    const [all, cast] = [facts.shares(cls, VOTE), facts.shares(cls, VOTE, holders)];
    return [stockOf(cls), all, cast, all - cast] as const;
  });
  const total = ([1, 2, 3] as const).map((index) => count(sum(rows.map((row) => row[index]))));
  const columns = ['Votes', 'For', 'Not cast'].map((name) => ({ name, isFigure: true }));
  return [
    {
      kind: 'table',
      columns: [{ name: 'Class or series' }, ...columns],
      rows: rows.map(([stock, ...votes]) => [stock, ...votes.map(count)]),
      total: ['Total', ...total],
    },
  ];
}

const names = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const listed = (all: readonly string[]) => names.format(all);
