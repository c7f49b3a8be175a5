// The documents of the sample company: when they were filed, for whom, and what is in them.
import type { DocumentPaper } from '#server/paper/documentPdf.ts';
import type { Day } from '../company.ts';
import { certificateOfIncorporation } from './certificateOfIncorporation.ts';
import { charterAmendment } from './charterAmendment.ts';
import { dividendNotice } from './dividendNotice.ts';
import type { Facts } from './facts.ts';
import { quarterReport } from './quarterReport.ts';
import { seedAgreement } from './seedAgreement.ts';
import { seriesAAgreement } from './seriesAAgreement.ts';
import { shareCertificate } from './shareCertificate.ts';

export interface SamplePaper {
  on: Day;
  /** The name of its file. */
  name: string;
  type: 'agreement' | 'certificate' | 'distribution_notice' | 'other';
  /** The holder for whom it is; the company's own without one. */
  to: string | null;
  write(facts: Facts): DocumentPaper;
}

/** The message that refers to it is a day younger. */
const REPORT: Day = 36;

export const papers: readonly SamplePaper[] = [
  {
    on: [0, '03-12'],
    name: 'Certificate of incorporation.pdf',
    type: 'agreement',
    to: null,
    write: certificateOfIncorporation,
  },
  {
    on: [1, '02-28'],
    name: 'Series Seed purchase agreement.pdf',
    type: 'agreement',
    to: null,
    write: seedAgreement,
  },
  {
    on: [2, '10-04'],
    name: 'Series A purchase agreement.pdf',
    type: 'agreement',
    to: null,
    write: seriesAAgreement,
  },
  { on: [2, '10-05'], name: 'SA-4 Grace Okonkwo.pdf', type: 'certificate', to: 'grace', write: shareCertificate },
  { on: [3, '06-30'], name: 'Charter amendment.pdf', type: 'agreement', to: null, write: charterAmendment },
  { on: [4, '05-15'], name: 'Dividend notice.pdf', type: 'distribution_notice', to: 'grace', write: dividendNotice },
  { on: REPORT, name: 'Second quarter report.pdf', type: 'other', to: 'grace', write: quarterReport(REPORT) },
];
