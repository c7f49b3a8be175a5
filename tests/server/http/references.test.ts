// Triggers check the references between an entry, its import and its security, and between a payment's history and its batch, once
// for each statement (refer_by_statement).
// They must hold like foreign keys, even under the login of the tables' owner.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { approvedFor, makeBatch } from '#tests/support/distributions/payouts.ts';
import * as given from '#tests/support/given.ts';
import { importZip } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { samplePackage } from '#tests/support/samplePackage.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: pg.Client;
let references: { source: string; target: string; child: string; parent: string }[];
beforeAll(async () => {
  const company = await signUpCompany(server);
  await given.certificate(company, { quantity: '1000' });
  await importZip(company, (await samplePackage()).bytes, 'accept_findings=true');
  const { distribution } = await approvedFor(company, [await given.shareholder(company)]);
  await makeBatch(company, { format: 'csv', filter: { distribution_id: distribution.id } });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  references = await server.sql(`
    select c.relname as source, f.relname as target, a.args[2] as child, a.args[3] as parent
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_class f on t.tgname = c.relname || '_refers_to_' || f.relname
    cross join lateral (select string_to_array(encode(t.tgargs, 'escape'), '\\000') as args) a`);
});
afterAll(() => owner?.end());

/** Runs a statement and undoes it. Returns 'done' or the code of the error. */
async function answerOf(statement: string): Promise<string> {
  await owner.query('begin');
  try {
    // The head of the ledger would refuse a copy first; this test is about the references.
    await owner.query('alter table ledger_tx disable trigger ledger_advances');
    await owner.query(statement);
    return 'done';
  } catch (error) {
    return (error as pg.DatabaseError).code ?? String(error);
  } finally {
    await owner.query('rollback');
  }
}

const FOREIGN_KEY_VIOLATION = '23503';

it('eight references are checked for each statement', () => {
  expect(references.map(({ source, target }) => `${source} ${target}`).sort()).toEqual([
    'ledger_tx import_batch',
    'ledger_tx organization',
    'payment_event payment_batch',
    'resulting ledger_tx',
    'security ledger_tx',
    'security share_class',
    'security shareholder',
    'termination ledger_tx',
  ]);
});

it('a row that refers to a missing row is refused', async () => {
  // A copy under another key. For a security that key has no issuance, so even the plain copy is refused.
  const copies: Record<string, Row> = {
    ledger_tx: { seq: 99998, id: 'another' },
    security: { security_id: 'another', issue_seq: 99998 },
    termination: { security_id: 'another', balance_security_id: null },
    resulting: { result_security_id: 'another' },
    payment_event: { id: '00000000-0000-7000-8000-000000000002' },
  };
  const nowhere: Record<string, unknown> = {
    organization: '00000000-0000-7000-8000-000000000001',
    import_batch: '00000000-0000-7000-8000-000000000001',
    payment_batch: '00000000-0000-7000-8000-000000000001',
    ledger_tx: 99999,
    shareholder: 'nobody',
    share_class: 'nothing',
  };
  for (const { source, target, child } of references) {
    const columns = (
      await server.sql<{ name: string }>(
        `select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [source],
      )
    ).map(({ name }) => `"${name}"`);
    const copied = (changes: Row) =>
      `insert into ${source} (${columns.join()}) select ${columns.map((name) => `r.${name}`).join()} from ${source} s,
       jsonb_populate_record(s, '${JSON.stringify({ ...copies[source], ...changes })}') r limit 1`;
    const sound = source === 'security' ? FOREIGN_KEY_VIOLATION : 'done';
    const answers = [await answerOf(copied({})), await answerOf(copied({ [child || 'org_id']: nowhere[target] }))];
    expect([source, target, ...answers]).toEqual([source, target, sound, FOREIGN_KEY_VIOLATION]);
  }
});

it('a row that others refer to cannot be deleted and cannot change its key', async () => {
  for (const { source, target, child, parent } of references) {
    const pointedAt =
      child === '' ? `id in (select org_id from ${source})` : `${parent} in (select ${child} from ${source})`;
    const uuid = ['organization', 'import_batch', 'payment_batch'].includes(target);
    const moved = parent === 'seq' ? 'seq + 1000' : uuid ? 'gen_random_uuid()' : `${parent} || 'x'`;
    const answers = [
      await answerOf(`delete from ${target} where ${pointedAt}`),
      await answerOf(`update ${target} set ${parent} = ${moved} where ${pointedAt}`),
    ];
    // The ledger is append-only and refuses first.
    const expected = target === 'ledger_tx' ? '42501' : FOREIGN_KEY_VIOLATION;
    expect([source, target, ...answers]).toEqual([source, target, expected, expected]);
  }
});

it('the end of a security must be of the security’s kind', async () => {
  const ended = (kind: string) =>
    answerOf(`insert into termination (org_id, security_id, kind, verb, tx_seq, on_date, quantity)
      select s.org_id, s.security_id, ${kind}, 'retracted', s.issue_seq, s.issued_on, s.quantity from security s
      where s.kind = 'STOCK' and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id) limit 1`);
  expect([await ended('s.kind'), await ended(`'WARRANT'`)]).toEqual(['done', FOREIGN_KEY_VIOLATION]);
});
