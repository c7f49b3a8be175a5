// The task of a holder whose payment waits for something that they can supply.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { TODAY, w8ben } from '#tests/support/inputs/taxForms.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
beforeEach(async () => {
  server.setClock(TODAY);
  owner = await signUpCompany(server);
  common = await given.shareClass(owner);
});

const settings = async (body: Row) => expect((await owner.put('/api/organization', body)).status).toBe(200);
const path = ({ id }: Row) => `/api/shareholders/${String(id)}`;
const account = { routing_number: '021000021', account_number: '123456789', account_type: 'checking' };

async function holds(): Promise<{ holder: Row; person: Person }> {
  const holder = await given.shareholder(owner, { type: 'individual', country: 'DE' });
  await given.certificate(owner, { shareholder_id: holder.id, share_class_id: common.id, quantity: '100' });
  return { holder, person: await signUpShareholder(server, owner, holder) };
}
async function approved(extra: Row = {}): Promise<Row> {
  const distribution = await given.distribution(owner, {
    share_class_ids: [common.id],
    amount_per_share: '1',
    ...extra,
  });
  expect((await approveSeen(owner, distribution)).status).toBe(200);
  return distribution;
}
const tasksOf = async (person: Person) =>
  (await person.get('/api/tasks/')).rows.map(({ title, status }) => `${String(title)}: ${String(status)}`).sort();

describe('a holder without a bank account', () => {
  it('has one task, however many payments wait, and it is completed by the account alone', async () => {
    const [first, other] = [await holds(), await holds()];
    await settings({ require_bank_details: true });
    await approved();
    await approved();
    expect(await tasksOf(first.person)).toEqual(['Enter your bank account: pending']);
    expect((await first.person.get('/api/notices/')).text).toContain('You have a new task: Enter your bank account.');
    const inSpanish = { headers: { 'accept-language': 'es' } };
    const [asked] = (await first.person.get('/api/tasks/', inSpanish)).rows;
    expect([asked!.title, asked!.description]).toEqual([
      'Introducir su cuenta bancaria',
      expect.stringMatching(/^Un pago a su favor está en espera /),
    ]);
    const notices = (await first.person.get('/api/notices/', inSpanish)).text;
    expect(notices).toContain('Tiene una tarea nueva: introducir su cuenta bancaria.');
    expect((await first.person.put(path(first.holder), { bank_account: account })).status).toBe(200);
    expect(await tasksOf(first.person)).toEqual(['Enter your bank account: completed']);
    expect(await tasksOf(other.person)).toEqual(['Enter your bank account: pending']);
    const [task] = (await first.person.get('/api/tasks/')).rows;
    const history = await owner.get(`/api/tasks/${String(task!.id)}`);
    expect(history.text).toContain('completed task Enter your bank account');
  });

  it('loses it when nothing waits any more: another method, a cancelled distribution, a setting', async () => {
    const { holder, person } = await holds();
    const waiting = ['Enter your bank account: pending'];
    await settings({ require_bank_details: true });
    const distribution = await approved();
    expect(await tasksOf(person)).toEqual(waiting);
    const filter = { distribution_id: distribution.id, shareholder_id: holder.id };
    const [payment] = (await owner.get(given.listUrl('/api/payments/', { filter }))).rows;
    await owner.put(`/api/payments/${String(payment!.id)}`, { method: 'cheque' });
    const once = ['Enter your bank account: completed'];
    expect(await tasksOf(person)).toEqual(once);
    await owner.put(`/api/payments/${String(payment!.id)}`, { method: 'wire' });
    expect(await tasksOf(person)).toEqual([...once, ...waiting]);
    await settings({ require_bank_details: false });
    expect(await tasksOf(person)).toEqual([...once, ...once]);
    await settings({ require_bank_details: true });
    expect(await tasksOf(person)).toEqual([...once, ...once, ...waiting]);
    expect((await owner.post(`/api/distributions/${String(distribution.id)}/cancel`, {})).status).toBe(200);
    expect(await tasksOf(person)).toEqual([...once, ...once, ...once]);
  });
});

describe('a holder without a tax form', () => {
  it('has done their part when they signed; the company is told, and its confirmation releases the payment', async () => {
    const { holder, person } = await holds();
    await settings({ missing_tax_form: 'hold' });
    const payment_date = TODAY;
    await approved({ payment_date });
    expect(await tasksOf(person)).toEqual(['Sign a tax form: pending']);
    const signed = await person.post(`${path(holder)}/tax-form`, w8ben({ name: holder.name, signature: holder.name }));
    expect([signed.status, signed.detail]).toEqual([201, undefined]);
    expect(await tasksOf(person)).toEqual(['Sign a tax form: completed']);
    const told = (await owner.get('/api/notices/')).text;
    expect(told).toContain(`${String(holder.name)} signed form W-8BEN.`);
    const held = async () =>
      (await owner.get(given.listUrl('/api/payments/', { filter: { shareholder_id: holder.id } }))).rows[0]!
        .hold_reasons;
    expect(await held()).toEqual(['no_tax_form']);
    expect((await owner.post(`${path(holder)}/tax-profile/confirm`, {})).status).toBe(200);
    expect(await held()).toEqual([]);
  });
});
