// What npm run verify finds beside the ledger: a changed value, a row added or removed, and a manipulated chain of
// changes, made without Sharebook by somebody who controls the whole database but lacks APP_SECRET. Tables and columns
// come from the catalogue.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSecrets } from '#server/auth/secrets.ts';
import { Database } from '#server/db/database.ts';
import type { Row } from '#server/db/database.ts';
import { COVERED } from '#server/maintenance/verify/coveredTables.ts';
import { changeFaults, INSTALLATION, keptHeadFault } from '#server/maintenance/verify/changeFaults.ts';
import { keptHeads, verify } from '#server/maintenance/verify/verify.ts';
import { company } from '#tests/domain/ledger/factories.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { givenAuthenticatorApp } from '#tests/support/authenticatorApp.ts';
import { givenPasskey } from '#tests/support/softPasskey.ts';
import { stepUp } from '#tests/support/stepUp.ts';
import { bankStatement, givenTenant, rememberMeaning } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { givenYearlyTaxForm } from '#tests/support/distributions/paidForTax.ts';
import { SECRET } from '#tests/support/distributions/payoutStandIn.ts';
import {
  CHANGES,
  covered,
  forgetKept,
  keptTables,
  oneOf,
  otherValues,
  putBack,
} from '#tests/support/tampering/coveredTables.ts';
import type { Kept } from '#tests/support/tampering/coveredTables.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer({
  PAYOUT_DRIVER: 'http',
  PAYOUT_HTTP_URL: 'http://127.0.0.1:9',
  PAYOUT_HTTP_SECRET: SECRET,
});
let tenant: Tenant;
let org: string;
let intruder: pg.Client;
let reader: Database;
beforeAll(async () => {
  tenant = await givenTenant(server, 'AMARK');
  const [row] = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
    tenant.owner.user.client_name,
  ]);
  org = row!.id;
  const [certificate] = tenant.records.certificates! as [Row];
  await tenant.owner.get(`/api/certificates/${String(certificate.id)}/pdf`);
  const distribution = await given.distribution(tenant.owner, { share_class_ids: [certificate.share_class_id] });
  await approveSeen(tenant.owner, distribution);
  const [payment] = (await tenant.owner.get('/api/payments/?filter={"status":"pending"}')).rows;
  await tenant.owner.post(`/api/payments/${String(payment!.id)}/block`, { reason: 'a line of its history' });
  const contact = { date: '2024-08-01', channel: 'letter', note: 'To the last address.' };
  await tenant.owner.post(`/api/payments/${String(payment!.id)}/contacts`, contact);
  const asking = await bankStatement(tenant.owner, 'date,amount,reference,d/c\n2024-08-01,5.00,Rent,XQ\n');
  await tenant.owner.put(`/api/reconciliations/${String(asking.id)}/answers`, {
    answers: { 'direction_word:xq': 'out' },
  });
  await givenYearlyTaxForm(tenant.owner);
  // What the holder says beside what was confirmed waits.
  const holder = `/api/shareholders/${String(tenant.one.record.id)}`;
  await tenant.owner.put(holder, { tax_profile: { country: 'US', form: 'W-9' } });
  await tenant.one.person.put(holder, { tax_profile: { country: 'DE' } });
  const [batch] = (await tenant.owner.get('/api/payment-batches/?filter={"status":"open"}')).rows;
  await stepUp(server, tenant.owner);
  await tenant.owner.post(`/api/payment-batches/${String(batch!.id)}/hand-over`, {});
  await importZip(tenant.owner, await zipOf(packageFiles(company())), 'accept_findings=true');
  await tenant.owner.put('/api/setup', { skipped: ['tie_out'] });
  await tenant.owner.post('/api/sheets', { text: 'Name,Shares,Class\nAda,5,Common' });
  await rememberMeaning(tenant.owner, 'Name,Email\nAda Lovelace,ada@x.example');
  await givenPasskey(tenant.owner);
  await stepUp(server, tenant.owner);
  await givenAuthenticatorApp(server, tenant.owner);
  intruder = new pg.Client({ connectionString: server.ownerUrl });
  await intruder.connect();
  // None of the database's rules stops somebody who controls it.
  const { rows } = await intruder.query<{ drop: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop from pg_constraint
     where contype in ('f', 'c', 'u') and conrelid <> 0 and conparentid = 0 and connamespace = 'public'::regnamespace
     order by contype <> 'f'`,
  );
  const indexes = await intruder.query<{ drop: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop from pg_index join pg_class c on c.oid = indexrelid
     where indisunique and not indisprimary and c.relnamespace = 'public'::regnamespace
     and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
  );
  for (const { drop } of [...rows, ...indexes.rows]) await intruder.query(drop);
  reader = new Database(server.ownerUrl, { idleSeconds: 1, maxSeconds: 1, connections: 1 });
});
afterAll(async () => {
  await intruder?.end();
  await reader?.close();
});

const { sealing } = readSecrets('a root secret of thirty-two bytes', '');
const faultsOf = async (chain: string) => (await reader.system((tx) => changeFaults(tx, chain, sealing))).faults;
const found = async () => [...(await faultsOf(org)), ...(await faultsOf(INSTALLATION))];

/** Makes a change without any trigger, verifies, and restores the table. */
async function verifyTampered(table: string, act: () => Promise<unknown>): Promise<string[]> {
  const tables = await keptTables(intruder, [table]);
  try {
    await act();
    return await found();
  } finally {
    await putBack(intruder, tables);
    await forgetKept(intruder, tables);
  }
}

async function pastTriggers(table: string, text: string, values: unknown[] = []) {
  await intruder.query(`alter table ${table} disable trigger user`);
  await intruder.query(text, values);
  await intruder.query(`alter table ${table} enable trigger user`);
}

describe('an untouched database', () => {
  it('agrees, and has a row in every table that is covered', async () => {
    expect(await found()).toEqual([]);
    for (const table of await covered(intruder)) {
      const { rowCount } = await intruder.query(`select 1 from ${table}`);
      expect([table, (rowCount ?? 0) > 0]).toEqual([table, true]);
    }
  });
});

describe('a row', () => {
  it('is reported when any value of it was changed, in any table', async () => {
    const kept = await keptTables(intruder);
    const tables = kept.map((each) => ({ ...each, values: otherValues(each) }));
    // One column of each table at a time: a fault names its table.
    const rounds = Math.max(...tables.map(({ values }) => values.length));
    for (let round = 0; round < rounds; round += 1) {
      const changed = tables.flatMap(({ table, keys, values }) => {
        const value = values[round];
        return value ? [{ table, keys, ...value }] : [];
      });
      const changes = changed.map(
        ({ table, name, to }) => `update ${table} set "${name}" = ${to} where ctid = ${oneOf(table)}`,
      );
      await intruder.query(changes.join(';'));
      const faults = await found();
      const missed = changed.filter(({ table }) => !faults.some((fault) => fault.startsWith(`${table} `)));
      expect(missed.map(({ table, name }) => `${table}.${name}`)).toEqual([]);
      const back = changed.map(
        ({ table, keys, name }) =>
          `update ${table} t set "${name}" = k."${name}" from kept_${table} k where ${keys.map((key) => `t."${key}" = k."${key}"`).join(' and ')}`,
      );
      await intruder.query(back.join(';'));
    }
    await forgetKept(intruder, tables);
    expect(await found()).toEqual([]);
  });
  it('is reported when it was removed, and when it was added, in any table', async () => {
    const tables = await keptTables(intruder);
    const sentences = async (act: (each: Kept) => string) => {
      await intruder.query(tables.map(act).join(';'));
      const faults = await found();
      await putBack(intruder, tables);
      return tables.map(({ table }) => [table, faults.filter((fault) => fault.startsWith(`${table} `)).join('\n')]);
    };
    const each = (sentence: string) => tables.map(({ table }) => [table, expect.stringContaining(sentence)]);
    const gone = await sentences(({ table }) => `delete from ${table} where ctid = ${oneOf(table)}`);
    expect(gone).toEqual(each('is missing'));
    const added = await sentences(({ table, columns, keys, types }) => {
      const key = keys.findLast((name) => name !== 'org_id')!;
      const copied = columns.replace(`"${key}"`, CHANGES[types[key]!]!(`"${key}"`));
      return `insert into ${table} (${columns}) select ${copied} from ${table} where ctid = ${oneOf(table)}`;
    });
    expect(added).toEqual(each('was added outside'));
    await forgetKept(intruder, tables);
    expect(await found()).toEqual([]);
  });
  it('is reported when it was changed with the triggers at work, by a login that cannot seal', async () => {
    const kept = await intruder.query('select id, reference from payment where org_id = $1', [org]);
    await intruder.query(`update payment set reference = 'forged' where org_id = $1`, [org]);
    expect(await found()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^payment: an update of .* was not made by/)]),
    );
    await pastTriggers('sealed_note', 'delete from sealed_note');
    expect(await found()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^payment .* differs from its state after change/)]),
    );
    for (const { id, reference } of kept.rows as Row[])
      await pastTriggers('payment', 'update payment set reference = $2 where id = $1', [id, reference]);
    expect(await found()).toEqual([]);
  });
});

/** The hash of a link, calculated as the database does. */
const hashOf = (link: string) =>
  `select change_hash(p.hash, row(${link}.org_id, 0, '3'::xid8, ${link}.at, ${link}.account_id, ${link}.table_name, ${link}.operation, ${link}.column_list, ${link}.rows)::sealed_note, ${link}.seq)
   from sealed_change p where p.org_id = ${link}.org_id and p.seq = ${link}.seq - 1`;

describe('the chain of changes', () => {
  const SEALED = 'sealed_change';
  const SEALS = 'change_seal';
  const ofThree = `org_id = '$org' and 3 between first_seq and last_seq`;
  const last = `(select max(seq) from sealed_change where org_id = '${'$org'}')`;
  const on = (sql: string) => () => intruder.query(sql.replaceAll('$org', org));
  it.each([
    ['a missing link', `delete from sealed_change where org_id = '$org' and seq = 3`, /has a gap/],
    ['a missing last link', `delete from sealed_change where org_id = '$org' and seq = ${last}`, /are missing/],
    [
      'a link about another row',
      `update sealed_change set rows = '{"x": null}' where org_id = '$org' and seq = 3`,
      /^Change 3 .* its hash does not match/,
    ],
    [
      'a link with another date',
      `update sealed_change set at = at - interval '1 day' where org_id = '$org' and seq = 3`,
      /^Change 3 .* its hash does not match/,
    ],
    [
      'a link with another author',
      `update sealed_change set account_id = gen_random_uuid() where org_id = '$org' and seq = 3`,
      /^Change 3 .* its hash does not match/,
    ],
    [
      'a link whose hashes were calculated again without the secret',
      `update sealed_change c set rows = '{"x": null}' where org_id = '$org' and seq = ${last};
       update sealed_change c set hash = (${hashOf('c')}) where org_id = '$org' and seq = ${last};
       update sealed_head h set hash = c.hash from sealed_change c where h.org_id = '$org' and c.org_id = h.org_id and c.seq = h.seq`,
      /was not sealed by this Sharebook/,
    ],
    ['a missing seal', `delete from change_seal where ${ofThree}`, /^Change 3 .* not sealed/, SEALS],
    [
      'a seal of another link',
      `update change_seal set seal = (select seal from change_seal where org_id = '$org' and first_seq > 3 limit 1) where ${ofThree}`,
      /^Change 3 .* not sealed/,
      SEALS,
    ],
    [
      'a seal that is said to begin elsewhere',
      `update change_seal set first_seq = first_seq - 1 where ${ofThree}`,
      /^Change 3 .* not sealed/,
      SEALS,
    ],
    [
      'a list of columns that was altered',
      `update sealed_column_list set columns = columns[2:] where id = (select column_list from sealed_change where org_id = '$org' and seq = 3)`,
      /^Change 3 .* its hash does not match/,
      'sealed_column_list',
    ],
  ])('when altered is reported: %s', async (_what, sql, sentence, table: string = SEALED) => {
    const heads = await intruder.query('select * from sealed_head');
    const faults = await verifyTampered(table, on(sql));
    for (const head of heads.rows as Row[])
      await intruder.query('update sealed_head set seq = $2, hash = $3 where org_id = $1', [
        head.org_id,
        head.seq,
        head.hash,
      ]);
    expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]));
    expect(await found()).toEqual([]);
  });
  it('reports a ledger whose hashes were calculated again', async () => {
    const faults = await verifyTampered(
      'ledger_tx',
      on(`update ledger_tx set hash = sha256(hash) where org_id = '$org'`),
    );
    expect(faults).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Entry \d+ of the ledger is not the one that change/)]),
    );
  });
  it('reports a missing trigger, and a function that was replaced', async () => {
    const [{ text }] = (
      await intruder.query(
        `select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = 'payment'::regclass and tgname = 'sealed_insert'`,
      )
    ).rows as [{ text: string }];
    await intruder.query('drop trigger sealed_insert on payment');
    const gone = await verifyTampered('payment', on(`update payment set status = 'completed', reference = 'forged'`));
    await intruder.query(text);
    expect(gone).toContainEqual(expect.stringMatching(/^payment: its changes are no longer recorded/));
    expect(gone).toContainEqual(expect.stringMatching(/^payment .* differs from its state after change/));
    const [{ hash }] = (await intruder.query(`select pg_get_functiondef('change_hash'::regproc) as hash`)).rows as [
      { hash: string },
    ];
    await intruder.query(hash.slice(0, hash.indexOf('AS $')) + 'AS $$ select prev $$');
    const faults = await verifyTampered(
      SEALED,
      on(`update sealed_change set rows = '{"x": null}' where org_id = '$org' and seq = 3`),
    );
    await intruder.query(hash);
    expect(faults).toContainEqual(expect.stringMatching(/^Change 3 .* its hash does not match/));
    expect(await found()).toEqual([]);
  });
  it('reports a function or an operator that shadows one of PostgreSQL’s own', async () => {
    await intruder.query(`create function to_jsonb(p payment) returns jsonb language sql as $$ select '{}'::jsonb $$`);
    await intruder.query(`create function alike(payment, payment) returns boolean language sql as 'select true'`);
    await intruder.query('create operator || (leftarg = payment, rightarg = payment, function = alike)');
    const faults = await found();
    await intruder.query('drop operator || (payment, payment)');
    await intruder.query('drop function alike(payment, payment)');
    await intruder.query('drop function to_jsonb(payment)');
    expect(faults).toContainEqual(expect.stringMatching(/^The function to_jsonb\(payment\) shadows/));
    expect(faults).toContainEqual(expect.stringMatching(/^The operator .*\|\|\(payment,payment\) shadows/));
    expect(await found()).toEqual([]);
  });
  it('covers in the program exactly the tables that the database notes', async () => {
    const { rows } = await intruder.query<{ name: string; chain: string; keys: string; left_out: string }>(
      `select tgrelid::regclass::text as name, a[3] as chain, a[1] as keys, a[2] as left_out
       from pg_trigger, lateral (select string_to_array(encode(tgargs, 'escape'), '\\000') as a) x
       where tgfoid = 'note_change'::regproc and tgname like 'sealed_insert%'`,
    );
    const known = Object.entries(COVERED).flatMap(([chain, tables]) =>
      tables.map(({ name, keys, leftOut }) => ({ name, chain, keys: keys.join(' '), left_out: leftOut.join(' ') })),
    );
    const inOrder = (list: typeof rows) =>
      list.map((each) => JSON.stringify(each, ['name', 'chain', 'keys', 'left_out'])).sort();
    expect(inOrder(rows)).toEqual(inOrder(known));
  });
  it('reports that the secret is another one', async () => {
    const other = readSecrets('another root secret of 32 bytes!', '');
    const { faults } = await reader.system((tx) => changeFaults(tx, org, other.sealing));
    expect(faults).toContainEqual(expect.stringContaining('APP_SECRET'));
  });
  it('cut back to an earlier state, with its rows, no longer reaches a saved head', async () => {
    const { head } = await reader.system((tx) => changeFaults(tx, org, sealing));
    expect(await reader.system((tx) => keptHeadFault(tx, org, head))).toBeNull();
    const [kept] = await reader.system((tx) =>
      tx.rows<{ seq: string; hash: string }>(
        `select seq, encode(hash, 'hex') as hash from sealed_change where org_id = $1 and seq = 2`,
        [org],
      ),
    );
    expect(await reader.system((tx) => keptHeadFault(tx, org, kept!))).toBeNull();
    expect(await reader.system((tx) => keptHeadFault(tx, org, { ...head, seq: String(Number(head.seq) + 1) }))).toMatch(
      /no longer reaches/,
    );
    expect(await reader.system((tx) => keptHeadFault(tx, org, { ...kept!, hash: head.hash }))).toMatch(
      /differs from the saved head/,
    );
  });
  it('is read by npm run verify, which prints its heads', async () => {
    const lines: string[] = [];
    const run = () => verify({ ...server.deps.config, databaseUrl: server.ownerUrl }, (line) => lines.push(line));
    expect([await run(), lines]).toEqual([0, expect.anything()]);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}head of the installation: \d+ [0-9a-f]{64}$/));
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^ {2}head of ${String(tenant.owner.user.client_name)}: \\d+ [0-9a-f]{64}$`)),
    );
    const kept = keptHeads(lines.join('\n'));
    expect(kept.map(({ client_name }) => client_name)).toEqual([null, tenant.owner.user.client_name]);
    const again = (heads: typeof kept) =>
      verify({ ...server.deps.config, databaseUrl: server.ownerUrl }, (line) => lines.push(line), { kept: heads });
    expect(await again(kept)).toBe(0);
    expect(lines).toContain('All 2 saved chain heads were found.');
    expect(await again(kept.map((head) => ({ ...head, seq: String(Number(head.seq) + 1) })))).toBe(2);
    const count = await verifyTampered('account', () =>
      intruder.query(`update account set phone = '+15555550199'`).then(run),
    );
    expect(count.length).toBeGreaterThan(0);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}account .* differs from its state after change/));
  });
  it('covers every table of a company, except those that follow from others or are temporary', async () => {
    const { rows } = await intruder.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
       and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
       and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'sealed_insert') order by 1`,
    );
    expect(rows.map(({ name }) => name).filter((name) => !(name in NOT_COVERED))).toEqual([]);
  });
  it('is append-only', async () => {
    for (const text of [
      'delete from sealed_change',
      `update sealed_change set rows = '{}'`,
      'delete from change_seal',
      'update change_seal set first_seq = last_seq',
    ])
      await expect(intruder.query(text)).rejects.toThrow(/append-only/);
  });
});

/** Tables without seals, each with what verify compares it with, or why it needs none. */
const NOT_COVERED: Record<string, string> = {
  record_editing: 'counts for half a minute',
  saved_view: 'how somebody looks at a list',
  ...Object.fromEntries(
    [
      'security',
      'termination',
      'resulting',
      'reduction',
      'class_authorized',
      'issuer_authorized',
      'plan_pool',
      'pool_return',
      'split',
      'plan_split',
      'ratio_change',
      'repricing',
      'vesting_fact',
      'acceptance',
      'stakeholder_change',
    ].map((table) => [table, 'is compared with the ledger folded again']),
  ),
  message_read: 'says when somebody read, and is written while they do',
  message_upload: 'a file that waits a day for its message; its hash is sealed with the message',
  thread_read: 'says until when somebody read, and is written while they do',
  portal_visit: 'says when somebody looked, and is written while they do',
  notice: 'says what somebody was told, which follows from what is sealed',
  notice_mail: 'is temporary',
  outstanding_change: 'is compared with a new sum of securities',
  cap_table_change: 'is compared with a new sum of securities',
  cap_table_checkpoint: 'is compared with the ledger folded again',
  cap_table_checkpoint_row: 'is compared with the ledger folded again',
  import_package: 'is compared with the hash in import_batch',
  audit: 'has a chain of its own, whose hashes are noted in this one',
  sealed_note: 'is temporary',
  sealed_change: 'is the chain',
  change_seal: 'is the seals of the chain',
  sealed_head: 'is the head of the chain',
  verified_chain: 'has a seal of its own',
  import_progress: 'is temporary',
  session: 'is temporary',
  idempotency_key: 'is temporary',
  download_link: 'is temporary',
};
