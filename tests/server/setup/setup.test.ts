// Setting up a company: the four questions, the list that follows from the records, and the first cap table typed in at once.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeEach(async () => {
  server.setClock('2026-03-02T10:00:00Z');
  owner = await signUpCompany(server);
});

const answers = { country: 'US', company_type: 'corporation', has_raised: false, has_plan: true, table_is: 'nowhere' };
const fieldsOf = (body: Row) => (body.errors as Row[]).map(({ field }) => field);
const statesOf = (body: Row) => Object.fromEntries((body.steps as Row[]).map(({ id, state }) => [id, state]));
const states = async () => statesOf((await owner.get('/api/setup')).body);
const shownOnDashboard = async (by = owner) => (await by.get('/api/dashboard')).body.setup;

const start = (changes: Row = {}): Row => ({
  date: '2026-03-02',
  classes: [
    { name: 'Common', class_type: 'COMMON', prefix: 'CS-', authorized_shares: '10000000', par_value: '0.0001' },
  ],
  holders: [
    {
      type: 'individual',
      first_name: 'Ada',
      last_name: 'Okafor',
      email: 'ada@example.com',
      share_class: 'Common',
      quantity: '5000000',
      vesting: { vesting_start: '2026-03-02', months: 48, cliff_months: 12 },
    },
    { type: 'entity', entity_name: 'Birch Ltd', share_class: 'Common', quantity: '3000000', price_per_share: '0.0001' },
  ],
  plan: { name: '2026 Equity Plan', reserved: '1000000' },
  ...changes,
});
const begin = (changes: Row = {}) => owner.post('/api/setup/start', start(changes));

describe('the questions and the list', () => {
  it('are open for a new company, and shown on the dashboard of administrators alone', async () => {
    expect((await owner.get('/api/setup')).body).toMatchObject({ answers: null, dismissed: false });
    expect(new Set(Object.values(await states()))).toEqual(new Set(['open']));
    expect(await shownOnDashboard()).toMatchObject({ answers: null });
    const staff = await givenMember(server, owner, 'staff');
    expect(await shownOnDashboard(staff)).toBeUndefined();
    expect((await staff.get('/api/setup')).status).toBe(403);
  });

  it('keep the answers, and give the company its country if it has none', async () => {
    const saved = await owner.put('/api/setup', { answers });
    expect(saved.body).toMatchObject({ answers, dismissed: false });
    expect((await owner.get('/api/organization')).body.country).toBe('US');
    await owner.put('/api/setup', { answers: { ...answers, country: 'DE' } });
    expect((await owner.get('/api/organization')).body.country).toBe('US');
  });

  it('refuse what is no answer at its field', async () => {
    const refused = await owner.put('/api/setup', { answers: { ...answers, country: 'usa' }, skipped: ['everything'] });
    expect(refused.status).toBe(422);
    expect(fieldsOf(refused.body)).toEqual(['answers.country', 'skipped.0']);
  });

  it('follow the records: a step is done by what is there, and open again without it', async () => {
    const holder = await given.shareholder(owner);
    expect(await states()).toMatchObject({ holders: 'done', holdings: 'open' });
    await owner.delete(`/api/shareholders/${String(holder.id)}`);
    expect(await states()).toMatchObject({ holders: 'open' });
    const { version } = (await owner.get('/api/organization')).body;
    await owner.put('/api/organization', { legal_name: 'Larkspur, Inc.', country: 'US', version });
    await given.document(owner);
    expect(await states()).toMatchObject({ company: 'done', documents: 'done', invite: 'open' });
  });

  it('leave the dashboard when each step is done or left out, or when somebody closes the list', async () => {
    const all = ['company', 'classes', 'holders', 'holdings', 'tie_out', 'documents', 'invite'];
    await owner.put('/api/setup', { skipped: all.slice(1) });
    expect(await shownOnDashboard()).toMatchObject({ dismissed: false });
    await owner.put('/api/setup', { skipped: all });
    expect(await shownOnDashboard()).toBeNull();
    await owner.put('/api/setup', { skipped: [], dismissed: true });
    expect(await shownOnDashboard()).toBeNull();
    expect(await states()).toMatchObject({ company: 'open' });
  });
});

describe('the first cap table', () => {
  it('is written by the ordinary commands: classes, holders, certificates with vesting, and the plan', async () => {
    const begun = await begin();
    expect(begun.status).toBe(201);
    expect(begun.body.total).toBe('8000000');
    const table = (await owner.get('/api/cap-table?basis=fully_diluted')).body;
    expect(table.total).toBe('9000000');
    const certificates = (await owner.get('/api/certificates/')).rows;
    expect(certificates.map((row) => row.certificate_number).toSorted()).toEqual(['CS-1', 'CS-2']);
    const [founders] = certificates.filter((row) => row.shareholder === 'Ada Okafor');
    const page = (await owner.get(`/api/certificates/${String(founders!.id)}`)).body;
    expect(page).toMatchObject({ quantity: '5000000', issue_date: '2026-03-02' });
    expect(JSON.stringify(page.vesting)).toContain('2027-03-02');
    expect(await states()).toMatchObject({ classes: 'done', holders: 'done', holdings: 'done', tie_out: 'open' });
    expect((await owner.get('/api/audit/')).rows[0]).toMatchObject({ action: 'create', actor: expect.any(String) });
  });

  it('makes one shareholder of two lines of one person', async () => {
    const [ada] = start().holders as Row[];
    const begun = await begin({ holders: [ada!, { ...ada, quantity: '7', vesting: null }] });
    expect(begun.status).toBe(201);
    expect((await owner.get('/api/shareholders/')).rows.map((row) => row.name)).toEqual(['Ada Okafor']);
    expect((await owner.get('/api/certificates/')).rows).toHaveLength(2);
  });

  it('keeps people of one address apart, as the table beside the form shows them', async () => {
    const [ada] = start().holders as Row[];
    const bob = { ...ada, first_name: 'Bob', quantity: '50', vesting: null };
    const company = {
      type: 'entity',
      entity_name: 'Okafor Ltd',
      email: ada!.email,
      share_class: 'Common',
      quantity: '7',
    };
    expect((await begin({ holders: [ada, bob, company] })).status).toBe(201);
    const held = (await owner.get('/api/certificates/')).rows.map((row) => [row.shareholder, row.quantity]);
    expect(held.toSorted()).toEqual([
      ['Ada Okafor', '5000000'],
      ['Bob Okafor', '50'],
      ['Okafor Ltd', '7'],
    ]);
  });

  it('asked for by two administrators at once is written once', async () => {
    const admin = await givenMember(server, owner, 'admin');
    const both = await Promise.all([owner, admin].map((by) => by.post('/api/setup/start', start())));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await owner.get('/api/share-classes/')).rows).toHaveLength(1);
  });

  const [ada, birch] = start().holders as [Row, Row];
  it.each([
    ['an unknown class', { holders: [ada, { ...birch, share_class: 'Preferred' }] }, 'holders.1.share_class'],
    ['more than is authorized', { holders: [ada, { ...birch, quantity: '5000001' }] }, 'holders.1.quantity'],
    ['part of a share', { holders: [{ ...ada, quantity: '0.5' }] }, 'holders.0.quantity'],
    ['a person without a name', { holders: [{ ...ada, first_name: '', last_name: ' ' }] }, 'holders.0.first_name'],
    [
      'a class named twice',
      { classes: [...(start().classes as Row[]), ...(start().classes as Row[])] },
      'classes.1.name',
    ],
    [
      'an authorized number in words',
      { classes: [{ ...(start().classes as Row[])[0], authorized_shares: 'many' }] },
      'classes.0.authorized_shares',
    ],
    ['a plan without a name', { plan: { name: '', reserved: '1' } }, 'plan.name'],
    ['a number of a million digits', { holders: [{ ...ada, quantity: '9'.repeat(900_000) }] }, 'holders.0.quantity'],
  ])('refuses %s at its line and writes nothing', async (_what, changes, field) => {
    const refused = await begin(changes);
    expect([409, 422]).toContain(refused.status);
    expect(fieldsOf(refused.body)).toContain(field);
    for (const list of ['share-classes', 'shareholders', 'certificates', 'equity-plans'])
      expect((await owner.get(`/api/${list}/`)).rows).toEqual([]);
  });

  it('asked for twice at once under one key is written once', async () => {
    const headers = { 'idempotency-key': 'start-once' };
    const both = await Promise.all([0, 1].map(() => owner.post('/api/setup/start', start(), { headers })));
    expect(both.map(({ status }) => status)).toContain(201);
    expect((await owner.get('/api/certificates/')).rows).toHaveLength(2);
  });
});
