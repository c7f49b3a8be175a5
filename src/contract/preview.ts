// What the portal answers to a shareholder, for a person of the company who looks at it as them.
import { z } from 'zod';
import { capTableAnswer } from './capTable.ts';
import { dashboardAnswer } from './dashboard.ts';
import { portfolioAnswer } from './portfolio.ts';

const rows = z.array(z.looseObject({ id: z.string() }));

export const previewAnswer = z.object({
  dashboard: dashboardAnswer,
  portfolio: portfolioAnswer.describe('Of this company alone.'),
  certificates: rows,
  distributions: rows,
  payments: rows,
  documents: rows,
  cap_table: capTableAnswer,
});
export type Preview = z.infer<typeof previewAnswer>;
