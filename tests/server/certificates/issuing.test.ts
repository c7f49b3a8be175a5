import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let holder: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  holder = await given.shareholder(owner);
});
const issue = (shareClass: Row, extra: Row = {}) =>
  owner.post('/api/certificates/', {
    shareholder_id: holder.id,
    share_class_id: shareClass.id,
    quantity: '100',
    issue_date: '2024-01-15',
    ...extra,
  });
const outstanding = async (shareClass: Row) =>
  (await owner.get(`/api/share-classes/${String(shareClass.id)}`)).body.outstanding;

describe('issuing a certificate', () => {
  it('returns the certificate in the words of the contract', async () => {
    const shareClass = await given.shareClass(owner, { prefix: 'CS-' });
    const reply = await issue(shareClass, { quantity: undefined, num_shares: 1250 });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      id: expect.any(String),
      certificate_number: 'CS-1',
      share_class: shareClass.name,
      share_class_id: shareClass.id,
      shareholder_id: holder.id,
      shareholder: holder.name,
      num_shares: 1250,
      quantity: '1250',
      issue_date: '2024-01-15',
      status: 'active',
    });
  });
  it('keeps a quantity exact that a JSON number cannot hold', async () => {
    const shareClass = await given.shareClass(owner, { authorized_shares: 'UNLIMITED' });
    const reply = await issue(shareClass, { quantity: '9007199254740993' });
    expect(reply.body).toMatchObject({ num_shares: '9007199254740993', quantity: '9007199254740993' });
    expect(await outstanding(shareClass)).toBe('9007199254740993');
  });
  it('numbers the certificates of a class consecutively, above the highest number ever used', async () => {
    const shareClass = await given.shareClass(owner, { prefix: 'N-' });
    const numbers = [];
    for (const extra of [{}, { certificate_number: 'N-41' }, {}, {}])
      numbers.push((await issue(shareClass, extra)).body.certificate_number);
    expect(numbers).toEqual(['N-1', 'N-41', 'N-42', 'N-43']);
  });
  it('never uses a number twice, in any spelling, not even of a closed certificate', async () => {
    const shareClass = await given.shareClass(owner);
    const first = (await issue(shareClass, { certificate_number: 'Blue-7' })).body;
    await owner.post(`/api/certificates/${String(first.id)}/cancel`, { date: '2024-02-01', reason: 'lost' });
    for (const certificate_number of ['Blue-7', 'BLUE-7', ' blue-7 ']) {
      const reply = await issue(shareClass, { certificate_number });
      expect([reply.status, reply.detail]).toEqual([409, 'Certificate number already exists.']);
    }
  });
  it('refuses more than is authorized, to the last share', async () => {
    const shareClass = await given.shareClass(owner, { authorized_shares: '1000' });
    expect((await issue(shareClass, { quantity: '999' })).status).toBe(201);
    const over = await issue(shareClass, { quantity: '2' });
    expect([over.status, over.detail]).toEqual([
      409,
      'Issuing these shares would exceed the authorized shares for this class.',
    ]);
    expect((await issue(shareClass, { quantity: '1' })).status).toBe(201);
    expect(await outstanding(shareClass)).toBe('1000');
  });
  it('refuses a backdated issue that would exceed the limit on a later day (E13)', async () => {
    const shareClass = await given.shareClass(owner, { authorized_shares: '1000' });
    await issue(shareClass, { quantity: '800', issue_date: '2024-06-01' });
    expect((await issue(shareClass, { quantity: '300', issue_date: '2023-01-01' })).status).toBe(409);
    expect((await issue(shareClass, { quantity: '200', issue_date: '2023-01-01' })).status).toBe(201);
  });
  it('has no limit for a class without an authorized number', async () => {
    for (const authorized_shares of ['UNLIMITED', 'NOT APPLICABLE'])
      expect(
        (await issue(await given.shareClass(owner, { authorized_shares }), { quantity: '99999999999' })).status,
      ).toBe(201);
  });
  it('takes fractions of a share only where the class allows them', async () => {
    const whole = await given.shareClass(owner);
    const fractions = await given.shareClass(owner, { allows_fractions: true });
    expect(await issue(whole, { quantity: '0.5' })).toMatchObject({ status: 422, code: 'fraction_not_allowed' });
    const reply = await issue(fractions, { quantity: '0.1234567891' });
    expect([reply.status, reply.body.quantity]).toEqual([201, '0.1234567891']);
    expect((await issue(fractions, { quantity: '0.12345678912' })).status).toBe(422);
  });
  it.each([
    ['no shares', { quantity: '0' }],
    ['a negative number', { quantity: '-5' }],
    ['words', { quantity: 'many' }],
    ['an exponent', { quantity: '1e3' }],
    ['a number no float holds', { quantity: undefined, num_shares: 2 ** 53 }],
    ['two different numbers', { quantity: '5', num_shares: 6 }],
    ['no number at all', { quantity: undefined }],
    ['a day that does not exist', { issue_date: '2024-02-30' }],
    ['a day in another form', { issue_date: '15.01.2024' }],
    ['no day', { issue_date: undefined }],
    ['an instant as a day', { issue_date: '2024-01-15T00:00:00Z' }],
    ['an unknown holder', { shareholder_id: 'none' }],
    ['an unknown class', { share_class_id: 'none' }],
    ['a status', { status: 'active' }],
    ['a negative price', { price_per_share: '-1' }],
  ])('refuses %s, and writes nothing', async (_what, extra) => {
    const shareClass = await given.shareClass(owner);
    const before = await server.sql('select count(*) from ledger_tx');
    const reply = await issue(shareClass, extra);
    expect([reply.status, typeof reply.detail]).toEqual([422, 'string']);
    expect(await server.sql('select count(*) from ledger_tx')).toEqual(before);
  });
  it.each([
    ['1'.padEnd(41, '0'), 'At most 28 digits before the point.'],
    ['1'.padEnd(29, '0') + '.5', 'At most 28 digits before the point.'],
    ['1.12345678901', 'An amount looks like 1250.75, with at most ten decimals.'],
    ['many', 'An amount looks like 1250.75, with at most ten decimals.'],
  ])('explains what is wrong with %s', async (quantity, message) => {
    const reply = await issue(await given.shareClass(owner), { quantity });
    expect(reply.body.errors).toEqual([expect.objectContaining({ field: 'quantity', message })]);
  });
  it('makes a certificate that is never edited and never deleted (405)', async () => {
    const certificate = await given.certificate(owner);
    for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
      const reply = await owner.send(
        method,
        `/api/certificates/${String(certificate.id)}`,
        method === 'DELETE' ? undefined : {},
      );
      expect([method, reply.status, String(reply.headers.allow)]).toEqual([
        method,
        405,
        expect.stringContaining('GET'),
      ]);
    }
  });
  it('appears in the recent activity, with the person who did it', async () => {
    const certificate = await given.certificate(owner);
    const [latest] = (await owner.get('/api/dashboard')).body.recent_activity as Row[];
    expect(latest).toMatchObject({ actor: 'You', resource: 'certificates', id: certificate.id });
    expect(latest!.text).toContain(String(certificate.certificate_number));
  });
  it('may be done by staff and admin as well', async () => {
    const shareClass = await given.shareClass(owner);
    for (const role of ['admin', 'staff']) {
      const person = await givenMember(server, owner, role);
      expect(
        await given.certificate(person, { shareholder_id: holder.id, share_class_id: shareClass.id }),
      ).toMatchObject({ status: 'active' });
    }
  });
});

describe('the authorized number', () => {
  const authorize = (shareClass: Row, body: Row) =>
    owner.post(`/api/share-classes/${String(shareClass.id)}/authorize`, body);
  it('changes by an entry, from its day on', async () => {
    const shareClass = await given.shareClass(owner, { authorized_shares: '100' });
    const reply = await authorize(shareClass, { authorized_shares: '500', date: '2024-01-10', reason: 'new charter' });
    expect([reply.status, reply.body.authorized_shares]).toEqual([200, '500']);
    expect((await issue(shareClass, { quantity: '500', issue_date: '2024-01-10' })).status).toBe(201);
    const table = (await owner.get('/api/cap-table/?as_of=2024-01-09')).body;
    expect((table.classes as Row[]).find((row) => row.share_class_id === shareClass.id)).toMatchObject({
      authorized: '100',
      outstanding: '0',
    });
  });
  it('cannot fall below what is outstanding on any day from then on (I2)', async () => {
    const shareClass = await given.shareClass(owner, { authorized_shares: '1000' });
    await issue(shareClass, { quantity: '600', issue_date: '2024-03-01' });
    expect((await authorize(shareClass, { authorized_shares: '599', date: '2024-02-01', reason: 'x' })).status).toBe(
      409,
    );
    expect((await authorize(shareClass, { authorized_shares: '600', date: '2024-02-01', reason: 'x' })).status).toBe(
      200,
    );
  });
  it('cannot be edited on the class, and the refusal names the command', async () => {
    const shareClass = await given.shareClass(owner, { authorized_shares: '1000' });
    const reply = await owner.put(`/api/share-classes/${String(shareClass.id)}`, {
      ...shareClass,
      authorized_shares: '2000',
    });
    expect([reply.status, String(reply.detail)]).toEqual([422, expect.stringContaining('Change authorized shares')]);
  });
  it.each(['-5', 'many', '', '1e9'])('cannot be %j', async (authorized_shares) => {
    const shareClass = await given.shareClass(owner);
    expect((await authorize(shareClass, { authorized_shares, date: '2024-01-01', reason: 'x' })).status).toBe(422);
  });
});
