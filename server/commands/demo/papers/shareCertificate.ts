// The certificate that Grace Okonkwo received in the Series A.
import type { DocumentPaper } from '#server/paper/documentPdf.ts';
import { inWords } from '#src/domain/inWords.ts';
import { classes } from '../company.ts';
import type { Day } from '../company.ts';
import { legend } from '../securities.ts';
import { costOf, count, FOOT, money, NAME, purchasesOf, stockOf } from './facts.ts';
import type { Facts } from './facts.ts';
import { heading, officers, paragraph } from './parts.ts';

const ON: Day = [2, '10-04'];

export function shareCertificate(facts: Facts): DocumentPaper {
  const stock = stockOf('seriesA');
  const { par_value, price_per_share, conversion_ratio } = classes.seriesA;
  const { name, certificate, shares } = purchasesOf('seriesA').find(({ holder }) => holder === 'grace')!;
  return {
    company: NAME,
    title: `Certificate ${certificate}`,
    subtitle: 'Incorporated under the law of the State of Delaware',
    foot: FOOT,
    blocks: [
      { kind: 'figure', amount: count(shares), text: `shares of ${stock}, par value $${par_value} each` },
      paragraph(
        `This certifies that ${name} is the registered holder of ${inWords(BigInt(shares))} (${count(shares)}) fully paid and nonassessable shares of ${stock}. They may be transferred on the books of ${NAME} (the “Company”) by the holder or an attorney, when this certificate is returned with a signed assignment.`,
      ),
      {
        kind: 'facts',
        rows: [
          ['Registered holder', name],
          ['Class', stock],
          ['Issued on', facts.day(ON)],
          ['Price of a share', money(price_per_share)],
          ['Paid in', money(costOf(shares, price_per_share))],
          ['Converts into', `${count(shares * Number(conversion_ratio))} shares of Common Stock`],
        ],
      },
      heading('Rights of the shares'),
      paragraph(
        'The Company has more than one class of stock. It will send, on request and without charge, a statement of the powers, preferences and limits of each class and series, as its certificate of incorporation sets them out.',
      ),
      heading('Legend'),
      paragraph(legend.text),
      { kind: 'signatures', signatures: officers },
    ],
  };
}
