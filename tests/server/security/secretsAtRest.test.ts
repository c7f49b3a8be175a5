// A person who reads the database, a backup of it or the server's stored answers finds nothing to sign in with.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { multipart, PDF } from '#tests/support/given.ts';
import {
  anyone,
  caller,
  codeFor,
  confirmationTo,
  enter,
  invitationTo,
  ownAddress,
  signUp,
  signUpCompany,
} from '#tests/support/people.ts';
import { signUpShareholder, unique } from '#tests/support/people.ts';
import type { Caller, Person, Reply } from '#tests/support/people.ts';
import { asMember } from '#tests/support/asMember.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const withKey = () => ({ headers: { 'idempotency-key': `key-${unique()}` } });

/** Every secret that was given out and would open something. */
const seen = new Map<string, string>();
function note(what: string, value: unknown) {
  expect([what, typeof value]).toEqual([what, 'string']);
  seen.set(what, String(value));
}
const tokenOf = (reply: Reply) => reply.body.access_token;

async function obtainEverySecret() {
  const company = await signUpCompany(server);
  const other = await signUpCompany(server);
  note('a password', company.password);
  note('a sign-up code', await codeFor(server, company.phone));
  note('a session', company.token);
  note('a confirmation', await confirmationTo(server, company.email));
  await server.sql(
    `insert into membership (org_id, id, account_id, role, status) select id, gen_random_uuid(), $2, 'viewer', 'active' from organization where client_name = $1`,
    [other.user.client_name, company.user.id],
  );
  const switched = await company.post('/api/auth/switch', { client_name: other.user.client_name }, withKey());
  note('a session after a switch', tokenOf(switched));
  company.token = String(tokenOf(switched));
  Object.assign(
    company,
    caller(server, () => company.token, ownAddress()),
  );
  await enter(server, company, String(company.user.client_name));
  await signInAgain(company, anyone(server, ownAddress()));
  await resetPassword(other, anyone(server, ownAddress()));
  const holder = await given.shareholder(company);
  await company.post(`/api/shareholders/${String(holder.id)}/invite`, {}, withKey());
  note('an invitation', await invitationTo(server, String(holder.email)));
  await signUpShareholder(server, company, await given.shareholder(company));
  const upload = multipart({ name: 'a.pdf', bytes: PDF });
  const document = await company.post('/api/documents/upload', upload.body, upload.options);
  const link = await company.post(`/api/documents/${String(document.body.id)}/link`, {}, withKey());
  note('a download link', /link=([\w-]+)/.exec(link.text)?.[1]);
  await signUp(server);
}

async function signInAgain(person: Person, open: Caller) {
  const { email, password } = person;
  const first = await open.post('/api/auth/login', { email, password }, withKey());
  note('a challenge', first.body.challenge_id);
  const code = await codeFor(server, person.phone);
  note('a sign-in code', code);
  const body = { email, code, challenge_id: first.body.challenge_id };
  const second = await open.post('/api/auth/verify-2fa', body, withKey());
  note('a session after a sign-in', tokenOf(second));
  note('a device', /sb_device=([\w.-]+)/.exec(String(second.headers['set-cookie']))?.[1]);
}

async function resetPassword(person: Person, open: Caller) {
  await open.post('/api/auth/forgot-password', { email: person.email }, withKey());
  const code = await codeFor(server, person.email);
  note('a reset code', code);
  const new_password = 'quite another one 9';
  note('a new password', new_password);
  const reply = await open.post('/api/auth/reset-password', { email: person.email, code, new_password }, withKey());
  expect(reply.status).toBe(200);
}

it('no column of any table holds a code, a token or a password that was given out', async () => {
  await obtainEverySecret();
  expect(seen.size).toBeGreaterThanOrEqual(13);
  const columns = await server.sql<{ table: string; column: string; type: string }>(`
    select c.relname as table, a.attname as column, t.typname as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and (t.typname in ('text', 'varchar', 'json', 'jsonb', 'bytea', '_text', '_jsonb', '_bytea') or t.typtype = 'd')`);
  expect(columns.length).toBeGreaterThan(200);
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    for (const [what, value] of seen) {
      // Six digits count only by themselves: within a longer number or an id they are chance.
      const pattern = /^\d{6}$/.test(value) ? `(^|[^0-9a-f])${value}([^0-9a-f]|$)` : null;
      const condition = pattern ? `${text} ~ $1` : `position($1 in ${text}) > 0`;
      const rows = await server.sql(`select 1 from "${table}" where ${condition} limit 1`, [pattern ?? value]);
      if (rows.length > 0) found.push(`${what} in ${table}.${column}`);
    }
  }
  expect(found).toEqual([]);
});

describe('the application’s login, with any SQL,', () => {
  let app: pg.Client;
  beforeAll(async () => {
    app = new pg.Client({ connectionString: server.appUrl });
    await app.connect();
  });
  afterAll(() => app?.end());
  const codeOf = (sql: string) =>
    app.query(sql).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  const TABLES = [
    'account',
    'session',
    'challenge',
    'challenge_failure',
    'signup_attempt',
    'known_network',
    'email_confirmation',
    'reset_link',
    'account_change',
    'rate_limit',
    'job',
  ];

  it.each([...TABLES, 'public_idempotency_key'])('can read, change and remove nothing of %s', async (table) => {
    const [row] = await server.sql<{ column: string }>(
      'select attname as column from pg_attribute where attrelid = $1::regclass and attnum = 1',
      [table],
    );
    for (const sql of [
      `select * from ${table}`,
      `select count(*) from ${table}`,
      `select "${row!.column}" from ${table} limit 1`,
      `update ${table} set "${row!.column}" = "${row!.column}"`,
      `delete from ${table}`,
      `insert into ${table} default values`,
      `truncate ${table}`,
    ])
      expect([sql, await codeOf(sql)]).toEqual([sql, '42501']);
  });
  it('cannot end a person’s sign-ins, or ask whether another company is empty', async () => {
    for (const call of ['end_sign_ins(gen_random_uuid())', 'is_untouched_organization(gen_random_uuid())'])
      expect([call, await codeOf(`select ${call}`)]).toEqual([call, '42501']);
  });
  it('does not learn the names of people by a claim', async () => {
    const person = await signUp(server);
    const { rows } = await app.query('select * from org_person($1)', [person.user.id]);
    expect(rows).toEqual([]);
    expect((await app.query('select * from own_account()')).rows).toEqual([]);
  });
  it('does not show a holder how to reach anybody', async () => {
    const company = await signUpCompany(server);
    const record = await given.shareholder(company);
    const holder = await signUpShareholder(server, company, record);
    const [org] = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
      company.user.client_name,
    ]);
    const rows = await asMember(
      server,
      {
        account_id: String(holder.user.id),
        org_id: org!.id,
        role: 'shareholder',
        membership_status: 'active',
        shareholder_id: String(record.id),
      },
      (tx) => tx.rows('select * from org_person($1)', [company.user.id]),
    );
    expect(rows).toEqual([
      {
        first_name: 'Ada',
        last_name: company.user.last_name,
        email: null,
        phone_last4: null,
        phone_proved: null,
        email_confirmed: null,
      },
    ]);
  });
});
