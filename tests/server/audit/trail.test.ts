// The audit trail: one row for each thing that a person did, with what it changed, chained so that anybody can check it.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { atOnce, givenMember, signIn, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { eventually } from '#tests/support/time/eventually.ts';

const server = useTestServer();
let mara: Person;
beforeAll(async () => {
  mara = await signUpCompany(server, { client_name: 'tidewater' });
});

const inOrder = encodeURIComponent('["seq","ASC"]');
const trailOf = async (person: Person): Promise<Row[]> => (await person.get(`/api/audit/?sort=${inOrder}`)).rows;
/** What was added to the trail meanwhile. */
async function added(work: () => Promise<unknown>): Promise<Row[]> {
  const before = await trailOf(mara);
  await work();
  return (await trailOf(mara)).slice(before.length);
}

/** RFC 8785, for values without numbers that JSON writes in several ways. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`;
}
/** The rows that do not follow from the one before. */
function unchained(rows: readonly Row[]): Row[] {
  return rows.filter(({ hash, ...row }, index) => {
    const prev = index === 0 ? '0'.repeat(64) : rows[index - 1]!.hash;
    const right = createHash('sha256')
      .update(`${String(row.prev_hash)}\n${canonical(row)}`)
      .digest('hex');
    return row.seq !== index + 1 || row.prev_hash !== prev || hash !== right;
  });
}

describe('a row of the trail', () => {
  it('begins with the founding of the company', async () => {
    const [first] = await trailOf(mara);
    expect(first).toMatchObject({ seq: 1, action: 'create', resource: 'organization', summary: 'founded the company' });
    expect(first!.actor).toBe(`${String(mara.user.first_name)} ${String(mara.user.last_name)}`);
  });

  it('says who created what, with its values', async () => {
    const rows = await added(() => given.shareholder(mara, { first_name: 'Ada', last_name: 'Lovelace' }));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ action: 'create', resource: 'shareholders', before: null });
    expect(rows[0]!.after).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' });
    expect(rows[0]!.summary).toContain('Ada Lovelace');
  });

  it('shows only the fields that an edit changed, before and after', async () => {
    const ada = await given.shareholder(mara, { first_name: 'Grace', last_name: 'Hopper' });
    const rows = await added(() => mara.put(`/api/shareholders/${String(ada.id)}`, { ...ada, city: 'Arlington' }));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      action: 'update',
      resource_id: ada.id,
      before: { city: null },
      after: { city: 'Arlington' },
    });
  });

  it('compares the record before and after a verb', async () => {
    const [holder, share_class] = [await given.shareholder(mara), await given.shareClass(mara)];
    const certificate = await given.certificate(mara, {
      shareholder_id: holder.id,
      share_class_id: share_class.id,
      issue_date: '2024-08-01',
      quantity: '10',
    });
    const rows = await added(() =>
      mara.post(`/api/certificates/${String(certificate.id)}/cancel`, {
        quantity: '10',
        date: '2024-08-02',
        reason: 'Sold',
      }),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ action: 'cancel', before: { status: 'active' }, after: { status: 'cancelled' } });
  });

  it('is not left by a refused request, nor by the repeat of an answered one', async () => {
    const rows = await added(async () => {
      await mara.post('/api/tasks/', {});
      const once = { headers: { 'idempotency-key': 'one-task' } };
      await mara.post('/api/tasks/', { title: 'Call the notary' }, once);
      await mara.post('/api/tasks/', { title: 'Call the notary' }, once);
    });
    expect(rows.map((row) => row.action)).toEqual(['create']);
  });

  it('notes exports and downloads, which change nothing', async () => {
    const rows = await added(() => mara.get('/api/shareholders/export.csv'));
    expect(rows).toMatchObject([{ action: 'export', resource: 'shareholders', before: null, after: null }]);
  });

  it('notes a sign-in, and a failed one', async () => {
    const rows = await added(() => signIn(server, mara));
    expect(rows).toMatchObject([{ action: 'login', summary: 'signed in' }]);
    const failed = await added(async () => {
      await mara.post('/api/auth/login', { email: mara.email, password: 'not the password' });
      await eventually(async () => expect((await trailOf(mara)).at(-1)!.action).toBe('login_failed'));
    });
    expect(failed).toHaveLength(1);
  });
});

describe('the chain', () => {
  it('has no gap and can be recomputed from what the API answers', async () => {
    await mara.put('/api/organization', {
      ...(await mara.get('/api/organization')).body,
      legal_name: 'Tide “\\"\n\u0001 — 水',
    });
    await mara.post('/api/tasks/', { title: 'Zeichen: äöü "quoted" \\ / \u2028 \u{1F600}' });
    expect(unchained(await trailOf(mara))).toEqual([]);
  });

  it('stays without a gap when many write at once', async () => {
    const rows = await added(() => atOnce(20, (index) => mara.post('/api/tasks/', { title: `Task ${index}` })));
    expect(rows).toHaveLength(20);
    expect(unchained(await trailOf(mara))).toEqual([]);
  });
});

describe('nobody changes it', () => {
  it('through the API', async () => {
    const [first] = await trailOf(mara);
    for (const reply of [
      await mara.post('/api/audit/', {}),
      await mara.put(`/api/audit/${String(first!.id)}`, {}),
      await mara.delete(`/api/audit/${String(first!.id)}`),
    ])
      expect(reply.status).toBe(405);
  });

  it('through the database', async () => {
    for (const [url, code] of [
      [server.appUrl, '42501'],
      [server.ownerUrl, '42501'],
    ] as const) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const statement of [`update audit set summary = ''`, 'delete from audit', 'truncate audit cascade'])
        expect(
          await client.query(statement).then(
            () => 'done',
            (error: { code?: string }) => error.code,
          ),
        ).toBe(code);
      await client.end();
    }
  });
});

describe('who reads it', () => {
  it('owners and administrators of the company, and nobody else', async () => {
    const admin = await givenMember(server, mara, 'admin');
    expect((await trailOf(admin)).length).toBeGreaterThan(0);
    const holder = await signUpShareholder(
      server,
      mara,
      await given.shareholder(mara, { email: 'ada@holders.example' }),
    );
    const others = [await givenMember(server, mara, 'staff'), await givenMember(server, mara, 'viewer'), holder];
    for (const person of others) {
      const [row] = await trailOf(mara);
      for (const path of ['/api/audit/', `/api/audit/${String(row!.id)}`, '/api/audit/export.csv'])
        expect([path, (await person.get(path)).status]).toEqual([path, 403]);
    }
  });

  it('only of their own company', async () => {
    const other = await signUpCompany(server, {});
    expect((await trailOf(other)).every((row) => row.account_id === other.user.id)).toBe(true);
    const [row] = await trailOf(mara);
    expect((await other.get(`/api/audit/${String(row!.id)}`)).status).toBe(404);
  });

  it('by person, kind, record and day, and as CSV', async () => {
    const filtered = async (filter: Row) => (await mara.get(given.listUrl('/api/audit/', { filter }))).rows;
    expect((await filtered({ action: 'login_failed' })).length).toBe(1);
    expect((await filtered({ resource: 'tasks' })).every((row) => row.resource === 'tasks')).toBe(true);
    expect(await filtered({ at_gte: '2199-01-01' })).toEqual([]);
    expect((await filtered({ account_id: mara.user.id })).length).toBeGreaterThan(5);
    const csv = (await mara.get('/api/audit/export.csv')).text;
    expect(csv).toContain('founded the company');
    expect(csv.split('\r\n')[0]).toContain('Hash');
  });
});
