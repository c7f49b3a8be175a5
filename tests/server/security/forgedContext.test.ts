// The application's login in the wrong hands: a client that may run any SQL under it. The database believes nothing it
// says about who is asking.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#server/data/sha256.ts';
import type { Row } from '#server/db/database.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let tenant: Tenant;
let other: Tenant;
let thief: pg.Client;
let org: string;
let tables: string[];
beforeAll(async () => {
  [tenant, other] = [await givenTenant(server, 'AMARK'), await givenTenant(server, 'BMARK')];
  org = await orgOf(tenant);
  tables = (
    await server.sql<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relrowsecurity and has_table_privilege($1, c.oid, 'select') order by 1`,
      [new URL(server.appUrl).username],
    )
  ).map(({ name }) => name);
  thief = new pg.Client({ connectionString: server.appUrl });
  await thief.connect();
});
afterAll(() => thief?.end());

async function orgOf({ owner }: Tenant): Promise<string> {
  const [row] = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
    owner.user.client_name,
  ]);
  return row!.id;
}

/**
 * Runs statements one after another in a transaction that is rolled back. Returns the rows of the last one, or the code
 * of the refusal.
 */
async function runUndone(...statements: (string | [text: string, values: unknown[]])[]): Promise<Row[] | string> {
  await thief.query('begin');
  try {
    let rows: Row[] = [];
    for (const statement of statements)
      rows = (await (typeof statement === 'string' ? thief.query(statement) : thief.query(...statement))).rows as Row[];
    return rows;
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await thief.query('rollback');
  }
}

const begin = (person: { token: string }): [string, unknown[]] => [
  'select * from app_begin($1, 1800, 43200)',
  [sha256(person.token).toString('hex')],
];
/** The settings that somebody with the application's login would use to act as the owner of `org`. */
const claims = (): [string, unknown[]] => [
  `select set_config('app.account_id', $1, true), set_config('app.org_id', $2, true), set_config('app.role', 'owner', true), set_config('app.shareholder_id', '', true)`,
  [tenant.owner.user.id, org],
];
const readings = () => tables.map((table) => `(select count(*) from ${table})`).join(' + ');

/** Functions of the owner that ask for no token of the server's, each with the reason why nobody gains by them. */
const REVIEWED: Record<string, string> = {
  chain_end: 'answers by the signed context',
  attach_to_message: 'writes, by the signed context, uploads and a message of its own account',
  add_dispute_task: 'writes, by the signed context, the task that its own dispute names',
  add_notices: 'tells, by the signed context, people of its company; a holder tells its books’ keepers',
  add_passkey: 'writes by the signed context',
  analytics_granted: 'answers by the signed context, as reads_analytics',
  analytics_payouts: 'answers by the signed context, as reads_analytics',
  analytics_pool: 'answers by the signed context, as reads_analytics',
  analytics_prices: 'answers by the signed context, as reads_analytics',
  app_begin: 'asks for the hash of a session’s token',
  app_begin_as_holder: 'asks for the hash of a session’s token of a person who keeps the books, and only reads',
  app_begin_in: 'asks for the hash of a session’s token, for a company of its account, and only reads',
  app_begin_table:
    'asks for the hash of a session’s token of a holder to whom the company shows its cap table, and only reads that',
  app_begin_watching: 'asks for the hash of a session’s token, and notes no use of it',
  app_begin_table_as_holder:
    'asks for what app_begin_as_holder asks for, and only reads the cap table shown to holders',
  ask_passkey: 'writes the question of a session of the signed account',
  begin_system: 'asks for the token itself',
  cap_table_class_facts: 'answers by the signed context',
  cap_table_names: 'answers by the signed context',
  cap_table_ratio_changes: 'answers by the signed context',
  chain_changes: 'chains what its own transaction changed',
  chain_head: 'answers who reads the whole company, by the signed context',
  change_invitation: 'writes by the signed context, for roles that the signed role may grant',
  change_member: 'writes by the signed context, for roles that the signed role may grant',
  change_own_email: 'asks for the hash of the mailed token, in a session of the account',
  change_own_password: 'writes by the signed context, for its own account',
  choose_notice_mails: 'writes by the signed context',
  client_name_taken: 'says what a sign-up is told: whether a client name is free',
  closed_invitation: 'asks for the hash of the mailed token, and answers one word',
  complete_dispute_task: 'completes, by the signed context, the task of a dispute that the reader sees',
  confirm_authenticator: 'writes by the signed context, for a secret that only the application can open',
  confirm_email: 'asks for the hash of the mailed token, in a session of the account',
  context_holds: 'says whether the context is signed',
  choose_locale: 'writes by the signed context, for its own account',
  end_other_sessions: 'ends sessions of the signed account',
  end_own_session: 'ends a session of the signed account',
  end_session: 'ends a session of the signed account',
  enter_organization: 'moves a session of the signed account to an organisation of its own',
  find_rare: 'answers by the signed context, to who reads the whole company',
  find_by_words: 'answers by the signed context, to who reads the whole company',
  search_words: 'makes keys of the given words for the signed company',
  find_by_number: 'answers by the signed context, to who reads the whole company',
  find_by_figures: 'answers by the signed context, to who reads the whole company',
  find_documents: 'answers ids of the signed context’s company, to who administers it',
  find_messages: 'answers ids of the signed context’s company, to who reads all of it',
  find_payments: 'answers ids of the signed context’s company, to who reads all of it',
  find_securities: 'answers ids of the signed context’s company, to who reads all of it',
  find_shareholders: 'answers ids of the signed context’s company, to who reads all of it',
  has_conversion_price: 'answers, by the signed context, about a class whose price the reader may know',
  held_payments: 'answers, by the signed context, which payments that the reader sees are held',
  hold_reasons_of: 'answers, by the signed context, about a payment that the reader sees',
  holds_of: 'answers, by the signed context, about payments that the reader sees',
  invitation_limit: 'answers by the signed context',
  invite_member: 'writes by the signed context, for roles that the signed role may grant',
  is_confirmed: 'answers about a session of the signed account',
  is_empty_installation: 'says whether there is any account',
  keep_cap_table_checkpoints: 'writes by the signed context what follows from the ledger',
  last_sale_until: 'answers by the signed context',
  link_account: 'writes by the signed context',
  linked_to_own: 'answers by the signed context',
  needs_second_person: 'answers for the company of the signed context, and only whether there are two',
  open_invitation: 'asks for the hash of the mailed token',
  org_person: 'answers by the signed context',
  own_account: 'answers by the signed context',
  own_factors: 'answers by the signed context',
  own_notice_refusals: 'answers by the signed context',
  own_notices: 'answers by the signed context',
  own_sessions: 'answers by the signed account',
  par_values: 'answers, by the signed context, who holds or held the class',
  payment_steps: 'answers, by the signed context, about a payment that the reader sees',
  person_who_asks: 'answers by the signed context',
  portals_of: 'answers by the signed context',
  record_audit: 'a request adds rows only to the trail of a company to which its account belongs, and under its name',
  queue_jobs:
    'a message that it queues is sent only when it was sealed under APP_SECRET; other jobs do what is due anyway',
  read_by_company: 'answers by the signed context, about messages of its own account',
  read_notices: 'writes by the signed context',
  reads_analytics: 'answers one word by the signed context',
  recorded_currencies: 'answers who reads the whole company, by the signed context',
  remove_authenticator: 'writes by the signed context',
  remove_passkey: 'writes by the signed context',
  rename_passkey: 'changes, by the signed context, a name of its own account',
  replace_recovery_codes: 'writes by the signed context',
  remove_sample_organization: 'asks for the signed owner of a sample company',
  require_system: 'refuses, or answers nothing',
  sample_person: 'names the sample company’s invented owner',
  seal_changes: 'keeps seals of its own transaction; verify names one that does not fit',
  stored_bytes: 'counts by the signed context',
  send_message_again: 'writes by the signed context',
  service_ended: 'answers, by the signed context, a day for securities that the reader sees',
  shared_scenario: 'asks for the hash of the link’s token',
  splits_of_own: 'answers by the signed context',
  account_standings: 'answers who reads the whole company, by the signed context',
  tax_standings: 'answers who reads the whole company, by the signed context',
  tend_payment_tasks:
    'works out by the signed context what its holder’s payments wait for, or those of the whole company for its editors',
  start_authenticator: 'writes by the signed context',
  switch_session: 'moves a session of the signed account to an organisation of its own',
  system_holds: 'says whether the token was given',
  thread_members: 'answers by the signed context',
  turn_texts_off: 'writes by the signed context',
  unconfirmed_authenticator: 'answers by the signed context what only the application can open',
  unread_notices: 'answers by the signed context',
  unlink_account: 'writes by the signed context',
  use_download_link: 'asks for the hash of the link’s token',
  use_file_link: 'asks for the hash of the link’s token',
  verify_certificate: 'asks for the code printed on a certificate',
};

describe('what the application’s login claims about who is asking', () => {
  it('is not believed without a session', async () => {
    expect(await runUndone(claims(), `select ${readings()} + (select count(*) from organization) as n`)).toEqual([
      { n: '0' },
    ]);
  });
  it('is not believed beyond the session: not for another role, holder or company', async () => {
    const mine = await runUndone(begin(tenant.one.person), 'select count(*) from shareholder');
    expect(mine).toEqual([{ count: '1' }]);
    for (const [name, value] of [
      ['app.role', 'owner'],
      ['app.shareholder_id', String(tenant.two.record.id)],
      ['app.org_id', await orgOf(other)],
      ['app.account_id', String(tenant.owner.user.id)],
    ])
      expect([
        name,
        await runUndone(
          begin(tenant.one.person),
          [`select set_config($1, $2, true)`, [name, value]],
          `select ${readings()} as n`,
        ),
      ]).toEqual([name, [{ n: '0' }]]);
  });
  it('is not believed within one statement either, whatever is read first', async () => {
    const claim = `(select set_config('app.role', 'owner', true)) = 'owner'`;
    for (const table of tables) {
      const [own] = (await runUndone(begin(tenant.one.person), `select count(*)::int as n from ${table}`)) as [Row];
      for (const where of [`${claim} and org_id is not null`, `org_id is not null and ${claim}`]) {
        const counted = `select count(*)::int as n from ${table} where ${where}`;
        const [claimed] = (await runUndone(begin(tenant.one.person), counted)) as [Row];
        expect([table, [0, own.n].includes(claimed.n)]).toEqual([table, true]);
      }
    }
  });
  it('is not believed when other settings, joined together, read the same', async () => {
    // A holder of the intruder's own company may have any id, and so contain what another setting should say.
    const mine = await orgOf(other);
    const id = `${org}\nowner\n`;
    const columns = await server.sql<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'shareholder'::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attname not in ('id', 'email')`,
    );
    const copied = columns.map(({ name }) => `"${name}"`).join(', ');
    await server.sql(
      `insert into shareholder (id, ${copied}) select $2, ${copied} from shareholder where org_id = $1 limit 1`,
      [mine, id],
    );
    await server.sql(`update membership set shareholder_id = $2 where org_id = $1 and role = 'owner'`, [mine, id]);
    const account = String(other.owner.user.id);
    for (const [shifted, role] of [
      [`${account}\n${mine}\nowner`, 'owner'],
      [`${account}${mine}owner`, 'owner'],
      [`${account}\n${mine}\nowner\n`, 'owner\n'],
    ])
      expect(
        await runUndone(
          begin(other.owner),
          [
            `select set_config('app.account_id', $1, true), set_config('app.org_id', $2, true), set_config('app.role', $3, true), set_config('app.shareholder_id', '', true)`,
            [shifted, org, role],
          ],
          `select ${readings()} as n, app_org() as org`,
        ),
      ).toEqual([{ n: '0', org: null }]);
    await server.sql(`update membership set shareholder_id = null where org_id = $1 and role = 'owner'`, [mine]);
    await server.sql('delete from shareholder where id = $1', [id]);
  });
  it('is not believed with a signature of another transaction or another connection', async () => {
    await thief.query('begin');
    await thief.query(...begin(tenant.owner));
    const [kept] = (
      await thief.query(
        `select current_setting('app.signature') as signature, current_setting('app.account_id') as account, current_setting('app.org_id') as org, current_setting('app.role') as role`,
      )
    ).rows as [Record<string, string>];
    expect((await thief.query('select count(*) from shareholder')).rows).not.toEqual([{ count: '0' }]);
    const replay: [string, unknown[]] = [
      `select set_config('app.signature', $1, true), set_config('app.account_id', $2, true), set_config('app.org_id', $3, true), set_config('app.role', $4, true), set_config('app.shareholder_id', '', true)`,
      [kept.signature, kept.account, kept.org, kept.role],
    ];
    const accomplice = new pg.Client({ connectionString: server.appUrl });
    await accomplice.connect();
    try {
      await accomplice.query(...begin(other.owner));
      await accomplice.query('begin');
      await accomplice.query(...replay);
      expect((await accomplice.query(`select ${readings()} as n`)).rows).toEqual([{ n: '0' }]);
    } finally {
      await accomplice.end();
    }
    await thief.query('rollback');
    expect(await runUndone(replay, `select ${readings()} as n`)).toEqual([{ n: '0' }]);
  });
  it('is believed only of the last context that a transaction began, whatever was rolled back', async () => {
    // Two genuine sessions of one intruder: a holder of this company, and the owner of another.
    const keep = `select set_config('kept.a', current_setting('app.signature') || ' ' || current_setting('app.account_id') || ' ' || current_setting('app.org_id') || ' ' || current_setting('app.role') || ' ' || current_setting('app.shareholder_id'), false)`;
    const holderId = String(tenant.one.record.id);
    const back = `select set_config('app.signature', split_part(current_setting('kept.a'), ' ', 1), true), set_config('app.account_id', split_part(current_setting('kept.a'), ' ', 2), true),
      set_config('app.org_id', split_part(current_setting('kept.a'), ' ', 3), true), set_config('app.role', split_part(current_setting('kept.a'), ' ', 4), true), set_config('app.shareholder_id', '${holderId}', true)`;
    const mine = begin(tenant.one.person);
    const others = begin(other.owner);
    expect(await runUndone(mine, keep, back, 'select count(*) from shareholder')).toEqual([{ count: '1' }]);
    expect(await runUndone(mine, keep, others, back, `select ${readings()} as n`)).toEqual([{ n: '0' }]);
    expect(
      await runUndone('savepoint s', mine, keep, 'rollback to savepoint s', others, back, `select ${readings()} as n`),
    ).toEqual([{ n: '0' }]);
  });
  it('cannot be signed: neither the key nor the signing function can be reached or shadowed', async () => {
    expect(await runUndone('select * from context_key')).toBe('42501');
    expect(await runUndone('select context_signature()')).toBe('42501');
    expect(await runUndone([`select begin_context($1, $2, 'owner', null)`, [tenant.owner.user.id, org]])).toBe('42501');
    const forged: [string, unknown[]] = [
      `insert into session values ('\\x01', $1, $2, now(), now(), null)`,
      [tenant.owner.user.id, org],
    ];
    const shadow = `create temporary table session (token_hash bytea, account_id uuid, org_id uuid, created_at timestamptz, last_seen_at timestamptz, user_agent text);
      grant all on session to public`;
    expect(await runUndone(shadow, forged, `select * from app_begin('01', 1800, 43200)`)).toEqual([]);
    expect(await runUndone('create schema elsewhere')).toBe('42501');
    expect(await runUndone(['select app_begin_sample($1, $2)', [org, tenant.owner.user.id]])).toBe('42501');
  });
  it('gives no session and no credential through the calls for people who are not signed in', async () => {
    const { id, email } = { id: tenant.owner.user.id, email: tenant.owner.email };
    const calls: [string, unknown[]][] = [
      [`select start_session('\\x01', $1, $2, '', '')`, [id, org]],
      ['select * from account_by_email($1)', [email]],
      ['select reset_password($1, $2)', [id, 'hash']],
      ['select * from prove_signup($1, $1, $1, gen_random_uuid())', ['x']],
      ['select prove_phone($1)', ['x']],
      [`select challenge_email($1, 'phone')`, ['x']],
      [`select give_phone($1, '+15555550100', '\\x01', 600, 0, null, null)`, ['x']],
      [`select start_reset_link('\\x01', $1, 1, 600)`, [id]],
      [`select use_reset_link('\\x01', null)`, []],
      [`select keep_code('x', $1, '\\x01', 'login', 'other', 600, '', '')`, [id]],
      [`select start_challenge('x', $1, '\\x01', 'login', 'other', '\\x01', '', 1, 600, '', '', true)`, [id]],
      [`select try_step_up('\\x01', $1, null, true)`, [id]],
      ['select * from factors_of($1)', [id]],
      ['select * from passkeys_of($1)', [id]],
      [`select use_recovery_code($1, '\\x01')`, [id]],
      [`select ask_passkey_at_sign_in('x', 'asked')`, []],
      [`select create_organization(gen_random_uuid(), gen_random_uuid(), 'stolen', 'Stolen', $1, true)`, [id]],
      ['select * from account_memberships($1)', [id]],
      [
        `select request_to_join(gen_random_uuid(), gen_random_uuid(), $2, $1, null)`,
        [id, tenant.owner.user.client_name],
      ],
      [`select * from take_jobs('{code}', '{}', 20, 60)`, []],
      ['select * from take_notices(gen_random_uuid())', []],
      [`select refuse_notice_mails($1, '{task_assigned}')`, [id]],
      ['select purge_what_has_passed(0, 0)', []],
      [`select * from count_within(null, 'login_account:x', -100, 100, 1000)`, []],
      [`select forget_count($1, 'login_account:x')`, [Buffer.from('a guess')]],
      ['select begin_system($1)', [Buffer.from('a guess')]],
      ['select * from system_key', []],
    ];
    const signedIn = begin(tenant.one.person);
    for (const call of calls) {
      expect([call[0], await runUndone(call)]).toEqual([call[0], '42501']);
      expect([call[0], await runUndone(signedIn, call)]).toEqual([call[0], '42501']);
    }
    expect(await runUndone([`select set_config('app.system', 'x', true)`, []], calls[0]!)).toBe('42501');
  });
  it('reaches no unguarded function of the owner that was not reviewed', async () => {
    const open = await server.sql<{ name: string }>(
      `select p.proname as name from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace
       and p.prorettype <> 'trigger'::regtype and has_function_privilege($1, p.oid, 'execute') order by 1`,
      [new URL(server.appUrl).username],
    );
    const unguarded = [];
    for (const { name } of open) {
      const [source] = await server.sql<{ text: string }>('select prosrc as text from pg_proc where proname = $1', [
        name,
      ]);
      if (!/require_system\(\)|require_account\(/.test(source!.text)) unguarded.push(name);
    }
    expect(unguarded).toEqual(Object.keys(REVIEWED).sort());
  });
  it('gets no token by watching the statements of the same login', async () => {
    const seen = new Set<string>();
    let going = true;
    const watching = (async () => {
      while (going)
        for (const { query } of (await thief.query<{ query: string }>('select query from pg_stat_activity')).rows)
          seen.add(query);
    })();
    for (let n = 0; n < 40; n += 1) await tenant.owner.get('/api/shareholders/');
    going = false;
    await watching;
    const hash = sha256(tenant.owner.token).toString('hex');
    expect([...seen].filter((query) => query.includes(hash))).toEqual([]);
    expect([...seen].some((query) => query.includes('app_begin'))).toBe(true);
  });
  it('writes nothing either', async () => {
    const writes = [
      `update organization set legal_name = 'Stolen'`,
      `update shareholder set name = 'Stolen'`,
      `update payment set status = 'completed'`,
      'delete from task',
    ];
    for (const text of writes) {
      await thief.query('begin');
      await thief.query(...claims());
      const { rowCount } = await thief.query(text);
      await thief.query('rollback');
      expect([text, rowCount]).toEqual([text, 0]);
    }
    expect(
      await runUndone(claims(), [
        `insert into task (org_id, id, title, priority, status, created_by) values ($1, gen_random_uuid(), 'x', 'low', 'pending', $2)`,
        [org, tenant.owner.user.id],
      ]),
    ).toBe('42501');
  });
});

describe('what no member may write about their company', () => {
  it.each(['is_sample = true', 'last_seq = 0', `last_hash = ''`, `client_name = 'x'`, 'created_at = now()'])(
    'refuses %s',
    async (change) => {
      expect(await runUndone(begin(tenant.owner), `update organization set ${change}`)).toBe('42501');
    },
  );
  it('refuses an entry of the ledger that does not follow its head', async () => {
    const insert = (seq: string, prev: string) =>
      runUndone(begin(tenant.owner), [
        `insert into ledger_tx (org_id, seq, id, object_type, effective_date, recorded_at, actor_id, actor, summary, ocf, command_seq, prev_hash, hash)
         select o.id, ${seq}, 'forged', 'TX', '2024-06-01', now(), $1, 'x', 'x', '{}', ${seq}, ${prev}, '' from organization o`,
        [tenant.owner.user.id],
      ]);
    expect(await insert('o.last_seq + 2', 'o.last_hash')).toBe('23514');
    expect(await insert('o.last_seq + 1', `''`)).toBe('23514');
    expect(await insert('o.last_seq + 1', 'o.last_hash')).toEqual([]);
  });
  it('includes removing a company that real people wrote in, even when it is marked as a sample', async () => {
    await server.sql('update organization set is_sample = true where id = $1', [org]);
    expect(await runUndone(begin(tenant.owner), 'select * from remove_sample_organization()')).toBe('42501');
    expect((await tenant.owner.delete('/api/organization/sample')).status).toBeGreaterThanOrEqual(400);
    await server.sql('update organization set is_sample = false where id = $1', [org]);
    expect((await tenant.owner.get('/api/shareholders/')).rows.length).toBeGreaterThan(0);
  });
});
