import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
let preferred: Row;
let ada: Row;
let grace: Row;
let linus: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', seniority: 1 });
  preferred = await given.shareClass(owner, {
    name: 'Preferred',
    class_type: 'PREFERRED',
    seniority: 2,
    authorized_shares: 'UNLIMITED',
  });
  [ada, grace, linus] = [
    await given.shareholder(owner, { first_name: 'Ada' }),
    await given.shareholder(owner, { first_name: 'Grace' }),
    await given.shareholder(owner, { first_name: 'Linus' }),
  ];
  for (const [holder, shareClass, issue_date] of [
    [ada, common, '2024-01-10'],
    [grace, common, '2024-01-10'],
    [linus, preferred, '2024-03-01'],
  ] as const)
    await given.certificate(owner, {
      shareholder_id: holder.id,
      share_class_id: shareClass.id,
      quantity: '1',
      issue_date,
    });
});
const table = async (query: string, by: Person = owner) =>
  (await by.get(`/api/cap-table/?${query}`)).body as Row & { rows: Row[]; classes: Row[] };
const totals = ({ rows }: { rows: Row[] }) =>
  Object.fromEntries(rows.map(({ name, total }) => [String(name).split(' ')[0], total]));

const noReserves = {
  kept_for_conversion: '0',
  unnamed_conversions: [],
  kept_for_options: '0',
  kept_for_warrants: '0',
  kept_in_pool: '0',
  kept: '0',
  short: null,
};

describe('the cap table', () => {
  it('says who holds what, in the words of the contract', async () => {
    const found = await table('as_of=2024-06-01');
    expect(Object.keys(found).sort()).toEqual([
      'as_of',
      'basis',
      'classes',
      'convertibles',
      'instruments',
      'known_at',
      'pool_available',
      'rows',
      'total',
    ]);
    expect(found).toMatchObject({ as_of: '2024-06-01', basis: 'outstanding', total: '3', convertibles: [] });
    expect(found.classes).toEqual([
      {
        share_class_id: common.id,
        name: 'Common',
        authorized: '1000000',
        outstanding: '2',
        counted: '2',
        percent: '66.6667',
        votes_per_share: '1',
        conversion_ratio: '1/1',
        ...noReserves,
        // Reserved for the one preferred share: its class names no conversion target, so it counts as common.
        kept_for_conversion: '1',
        kept: '1',
        free: '999997',
      },
      {
        share_class_id: preferred.id,
        name: 'Preferred',
        authorized: 'UNLIMITED',
        outstanding: '1',
        counted: '1',
        percent: '33.3333',
        votes_per_share: '1',
        conversion_ratio: '1/1',
        ...noReserves,
        free: null,
      },
    ]);
    expect(found.rows[0]).toEqual({
      shareholder_id: ada.id,
      name: ada.name,
      holdings: [{ share_class_id: common.id, share_class: 'Common', quantity: '1', counted: '1' }],
      options: '0',
      warrants: '0',
      warrants_counted: '0',
      warrants_without_number: 0,
      convertibles: [],
      total: '1',
      percent: '33.3334',
    });
  });
  it('has percentages that sum to exactly 100.0000, over the rows and over the classes', async () => {
    const found = await table('as_of=2024-06-01');
    for (const rows of [found.rows, found.classes]) {
      const sum = rows.reduce((all, { percent }) => all + BigInt(String(percent).replace('.', '')), 0n);
      expect(sum).toBe(1_000_000n);
    }
  });
  it('counts entries of the day itself, and none of the day after', async () => {
    expect(totals(await table('as_of=2024-01-09'))).toEqual({});
    expect(totals(await table('as_of=2024-01-10'))).toEqual({ Ada: '1', Grace: '1' });
    expect(totals(await table('as_of=2024-02-29'))).toEqual({ Ada: '1', Grace: '1' });
    expect(totals(await table('as_of=2024-03-01'))).toEqual({ Ada: '1', Grace: '1', Linus: '1' });
  });
  it('follows a transfer from its day on: Bob’s 1,000 shares are Alice’s on the day itself (S2)', async () => {
    const company = await signUpCompany(server);
    const shareClass = await given.shareClass(company);
    const [bob, alice] = [
      await given.shareholder(company, { first_name: 'Bob' }),
      await given.shareholder(company, { first_name: 'Alice' }),
    ];
    const certificate = await given.certificate(company, {
      shareholder_id: bob.id,
      share_class_id: shareClass.id,
      quantity: '1000',
      issue_date: '2022-02-01',
    });
    await company.post(`/api/certificates/${String(certificate.id)}/transfer`, {
      to_shareholder_id: alice.id,
      quantity: '1000',
      date: '2023-02-01',
    });
    expect(totals(await table('as_of=2023-01-31', company))).toEqual({ Bob: '1000' });
    expect(totals(await table('as_of=2023-02-01', company))).toEqual({ Alice: '1000' });
  });
  it('never shows a certificate that was issued and ended on one day', async () => {
    const company = await signUpCompany(server);
    const certificate = await given.certificate(company, { issue_date: '2024-04-01' });
    await company.post(`/api/certificates/${String(certificate.id)}/cancel`, { date: '2024-04-01', reason: 'a slip' });
    for (const day of ['2024-03-31', '2024-04-01', '2024-04-02'])
      expect((await table(`as_of=${day}`, company)).total).toBe('0');
  });
  it('can be read as it was known at an entry', async () => {
    const company = await signUpCompany(server);
    const first = await given.certificate(company, { quantity: '100', issue_date: '2024-02-01' });
    const known = Number((await company.get('/api/transactions/')).rows[0]!.seq);
    await given.certificate(company, { quantity: '50', issue_date: '2024-01-01' });
    await company.post(`/api/certificates/${String(first.id)}/cancel`, { date: '2024-02-02', reason: 'x' });
    expect((await table('as_of=2024-06-01', company)).total).toBe('50');
    expect((await table(`as_of=2024-06-01&known_at=${known}`, company)).total).toBe('100');
    expect((await table('as_of=2024-06-01&known_at=0', company)).total).toBe('0');
  });
  it('counts preferred at the ratio of its class, also when the class to convert into is not named', async () => {
    const company = await signUpCompany(server);
    const target = await given.shareClass(company);
    const terms = { class_type: 'PREFERRED', conversion_ratio: '1.5' };
    const classes = [
      await given.shareClass(company, { ...terms, name: 'Named', converts_to_share_class_id: target.id }),
      await given.shareClass(company, { ...terms, name: 'Unnamed' }),
    ];
    for (const { id } of classes) await given.certificate(company, { share_class_id: id, quantity: '11' });
    const found = await table('as_of=2024-06-01&basis=as_converted', company);
    expect(found.classes.slice(1).map(({ counted }) => counted)).toEqual(['16', '16']);
  });
  it('is for today when no day is named', async () => {
    server.setClock('2024-02-15');
    expect((await table('')).as_of).toBe('2024-02-15');
    expect(totals(await table(''))).toEqual({ Ada: '1', Grace: '1' });
    server.setClock(new Date().toISOString());
  });
  it('shows a shareholder only their own rows', async () => {
    const person = await signUpShareholder(server, owner, ada);
    const found = await table('as_of=2024-06-01', person);
    expect(found.rows.map(({ shareholder_id }) => shareholder_id)).toEqual([ada.id]);
    expect(JSON.stringify(found)).not.toContain(String(grace.id));
  });
  it.each(['as_of=2024-02-30', 'as_of=today', 'known_at=x', 'known_at=-1', 'basis=none'])(
    'refuses %s',
    async (query) => {
      const reply = await owner.get(`/api/cap-table/?${query}`);
      expect([reply.status, typeof reply.detail]).toEqual([422, 'string']);
    },
  );
});
