// npm run bench -- million: times the cap table of a million entries in two ways: as the product queries it (its own login,
// row-level security, checkpoints), and with plain SQL as the schema's owner. Both return counts and sums, so the transfer of
// forty thousand rows is not timed.
import pg from 'pg';
import { Database } from '../server/db/database.ts';
import { keepCheckpoints, statementOn } from '../server/reports/capTable/capTablePositions.ts';
import { sourceOf } from '../server/reports/capTable/capTableSource.ts';
import type { Actor } from '../src/resources/kit/access.ts';
import { startBenchDatabase, givenCompany } from './benchDatabase.ts';
import type { BenchDatabase, Company } from './benchDatabase.ts';
import { becomeMember } from '../tests/support/asMember.ts';
import { figure, line, median, timed } from './figures.ts';
import { DAYS, ENTRIES, FIRST_DAY, HOLDERS, writeMillion } from './millionLedger.ts';

const CURRENT_ROUNDS = 9;
const DATES = 100;
const HOLDERS_ASKED = 100;
const RATIO_MAX = 1.5;
const ANY_DATE_MS_MAX = 150;
const ONE_HOLDER_MS_MAX = 10;

/** A handwritten query: every open security, minus what was taken out of it. */
const BARE_CURRENT = `
  select s.stakeholder_id, s.kind, s.stock_class_id, sum(s.quantity - coalesce(r.gone, 0))::text as quantity
  from security s
  left join (select security_id, sum(quantity) as gone from reduction where org_id = $1 group by 1) r on r.security_id = s.security_id
  where s.org_id = $1 and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id)
  group by 1, 2, 3 having sum(s.quantity - coalesce(r.gone, 0)) > 0`;
const BARE_INTERVAL = `
  select s.stakeholder_id, s.kind, s.stock_class_id, sum(s.quantity - coalesce(r.gone, 0))::text as quantity
  from security s
  left join (select security_id, sum(quantity) as gone from reduction where org_id = $1 and on_date <= $2 group by 1) r on r.security_id = s.security_id
  where s.org_id = $1 and s.issued_on <= $2
    and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= $2)
  group by 1, 2, 3 having sum(s.quantity - coalesce(r.gone, 0)) > 0`;

export async function benchCapTable(): Promise<void> {
  const database = await startBenchDatabase();
  try {
    const company = await givenCompany(database, 'million');
    const written = await timed(() => writeMillion(database, company));
    console.log(
      `\nLedger of ${figure(ENTRIES)} entries, ${figure(HOLDERS)} holders (written by SQL in ${figure(written / 1000)} s)`,
    );
    const db = new Database(database.ownerUrl, { idleSeconds: 3600, maxSeconds: 3600, connections: 1 });
    const bare = new pg.Client({ connectionString: database.ownerUrl });
    await bare.connect();
    try {
      await measure(database, db, bare, company);
    } finally {
      await bare.end();
      await db.close();
    }
  } finally {
    await database.stop();
  }
}

type Answer = { holdings: number; units: string };
type Ask = (date: string) => Promise<Answer>;
const summed = (text: string) =>
  `select count(*)::int as holdings, coalesce(sum(quantity::numeric), 0)::text as units from (${text}) answer`;

async function measure(database: BenchDatabase, db: Database, bare: pg.Client, company: Company) {
  const member = (role: Actor['role'], shareholder_id: string | null = null): Actor => ({
    account_id: company.id,
    org_id: company.id,
    role,
    membership_status: 'active',
    shareholder_id,
  });
  const product =
    (actor: Actor): Ask =>
    (date) =>
      db.system(async (tx) => {
        await becomeMember(tx, database, actor);
        const { text, values } = await statementOn(await sourceOf(tx, actor, null), date);
        return (await tx.rows<Answer>(summed(text), [company.id, ...values]))[0]!;
      });
  const by =
    (text: string, values: (date: string) => string[]): Ask =>
    async (date) =>
      (await bare.query<Answer>(summed(text), [company.id, ...values(date)])).rows[0]!;
  const whole = product(member('viewer'));
  const interval = by(BARE_INTERVAL, (date) => [date]);
  const current = by(BARE_CURRENT, () => []);
  const today = dayOf(DAYS);
  const making = await timed(() =>
    db.system(async (tx) => {
      await becomeMember(tx, database, member('viewer'));
      await keepCheckpoints(tx);
    }),
  );
  line('making the checkpoints', `${figure(making / 1000)} s`);
  await refuseDifferent(whole, current, [today]);
  await refuseDifferent(whole, interval, [today, dayOf(1), dayOf(1000), dayOf(DAYS / 2), dayOf(DAYS - 1)]);

  const [now, bareNow] = await sideBySide(
    whole,
    current,
    Array.from({ length: CURRENT_ROUNDS }, () => today),
  );
  // The same dates in each run, spread over all years.
  const dates = Array.from({ length: DATES }, (_, n) => dayOf((n * 2917 + 13) % DAYS));
  const [any, bareAny] = await sideBySide(whole, interval, dates);
  const one: number[] = [];
  for (let n = 0; n < HOLDERS_ASKED; n += 1) {
    const ask = product(member('shareholder', `h${(n * 7919) % HOLDERS}`));
    one.push(await timed(() => ask(dates[n % DATES]!)));
  }
  line('', 'ms, median', 'ms, p95', 'bare, median', 'ratio');
  print('current table', now, bareNow);
  print('any date', any, bareAny);
  line('one holder on any date', figure(median(one)), figure(p95(one)));
  console.log('\nTargets');
  line(`current table, at most ${RATIO_MAX} of the bare aggregate`, ratio(now, bareNow));
  line(`any date, at most ${RATIO_MAX} of the interval query`, ratio(any, bareAny));
  line(`any date, p95 at most ${ANY_DATE_MS_MAX} ms`, `${figure(p95(any))} ms`);
  line(`one holder, p95 at most ${ONE_HOLDER_MS_MAX} ms`, `${figure(p95(one))} ms`);
}

/** Alternates between both, so that a temporary slowdown affects both. The first of each is not counted. */
async function sideBySide(left: Ask, right: Ask, dates: readonly string[]): Promise<[number[], number[]]> {
  await left(dates[0]!);
  await right(dates[0]!);
  const times: [number[], number[]] = [[], []];
  for (const date of dates) {
    times[0].push(await timed(() => left(date)));
    times[1].push(await timed(() => right(date)));
  }
  return times;
}

async function refuseDifferent(left: Ask, right: Ask, dates: readonly string[]): Promise<void> {
  for (const date of dates) {
    const [one, other] = [await left(date), await right(date)];
    if (one.holdings !== other.holdings || Number(one.units) !== Number(other.units))
      throw new Error(`On ${date} the product has ${JSON.stringify(one)}, bare SQL ${JSON.stringify(other)}.`);
  }
}

const dayOf = (n: number) => new Date(Date.parse(FIRST_DAY) + Math.floor(n) * 86_400_000).toISOString().slice(0, 10);
const p95 = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!;
const ratio = (left: readonly number[], right: readonly number[]) => (median(left) / median(right)).toFixed(2);

function print(name: string, product: readonly number[], bare: readonly number[]) {
  line(name, figure(median(product)), figure(p95(product)), figure(median(bare)), ratio(product, bare));
}
