// npm run verify recomputes the trail and names the first row that is not as it was written, whoever changed it.
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest';
import { verify } from '#server/maintenance/verify/verify.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
/** Somebody who has the whole database in hand. */
let intruder: pg.Client;
beforeAll(async () => {
  const owner = await signUpCompany(server);
  for (const title of ['One', 'Two', 'Three', 'Four']) await given.task(owner, { title });
  await owner.get('/api/tasks/export.csv');
  intruder = new pg.Client({ connectionString: server.ownerUrl });
  await intruder.connect();
  await intruder.query('create table as_it_was as select * from audit');
});
afterAll(() => intruder?.end());
beforeEach(async () => void (await intruder.query('alter table audit disable trigger user')));
afterEach(async () => {
  await intruder.query('alter table activity drop constraint if exists activity_of_audit');
  await intruder.query(
    'truncate audit; insert into audit select * from as_it_was; alter table audit enable trigger user',
  );
  await intruder.query(
    'alter table activity add constraint activity_of_audit foreign key (org_id, audit_id) references audit (org_id, id) deferrable initially deferred',
  );
});

async function verified(): Promise<string[]> {
  const lines: string[] = [];
  await verify({ ...server.deps.config, databaseUrl: server.ownerUrl }, (line) => lines.push(line.trim()));
  return lines.filter((line) => line.includes('audit'));
}

it('finds nothing in an untouched trail', async () => {
  expect(await verified()).toEqual([]);
});

it('names the first row whose text was changed by one letter', async () => {
  await intruder.query(`update audit set summary = 'x' || substr(summary, 2) where seq in (4, 5)`);
  const [fault, ...others] = await verified();
  expect(fault).toContain('Row 4 of the audit trail');
  expect(others).toEqual([]);
});

it('names the row whose values were changed', async () => {
  await intruder.query(`update audit set after = '{"title":"Eins"}' where seq = 3`);
  expect((await verified())[0]).toContain('Row 3 of the audit trail');
});

it.each([
  ['white space', `set after = replace(after::text, ':', ' : ')::json where seq = 3`],
  ['a member twice', `set after = ('{"title":"Eins",' || substr(after::text, 2))::json where seq = 3`],
  [
    'a number in a wrapping',
    `set after = replace(after::text, '"medium"', '{"rawJSON":"medium"}')::json where seq = 3`,
  ],
  ['a microsecond', `set at = at + interval '1 microsecond' where seq = 3`],
])('names the row that was changed by %s alone', async (_what, change) => {
  await intruder.query(`update audit ${change}`);
  expect((await verified())[0]).toContain('Row 3 of the audit trail');
});

it('notices a row taken out of the middle, and one taken from the end', async () => {
  await intruder.query('alter table activity drop constraint activity_of_audit');
  await intruder.query('delete from audit where seq = 3');
  expect((await verified())[0]).toContain('Row 4 of the audit trail follows row 2');
  await intruder.query('truncate audit; insert into audit select * from as_it_was');
  await intruder.query('delete from audit where seq = (select max(seq) from audit)');
  expect((await verified())[0]).toMatch(/The audit trail ends at row \d+, but row \d+ was written/);
});

it('notices a trail that was rewritten with right hashes, because they are sealed', async () => {
  await intruder.query(`
    do $$ declare r audit; prev text := repeat('0', 64); begin
      update audit set summary = 'did nothing' where seq = 2;
      for r in select * from audit order by seq loop
        r.prev_hash := prev;
        r.hash := encode(sha256(convert_to(prev || e'\\n' || audit_document(r), 'UTF8')), 'hex');
        update audit set prev_hash = r.prev_hash, hash = r.hash where id = r.id;
        prev := r.hash;
      end loop;
    end $$`);
  expect((await verified())[0]).toContain('Row 2 of the audit trail is not the one that the chain of changes notes');
});
