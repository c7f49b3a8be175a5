// Does the jobs that wait, as a serving process does, and then stops.
import { expect } from 'vitest';
import { queueMessage } from '#server/data/queue/messages.ts';
import { giveUp } from '#server/commands/office/giveUpJob.ts';
import type { Handlers } from '#server/jobs/job.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { unique } from '../people.ts';
import type { Person } from '../people.ts';
import type { TestServer } from '../testServer.ts';

/** Jobs of these kinds alone, until none is ready or under way. */
export async function doJobs({ deps, sql }: Pick<TestServer, 'deps' | 'sql'>, handlers: Handlers): Promise<void> {
  const worker = startWorker(deps, handlers, 10);
  // A job that pauses after a failure says why; one that is under way has begun and does not.
  await expect
    .poll(() =>
      sql(
        `select 1 from job where kind = any ($1) and ended_at is null and (next_attempt_at <= now() or last_error is null and attempts > 0)`,
        [Object.keys(handlers)],
      ),
    )
    .toEqual([]);
  await worker.stop();
}

/** A mail of a company that its recipient's mail server refused. Out: its id. */
export async function givenUndelivered(
  { deps, sql }: Pick<TestServer, 'deps' | 'sql'>,
  owner: Person,
  { recipient = `away-${unique()}@example.com`, subject = 'Your invitation' } = {},
): Promise<string> {
  const [company] = await sql<{ id: string }>('select id from organization where client_name = $1', [
    owner.user.client_name,
  ]);
  await deps.db.system((tx) =>
    queueMessage(tx, deps, {
      channel: 'email',
      to: recipient,
      words: () => ({ subject, text: 'See it here.' }),
      org_id: company!.id,
    }),
  );
  const [job] = await sql<{ id: string }>(`select id from job where details ->> 'recipient' = $1`, [recipient]);
  await deps.db.system((tx) => giveUp(tx, deps, job!.id, '550 No such user here'));
  return job!.id;
}
