// What the audit trail costs a write: the same requests with it and without it, in interleaved rounds of one run. Without it, the
// server sends no rows and the database adds none; histories are written as ever.
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { givenCompany } from './benchDatabase.ts';
import type { BenchDatabase } from './benchDatabase.ts';
import { figure, line, median, timed } from './figures.ts';
import { productApp } from './serverProcess.ts';

const ROUNDS = 60;
const WRITES = 5;
/** A write takes at most this much of the time without the trail. */
export const TARGET_TRAIL = 1.15;

type Send = (method: 'POST' | 'PUT', url: string, body: object) => Promise<Record<string, unknown>>;

/** Out: the median ratio of a write with the trail to one without it, over all kinds of writes. */
export async function benchAuditTrail(database: BenchDatabase): Promise<number> {
  const { token } = await givenCompany(database, 'bench-trail');
  const trail = await trailSwitch(database.ownerUrl);
  const apps = {
    with: await productApp(database.appUrl, database.folder),
    without: await productApp(database.appUrl, database.folder, { isAudited: false }),
  };
  try {
    await trail.set(true);
    const writes = await writesOf(sender(apps.with, token));
    console.log(`\nWrites with the audit trail and without it (${ROUNDS} interleaved rounds of ${WRITES})`);
    line('', 'ms with', 'ms without', 'ratio');
    const ratios: number[] = [];
    for (const [name, write] of Object.entries(writes)) {
      const times = { with: [] as number[], without: [] as number[] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        // Whichever comes first finds colder caches, so they take turns.
        const order = round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const);
        for (const kind of order) {
          await trail.set(kind === 'with');
          const send = sender(apps[kind], token);
          await write(send);
          for (let number = 0; number < WRITES; number += 1) {
            const milliseconds = await timed(() => write(send));
            if (round > 0) times[kind].push(milliseconds);
          }
        }
      }
      const ratio = median(times.with) / median(times.without);
      ratios.push(ratio);
      line(name, figure(median(times.with)), figure(median(times.without)), ratio.toFixed(2));
    }
    return median(ratios);
  } finally {
    await trail.set(true);
    await trail.end();
    await Promise.all(Object.values(apps).map((app) => app.close()));
  }
}

async function writesOf(send: Send): Promise<Record<string, (send: Send) => Promise<unknown>>> {
  const holder = await send('POST', '/api/shareholders/', {
    type: 'individual',
    first_name: 'Ada',
    last_name: 'Bench',
  });
  const shareClass = await send('POST', '/api/share-classes/', {
    name: 'Common',
    class_type: 'COMMON',
    prefix: 'CS',
    votes_per_share: 1,
    seniority: 1,
    authorized_shares: '100000000',
  });
  let city = 0;
  return {
    'add a task': (by) => by('POST', '/api/tasks/', { title: 'Call the notary' }),
    'edit a shareholder': (by) =>
      by('PUT', `/api/shareholders/${String(holder.id)}`, {
        type: 'individual',
        first_name: 'Ada',
        last_name: 'Bench',
        city: `City ${(city += 1)}`,
      }),
    'issue a certificate': (by) =>
      by('POST', '/api/certificates/', {
        shareholder_id: holder.id,
        share_class_id: shareClass.id,
        quantity: '1',
        issue_date: '2024-01-01',
      }),
  };
}

function sender(app: FastifyInstance, token: string): Send {
  return async (method, url, payload) => {
    const reply = await app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } });
    if (reply.statusCode >= 300) throw new Error(`${method} ${url} answered ${reply.statusCode}: ${reply.body}`);
    return reply.json();
  };
}

/** Lines of histories name their row of the trail, so without the trail nothing checks that it exists. */
async function trailSwitch(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const completing = (
    await client.query<{ text: string }>(`select pg_get_functiondef('complete_audit'::regproc) as text`)
  ).rows[0]!.text;
  const nothing = 'create or replace function complete_audit() returns void language plpgsql as $$ begin end $$';
  const key =
    'alter table activity add constraint activity_of_audit foreign key (org_id, audit_id) references audit (org_id, id) deferrable initially deferred not valid';
  return {
    set: async (isOn: boolean) => {
      await client.query('alter table activity drop constraint if exists activity_of_audit');
      if (isOn) await client.query(key);
      await client.query(isOn ? completing : nothing);
    },
    end: () => client.end(),
  };
}
