// Updates the planner's statistics where the process of an import ended before it did.
import { countLedger } from '#server/data/queue/countLedger.ts';
import type { Handler, JobNeeds } from '../job.ts';

export const countLedgerAgain =
  ({ db }: Pick<JobNeeds, 'db'>): Handler =>
  async () =>
    db.system(countLedger);
