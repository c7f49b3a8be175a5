// The agreement of the sample company's first round.
import type { DocumentPaper } from '#server/paper/documentPdf.ts';
import { classes } from '../company.ts';
import type { Day } from '../company.ts';
import { grants, plan } from '../securities.ts';
import { costOf, count, FOOT, FORMED, money, NAME, purchasesOf, stockOf, sum } from './facts.ts';
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

const ON: Day = [1, '02-28'];

export function seedAgreement(facts: Facts): DocumentPaper {
  const stock = stockOf('seed');
  const { price_per_share: price, par_value } = classes.seed;
  const shares = sum(purchasesOf('seed').map((each) => each.shares));
  const left = facts.authorized('seed', ON) - shares;
  const day = facts.day(ON);
  return {
    company: NAME,
    title: `${stock} Purchase Agreement`,
    subtitle: `Dated ${day}. Conformed copy.`,
    foot: FOOT,
    blocks: [
      paragraph(
        `This agreement is made on ${day} between ${NAME}, a Delaware corporation (the “Company”), and the persons and entities that Schedule 1 names (each a “Purchaser”).`,
      ),
      paragraph(
        `The Company builds robotic arms for ports and warehouses. It has a working prototype and needs money to turn it into a product. The Purchasers are ready to provide that money and to take shares of the Company’s ${stock} for it.`,
      ),
      ...section(1, 'Purchase and sale', [
        [
          'Sale',
          `At the Closing the Company issues and sells to each Purchaser, and each Purchaser buys, the number of shares of ${stock}, par value $${par_value} each, that Schedule 1 shows beside its name. Together these shares are the “Shares”.`,
        ],
        [
          'Price',
          `The price is ${money(price)} for each Share, which is ${money(costOf(shares, price))} for all ${count(shares)} Shares.`,
        ],
        [
          'Each for itself',
          'Each Purchaser owes only its own amount. No Purchaser answers for another, and none has acted as an adviser of another.',
        ],
        [
          'Shares that are left',
          `After the Closing ${count(left)} authorized shares of ${stock} are left. The Company will not issue them without the consent of the holders of a majority of the Shares.`,
        ],
      ]),
      ...section(2, 'Closing', [
        [
          'Time',
          `The sale is completed on ${day}, when the documents have been exchanged electronically (the “Closing”).`,
        ],
        [
          'The Purchasers',
          'Each Purchaser pays its amount by wire transfer to the account that the Company has named in writing.',
        ],
        [
          'The Company',
          'The Company enters each Purchaser in its stock ledger and issues to it the certificate that Schedule 1 names. The certificates are numbered in the order of the schedule.',
        ],
      ]),
      ...section(3, 'Representations of the Company', representations(facts)),
      ...section(4, 'Representations of each Purchaser', purchaserClauses),
      ...section(5, 'Conditions', [
        [
          'For the Purchasers',
          'A Purchaser need not complete the purchase unless, at the Closing, the representations of the Company are true, the board of directors has approved this agreement, the certificate of incorporation is in force as the Purchasers have received it, and an officer of the Company has confirmed all this in writing.',
        ],
        [
          'For the Company',
          `The Company need not complete the sale to a Purchaser whose representations are not true or whose amount has not arrived, nor to anybody unless at least ${money('1000000')} is paid in at the Closing.`,
        ],
        [
          'If a condition is not met',
          'If the Closing has not taken place ten days after the day of this agreement, each party may withdraw by a notice to the others, and amounts that were paid are returned.',
        ],
      ]),
      ...section(6, 'After the Closing', [
        [
          'Reports',
          'As long as a Purchaser holds at least 100,000 shares of Preferred Stock, the Company sends it yearly financial statements within 120 days and a report on each quarter within 60 days.',
        ],
        [
          'Later rounds',
          'When the Company sells new shares to raise money, each Purchaser may buy the part that keeps its share of the Company, at the price and on the terms that others pay. It answers within fifteen days of the Company’s notice.',
        ],
        [
          'Board of directors',
          'The holders of the Shares may name one director. The founders vote their shares for that person.',
        ],
        [
          'Transfers',
          'A Purchaser may transfer Shares with the legend that they carry, once the new holder has agreed in writing to this section and section 7. The Company enters the transfer in its stock ledger within ten days.',
        ],
        ['End', 'The rights of this section end when the Company sells its stock to the public or is itself sold.'],
      ]),
      ...section(7, 'General', generalClauses('seed')),
      ...signaturesOf('seed'),
      schedule('Schedule 1. Purchasers'),
      lead(`Shares of ${stock}, with the price of each and the amount that is paid at the Closing.`),
      purchasersTable('seed'),
      heading('Schedule 2. Capitalization'),
      lead('Shares of each class: authorized, and outstanding just before and just after the Closing.'),
      capitalizationTable(facts, ON),
    ],
  };
}

function representations(facts: Facts) {
  const granted = sum(grants.filter(({ on }) => facts.isBefore(on, ON)).map(({ quantity }) => quantity));
  return [
    [
      'Organization',
      `The Company was incorporated in the State of Delaware on ${facts.day(FORMED)}, exists in good standing, and may carry on its business as it does.`,
    ],
    [
      'Capitalization',
      `Schedule 2 shows all authorized and outstanding stock. Besides, the ${plan.name} reserves ${count(Number(plan.reserved))} shares of Common Stock, of which options on ${count(granted)} are granted. Nobody else has a right to receive stock of the Company.`,
    ],
    [
      'Authority',
      'The board of directors has approved this agreement and the issue of the Shares. The agreement binds the Company.',
    ],
    [
      'The Shares',
      'When they are issued and paid for, the Shares are validly issued, fully paid and nonassessable, and free of rights of others, except for limits on transfer under this agreement and the law. The Common Stock into which they convert is reserved.',
    ],
    [
      'No conflict',
      'Neither the agreement nor its performance breaks a law, the certificate of incorporation, the bylaws or a contract of the Company. No consent of an authority is needed, except for notices under securities laws that are filed in time.',
    ],
    ['Disputes', 'No lawsuit or proceeding against the Company is pending or, as far as it knows, threatened.'],
    [
      'Inventions',
      'The Company owns, or may use, what its business takes in patents, designs, programs and names. Everybody who develops for it has assigned to it in writing what was developed.',
    ],
    [
      'Finances',
      'The unaudited figures that the Purchasers have received show the position of the Company fairly. Since their day nothing has happened that harms it materially. All taxes due are paid.',
    ],
    [
      'Exempt offering',
      'The Shares are offered under Rule 506(b) of Regulation D, without general solicitation. Nobody is entitled to a commission from the Company.',
    ],
  ] as const;
}
