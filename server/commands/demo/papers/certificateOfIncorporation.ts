// The charter with which the sample company began: its classes as they were authorized then.
import type { Block, DocumentPaper } from '#server/paper/documentPdf.ts';
import { classes } from '../company.ts';
import { CLASSES, count, FOOT, FORMED, NAME, stockOf, sum } from './facts.ts';
import type { Facts } from './facts.ts';
import { heading, lead, officers, paragraph, section } from './parts.ts';

export function certificateOfIncorporation(facts: Facts): DocumentPaper {
  return {
    company: NAME,
    title: 'Certificate of Incorporation',
    subtitle: `Filed on ${facts.day(FORMED)} under the General Corporation Law of the State of Delaware`,
    foot: FOOT,
    blocks: [
      ...beginning(facts),
      ...preferred(),
      ...section(6, 'Directors', DIRECTORS, 'Article '),
      ...section(7, 'Liability and indemnification', LIABILITY, 'Article '),
      ...section(8, 'Amendment', AMENDMENT, 'Article '),
      heading('Signature'),
      lead(
        `The incorporator has signed this certificate on ${facts.day(FORMED)} and declares that what it says is true. In this conformed copy, “/s/” shows where she has signed.`,
      ),
      {
        kind: 'signatures',
        signatures: [{ party: 'Incorporator', signed: officers[0]!.signed, lines: ['Mara Lindqvist'] }],
      },
    ],
  };
}

function beginning(facts: Facts): Block[] {
  const authorized = CLASSES.map((cls) => facts.authorized(cls, FORMED));
  const total = count(sum(authorized));
  return [
    heading('Article 1. Name'),
    paragraph(`The name of the corporation is ${NAME} (the “Company”).`),
    heading('Article 2. Registered office'),
    paragraph(
      'The registered office of the Company is in the State of Delaware, at the address of the registered agent that the Company has named to the Secretary of State. The board of directors may choose another agent and another office.',
    ),
    heading('Article 3. Purpose'),
    paragraph(
      'The purpose of the Company is to develop, build, sell and maintain robotic machinery, and any other lawful business for which a corporation may be organized under the General Corporation Law.',
    ),
    heading('Article 4. Stock'),
    lead(`The Company may issue ${total} shares in four classes and series, each share with the par value shown.`),
    {
      kind: 'table',
      columns: [
        { name: 'Class or series' },
        { name: 'Shares authorized', isFigure: true },
        { name: 'Par value', isFigure: true },
        { name: 'Votes per share', isFigure: true },
      ],
      rows: CLASSES.map((cls, index) => [
        stockOf(cls),
        count(authorized[index]!),
        `$${classes[cls].par_value}`,
        String(classes[cls].votes_per_share),
      ]),
      total: ['Total', total, '', ''],
    },
    {
      kind: 'clauses',
      number: '4',
      clauses: [
        {
          title: 'Common Stock',
          text: 'Each share of Common Stock has one vote on every matter that is put to the stockholders. Its holders have no right to vote cumulatively.',
        },
        {
          title: 'Class B Common Stock',
          text: 'Class B Common Stock is issued to those who work for the Company. It has no vote, except where the law gives it one, and in every other respect the rights of Common Stock.',
        },
        {
          title: 'Preferred Stock',
          text: 'The Series Seed Preferred Stock and the Series A Preferred Stock are together the “Preferred Stock”. They are authorized now, so that the first rounds of financing need no amendment of this certificate. Article 5 sets out their rights.',
        },
        {
          title: 'Number of shares',
          text: 'The number of authorized shares of a class may be raised, or lowered to no fewer than are outstanding or reserved, by the vote of a majority of the outstanding stock that is entitled to vote, all classes together.',
        },
      ],
    },
  ];
}

function preferenceOf(cls: 'seed' | 'seriesA'): string {
  const multiple = classes[cls].liquidation_preference_multiple;
  return `${multiple === '1' ? '' : `${multiple} times `}its original issue price`;
}

const preferred = (): Block[] =>
  section(
    5,
    'Rights of the Preferred Stock',
    [
      [
        'Original issue price',
        'The original issue price of a series is the price for which its first share is issued. It is adjusted when shares of the series are split or combined.',
      ],
      [
        'Dividends',
        'Dividends are paid when the board of directors declares them. A dividend on one class is paid on all of them at once, with the same amount for each share; a share of Preferred Stock counts as the shares of Common Stock into which it converts.',
      ],
      [
        'Liquidation',
        `When the Company is dissolved, what remains after its debts is paid in this order: first, to the holders of Series A Preferred Stock, ${preferenceOf('seriesA')} for each share; then, to the holders of Series Seed Preferred Stock, ${preferenceOf('seed')} for each share; then, the rest to the holders of Common Stock and Class B Common Stock, equally for each share. If the money does not suffice for a series, its holders share it in proportion. Dividends that are declared and unpaid are added to what a series receives.`,
      ],
      [
        'Sale of the Company',
        'A merger after which those who held the voting stock before have less than half of it, and a sale of substantially all assets, count as a dissolution, unless the holders of a majority of the Preferred Stock waive this.',
      ],
      [
        'No participation',
        'A series that has received its preference takes no part in the rest. Each holder may convert before a payment, and receives as a holder of Common Stock whatever is more.',
      ],
      [
        'Conversion by choice',
        `Each share of Preferred Stock may be converted at any time into ${classes.seed.conversion_ratio} share of Common Stock. The ratio is adjusted when Common Stock is split, combined or paid out as a dividend, so that neither side gains by it. No fractions are issued; they are paid in money.`,
      ],
      [
        'Conversion of all',
        'All Preferred Stock converts when the Company first sells Common Stock to the public under a registration statement, or on the day that the holders of a majority of the Preferred Stock choose in writing.',
      ],
      [
        'Vote',
        'Preferred Stock votes together with Common Stock, with one vote for each share into which it converts.',
      ],
      [
        'Consent',
        'While any Preferred Stock is outstanding, the Company needs the consent of the holders of a majority of it, as one class, before it changes the rights of the Preferred Stock to their disadvantage, authorizes a class that ranks before or beside it, or pays money for shares of Common Stock other than those of persons who leave its service or under a programme that the board has approved.',
      ],
      [
        'Reserve',
        'The Company keeps as many authorized and unissued shares of Common Stock as the conversion of all outstanding Preferred Stock takes.',
      ],
    ],
    'Article ',
  );

const DIRECTORS = [
  [
    'Board',
    'The business of the Company is managed by its board of directors. The bylaws say how many directors there are. The directors need not be elected by ballot unless the bylaws say so.',
  ],
  ['Bylaws', 'The board may adopt, change and repeal bylaws. The stockholders may do so as well.'],
  [
    'Meetings and records',
    'Stockholders may meet outside the State of Delaware or by electronic means, and may act by written consent. The stock ledger and the other books may be kept in electronic form, wherever the board decides.',
  ],
] as const;

const LIABILITY = [
  [
    'Directors and officers',
    'As far as the General Corporation Law permits, a director or officer is not liable to the Company or its stockholders in money for a breach of the duty of care.',
  ],
  [
    'Indemnification',
    'The Company indemnifies its directors and officers, as far as the law permits, against the cost of proceedings that concern their office, and advances that cost to whoever promises to repay it where it turns out not to be due.',
  ],
  [
    'No effect on the past',
    'A change of this article takes nothing from a person for what happened before the change.',
  ],
] as const;

const AMENDMENT = [
  [
    'How this certificate is changed',
    'The Company may change any provision of this certificate in the way that the law and this certificate set out. All rights of stockholders are granted subject to this.',
  ],
] as const;
