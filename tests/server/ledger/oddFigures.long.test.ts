// Figures below zero in a package: each is a finding, every table answers, and verify reads every company.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { verify } from '#server/maintenance/verify/verify.ts';
import { granted, holder, issued, issuer, optionCancellation, stockClass } from '#tests/domain/ledger/factories.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const bring = async (owner: Person, votes_per_share: unknown) =>
  importZip(
    owner,
    await zipOf(
      packageFiles([issuer(), holder('ada'), stockClass('common', { votes_per_share }), issued('s1', 'ada', '7')]),
    ),
    'dry_run=false',
  );
/** Returns what npm run verify says, and how many faults it found. */
async function runVerify(): Promise<{ faults: number; lines: string[] }> {
  const lines: string[] = [];
  const faults = await verify({ ...server.deps.config, databaseUrl: server.ownerUrl }, (line) => lines.push(line));
  return { faults, lines };
}

describe('a class with negative votes', () => {
  it.each([-1, '-9999999999999999999999999999', '-0.5'])('is reported, and has no votes: %j', async (votes) => {
    const owner = await signUpCompany(server);
    const reply = await bring(owner, votes);
    expect(reply.body.applied).toBe(true);
    expect(reply.body.findings).toContainEqual(
      expect.objectContaining({
        rule: 'below_zero',
        severity: 'warning',
        object_id: 'common',
        message: expect.stringContaining(`votes_per_share is ${votes}, below zero: the class has no votes.`),
      }),
    );
    for (const known of ['', '&known_at=1']) {
      const table = await owner.get(`/api/cap-table/?basis=voting${known}`);
      expect([table.status, table.body.total]).toEqual([200, '0']);
      const entries = await owner.get(`/api/cap-table/entries?basis=voting${known}`);
      expect([entries.status, entries.body.quantity, entries.body.counted]).toEqual([200, '7', '0']);
    }
    const diff = await owner.get('/api/cap-table/diff?from=2019-01-01&to=2026-01-01&basis=voting');
    expect(diff.status).toBe(200);
    for (const list of ['share-classes/', 'share-classes/common', 'dashboard', 'certificates/'])
      expect([list, (await owner.get(`/api/${list}`)).status]).toEqual([list, 200]);
  });
  it('passes verification', async () => {
    expect((await runVerify()).faults).toBe(0);
  });
});

it('a negative price of a class is not the price of a new certificate', async () => {
  const owner = await signUpCompany(server);
  const prices = { par_value: { amount: '0.5', currency: 'USD' }, price_per_share: { amount: '-1', currency: 'USD' } };
  const shareClass = stockClass('common', prices);
  const reply = await importZip(owner, await zipOf(packageFiles([issuer(), holder('ada'), shareClass])));
  expect(reply.body.findings).toMatchObject([{ rule: 'below_zero', object_id: 'common' }]);
  const made = await owner.post('/api/certificates/', {
    shareholder_id: 'ada',
    share_class_id: 'common',
    quantity: '10',
    issue_date: '2024-01-01',
  });
  const [entry] = (await owner.get('/api/transactions/')).rows;
  expect([made.status, (await owner.get(`/api/transactions/${String(entry!.id)}`)).body.ocf]).toMatchObject([
    201,
    { share_price: { amount: '0.5', currency: 'USD' } },
  ]);
});

it('a negative exercise price is not the price of a certificate from an exercise', async () => {
  const owner = await signUpCompany(server);
  const strike = { exercise_price: { amount: '-1', currency: 'USD' }, stock_plan_id: undefined };
  const objects = [issuer(), holder('ada'), stockClass('common'), granted('g', 'ada', '100', strike)];
  const reply = await importZip(owner, await zipOf(packageFiles(objects)));
  expect(reply.body.findings).toMatchObject([{ rule: 'below_zero', object_id: 'i_g' }]);
  const made = await owner.post('/api/grants/g/exercise', { quantity: '10', date: '2024-01-01' });
  const [certificate] = made.body.resulting as Row[];
  const { rows } = await owner.get('/api/transactions/');
  const issue = rows.find((row) => row.security_id === certificate!.id)!;
  expect((await owner.get(`/api/transactions/${String(issue.id)}`)).body.ocf).toMatchObject({
    share_price: { amount: '0', currency: 'USD' },
  });
});

it.each([
  ['RETIRE', '900'],
  ['RETURN_TO_POOL', '1000'],
])(
  'a cancellation of more than a grant holds changes the pool by no more than the grant: %s',
  async (behavior, available) => {
    const owner = await signUpCompany(server);
    const plan = {
      object_type: 'STOCK_PLAN',
      id: 'plan',
      plan_name: 'Plan',
      initial_shares_reserved: '1000',
      default_cancellation_behavior: behavior,
      stock_class_ids: ['common'],
    };
    const cancelled = optionCancellation('c', {
      date: '2022-02-01',
      security_id: 'g',
      quantity: '500',
      reason_text: 'x',
    });
    const objects = [issuer(), holder('ada'), stockClass('common'), plan, granted('g', 'ada', '100'), cancelled];
    const reply = await importZip(owner, await zipOf(packageFiles(objects)), 'accept_findings=true');
    expect((reply.body.findings as Row[]).filter(({ severity }) => severity === 'error')).toMatchObject([
      { rule: 'E7' },
    ]);
    const table = await owner.get('/api/cap-table/?as_of=2022-03-01&basis=fully_diluted');
    expect(table.body.pool_available).toBe(available);
    expect((await owner.get('/api/equity-plans/?as_of=2022-03-01')).rows).toMatchObject([{ available }]);
    const entries = await owner.get('/api/cap-table/entries?as_of=2022-03-01&basis=fully_diluted&kind=pool');
    expect(entries.body.quantity).toBe(available);
  },
);

it('verify reports a company it cannot read to the end as one fault, and reads the next', async () => {
  const [first, second] = [await signUpCompany(server), await signUpCompany(server)];
  for (const owner of [first, second]) await bring(owner, '1');
  const change = (value: string) =>
    server.sql(
      `do $$ begin
         alter table ledger_tx disable trigger user;
         update ledger_tx set ocf = ${value} where org_id = (select id from organization where client_name = '${first.user.client_name}');
         alter table ledger_tx enable trigger user;
       end $$`,
    );
  await change(`'null'::jsonb`);
  const { faults, lines } = await runVerify();
  expect(faults).toBe(1);
  expect(lines.find((line) => line.startsWith(`${first.user.client_name}:`))).toMatch(/cannot be verified to its end$/);
  expect(lines.find((line) => line.startsWith(`${second.user.client_name}:`))).toMatch(/everything agrees$/);
  expect(lines.filter((line) => line.includes(' at '))).toEqual([]);
});
