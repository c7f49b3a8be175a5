// Updates the planner's statistics after a large import, once for all imports that wait for it.
import type { Handler, JobNeeds } from '../job.ts';

export const countLedger =
  ({ db }: Pick<JobNeeds, 'db'>): Handler =>
  async () => {
    await db.system(async (tx) => {
      await tx.takeTime();
      await tx.rows('select count_ledger_anew()');
    });
  };
