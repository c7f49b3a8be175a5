// Random companies, each with a random scenario that is turned into drafts and posted: the cap table is then the scenario's, to the
// last share. SCENARIOS=200 SCENARIOS_SEED=7 tries more of them from another seed.
import { expect, it } from 'vitest';
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import type { Row } from '#server/db/database.ts';
import { soundCompany } from '#tests/support/companies.ts';
import { packageFiles, importZip, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import type { Random } from '#tests/support/randomNumbers.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { often } from '#tests/support/time/often.ts';

const COUNT = often('SCENARIOS', 2, 20);
const SEED = Number(process.env.SCENARIOS_SEED ?? 20_261_126);
const HOURS_MAX = 3;

const server = useTestServer();

/** Up to two SAFEs, a pool, a warrant, one or two rounds, in an order that the ledger allows. */
function stepsOf(random: Random, holders: readonly string[], classes: readonly string[]): Row[] {
  const investor = (index: number): Row => ({
    name: `Fund ${index}`,
    amount: `${random.between(50, 90_000)}000.${random.between(10, 99)}`,
    ...(holders.length > 0 && random.chance(3) ? { shareholder_id: random.pick(holders) } : {}),
  });
  const round = (name: string): Row => ({
    kind: 'round',
    name,
    class_name: name,
    pre_money: random.between(1_000_000, 80_000_000),
    method: random.pick(['percent_ownership', 'pre_money', 'dollars_invested']),
    investors: [
      ...Array.from({ length: random.between(1, 3) }, (_, index) => investor(index)),
      ...(random.chance(3) ? [{ name: 'Fund 0', pro_rata: `0.${random.between(10, 40)}` }] : []),
    ],
    pool: random.pick([null, { target: `0.${random.between(10, 19)}` }, { increase: random.between(1, 90_000) }]),
    converts: 'all',
    preference_multiple: random.pick([1, 1.5, 2]),
  });
  const warrant = (share_class_id: string): Row => ({
    kind: 'warrant',
    name: 'Bank',
    share_class_id,
    quantity: random.between(1, 50_000),
    strike: `0.${random.between(10, 99)}`,
  });
  const safe = (index: number): Row => ({
    kind: 'convertible',
    name: `Angel ${index}`,
    instrument: {
      id: `S${index}`,
      ...random.pick<Row>([
        { type: 'post_cap', cap: random.between(4_000_000, 20_000_000) },
        { type: 'pre_cap', cap: random.between(4_000_000, 20_000_000), discount: '0.15' },
        { type: 'discount', discount: `0.${random.between(1, 30)}` },
        { type: 'round' },
      ]),
      amount: random.between(10_000, 300_000),
    },
  });
  return [
    ...Array.from({ length: random.below(3) }, (_, index) => safe(index)),
    ...(random.chance(2) ? [{ kind: 'pool', quantity: random.between(1, 100_000) }] : []),
    ...(classes.length > 0 && random.chance(3) ? [warrant(random.pick(classes))] : []),
    round('Series Test'),
    ...(random.chance(2) ? [round('Series Test Two')] : []),
  ];
}

const rowsOf = (rows: readonly Row[]) =>
  rows
    .filter(({ total }) => total !== '0')
    .map(({ name, total, percent }) => `${String(name)} ${String(total)} ${String(percent)}`)
    .sort();

/** What differs, nothing if empty; null where the terms have no answer for this company. */
async function faultOf(seed: number): Promise<string | null> {
  const company = soundCompany(seed);
  const random = randomOf(seed);
  const owner = await signUpCompany(server);
  const imported = await importZip(owner, await zipOf(packageFiles([...company.statics, ...company.transactions])));
  if (imported.status !== 200 || !imported.body.applied) return `the import answered ${imported.text.slice(0, 300)}`;
  server.setClock(company.next_day);
  const holders = (await owner.get('/api/shareholders/')).rows.map(({ id }) => String(id));
  const classes = (await owner.get('/api/share-classes/')).rows.map(({ id }) => String(id));
  const made = await owner.post('/api/scenarios/', {
    name: `Scenario ${seed}`,
    as_of: company.next_day,
    steps: stepsOf(random, holders, classes),
  });
  if (made.status !== 201) return `it is not saved: ${made.text}`;
  const address = `/api/scenarios/${String(made.body.id)}`;
  const run = await owner.post(`${address}/run`, {});
  if (run.status === 422) return hasNoAnswer(run) ? null : `it has no run: ${run.text}`;
  const posting = await posted(owner, address);
  if (posting !== null) return posting;
  const last = (run.body as unknown as RunAnswer).tables.at(-1)!;
  const table = (await owner.get(`/api/cap-table/?as_of=${company.next_day}&basis=fully_diluted`)).body;
  const [theirs, ours] = [rowsOf(table.rows as Row[]), rowsOf(last.rows as unknown as Row[])];
  const differing = ours.filter((row, index) => row !== theirs[index]);
  if (differing.length === 0 && table.total === last.total) return '';
  return `the table has ${String(table.total)} shares, the run ${last.total}; other rows: ${differing.slice(0, 3).join(', ')}`;
}

/** The terms sell the whole company, or a price rounds to nothing: a fault of the terms, and of no other field. */
const hasNoAnswer = ({ body }: Reply) =>
  (body.errors as { field: string }[]).every(({ field }) =>
    /\.(converts|pre_money|amount|pro_rata|pool\.\w+)$/.test(field),
  );

async function posted(owner: Person, address: string): Promise<string | null> {
  const made = await owner.post(`${address}/drafts`, {});
  if (made.status !== 201) return `no drafts: ${made.text}`;
  const reply = await owner.post('/api/drafts/post', { ids: (made.body.drafts as Row[]).map(({ id }) => id) });
  return reply.status === 200 ? null : `not posted: ${reply.text}`;
}

it(
  'after its drafts were posted, the cap table of a random company is the scenario’s to the last share',
  async () => {
    const faults: string[] = [];
    let compared = 0;
    let seed = SEED;
    for (; compared < COUNT && seed < SEED + 3 * COUNT && faults.length < 5; seed += 1) {
      const fault = await faultOf(seed);
      if (fault === '') compared += 1;
      else if (fault !== null) faults.push(`seed ${seed}: ${fault}`);
    }
    console.log(`Seeds ${SEED} to ${seed - 1}: ${compared} scenarios compared with the cap table`);
    expect(faults).toEqual([]);
    expect(compared).toBe(COUNT);
  },
  HOURS_MAX * 3_600_000,
);
