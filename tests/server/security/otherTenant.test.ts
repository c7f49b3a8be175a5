// Suite A: people of one company use the ids of another on every route and verb. They get the same answer as for an
// unknown id, and no answer ever carries the other company's mark.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import { bodyFor } from '#tests/support/access/bodies.ts';
import * as given from '#tests/support/given.ts';
import { listUrl, multipart, PDF } from '#tests/support/given.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { bankStatement, givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let ours: Tenant;
let theirs: Tenant;
/** A spreadsheet of theirs. */
let sheet: Row;
/** A tax form of theirs. */
let paper: Row;
/** A bank statement of theirs. */
let statement: Row;
/** A message of theirs, and a file of it. */
let message: Row;
let file: Row;
beforeAll(async () => {
  ours = await givenTenant(server, 'OURSMARK');
  theirs = await givenTenant(server, 'THEIRSMARK');
  sheet = (await theirs.owner.post('/api/sheets', { text: 'Name,Shares,Class\nTHEIRSMARK,5,Common' })).body;
  const [made] = await server.sql(
    `insert into yearly_tax_form (org_id, id, year, number, shareholder_id, form, part, boxes, gross, tax, net, recipient, sha256, made_by, made_at)
     select org_id, gen_random_uuid(), 2023, 1, shareholder_id, '1099-DIV', '', '[]', 0, 0, 0, '{}', repeat('0', 64), org_id, now()
     from payment where shareholder_id = $1 limit 1 returning id`,
    [theirs.one.record.id],
  );
  paper = made!;
  statement = await bankStatement(theirs.owner, 'date,amount,reference\n2024-08-01,5.00,THEIRSMARK\n');
  [file] = (await server.sql(
    `select f.id from message_file f join membership m on m.org_id = f.org_id join message s on s.org_id = f.org_id and s.id = f.message_id and s.for_company where m.account_id = $1 limit 1`,
    [theirs.owner.user.id],
  )) as [Row];
  [message] = (await server.sql('select message_id as id from message_file where id = $1', [file!.id])) as [Row];
  theirs.records.audit = (await theirs.owner.get('/api/audit/')).rows;
});

const UUID = '00000000-0000-7000-8000-000000000000';
const resourceOf = (url: string) =>
  resources
    .filter(({ path }) => url.startsWith(path.replace(/\/$/, '')))
    .sort((a, b) => b.path.length - a.path.length)[0];
/** The reply without what differs between any two requests. */
const shape = (reply: Reply) => [reply.status, reply.text === '' ? '' : { ...reply.body, request_id: '' }];
describe('an id of another company', () => {
  it('is answered like an unknown one, on every route and verb, for every kind of person', async () => {
    // Sessions, passkeys and notices belong to an account, not to a company; ownSessions.test.ts, passkeys.test.ts and
    // noticeCentre.test.ts ask for foreign ones.
    const ofAccounts = /^\/api\/(auth|notices)\//;
    const routes = server.app.routes.filter(
      ({ url }) => url.startsWith('/api/') && url.includes(':id') && !ofAccounts.test(url),
    );
    expect(routes.length).toBeGreaterThan(40);
    const views = (await theirs.owner.get('/api/views/')).rows;
    for (const { method, url } of routes) {
      const [foreign] = url.startsWith('/api/sheets')
        ? [sheet]
        : url.startsWith('/api/reconciliations')
          ? [statement]
          : url.startsWith('/api/yearly-tax-forms')
            ? [paper]
            : url.startsWith('/api/views')
              ? views
              : url.startsWith('/api/messaging/files')
                ? [file]
                : url.startsWith('/api/messaging/messages')
                  ? [message]
                  : theirs.records[resourceOf(url)!.name]!;
      for (const person of [ours.owner, ours.viewer, ours.one.person]) {
        const send = (id: unknown) =>
          person.send(
            method,
            url.replace(':id', String(id)),
            ['GET', 'DELETE'].includes(String(method)) ? undefined : bodyFor(url),
          );
        const [real, none] = [await send(foreign!.id), await send(UUID)];
        expect([method, url, ...shape(real)]).toEqual([method, url, ...shape(none)]);
        expect([url, [403, 404].includes(real.status)]).toEqual([url, true]);
        expect(real.text).not.toContain('THEIRSMARK');
      }
    }
  });
  it('leaves every record of the other company as it was', async () => {
    for (const { name, path } of resources) expect((await theirs.owner.get(path)).rows).toEqual(theirs.records[name]);
  });
  it('is found by no filter, and changes no count', async () => {
    for (const { name, path, fields } of resources) {
      const [foreign] = theirs.records[name]! as [Row];
      const total = (await ours.owner.get(listUrl(path, { range: [0, 0] }))).headers['content-range'];
      expect(String(total).split('/')[1]).toBe(String(ours.records[name]!.length));
      for (const field of Object.keys(fields).filter((each) => typeof foreign[each] === 'string')) {
        const reply = await ours.owner.get(listUrl(path, { filter: { [field]: foreign[field] } }));
        expect(reply.rows.some((row) => row.id === foreign.id && name !== 'imports')).toBe(false);
        expect(reply.text).not.toContain('THEIRSMARK');
      }
      expect((await ours.owner.get(listUrl(path, { filter: { q: 'THEIRSMARK' } }))).rows).toEqual([]);
    }
  });
});

describe('a reference to another company’s record', () => {
  const certificate = { quantity: '1', issue_date: '2024-01-01' };
  it.each([
    [
      'the holder of a certificate',
      '/api/certificates/',
      async () => ({
        ...certificate,
        shareholder_id: theirs.one.record.id,
        share_class_id: (await given.shareClass(ours.owner)).id,
      }),
    ],
    [
      'the class of a certificate',
      '/api/certificates/',
      async () => ({
        ...certificate,
        shareholder_id: ours.one.record.id,
        share_class_id: theirs.records['share-classes']![0]!.id,
      }),
    ],
    [
      'the person of a task',
      '/api/tasks/',
      async () => ({ title: 'x', priority: 'low', status: 'pending', assignee_id: theirs.one.record.id }),
    ],
    [
      'the class another converts to',
      '/api/share-classes/',
      async () => ({
        name: 'x',
        class_type: 'PREFERRED',
        prefix: 'x',
        authorized_shares: '1',
        votes_per_share: 1,
        seniority: 1,
        converts_to_share_class_id: theirs.records['share-classes']![0]!.id,
      }),
    ],
    [
      'the classes of a distribution',
      '/api/distributions/',
      async () => ({
        name: 'x',
        type: 'dividend',
        amount_per_share: '1',
        record_date: '2024-01-01',
        payment_date: '2024-01-01',
        share_class_ids: [theirs.records['share-classes']![0]!.id],
      }),
    ],
    [
      'the holders in a thread',
      '/api/messaging/threads',
      async () => ({ subject: 'x', body: 'x', shareholder_ids: [theirs.one.record.id] }),
    ],
  ])('is refused as unknown: %s', async (_what, path, body) => {
    const reply = await ours.owner.post(path, await body());
    expect([reply.status, String(reply.detail)]).toEqual([422, expect.stringMatching(/^Unknown [a-z ]+\.$/)]);
  });
  it('is refused as unknown: the holder a document is shown to, and the holder shares go to', async () => {
    const { body, options } = multipart(
      { name: 'a.pdf', bytes: PDF },
      { shareholder_id: String(theirs.one.record.id) },
    );
    expect((await ours.owner.post('/api/documents/upload', body, options)).status).toBe(422);
    const [certificate] = ours.records.certificates! as [Row];
    const transfer = { to_shareholder_id: theirs.one.record.id, quantity: '1', date: '2024-03-01' };
    expect(await ours.owner.post(`/api/certificates/${String(certificate.id)}/transfer`, transfer)).toMatchObject({
      status: 422,
      detail: 'Unknown shareholder.',
    });
  });
});

describe('the mark of another company', () => {
  const pages = () => server.app.routes.filter(({ method, url }) => method === 'GET' && !url.includes(':'));
  it('is in no page, list, export, table or figure given to anybody else', async () => {
    for (const person of [ours.owner, ours.viewer, ours.one.person, ours.pending, ours.rejected]) {
      for (const { url } of pages())
        expect([url, (await person.get(url)).text.includes('THEIRSMARK')]).toEqual([url, false]);
      for (const { name, path } of resources)
        for (const { id } of ours.records[name]!)
          expect((await person.get(`${path.replace(/\/$/, '')}/${String(id)}`)).text).not.toContain('THEIRSMARK');
    }
  });
  it('may be used as a text of our own, because names and numbers are unique only within a company', async () => {
    const [foreign] = theirs.records.certificates! as [Row];
    const shareClass = await given.shareClass(ours.owner, {
      name: String(theirs.records['share-classes']![0]!.name),
      prefix: 'Z-',
    });
    const holder = await given.shareholder(ours.owner, { email: theirs.one.record.email });
    const body = {
      shareholder_id: holder.id,
      share_class_id: shareClass.id,
      quantity: '1',
      issue_date: '2024-01-01',
      certificate_number: foreign.certificate_number,
    };
    expect((await ours.owner.post('/api/certificates/', body)).status).toBe(201);
  });
});

describe('two holders of the same company (T14)', () => {
  it('never see each other in any answer', async () => {
    const others: [Person, string][] = [
      [theirs.one.person, theirs.two.mark],
      [theirs.two.person, theirs.one.mark],
    ];
    for (const [person, mark] of others) {
      for (const { url } of pages()) expect([url, (await person.get(url)).text.includes(mark)]).toEqual([url, false]);
      for (const { name, path } of resources)
        for (const { id } of theirs.records[name]!)
          expect((await person.get(`${path.replace(/\/$/, '')}/${String(id)}`)).text).not.toContain(mark);
    }
  });
  it('see together what the company sees of them, and share nothing private (I14)', async () => {
    for (const name of ['certificates', 'payments', 'shareholders'] as const) {
      const path = `/api/${name}/`;
      const [one, two] = [(await theirs.one.person.get(path)).rows, (await theirs.two.person.get(path)).rows];
      const ids = (rows: Row[]) => rows.map((row) => row.id);
      const both = [theirs.one.record.id, theirs.two.record.id];
      const ofBoth = theirs.records[name]!.filter((row) => both.includes(row.shareholder_id ?? row.id));
      expect(ids([...one, ...two]).sort()).toEqual(ids(ofBoth).sort());
    }
  });
  it('see nothing while the company has not let them in, or after it refused them', async () => {
    for (const person of [theirs.pending, theirs.rejected])
      for (const { path } of resources) expect((await person.get(path)).rows).toEqual([]);
  });
  const pages = () => server.app.routes.filter(({ method, url }) => method === 'GET' && !url.includes(':'));
});
