// Faults that a reviewer found, each as a user would have met it.
import { beforeAll, describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { ada, vendorClass, vendorIssuer } from '#tests/support/vendorPackage.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
});

describe('a consolidation in a package', () => {
  it('makes one certificate out of several', async () => {
    const company = await signUpCompany(server);
    const issue = (security_id: string, quantity: string, date: string) => ({
      object_type: 'TX_STOCK_ISSUANCE',
      id: `issue-${security_id}`,
      date,
      security_id,
      custom_id: security_id,
      stakeholder_id: 'ada',
      stock_class_id: 'common',
      quantity,
      share_price: { amount: '1', currency: 'USD' },
      security_law_exemptions: [],
      stock_legend_ids: [],
    });
    const zip = await zipOf(
      packageFiles([
        vendorIssuer,
        ada,
        vendorClass(),
        issue('A', '100', '2023-01-01'),
        issue('B', '50', '2023-01-01'),
        {
          object_type: 'TX_STOCK_CONSOLIDATION',
          id: 'join',
          date: '2023-06-01',
          security_ids: ['A', 'B'],
          resulting_security_id: 'C',
        },
        issue('C', '150', '2023-06-01'),
      ]),
    );
    const answer = await importZip(company, zip);
    expect(answer.body).toMatchObject({ applied: true });
    expect((await company.get('/api/cap-table/?as_of=2023-05-31')).body.total).toBe('150');
    expect((await company.get('/api/cap-table/?as_of=2023-06-01')).body.total).toBe('150');
  });
});

describe('a filter or a field named like a built-in property of an object', () => {
  it.each(['toString', 'valueOf', 'hasOwnProperty_ne'])('%s is not a filter', async (name) => {
    const reply = await owner.get(`/api/shareholders/?filter=${encodeURIComponent(JSON.stringify({ [name]: 'x' }))}`);
    expect([reply.status, reply.body.detail]).toEqual([400, 'Unsupported filter.']);
  });
  it('toString is not a field', async () => {
    const created = await owner.post('/api/shareholders/', { toString: 1, type: 'entity', entity_name: 'Q' });
    expect([created.status, created.body.detail]).toEqual([422, 'Unknown field: toString.']);
    const task = await given.task(owner);
    const edited = await owner.put(`/api/tasks/${String(task.id)}`, { toString: 1 });
    expect(edited.status).toBe(422);
  });
});

describe('a shareholder on the cap table', () => {
  it('sees their own holdings, and no sum or percentage of a whole they may not see', async () => {
    const shareClass = await given.shareClass(owner);
    const holder = await given.shareholder(owner);
    await given.certificate(owner, { share_class_id: shareClass.id, shareholder_id: holder.id, quantity: '100' });
    await given.certificate(owner, { share_class_id: shareClass.id, quantity: '300' });
    const person = await signUpShareholder(server, owner, holder);
    const table = (await person.get('/api/cap-table/')).body;
    expect(table).toMatchObject({
      total: null,
      classes: [{ outstanding: null, percent: null }],
      rows: [{ total: '100', percent: null }],
    });
  });
});

describe('an entry on or before the record date of an approved distribution', () => {
  it('is refused, and allowed on the day after', async () => {
    const colleague = await givenMember(server, owner, 'admin');
    const shareClass = await given.shareClass(owner);
    const certificate = await given.certificate(owner, { share_class_id: shareClass.id, issue_date: '2024-01-15' });
    const distribution = await given.distribution(owner, { share_class_ids: [shareClass.id] });
    expect((await approveSeen(colleague, distribution)).status).toBe(200);
    const buyer = await given.shareholder(owner);
    const transfer = (date: string) =>
      owner.post(`/api/certificates/${String(certificate.id)}/transfer`, {
        to_shareholder_id: buyer.id,
        quantity: '10',
        date,
      });
    const late = await transfer('2024-06-30');
    expect([late.status, late.body.code]).toEqual([409, 'record_date_frozen']);
    expect(late.body.detail).toContain('2024-06-30');
    expect((await transfer('2024-07-01')).status).toBe(200);
    // Founders' stock issued later vests from an earlier day, and moves no shares on that day.
    const restricted = await owner.post('/api/certificates/', {
      shareholder_id: buyer.id,
      share_class_id: shareClass.id,
      quantity: '48',
      issue_date: '2024-07-01',
      vesting: { vesting_start: '2023-01-01', months: 48, cliff_months: 12 },
    });
    expect([restricted.status, restricted.text]).toEqual([201, restricted.text]);
  });
});

describe('an idempotency key', () => {
  it('is the same with and without a trailing slash', async () => {
    const options = { headers: { 'idempotency-key': 'slash-or-not' } };
    const body = { title: 'Once', priority: 'low', status: 'pending' };
    const first = await owner.post('/api/tasks/', body, options);
    const second = await owner.post('/api/tasks', body, options);
    expect(second.body.id).toBe(first.body.id);
  });
  it('prevents a reset code from being mailed twice', async () => {
    const options = { headers: { 'idempotency-key': 'forgot-once' } };
    const before = await server.sql('select 1 from job');
    await owner.post('/api/auth/forgot-password', { email: owner.email }, options);
    const again = await owner.post('/api/auth/forgot-password', { email: owner.email }, options);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await server.sql('select 1 from job')).length - before.length).toBe(1);
  });
});

describe('the page of a record', () => {
  it('has its history, and an edit may send all of it back', async () => {
    const task = await given.task(owner);
    const shown = (await owner.get(`/api/tasks/${String(task.id)}`)).body;
    expect(shown.history).toMatchObject([{ actor: 'You', text: `created task ${String(task.title)}` }]);
    expect((await owner.put(`/api/tasks/${String(task.id)}`, { ...shown, status: 'completed' })).status).toBe(200);
  });
  it('says whether it may be deleted', async () => {
    const holder = await given.shareholder(owner);
    expect((await owner.get(`/api/shareholders/${String(holder.id)}`)).body.can_delete).toBe(true);
    await given.certificate(owner, { shareholder_id: holder.id });
    expect((await owner.get(`/api/shareholders/${String(holder.id)}`)).body.can_delete).toBe(false);
  });
});

describe('an address that cannot be read', () => {
  it.each(['/api/%', `/api/auth/invitations/${'x'.repeat(500)}`, '/api/tasks/%00'])(
    '%s gets a refusal in the usual form',
    async (url) => {
      const reply = await owner.get(url);
      expect(reply.body).toMatchObject({
        detail: expect.any(String),
        code: expect.any(String),
        request_id: expect.any(String),
      });
      expect(reply.status).toBeLessThan(500);
      expect(reply.text).not.toContain('FST_');
    },
  );
});
