// A command waits for another one of its company, which takes away what it is about: it is then refused like an unknown id.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { listUrl } from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { eventually } from '#tests/support/time/eventually.ts';

const server = useTestServer();
let owner: Person;
let holder: pg.Client;
beforeAll(async () => {
  owner = await signUpCompany(server);
  holder = new pg.Client({ connectionString: server.ownerUrl });
  await holder.connect();
});
afterAll(() => holder?.end());

const waiting = (count: number) =>
  eventually(async () =>
    expect(
      await server.sql(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      ),
    ).toHaveLength(count),
  );

/** Both have looked at the record before either may write; the first one writes first. */
async function oneAfterTheOther(first: () => Promise<Reply>, second: () => Promise<Reply>): Promise<[Reply, Reply]> {
  await holder.query('begin');
  await holder.query('select 1 from organization where client_name = $1 for update', [owner.user.client_name]);
  try {
    const one = first();
    await waiting(1);
    const two = second();
    await waiting(2);
    await holder.query('commit');
    return await Promise.all([one, two]);
  } finally {
    await holder.query('rollback');
  }
}

async function takeBack(security: Row): Promise<Reply> {
  const [issuance] = (
    await owner.get(listUrl('/api/transactions/', { filter: { security_id: security.id }, sort: ['seq', 'ASC'] }))
  ).rows;
  return owner.post(`/api/transactions/${String(issuance!.id)}/void`, { reason: 'By mistake' });
}

const DAY = '2024-03-01';
const reason = 'x';
it.each<[string, () => Promise<Row>, string, Row]>([
  ['certificates', () => given.certificate(owner), 'cancel', { date: DAY, reason }],
  ['grants', () => given.grant(owner), 'reprice', { date: DAY, exercise_price: '2' }],
  ['grants', () => given.grant(owner), 'accelerate', { date: DAY, reason }],
  ['convertibles', () => given.convertible(owner), 'cancel', { date: DAY, reason }],
  ['warrants', () => given.warrant(owner), 'cancel', { date: DAY, reason }],
])('%s: an entry about one whose issuance is taken back is refused (%#)', async (name, make, verb, body) => {
  const record = await make();
  const [first, second] = await oneAfterTheOther(
    () => takeBack(record),
    () => owner.post(`/api/${name}/${String(record.id)}/${verb}`, body),
  );
  expect([first.status, second.status, second.code]).toEqual([200, 404, 'not_found']);
});

it('convertibles: a round that converts one whose issuance is taken back is refused', async () => {
  const share_class = await given.shareClass(owner, { class_type: 'PREFERRED', price_per_share: '1' });
  const [kept, gone] = [await given.convertible(owner), await given.convertible(owner)];
  const convertibles = [kept, gone].map(({ id }) => ({ id }));
  const investors = [{ shareholder_id: kept.shareholder_id, amount: '1000' }];
  const body = {
    share_class_id: share_class.id,
    date: DAY,
    price_per_share: '1',
    convertibles,
    investors,
    dry_run: true,
  };
  const [first, second] = await oneAfterTheOther(
    () => takeBack(gone),
    () => owner.post('/api/convertibles/convert-in-round', body),
  );
  expect([first.status, second.status, second.code]).toEqual([200, 422, 'unknown_reference']);
});

it('certificates: consolidating one whose issuance is taken back is refused', async () => {
  const kept = await given.certificate(owner);
  const { shareholder_id, share_class_id } = kept;
  const gone = await given.certificate(owner, { shareholder_id, share_class_id });
  const [first, second] = await oneAfterTheOther(
    () => takeBack(gone),
    () => owner.post('/api/certificates/consolidate', { certificate_ids: [kept.id, gone.id], date: DAY }),
  );
  expect([first.status, second.status, second.code]).toEqual([200, 404, 'not_found']);
});

it.each<[string, () => Promise<Row>, string, Row, number]>([
  ['share-classes', () => given.shareClass(owner), 'authorize', { authorized_shares: '5', date: DAY, reason }, 422],
  ['share-classes', () => given.shareClass(owner), 'split', { numerator: '2', denominator: '1', date: DAY }, 404],
  ['share-classes', () => preferred(), 'adjust-ratio', { numerator: '2', date: DAY, reason }, 422],
  ['equity-plans', () => given.equityPlan(owner), 'adjust', { reserved: '5', date: DAY, reason }, 422],
])('%s: a command on one that is deleted meanwhile is refused (%#)', async (name, make, verb, body, status) => {
  const record = await make();
  const url = `/api/${name}/${String(record.id)}`;
  const [first, second] = await oneAfterTheOther(
    () => owner.delete(url),
    () => owner.post(`${url}/${verb}`, body),
  );
  expect([first.status, second.status, second.code]).toEqual([
    204,
    status,
    status === 404 ? 'not_found' : 'unknown_reference',
  ]);
});

async function preferred(): Promise<Row> {
  const common = await given.shareClass(owner);
  return given.shareClass(owner, {
    class_type: 'PREFERRED',
    conversion_ratio: '1',
    converts_to_share_class_id: common.id,
  });
}
