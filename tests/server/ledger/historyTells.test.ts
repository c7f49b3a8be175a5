// What a history shows after its beginning: changed fields, attachments, accepted invitations, and to a holder of a
// distribution its approval and their own payment.
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const told = async (url: string, by: Person = owner) =>
  ((await by.get(url)).body.history as Row[]).map(({ text }) => String(text));
const done = async (path: string, body: Row = {}) => {
  const reply = await owner.post(path, body);
  expect([path, reply.status, reply.text]).toEqual([path, 200, reply.text]);
};
const nameOf = ({ user }: Person) => `${String(user.first_name)} ${String(user.last_name)}`;
const edit = async (url: string, values: Row) => {
  const reply = await owner.put(url, { ...(await owner.get(url)).body, ...values });
  expect([url, reply.status, reply.text]).toEqual([url, 200, reply.text]);
};

it('a history names the fields that were changed', async () => {
  const shareClass = await given.shareClass(owner, { name: 'Common' });
  const other = await given.shareClass(owner);
  const holder = `/api/shareholders/${String((await given.shareholder(owner, { type: 'individual' })).id)}`;
  await edit(holder, { first_name: 'Ada', city: 'Oslo', country: 'NO' });
  expect((await told(holder))[0]).toMatch(/^changed shareholder Ada .*: First Name, City, Country$/);
  const distribution = await given.distribution(owner, { name: 'Spring', share_class_ids: [shareClass.id] });
  const declared = `/api/distributions/${String(distribution.id)}`;
  await edit(declared, { payment_date: '2024-08-01', share_class_ids: [other.id] });
  expect((await told(declared))[0]).toBe(
    'changed distribution Spring: Share classes, Payment Date from 2024-07-15 to 2024-08-01',
  );
  expect((await owner.get(declared)).body.share_class_ids).toEqual([other.id]);
  const adopted = await given.equityPlan(owner, { name: 'Plan', share_class_ids: [shareClass.id] });
  const plan = `/api/equity-plans/${String(adopted.id)}`;
  await edit(plan, { share_class_ids: [other.id, shareClass.id] });
  expect((await told(plan))[0]).toBe('changed equity plan Plan: Share classes');
  expect((await owner.get(plan)).body.share_class_ids).toHaveLength(2);
  const task = `/api/tasks/${String((await given.task(owner, { title: 'File' })).id)}`;
  await edit(task, { due_date: '2025-04-01' });
  await edit(task, { status: 'completed' });
  expect((await told(task)).slice(0, 2)).toEqual([
    'completed task File',
    'changed task File: Due Date from 2025-03-01 to 2025-04-01',
  ]);
  await edit('/api/organization', { legal_name: 'Acme, Inc.', country: 'US' });
  const { recent_activity } = (await owner.get('/api/dashboard')).body as { recent_activity: Row[] };
  expect(recent_activity[0]!.text).toMatch(/^changed the company’s details: Legal name/);
});

it('a history shows an amount, a day or a choice before and after, and only the name of a changed text', async () => {
  const shareClass = await given.shareClass(owner, { name: 'Class C', par_value: '0.001' });
  const sum = { share_class_ids: [shareClass.id], amount_per_share: undefined, total_amount: '5000' };
  const { id } = await given.distribution(owner, { name: 'Autumn', ...sum });
  const declared = `/api/distributions/${String(id)}`;
  await edit(declared, { total_amount: '6000.00', type: 'interest', name: 'Winter' });
  await edit(declared, { total_amount: null, amount_per_share: '1234.5' });
  await edit(declared, { amount_per_share: '1234.50', method: 'wire' });
  expect((await told(declared)).slice(0, 3)).toEqual([
    'changed distribution Winter: Method from Bank transfer to Wire',
    'changed distribution Winter: Amount/Share set to $1,234.50, Total amount removed (was $6,000.00)',
    'changed distribution Winter: Name, Type from Dividend to Interest, Total amount from $5,000.00 to $6,000.00',
  ]);
  const ofClass = `/api/share-classes/${String(shareClass.id)}`;
  await edit(ofClass, { par_value: '0.002', liquidation_preference_multiple: '2', votes_per_share: 1000 });
  expect((await told(ofClass))[0]).toBe(
    'changed share class Class C: Par value from $0.001 to $0.002, Votes per share from 1 to 1,000, Liquidation preference (×) set to 2',
  );
  const holder = `/api/shareholders/${String((await given.shareholder(owner, { type: 'individual' })).id)}`;
  await edit(holder, { email: 'other@holders.example', is_active: false });
  expect((await told(holder))[0]).toMatch(/: Email, Status from Active to Inactive$/);
});

it('the history of a valuation has its edits and its report', async () => {
  const shareClass = await given.shareClass(owner, { name: 'Preferred' });
  const body = { share_class_id: shareClass.id, price_per_share: '0.30', effective_date: '2024-01-01' };
  const { id } = (await owner.post('/api/valuations/', body)).body;
  const url = `/api/valuations/${String(id)}`;
  await edit(url, { provider: 'Appraisers' });
  await given.document(owner, { name: 'report.pdf', fields: { valuation_id: String(id) } });
  expect(await told(url)).toEqual([
    expect.stringContaining('report.pdf'),
    expect.stringMatching(/^changed .*: Provider$/),
    expect.stringMatching(/^recorded /),
  ]);
});

it('the history of a holder shows that the invitation was accepted', async () => {
  const holder = await given.shareholder(owner);
  await signUpShareholder(server, owner, holder);
  expect(await told(`/api/shareholders/${String(holder.id)}`)).toEqual([
    `accepted the invitation to ${String(holder.email)}`,
    expect.stringMatching(/^invited /),
    expect.stringMatching(/^added /),
  ]);
});

it('the history of a distribution shows a holder its approval and their own payment, and nothing of another’s', async () => {
  const shareClass = await given.shareClass(owner);
  const holders = [await given.shareholder(owner), await given.shareholder(owner)] as const;
  for (const { id } of holders) await given.certificate(owner, { share_class_id: shareClass.id, shareholder_id: id });
  const [one, two] = [
    await signUpShareholder(server, owner, holders[0]),
    await signUpShareholder(server, owner, holders[1]),
  ];
  const distribution = await given.distribution(owner, { name: 'Spring', share_class_ids: [shareClass.id] });
  await approveSeen(owner, distribution);
  const [payment] = (await one.get(`/api/payments/?filter={"distribution_id":"${String(distribution.id)}"}`)).rows;
  const own = `/api/payments/${String(payment!.id)}`;
  await done(`${own}/start`, { reason: 'early' });
  await done(`${own}/complete`, { date: new Date(server.deps.now()).toISOString().slice(0, 10), reference: 'BANK-9' });
  const url = `/api/distributions/${String(distribution.id)}`;
  expect(await told(url, one)).toEqual([
    expect.stringMatching(/^completed the payment of \$500\.00 .*BANK-9$/),
    expect.stringMatching(/^started the payment/),
    'approved the distribution',
    'declared the distribution',
  ]);
  expect(await told(url, two)).toEqual(['approved the distribution', 'declared the distribution']);
  // The approval and the declaration show the name of the same person.
  const { history } = (await two.get(url)).body as { history: Row[] };
  expect(new Set(history.map(({ actor }) => actor))).toEqual(new Set([nameOf(owner)]));
});

it('the history of a task shows its holder who gave it to them', async () => {
  const holder = await given.shareholder(owner);
  const portal = await signUpShareholder(server, owner, holder);
  const { id } = await given.task(owner, { title: 'Sign', assignee_id: holder.id });
  const [first] = ((await portal.get(`/api/tasks/${String(id)}`)).body.history as Row[]).slice(-1);
  expect([first!.actor, first!.text]).toEqual([nameOf(owner), 'created the task']);
});

it('the history of a distribution shows that it was paid, and that it no longer is after a payment was returned', async () => {
  const shareClass = await given.shareClass(owner);
  const holder = await given.shareholder(owner);
  await given.certificate(owner, { share_class_id: shareClass.id, shareholder_id: holder.id });
  const portal = await signUpShareholder(server, owner, holder);
  const distribution = await given.distribution(owner, { name: 'Autumn', share_class_ids: [shareClass.id] });
  await approveSeen(owner, distribution);
  const [payment] = (await owner.get(`/api/payments/?filter={"distribution_id":"${String(distribution.id)}"}`)).rows;
  const verb = (name: string, body: Row) => done(`/api/payments/${String(payment!.id)}/${name}`, body);
  await verb('start', { reason: 'early' });
  await verb('complete', { date: new Date(server.deps.now()).toISOString().slice(0, 10) });
  await verb('return', { reason: 'refused by the bank' });
  const url = `/api/distributions/${String(distribution.id)}`;
  expect((await told(url)).slice(0, 3)).toEqual([
    'returned a payment of distribution Autumn: it is no longer paid',
    'completed the last payment of distribution Autumn: it is paid',
    'approved distribution Autumn, $500.00 in 1 payment',
  ]);
  // A holder reads about their own payment, not about payments to others.
  expect((await told(url, portal)).join()).not.toContain('last payment');
});

it('of a shareholder has their securities and what became of them, and of a transfer the buyer, for the company alone', async () => {
  const shareClass = await given.shareClass(owner, { name: 'Transferable' });
  const seller = await given.shareholder(owner, { type: 'individual', first_name: 'Selma', last_name: 'Seller' });
  const [bob, ann] = [
    await given.shareholder(owner, { type: 'individual', first_name: 'Bob', last_name: 'Buyer' }),
    await given.shareholder(owner, { type: 'individual', first_name: 'Ann', last_name: 'Other' }),
  ];
  const certificate = await given.certificate(owner, {
    shareholder_id: seller.id,
    share_class_id: shareClass.id,
    certificate_number: 'TR-1',
    quantity: '100',
  });
  const path = `/api/certificates/${String(certificate.id)}`;
  await done(`${path}/transfer`, {
    date: '2024-05-01',
    recipients: [
      { shareholder_id: bob.id, quantity: '30' },
      { shareholder_id: ann.id, quantity: '20' },
    ],
  });
  const transferred = /^Transferred TR-1: 50 Transferable, Selma Seller/;
  const withBuyers = 'Transferred TR-1: 50 Transferable, Selma Seller to\u00a0Ann Other, Bob Buyer';
  expect(await told(path)).toContain(withBuyers);
  const page = `/api/shareholders/${String(seller.id)}`;
  expect((await told(page)).slice(0, 2)).toEqual([withBuyers, expect.stringMatching(/^Issued .*50 Transferable/)]);
  expect((await told(page)).at(-1)).toMatch(/^added shareholder Selma Seller/);
  expect((await told(`/api/shareholders/${String(bob.id)}`))[0]).toMatch(/^Issued .*: 30 Transferable to Bob Buyer$/);
  const person = await signUpShareholder(server, owner, seller);
  for (const url of [path, page]) {
    const own = await told(url, person);
    expect(own.filter((text) => transferred.test(text))).toHaveLength(1);
    expect(own.join('\n')).not.toMatch(/Bob Buyer|Ann Other/);
  }
});
