// The agreement of the sample company's second round.
import type { DocumentPaper } from '#server/paper/documentPdf.ts';
import { classes } from '../company.ts';
import type { Day } from '../company.ts';
import { plan } from '../securities.ts';
import { costOf, count, FOOT, FORMED, money, NAME, nameOf, purchasesOf, stockOf, sum } from './facts.ts';
import type { Facts } from './facts.ts';
import {
  capitalizationTable,
  generalClauses,
  heading,
  lead,
  paragraph,
  purchaserClauses,
  purchasersTable,
  schedule,
  section,
  signaturesOf,
} from './parts.ts';

const ON: Day = [2, '10-04'];

export function seriesAAgreement(facts: Facts): DocumentPaper {
  const stock = stockOf('seriesA');
  const { price_per_share: price, par_value } = classes.seriesA;
  const purchases = purchasesOf('seriesA');
  const shares = sum(purchases.map((each) => each.shares));
  const left = facts.authorized('seriesA', ON) - shares;
  const day = facts.day(ON);
  return {
    company: NAME,
    title: `${stock} Purchase Agreement`,
    subtitle: `Dated ${day}. Conformed copy.`,
    foot: FOOT,
    blocks: [
      paragraph(
        `This agreement is made on ${day} between ${NAME}, a Delaware corporation (the “Company”), and the investors that Schedule 1 names (each a “Purchaser”). Of these, ${purchases[0]!.name} is the “Lead Investor”.`,
      ),
      paragraph(
        `The Company’s arms work at its first customers. It wants to build them in series and to sell them abroad. The Purchasers, some of whom already hold ${stockOf('seed')}, are ready to finance this by buying ${stock}.`,
      ),
      ...section(1, 'Purchase and sale', [
        [
          'First Closing',
          `At the First Closing the Company sells to each Purchaser, and each Purchaser buys, the number of shares of ${stock}, par value $${par_value} each, that Schedule 1 shows beside its name, for ${money(price)} each. These are ${count(shares)} shares for ${money(costOf(shares, price))} in all.`,
        ],
        [
          'Additional Closings',
          `Within eighteen months of the First Closing the Company may sell up to ${count(left)} further shares of ${stock} at the same price, to Purchasers or to others whom the board approves. It sells them only once its certificate of incorporation authorizes the Common Stock for their conversion. Whoever buys them signs this agreement and becomes a Purchaser.`,
        ],
        ['Shares', 'The “Shares” are those sold at the First Closing and at every Additional Closing.'],
        [
          'Use of the money',
          'The Company uses the money for series production, for sales and service outside the United States, and as working capital. It pays no dividend and buys back no stock with it, except from persons who leave its service.',
        ],
      ]),
      ...section(2, 'Closings', [
        [
          'Time',
          `The First Closing takes place on ${day}, by electronic exchange of documents. The Company and those who buy agree on the day of an Additional Closing.`,
        ],
        [
          'Payment',
          'Each Purchaser pays its amount by wire transfer, in dollars and without deduction, to the account that the Company has named in writing and confirmed by telephone.',
        ],
        [
          'Certificates',
          'On receipt of the amount the Company enters the Purchaser in its stock ledger and issues to it the certificate that Schedule 1 names.',
        ],
      ]),
      ...section(3, 'Representations of the Company', representations(facts)),
      ...section(4, 'Representations of each Purchaser', purchaserClauses),
      ...section(5, 'Conditions', [
        [
          'For the Purchasers',
          'Each Purchaser’s obligation at a Closing depends on this: the representations of the Company are true on that day; the board and, where the law asks for it, the stockholders have given their approval; the Company has kept all its promises up to then; and its counsel has delivered an opinion in the usual form.',
        ],
        [
          'For the First Closing',
          `Besides, Purchasers who together pay at least ${money('6000000')} complete at the same time, and the enlargement of the ${plan.name} in section 3.3 is in force.`,
        ],
        [
          'For the Company',
          'The obligation of the Company towards a Purchaser depends on the truth of that Purchaser’s representations and on the receipt of its amount.',
        ],
      ]),
      ...section(6, 'Promises of the Company', promises()),
      ...section(7, 'General', generalClauses('seriesA')),
      ...signaturesOf('seriesA'),
      schedule('Schedule 1. Purchasers at the First Closing'),
      lead(`Shares of ${stock}, with the price of each and the amount that is paid at the First Closing.`),
      purchasersTable('seriesA'),
      heading('Schedule 2. Capitalization'),
      lead('Shares of each class: authorized, and outstanding just before and just after the First Closing.'),
      capitalizationTable(facts, ON),
    ],
  };
}

function representations(facts: Facts) {
  const unreserved =
    facts.authorized('common', ON) - sum((['common', 'seed', 'seriesA'] as const).map((cls) => facts.shares(cls, ON)));
  return [
    [
      'Organization',
      `The Company was incorporated in the State of Delaware on ${facts.day(FORMED)}, is in good standing there, and is qualified to do business wherever it needs to be. It has no subsidiaries.`,
    ],
    [
      'Capitalization',
      'Schedule 2 shows all authorized and outstanding stock. All of it is validly issued and fully paid, and was issued in accordance with securities laws. Nobody has a right to receive stock, except by the conversion of Preferred Stock and under the plan.',
    ],
    [
      'Plan',
      `On the day of the First Closing the board raises the reserve of the ${plan.name} from ${count(Number(plan.reserved))} to ${count(Number(plan.enlarged.reserved))} shares of Common Stock. After the reserve for the conversion of all Preferred Stock, ${count(unreserved)} authorized shares of Common Stock are left for the plan; section 6.3 provides for the others.`,
    ],
    [
      'Authority',
      'The Company has taken every step that this agreement and the issue of the Shares need. The agreement binds the Company and may be enforced against it.',
    ],
    [
      'The Shares',
      'The Shares, once issued and paid for, are validly issued, fully paid and nonassessable. They rank before all other stock of the Company, as its certificate of incorporation provides.',
    ],
    [
      'No conflict',
      'The Company breaks no law, judgment, charter provision or material contract by making and performing this agreement, and does not break any today.',
    ],
    [
      'Disputes',
      'There is no lawsuit, arbitration or investigation by or against the Company, its directors or its officers in that capacity, and the Company knows of no reason for one.',
    ],
    [
      'Inventions',
      'The Company owns what it has developed, and has licences for the rest that it uses. It knows of no right of others that its products infringe. Its employees and consultants have assigned their inventions to it and owe it confidentiality.',
    ],
    [
      'Finances',
      'The financial statements that the Purchasers have received follow accounting principles that are generally accepted, and show fairly where the Company stands. It has no material debts that they do not show, other than those of ordinary business since then.',
    ],
    [
      'Employees and taxes',
      'The Company has paid all wages, contributions and taxes that were due, has filed all returns, and is in no dispute with anybody who works for it or has done so.',
    ],
  ] as const;
}

const promises = () =>
  [
    [
      'Reports',
      'The Company sends each holder of at least 100,000 shares of Preferred Stock audited yearly statements within 120 days and a report on each quarter within 60 days, and the Lead Investor a budget before each year begins.',
    ],
    [
      'Board of directors',
      `The board has five members: two whom the founders name, one whom the holders of ${stockOf('seed')} name, one whom the Lead Investor names, and one independent person on whom the others agree. ${nameOf('meridian')} may send an observer.`,
    ],
    [
      'Authorized Common Stock',
      'The parties know that the authorized Common Stock does not cover the whole plan beside the conversion of the Preferred Stock. At the latest at their next annual meeting the Company proposes to its stockholders to raise the number, and the Purchasers vote for it.',
    ],
    [
      'Later rounds',
      'Each Purchaser may take part in later sales of stock in proportion to its holding, as under the agreement on the Series Seed Preferred Stock, whose terms otherwise stay as they are.',
    ],
    ['End', 'The promises of this section end when the Company sells its stock to the public or is itself sold.'],
  ] as const;
