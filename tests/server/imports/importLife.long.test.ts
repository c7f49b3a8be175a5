import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { acmeObjects, acmeTransactions } from '#tests/domain/ledger/acme.ts';
import {
  granted,
  holder,
  issued,
  issuer,
  noted,
  stockClass,
  stockTransfer,
  warranted,
} from '#tests/domain/ledger/factories.ts';
import * as given from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';

const server = useTestServer();
const sound = [
  issuer(),
  holder('ada'),
  holder('grace'),
  stockClass('common'),
  issued('s1', 'ada', '1000'),
  issued('s2', 'grace', '500'),
];
const zip = (objects: Row[]) => zipOf(packageFiles(objects));
const table = async (owner: Person, date = '2030-01-01') => (await owner.get(`/api/cap-table/?as_of=${date}`)).body;
const rulesIn = (body: Row, severity = 'error') =>
  (body.findings as Row[])
    .filter((each) => each.severity === severity)
    .map(({ rule, object_id }) => `${String(rule)} ${String(object_id)}`);
const apply = (owner: Person, id: unknown, body: Row = {}) => owner.post(`/api/ocf/imports/${String(id)}/apply`, body);
const undo = (owner: Person, id: unknown) => owner.post(`/api/ocf/imports/${String(id)}/undo`, {});
const differences = (owner: Person) => ledgerFaults(server, owner);

it('a package is imported as a whole when the database asks to repeat its transaction', async () => {
  const owner = await signUpCompany(server);
  await server.sql('create sequence first_attempt');
  await server.sql(`create function fail_first_attempt() returns trigger language plpgsql security definer as $$
    begin
      if nextval('first_attempt') = 1 then raise exception 'once more' using errcode = '40001'; end if;
      return null;
    end $$`);
  await server.sql(
    'create trigger fail_first_attempt after insert on import_step for each statement execute function fail_first_attempt()',
  );
  const { body } = await importZip(owner, await zip(sound));
  await server.sql('drop trigger fail_first_attempt on import_step');
  expect(body).toMatchObject({ applied: true, findings: [] });
  expect(await server.sql('select last_value::integer as attempts from first_attempt')).toEqual([{ attempts: 2 }]);
  expect((await table(owner)).total).toBe('1500');
  expect((await owner.get('/api/shareholders/')).rows).toHaveLength(2);
});

describe('a package that was only checked', () => {
  it('is kept, and can be applied later without sending it again', async () => {
    const owner = await signUpCompany(server);
    const { import_id } = (await importZip(owner, await zip(sound), 'dry_run=true')).body;
    expect((await owner.get('/api/ocf/imports/')).rows).toMatchObject([
      { id: import_id, status: 'checked', applied: false },
    ]);
    expect((await apply(owner, import_id, { dry_run: true })).body).toMatchObject({ import_id, applied: false });
    expect((await apply(owner, import_id)).body).toMatchObject({ import_id, applied: true, findings: [] });
    expect((await table(owner)).total).toBe('1500');
    const shown = (await owner.get(`/api/ocf/imports/${String(import_id)}`)).body;
    expect(shown).toMatchObject({
      status: 'applied',
      steps: [{ step: 'applied', entries: 2, accepted_findings: false }],
      brought: { STAKEHOLDER: 2, STOCK_CLASS: 1 },
    });
    expect(await apply(owner, import_id)).toMatchObject({ status: 409, body: { code: 'already_applied' } });
  });
  it('keeps the findings from when it was applied', async () => {
    const owner = await signUpCompany(server);
    const faulty = await zip([...sound, issued('s3', 'nobody', '5')]);
    const { import_id } = (await importZip(owner, faulty, 'dry_run=true')).body;
    expect((await apply(owner, import_id)).body.applied).toBe(false);
    expect((await apply(owner, import_id, { accept_findings: true })).body.applied).toBe(true);
    const shown = (await owner.get(`/api/ocf/imports/${String(import_id)}`)).body;
    expect(rulesIn(shown)).toEqual(['E1 i_s3']);
    expect(shown).toMatchObject({ errors: 1, accepted_findings: true });
  });
  it('shows what the cap table would be, by class and holder, before anything is written', async () => {
    const owner = await signUpCompany(server);
    await importZip(owner, await zip(sound));
    const moved = stockTransfer('t1', {
      date: '2024-02-01',
      security_id: 's1',
      quantity: '1000',
      resulting_security_ids: ['s3'],
    });
    const later = [...sound, moved, issued('s3', 'grace', '1000', { date: '2024-02-01' })];
    const { import_id } = (await importZip(owner, await zip(later), 'dry_run=true')).body;
    const tie = (await owner.get(`/api/ocf/imports/${String(import_id)}/tie-out?as_of=2024-12-31`)).body;
    expect(tie).toMatchObject({
      as_of: '2024-12-31',
      total: { before: '1500', after: '1500' },
      classes: [{ share_class_id: 'common', before: '1500', after: '1500' }],
      rows: [{ name: 'grace', before: '500', after: '1500' }],
      conflicts: [],
    });
    expect((await table(owner)).rows).toHaveLength(2);
  });
  it('shows options, warrants and convertibles too, before and after', async () => {
    const owner = await signUpCompany(server);
    const first = granted('o1', 'ada', '100', { stock_plan_id: null });
    await importZip(owner, await zip([...sound, first]));
    const money = { amount: '5000', currency: 'USD' };
    const later = [first, granted('o2', 'grace', '250'), warranted('w1', 'ada', '30')];
    const note = noted('n1', 'ada', '1', { investment_amount: money });
    const { import_id } = (await importZip(owner, await zip([...sound, ...later, note]), 'dry_run=true')).body;
    const tie = (await owner.get(`/api/ocf/imports/${String(import_id)}/tie-out?as_of=2024-12-31`)).body;
    expect(tie.instruments).toEqual([
      { kind: 'options', before: '100', after: '350' },
      { kind: 'warrants', before: '0', after: '30' },
    ]);
    expect(tie.convertibles).toMatchObject([{ currency: 'USD', amount: '5000', before: '0' }]);
    const ada = (tie.rows as Row[]).find(({ name }) => name === 'ada');
    expect(ada).toMatchObject({ options: '100', options_before: '100', warrants: '30', warrants_before: '0' });
  });
});

it('a rule broken thousands of times is reported a thousand times, with the number of further cases', async () => {
  const owner = await signUpCompany(server);
  const lost = Array.from({ length: 2345 }, (_, n) => issued(`l${n}`, 'nobody', '1'));
  const { import_id, ...checked } = (await importZip(owner, await zip([...sound, ...lost]), 'dry_run=true')).body;
  const told = (body: Row) => (body.findings as Row[]).filter(({ rule }) => rule === 'E1');
  expect(told(checked)).toHaveLength(1001);
  const shown = (await owner.get(`/api/ocf/imports/${String(import_id)}`)).body;
  expect(told(shown).at(-1)).toMatchObject({ times: 1345, message: 'And 1,345 more like these.' });
  expect(shown.errors).toBe(2345);
});

describe('an object that exists with other content', () => {
  const theirs = [
    issuer(),
    { ...holder('ada'), name: { legal_name: 'Ada King' } },
    holder('grace'),
    { ...stockClass('common'), name: 'Common stock' },
    ...sound.slice(4),
  ];
  it('is an error until a version is chosen, and the choices are kept', async () => {
    const owner = await signUpCompany(server);
    await importZip(owner, await zip(sound));
    const { import_id, ...checked } = (await importZip(owner, await zip(theirs), 'dry_run=true')).body;
    expect(rulesIn(checked).sort()).toEqual(['other_content ada', 'other_content common']);
    const tie = (await owner.get(`/api/ocf/imports/${String(import_id)}/tie-out`)).body;
    expect(tie.conflicts).toMatchObject([
      {
        object_type: 'STAKEHOLDER',
        object_id: 'ada',
        name: 'Ada King',
        differences: [{ field: 'name.legal_name', ours: 'ada', theirs: 'Ada King' }],
      },
      {
        object_type: 'STOCK_CLASS',
        object_id: 'common',
        differences: [{ field: 'name', ours: 'common', theirs: 'Common stock' }],
      },
    ]);
    const one = await apply(owner, import_id, { choices: { objects: { ada: 'theirs' } } });
    expect([one.body.applied, rulesIn(one.body)]).toEqual([false, ['other_content common']]);
    const both = await apply(owner, import_id, { choices: { all: 'ours', objects: { ada: 'theirs' } } });
    expect([both.body.applied, rulesIn(both.body)]).toEqual([true, []]);
    expect((await owner.get('/api/shareholders/ada')).body).toMatchObject({ name: 'Ada King', version: 2 });
    expect((await owner.get('/api/share-classes/common')).body.name).toBe('common');
    const shown = (await owner.get(`/api/ocf/imports/${String(import_id)}`)).body;
    expect(shown.steps).toMatchObject([
      { choices: [{ object_type: 'STAKEHOLDER', object_id: 'ada', take: 'theirs' }] },
    ]);
    expect(await differences(owner)).toEqual([]);
  });
  it('cannot be chosen by an unknown name: the choice is refused, and the name reported', async () => {
    const owner = await signUpCompany(server);
    await importZip(owner, await zip(sound));
    const { import_id } = (await importZip(owner, await zip(theirs), 'dry_run=true')).body;
    const chosen = (choices: Row) => apply(owner, import_id, { choices });
    expect(await chosen({ objects: { ada: 'theirs', adda: 'ours' } })).toMatchObject({
      status: 422,
      body: { code: 'unknown_object', errors: [{ field: 'choices.objects.adda' }] },
    });
    const misspelt = await chosen({ everything: 'ours' });
    expect([misspelt.status, misspelt.detail]).toEqual([422, expect.stringContaining('everything')]);
    expect((await chosen({ objects: { ada: 'mine' } })).status).toBe(422);
    expect((await owner.get(`/api/ocf/imports/${String(import_id)}`)).body.status).toBe('checked');
  });
  it('can be taken for all objects at once, by a script', async () => {
    const owner = await signUpCompany(server);
    await importZip(owner, await zip(sound));
    expect((await importZip(owner, await zip(theirs), 'take=theirs')).body.applied).toBe(true);
    expect((await owner.get('/api/share-classes/common')).body.name).toBe('Common stock');
    expect((await importZip(owner, await zip(theirs))).body).toMatchObject({ applied: true, findings: [] });
    expect((await importZip(owner, await zip(theirs), 'take=both')).status).toBe(400);
  });
  it('is checked anew with a choice: what the choice breaks is found, what it settles is not, and nothing is written', async () => {
    const owner = await signUpCompany(server);
    const withAuthorized = (authorized: string, more: Row[] = []) => {
      const common = stockClass('common', { initial_shares_authorized: authorized });
      return zip([issuer(), holder('ada'), holder('grace'), common, ...sound.slice(4), ...more]);
    };
    const isOver = async (package_: Buffer, side: string) => {
      const { import_id } = (await importZip(owner, package_, 'dry_run=true')).body;
      const reply = await apply(owner, import_id, { dry_run: true, choices: { objects: { common: side } } });
      expect(reply.body.applied).toBe(false);
      return rulesIn(reply.body).some((each) => each.startsWith('E13'));
    };
    await importZip(owner, await withAuthorized('1600'));
    const smaller = await withAuthorized('100');
    expect([await isOver(smaller, 'ours'), await isOver(smaller, 'theirs')]).toEqual([false, true]);
    const raised = await withAuthorized('5000', [issued('s3', 'ada', '1000')]);
    expect([await isOver(raised, 'ours'), await isOver(raised, 'theirs')]).toEqual([true, false]);
    expect((await owner.get('/api/share-classes/common')).body.authorized_shares).toBe('1600');
    expect((await table(owner)).total).toBe('1500');
  });
  it('is refused when the version taken would break a rule that ours keeps', async () => {
    const owner = await signUpCompany(server);
    await importZip(owner, await zip(sound));
    const smaller = [
      issuer(),
      holder('ada'),
      holder('grace'),
      stockClass('common', { initial_shares_authorized: '100' }),
      ...sound.slice(4),
    ];
    const reply = await importZip(owner, await zip(smaller), 'take=theirs');
    expect([reply.body.applied, rulesIn(reply.body).some((each) => each.startsWith('E13'))]).toEqual([false, true]);
  });
});

describe('undoing an import', () => {
  it('removes it from every list and table, keeps every row, and allows importing it again', async () => {
    const owner = await signUpCompany(server);
    const package_ = await zip([...acmeObjects, ...acmeTransactions]);
    const { import_id } = (await importZip(owner, package_, 'accept_findings=true')).body;
    const before = await table(owner);
    const count = (await owner.get('/api/transactions/')).rows.length;
    const reply = await undo(owner, import_id);
    expect([reply.status, reply.body.status]).toEqual([200, 'undone']);
    expect(await table(owner)).toMatchObject({ total: '0', classes: [], rows: [], convertibles: [] });
    for (const path of ['certificates', 'shareholders', 'share-classes'])
      expect((await owner.get(`/api/${path}/`)).rows).toEqual([]);
    expect((await owner.get('/api/organization')).body).toMatchObject({ legal_name: null, formation_date: null });
    expect((await owner.get('/api/transactions/')).rows).toHaveLength(2 * count);
    expect(await differences(owner)).toEqual([]);
    expect((await undo(owner, import_id)).body.code).toBe('not_applied');
    expect((await apply(owner, import_id, { accept_findings: true })).body.applied).toBe(true);
    expect(await table(owner)).toEqual(before);
    const ids = (await owner.get('/api/transactions/')).rows.map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await owner.get(`/api/transactions/${String(acmeTransactions[0]!.id)}`)).body.status).toBe('in_force');
    expect(await differences(owner)).toEqual([]);
  });
  it('is shown with the number of voided entries, also when there was one', async () => {
    const owner = await signUpCompany(server);
    const { import_id } = (await importZip(owner, await zip(sound.slice(0, -1)))).body;
    await undo(owner, import_id);
    const { recent_activity } = (await owner.get('/api/dashboard')).body as { recent_activity: Row[] };
    expect(recent_activity[0]!.text).toMatch(/^undid the import .*, 1 entry$/);
  });
  it('allows the package of another issuer', async () => {
    const owner = await signUpCompany(server);
    const { import_id } = (await importZip(owner, await zip(sound))).body;
    await undo(owner, import_id);
    const other = await importZip(
      owner,
      await zip([issuer({ id: 'somebody-else', legal_name: 'Other, Inc.' }), holder('mary')]),
    );
    expect(other.body.applied).toBe(true);
    expect((await owner.get('/api/organization')).body.legal_name).toBe('Other, Inc.');
  });
  it('is refused while a later entry depends on it, and names that entry; holders and classes in use stay', async () => {
    const owner = await signUpCompany(server);
    const { import_id } = (await importZip(owner, await zip(sound))).body;
    const ours = await given.certificate(owner, {
      shareholder_id: 'ada',
      share_class_id: (await given.shareClass(owner)).id,
    });
    const sold = await owner.post('/api/certificates/s1/transfer', {
      to_shareholder_id: 'grace',
      quantity: '10',
      date: '2024-05-01',
    });
    const refused = await undo(owner, import_id);
    expect([refused.status, refused.body.code]).toEqual([409, 'entry_depended_on']);
    expect(refused.body.detail).toMatch(/^“Transferred .+” \(entry No\. \d+, 2024-05-01\) depends on this/);
    expect(
      (await owner.post(`/api/transactions/${String(sold.body.transaction_id)}/void`, { reason: 'x' })).status,
    ).toBe(200);
    expect((await undo(owner, import_id)).status).toBe(200);
    expect((await owner.get('/api/certificates/')).rows.map((row) => row.id)).toEqual([ours.id]);
    expect((await owner.get('/api/shareholders/')).rows.map((row) => row.id)).toEqual(['ada']);
    expect(await differences(owner)).toEqual([]);
  });
  it('keeps the class and the holder that our own records name, and those records', async () => {
    const owner = await signUpCompany(server);
    const { import_id } = (await importZip(owner, await zip([...sound, stockClass('idle')]))).body;
    const valuation = await owner.post('/api/valuations/', {
      share_class_id: 'common',
      price_per_share: '1.12',
      effective_date: '2024-01-01',
    });
    const task = await owner.post('/api/tasks/', { title: 'Call Ada', assignee_id: 'ada', priority: 'low' });
    expect([valuation.status, task.status]).toEqual([201, 201]);
    expect((await undo(owner, import_id)).status).toBe(200);
    expect((await owner.get('/api/share-classes/')).rows.map((row) => row.id)).toEqual(['common']);
    expect((await owner.get('/api/shareholders/')).rows.map((row) => row.id)).toEqual(['ada']);
    expect((await owner.get(`/api/valuations/${String(valuation.body.id)}`)).body.price_per_share).toBe('1.12');
    expect(await differences(owner)).toEqual([]);
  });
  it('restores the version that was replaced', async () => {
    const owner = await signUpCompany(server);
    await importZip(owner, await zip(sound));
    const { import_id } = (
      await importZip(
        owner,
        await zip([issuer(), { ...holder('ada'), name: { legal_name: 'Ada King' } }]),
        'take=theirs',
      )
    ).body;
    expect((await owner.get('/api/shareholders/ada')).body.name).toBe('Ada King');
    expect((await undo(owner, import_id)).status).toBe(200);
    expect((await owner.get('/api/shareholders/ada')).body.name).toBe('ada');
    expect((await table(owner)).total).toBe('1500');
  });
  it('restores it also when an import in between matched the earlier version, whatever is undone first', async () => {
    const before = [issuer(), holder('ada'), stockClass('common', { votes_per_share: '1' }), issued('s1', 'ada', '10')];
    const later = [...before, issued('s2', 'ada', '5')];
    const renamed = { ...holder('ada'), name: { legal_name: 'Ada King' } };
    const changed = [issuer(), renamed, stockClass('common', { votes_per_share: '10' }), ...later.slice(3)];
    const names = async (owner: Person) => [
      (await owner.get('/api/shareholders/ada')).body.name,
      (await owner.get('/api/share-classes/common')).body.votes_per_share,
    ];
    for (const order of [
      [2, 1, 0],
      [1, 2, 0],
      [0, 2, 1],
    ]) {
      const owner = await signUpCompany(server);
      const ids: unknown[] = [];
      for (const objects of [before, later, changed])
        ids.push((await importZip(owner, await zip(objects), 'take=theirs')).body.import_id);
      expect([order, await names(owner)]).toEqual([order, ['Ada King', 10]]);
      for (const [done, at] of order.entries()) {
        expect([order, at, (await undo(owner, ids[at])).status]).toEqual([order, at, 200]);
        const isTheirs = order.indexOf(2) > done;
        const expected = done === 2 ? [undefined, undefined] : isTheirs ? ['Ada King', 10] : ['ada', 1];
        expect([order, at, await names(owner)]).toEqual([order, at, expected]);
      }
      expect(await differences(owner)).toEqual([]);
    }
  });
  const facts = async (owner: Person) => {
    const { legal_name, formation_date, country } = (await owner.get('/api/organization')).body;
    return [legal_name, formation_date, country];
  };
  const namesIn = async (owner: Person, path: string) =>
    (await owner.get(`/api/${path}/`)).rows.map((row) => row.name).sort();
  it('restores the company’s own details, also when those of the package had been taken', async () => {
    const owner = await signUpCompany(server);
    const { version } = (await owner.get('/api/organization')).body;
    const own = { legal_name: 'Tidewater, Inc.', formation_date: '2019-05-01', country: 'CA' };
    expect((await owner.put('/api/organization', { ...own, version })).status).toBe(200);
    // The package has another company name; the finding about it is accepted here.
    const first = (await importZip(owner, await zip(sound), 'accept_findings=true')).body;
    expect(await facts(owner)).toEqual(['Tidewater, Inc.', '2019-05-01', 'CA']);
    const theirs = issuer({
      legal_name: 'Lovelace Machines, Inc.',
      formation_date: '2018-01-01',
      country_of_formation: 'GB',
    });
    const second = (await importZip(owner, await zip([theirs]), 'take=theirs')).body;
    expect(await facts(owner)).toEqual(['Lovelace Machines, Inc.', '2018-01-01', 'GB']);
    expect((await undo(owner, second.import_id)).status).toBe(200);
    expect(await facts(owner)).toEqual(['Tidewater, Inc.', '2019-05-01', 'CA']);
    expect((await apply(owner, second.import_id, { choices: { all: 'theirs' } })).body.applied).toBe(true);
    expect((await undo(owner, first.import_id)).status).toBe(200);
    expect((await undo(owner, second.import_id)).status).toBe(200);
    expect(await facts(owner)).toEqual(['Tidewater, Inc.', '2019-05-01', 'CA']);
    expect(await differences(owner)).toEqual([]);
  });
  it.each([
    ['the first import first', [0, 1]],
    ['the last import first', [1, 0]],
  ])('of two that share holders leaves nothing that only they brought: %s', async (_order, order) => {
    const owner = await signUpCompany(server);
    const renamed = { ...holder('ada'), name: { legal_name: 'Ada King' } };
    const first = (await importZip(owner, await zip([issuer(), holder('ada'), holder('idle'), stockClass('common')])))
      .body;
    const more = [issuer(), renamed, holder('idle'), holder('linus'), stockClass('common'), issued('s9', 'ada', '9')];
    const second = (await importZip(owner, await zip(more), 'take=theirs')).body;
    const ids = [first.import_id, second.import_id];
    expect((await undo(owner, ids[order[0]!])).status).toBe(200);
    expect(await namesIn(owner, 'shareholders')).toEqual(
      order[0] === 0 ? ['Ada King', 'idle', 'linus'] : ['ada', 'idle'],
    );
    expect(await namesIn(owner, 'share-classes')).toEqual(['common']);
    expect((await undo(owner, ids[order[1]!])).status).toBe(200);
    for (const path of ['shareholders', 'share-classes']) expect(await namesIn(owner, path)).toEqual([]);
    expect(await facts(owner)).toEqual([null, null, null]);
    expect(await differences(owner)).toEqual([]);
    expect((await importZip(owner, await zip([issuer({ id: 'other' }), holder('eve')]))).body.applied).toBe(true);
  });
  it('is not blocked by a repeated import that changed nothing', async () => {
    const owner = await signUpCompany(server);
    const first = (await importZip(owner, await zip(sound))).body;
    const again = (await importZip(owner, await zip(sound))).body;
    expect(again).toMatchObject({ applied: true, findings: [] });
    expect((await undo(owner, first.import_id)).status).toBe(200);
    expect(await namesIn(owner, 'shareholders')).toEqual([]);
    expect(await facts(owner)).toEqual([null, null, null]);
    expect((await importZip(owner, await zip([issuer({ id: 'other' }), holder('eve')]))).body.applied).toBe(true);
    expect((await undo(owner, again.import_id)).status).toBe(200);
    expect(await namesIn(owner, 'shareholders')).toEqual(['eve']);
  });
  it('happens once when three ask at once, and is for owner and admin only', async () => {
    const owner = await signUpCompany(server);
    const { import_id } = (await importZip(owner, await zip(sound))).body;
    for (const role of ['staff', 'viewer'] as const)
      expect((await undo(await givenMember(server, owner, role), import_id)).status).toBe(403);
    expect((await undo(await signUpCompany(server), import_id)).status).toBe(404);
    const replies = await Promise.all([undo(owner, import_id), undo(owner, import_id), undo(owner, import_id)]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409]);
  });
});

describe('the progress of an import', () => {
  it('is shown to its own company only', async () => {
    const owner = await signUpCompany(server);
    await importZip(owner, await zip(sound), 'progress=mine');
    await expect.poll(async () => (await owner.get('/api/ocf/import/progress/mine')).body).toEqual({ stage: 'done' });
    const stranger = await signUpCompany(server);
    expect((await stranger.get('/api/ocf/import/progress/mine')).body).toEqual({ stage: 'waiting' });
  });
});
