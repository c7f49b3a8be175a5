// POST …/bulk: the same fields of several records, each by its own rules.
import { beforeAll, describe, expect, it } from 'vitest';
import { resourceCommands } from '#server/commands/core/index.ts';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let [ours, theirs]: Tenant[] = [];
beforeAll(async () => {
  ours = await givenTenant(server, 'BULKMARK');
  theirs = await givenTenant(server, 'OTHERMARK');
});
const tasks = async () => (await ours!.owner.get('/api/tasks/')).rows;
const change = (body: Row, path = '/api/tasks/bulk') => ours!.owner.post(path, body);
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

describe('setting a field of several tasks', () => {
  it('tells with a dry run what it would do, and writes nothing', async () => {
    const before = await tasks();
    const trail = (await ours!.owner.get('/api/audit/')).rows.length;
    const { body } = await change({ ids: idsOf(before), set: { priority: 'urgent' }, dry_run: true });
    expect(body).toEqual({ done: before.length, unchanged: 0, refused: [] });
    expect(await tasks()).toEqual(before);
    expect((await ours!.owner.get('/api/audit/')).rows).toHaveLength(trail);
  });
  it('changes each, says which were so already, and is one row of the trail with a line in each history', async () => {
    const [first, ...others] = await tasks();
    await ours!.owner.put(`/api/tasks/${String(first!.id)}`, { ...first, priority: 'urgent' });
    const { body } = await change({ ids: idsOf([first!, ...others]), set: { priority: 'urgent' } });
    expect(body).toEqual({ done: others.length, unchanged: 1, refused: [] });
    expect((await tasks()).map(({ priority }) => priority)).toEqual([first!, ...others].map(() => 'urgent'));
    const [newest] = (await ours!.owner.get('/api/audit/')).rows;
    expect(newest).toMatchObject({
      resource: 'tasks',
      summary: `changed ${others.length} task${others.length === 1 ? '' : 's'}`,
    });
    const page = (await ours!.owner.get(`/api/tasks/${String(others[0]!.id)}`)).body as { history: Row[] };
    expect(JSON.stringify(page.history[0])).toContain('to Urgent');
  });
  it('takes the filter of the list in place of ids', async () => {
    const { body } = await change({ filter: { priority: 'urgent' }, set: { due_date: '2030-01-31' } });
    expect(body.done).toBe((await tasks()).length);
    expect((await tasks()).every(({ due_date }) => due_date === '2030-01-31')).toBe(true);
  });
  it('refuses one without stopping another: an unknown one, and one of another company', async () => {
    const [mine] = await tasks();
    const foreign = String((await theirs!.owner.get('/api/tasks/')).rows[0]!.id);
    const { body } = await change({ ids: [foreign, mine!.id, 'none'], set: { priority: 'low' } });
    expect(body).toEqual({
      done: 1,
      unchanged: 0,
      refused: ['none', foreign].map((id) => expect.objectContaining({ id, code: 'not_found' })).toReversed(),
    });
    expect((await theirs!.owner.get(`/api/tasks/${foreign}`)).body.priority).not.toBe('low');
  });
  it('refuses a value that a field does not take, at each, and leaves all as they were', async () => {
    const before = await tasks();
    const { body } = await change({ ids: idsOf(before), set: { status: 'someday' } });
    expect([body.done, (body.refused as Row[]).length]).toEqual([0, before.length]);
    expect(await tasks()).toEqual(before);
  });
  it.each([
    [{ set: { priority: 'low' } }, 'invalid_fields'],
    [{ ids: ['a'], filter: {}, set: { priority: 'low' } }, 'invalid_fields'],
    [{ ids: ['a'], set: {} }, 'invalid_fields'],
    [{ ids: ['a'], set: { title: 'x' } }, 'unknown_field'],
    [{ ids: ['a'], set: { org_id: 'x' } }, 'unknown_field'],
    [{ ids: Array.from({ length: 1001 }, (_, index) => `${index}`), set: { priority: 'low' } }, 'too_many'],
  ])('refuses %j as a whole', async (body, code) => {
    const reply = await change(body);
    expect([reply.status, reply.body.code]).toEqual([422, code]);
  });
});

it('sets what holders are to the company', async () => {
  const ids = [ours!.one.record.id, ours!.two.record.id];
  const { body } = await change({ ids, set: { relationship: 'advisor' } }, '/api/shareholders/bulk');
  expect(body).toEqual({ done: 2, unchanged: 0, refused: [] });
  const { rows } = await ours!.owner.get('/api/shareholders/');
  expect(rows.filter(({ id }) => ids.includes(id as never)).map(({ relationship }) => relationship)).toEqual([
    'advisor',
    'advisor',
  ]);
});

it('no field that asks who one is, or that the server alone writes, is set for several by what PUT does', () => {
  const set = resources
    .filter(({ name }) => !resourceCommands[name]?.changeSeveral)
    .flatMap(({ bulkFields = [], fields }) => bulkFields.map((name) => fields[name]!));
  expect(set.length).toBeGreaterThan(0);
  expect(set.filter((field) => field.readOnly || ('stepUp' in field && field.stepUp))).toEqual([]);
});
