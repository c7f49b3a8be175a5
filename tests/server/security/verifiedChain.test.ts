// A link that is slipped into the chain of changes, and a verification that begins where the last one ended.
import { beforeAll, describe, expect, it } from 'vitest';
import { verify } from '#server/maintenance/verify/verify.ts';
import type { VerifyOptions } from '#server/maintenance/verify/verify.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { withClient } from '#tests/support/postgresSetup.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let org: string;
beforeAll(async () => {
  owner = await signUpCompany(server);
  await given.certificate(owner);
  await given.task(owner, { title: 'Sign' });
  const found = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
    owner.user.client_name,
  ]);
  org = found[0]!.id;
});

/** By somebody who controls the database and lacks APP_SECRET. */
const intrude = (...statements: string[]) =>
  withClient(server.ownerUrl, async (client) => {
    const triggers = (verb: string) =>
      client.query(['task', 'sealed_change'].map((name) => `alter table ${name} ${verb} trigger user`).join('; '));
    await triggers('disable');
    for (const text of statements) await client.query(text.replaceAll('$org', `'${org}'`));
    await triggers('enable');
  });
async function verified(options: VerifyOptions = {}) {
  const lines: string[] = [];
  const config = { ...server.deps.config, databaseUrl: server.ownerUrl };
  const faults = await verify(config, (line) => lines.push(line), options);
  return { faults, text: lines.join('\n') };
}
const renamed = async (client_display_name: string) => {
  const { body } = await owner.get('/api/organization');
  const saved = await owner.put('/api/organization', { ...body, client_display_name });
  expect([saved.status, saved.body]).toEqual([200, expect.anything()]);
};

describe('a verification from the last checkpoint', () => {
  const fromCheckpoint = true;
  const NOT_READ =
    /Not read again, because it was verified on .*: the hashes and seals of changes 1 to (\d+), of rows 1/;
  it('reads everything when there was none without a fault, and says so', async () => {
    expect(await verified({ fromCheckpoint })).toEqual({
      faults: 0,
      text: expect.stringContaining('There is no checkpoint of an earlier verification here, so everything was read.'),
    });
  });
  it('names what it did not read again, and covers what came since', async () => {
    const first = await verified({ fromCheckpoint });
    expect([first.faults, first.text]).toEqual([0, expect.stringMatching(NOT_READ)]);
    await renamed('Changed since');
    const second = await verified({ fromCheckpoint });
    expect([second.faults, second.text]).toEqual([0, expect.stringMatching(NOT_READ)]);
    const third = await verified({ fromCheckpoint });
    expect(Number(NOT_READ.exec(third.text)![1])).toBeGreaterThan(Number(NOT_READ.exec(first.text)![1]));
    expect((await verified()).text).not.toContain('Not read again');
  });
  it('still compares every row with its last note, and every link that came since', async () => {
    await intrude(`update task set title = 'Forged' where org_id = $org`);
    expect(await verified({ fromCheckpoint })).toEqual({
      faults: 1,
      text: expect.stringMatching(/task .* differs/),
    });
    await intrude(`update task set title = 'Sign' where org_id = $org`);
    expect((await verified({ fromCheckpoint })).faults).toBe(0);
    await renamed('Once more');
    const last = '(select max(seq) from sealed_change where org_id = $org)';
    const kept = await server.sql<{ at: string }>(
      'select at::text from sealed_change where org_id = $1 order by seq desc limit 1',
      [org],
    );
    await intrude(`update sealed_change set at = at - interval '1 day' where org_id = $org and seq = ${last}`);
    expect((await verified({ fromCheckpoint })).text).toMatch(/its hash does not match/);
    await intrude(`update sealed_change set at = '${kept[0]!.at}' where org_id = $org and seq = ${last}`);
    expect((await verified({ fromCheckpoint })).faults).toBe(0);
  });
  it.each([
    [
      'that says more was verified',
      'update verified_chain v set (change_seq, change_hash) = (select c.seq, c.hash from sealed_change c where c.org_id = v.org_id order by seq desc limit 1)',
    ],
    ['of another day', `update verified_chain set at = at + interval '1 day'`],
    [
      'of another company',
      `update verified_chain v set seal = (select o.seal from verified_chain o where o.org_id <> v.org_id limit 1)`,
    ],
    ['whose end is no longer there', 'update verified_chain set change_hash = sha256(change_hash)'],
  ])('does not believe a checkpoint %s', async (_what, change) => {
    expect((await verified()).faults).toBe(0);
    await renamed('After the checkpoint');
    await intrude(`${change} where org_id = $org`);
    expect((await verified({ fromCheckpoint })).text).toContain('so everything was read');
  });
});

// Last, because the chain keeps the link.
describe('a link that is slipped in', () => {
  it('with the right hashes and without a seal is reported, although Sharebook chains and seals the next ones after it', async () => {
    expect((await verified()).faults).toBe(0);
    await intrude(
      `update task set title = 'Forged' where org_id = $org`,
      `insert into sealed_change select n.org_id, n.seq, n.at, n.account_id, n.table_name, n.operation, n.column_list, n.rows,
         change_hash(n.prev, row(n.org_id, 0, '3'::xid8, n.at, n.account_id, n.table_name, n.operation, n.column_list, n.rows)::sealed_note, n.seq)
       from (select c.org_id, h.seq + 1 as seq, now() as at, c.account_id, c.table_name, c.operation, c.column_list, h.hash as prev,
               jsonb_build_object(t.id, change_digest((select jsonb_object_agg(k, to_jsonb(t) -> k) from unnest(l.columns) k))) as rows
             from sealed_change c join sealed_head h using (org_id) join sealed_column_list l on l.id = c.column_list
             join task t on t.org_id = c.org_id
             where c.org_id = $org and c.table_name = 'task' order by c.seq desc limit 1) n`,
      `update sealed_head h set (seq, hash) = (select c.seq, c.hash from sealed_change c where c.org_id = h.org_id order by seq desc limit 1) where org_id = $org`,
    );
    expect((await owner.get('/api/tasks/')).rows).toMatchObject([{ title: 'Forged' }]);
    await renamed('Renamed after the forgery');
    const { faults, text } = await verified();
    expect([faults, text]).toEqual([
      1,
      expect.stringMatching(/Change \d+ \(task, .*\) was not sealed by this Sharebook/),
    ]);
  });
});
