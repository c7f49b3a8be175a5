// Views of lists: whose they are, who sees and changes them, and what they may hold.
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#src/resources/index.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let staff: Person;
let viewer: Person;
let portal: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
  staff = await givenMember(server, owner, 'staff');
  viewer = await givenMember(server, owner, 'viewer');
  portal = await signUpShareholder(server, owner, await given.shareholder(owner));
});

const VIEW = {
  resource: 'tasks',
  name: 'Overdue',
  filter: { status: 'pending', due_date_lte: '2025-01-01', q: 'tax' },
  sort: ['title', 'DESC'],
  columns: [{ field: 'title', width: 320 }, { field: 'due_date' }],
  density: 'compact',
  shared: 'me',
};
const saved = async (person: Person, extra: Row = {}): Promise<Row> => {
  const reply = await person.post('/api/views/', { ...VIEW, ...extra });
  expect(reply).toMatchObject({ status: 201 });
  return reply.body;
};
const namesOf = async (person: Person, query = '') =>
  (await person.get(`/api/views/${query}`)).rows.map(({ name }) => name);

describe('a view of a list', () => {
  it('is kept as it was saved, for who saved it', async () => {
    const view = await saved(viewer);
    expect(view).toEqual({ ...VIEW, id: expect.any(String), is_own: true, version: 1 });
    expect((await viewer.get(`/api/views/${String(view.id)}`)).body).toEqual(view);
    expect(await namesOf(viewer)).toEqual(['Overdue']);
    for (const other of [owner, staff, portal]) {
      expect(await namesOf(other)).not.toContain('Overdue');
      const url = `/api/views/${String(view.id)}`;
      expect((await other.get(url)).status).toBe(404);
      expect((await other.put(url, { ...VIEW, version: 1 })).status).toBe(404);
      expect((await other.delete(url)).status).toBe(404);
    }
  });
  it('has the list’s own order and columns unless others are given', async () => {
    const { body } = await staff.post('/api/views', { resource: 'tasks', name: '  All  ' });
    expect(body).toMatchObject({
      name: 'All',
      sort: ['due_date', 'ASC'],
      filter: {},
      columns: [],
      density: 'standard',
      shared: 'me',
    });
  });
  it('of the company is seen by its members, and changed by those who keep the books', async () => {
    const view = await saved(staff, { name: 'For all', shared: 'company' });
    const url = `/api/views/${String(view.id)}`;
    for (const member of [owner, staff, viewer]) expect(await namesOf(member)).toContain('For all');
    expect(await namesOf(portal)).toEqual([]);
    expect((await viewer.get(url)).body).toMatchObject({ is_own: false });
    const edit = { ...VIEW, name: 'For all of us', shared: 'company', version: 1 };
    for (const refused of [await viewer.put(url, edit), await viewer.delete(url)]) expect(refused.status).toBe(403);
    expect((await portal.get(url)).status).toBe(404);
    expect((await owner.put(url, edit)).body).toMatchObject({ name: 'For all of us', version: 2 });
    expect(await staff.put(url, edit)).toMatchObject({ status: 409, body: { code: 'stale_version' } });
    expect((await owner.put(url, { ...edit, shared: 'me', version: 2 })).status).toBe(422);
    expect((await owner.delete(url)).status).toBe(204);
    expect((await owner.delete(url)).status).toBe(404);
  });
  it('of the company is made by nobody else', async () => {
    for (const person of [viewer, portal])
      expect((await person.post('/api/views', { ...VIEW, shared: 'company' })).status).toBe(403);
    const own = await saved(viewer, { name: 'Mine' });
    expect((await viewer.put(`/api/views/${String(own.id)}`, { ...VIEW, shared: 'company', version: 1 })).status).toBe(
      403,
    );
  });
  it.each([
    ['an unknown list', { resource: 'nothing' }],
    ['a prototype for a list', { resource: '__proto__' }],
    ['an unknown field of the filter', { filter: { nothing: 1 } }],
    ['an unknown operator', { filter: { priority_contains: 'x' } }],
    ['a value of another kind', { filter: { due_date: 'soon' } }],
    ['a day of its own', { filter: { as_of: '2025-01-01' } }],
    ['a NUL in the filter', { filter: { id: ['a\u0000'] } }],
    ['half a letter in the name', { name: '\ud800' }],
    ['a filter of any length', { filter: { q: 'x'.repeat(5000) } }],
    ['an unknown order', { sort: ['nothing', 'ASC'] }],
    ['an unknown direction', { sort: ['title', 'UP'] }],
    ['an unknown column', { columns: [{ field: 'nothing' }] }],
    ['a column twice', { columns: [{ field: 'title' }, { field: 'title' }] }],
    ['a prototype for a column', { columns: [{ field: 'constructor' }] }],
    ['a width of none', { columns: [{ field: 'title', width: 0 }] }],
    ['another density', { density: 'tiny' }],
    ['another audience', { shared: 'everybody' }],
    ['no name', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['a member that is not known', { owner: 'me' }],
  ])('refuses %s', async (_what, extra) => {
    expect((await owner.post('/api/views', { ...VIEW, ...extra })).status).toBe(422);
  });
  it.each(resources.flatMap(({ name, savedFilters = [] }) => savedFilters.map((each) => ({ name, ...each }))))(
    'may have what the declaration of $name offers as "$label"',
    async ({ name, label, filter }) =>
      expect(
        await saved(owner, { ...VIEW, resource: name, name: label, filter, sort: null, columns: [] }),
      ).toMatchObject({ filter }),
  );
  it('of a list that a shareholder is not shown is refused to them', async () => {
    expect((await portal.post('/api/views', { resource: 'members', name: 'x' })).status).toBe(422);
    expect((await portal.post('/api/views', { resource: 'payments', name: 'Mine' })).status).toBe(201);
    expect(await namesOf(portal)).toEqual(['Mine']);
  });
  it('is listed by its list, and never another company’s', async () => {
    await saved(owner, { name: 'Of tasks' });
    await saved(owner, { name: 'Of payments', resource: 'payments', filter: {}, sort: null, columns: [] });
    const filter = (resource: string) => `?filter=${encodeURIComponent(JSON.stringify({ resource }))}`;
    const ofPayments = await namesOf(owner, filter('payments'));
    expect(ofPayments).toContain('Of payments');
    expect(ofPayments).not.toContain('Of tasks');
    expect((await owner.get(`/api/views/${filter('payments')}x`)).status).toBe(400);
    const stranger = await signUpCompany(server);
    expect(await namesOf(stranger)).toEqual([]);
  });
});
