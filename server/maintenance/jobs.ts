// npm run jobs: what the server still has to do, since when, and what it gave up and why.
import { plural } from '#src/domain/plural.ts';
import type { Config } from '../config.ts';
import { lanes } from '../data/queue/jobs.ts';
import { openOperatorDatabase } from './openOperatorDatabase.ts';
import { withClient } from './withClient.ts';

const SHOWN = 20;

interface Waiting {
  lane: string;
  kind: string;
  company: string;
  jobs: string;
  failing: string;
  since: string;
  next: string;
  last_error: string | null;
}
interface GivenUp {
  kind: string;
  recipient: string | null;
  company: string;
  since: string;
  ended: string;
  attempts: number;
  last_error: string;
}

const COMPANY = `coalesce((select o.client_name from organization o where o.id = j.turn_of), 'no company')`;
const day = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`;

/** Prints the jobs that wait by lane, kind and company, and the last that were given up. Times are in UTC. */
export async function showJobs(config: Config, say: (line: string) => void): Promise<void> {
  const reached = await openOperatorDatabase(config, say);
  try {
    await withClient(reached.ownerUrl, async (client) => {
      const { rows: waiting } = await client.query<Waiting>(
        `select j.lane, j.kind, ${COMPANY} as company, count(*) as jobs, count(*) filter (where j.last_error is not null) as failing,
                ${day('min(j.created_at)')} as since, ${day('min(j.next_attempt_at)')} as next,
                (array_agg(j.last_error order by j.next_attempt_at) filter (where j.last_error is not null))[1] as last_error
         from job j where j.ended_at is null group by 1, 2, 3
         order by array_position($1::text[], j.lane), count(*) desc, 3 limit 200`,
        [lanes],
      );
      say(waiting.length === 0 ? 'Nothing waits.' : 'Waiting, by lane:');
      for (const { lane, kind, company, jobs, failing, since, next, last_error } of waiting) {
        say(
          `  ${lane.padEnd(7)}${kind.padEnd(16)}${plural(Number(jobs), 'job')} of ${company}, since ${since}, next ${next}`,
        );
        if (last_error !== null) say(`         ${plural(Number(failing), 'has', 'have')} failed so far: ${last_error}`);
      }
      const { rows: lost } = await client.query<GivenUp>(
        `select j.kind, j.details ->> 'recipient' as recipient, ${COMPANY} as company, ${day('j.created_at')} as since, ${day('j.ended_at')} as ended,
                j.attempts, j.last_error
         from job j where j.outcome = 'given_up' order by j.ended_at desc limit ${SHOWN}`,
      );
      say(
        lost.length === 0
          ? 'Nothing was given up in the last 30 days.'
          : `Given up in the last 30 days, newest first (at most ${SHOWN}):`,
      );
      for (const { kind, recipient, company, since, ended, attempts, last_error } of lost)
        say(
          `  ${ended}  ${kind}${recipient ? ` to ${recipient}` : ''} of ${company}, written ${since}, ${plural(attempts, 'attempt')}: ${last_error}`,
        );
    });
  } finally {
    await reached.close();
  }
}
