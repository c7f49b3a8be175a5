// What a person sees of all their companies together, and what they never see.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { enter, givenMember, signUp, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const portfolioOf = async (person: Person): Promise<Row[]> => {
  const reply = await person.get('/api/portfolio');
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.rows;
};
const nameOf = (company: Person) => String(company.user.client_name);

/** Makes the account a shareholder of the company, as the record of that name. */
async function link(company: Person, person: Person, record: Row): Promise<void> {
  await person.post('/api/auth/join', { client_name: nameOf(company) });
  const [request] = (await company.get('/api/join-requests/')).rows;
  const reply = await company.post(`/api/join-requests/${String(request!.id)}/approve`, { shareholder_id: record.id });
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
}

describe('a holder of one company', () => {
  let owner: Person;
  let holder: Row;
  let portal: Person;
  let common: Row;
  let other: Row;
  beforeAll(async () => {
    owner = await signUpCompany(server);
    common = await given.shareClass(owner, { price_per_share: '2.00' });
    holder = await given.shareholder(owner);
    other = await given.shareholder(owner);
    portal = await signUpShareholder(server, owner, holder);
    const sold = { share_class_id: common.id, price_per_share: '2.00', issue_date: '2024-01-15' };
    await given.certificate(owner, { ...sold, shareholder_id: holder.id, quantity: '100' });
    await given.certificate(owner, { ...sold, shareholder_id: other.id, quantity: '7777' });
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
    await given.grant(owner, {
      equity_plan_id: plan.id,
      share_class_id: common.id,
      shareholder_id: holder.id,
      date: '2020-01-01',
      vesting: { vesting_start: '2020-01-01', months: 48, cliff_months: 12 },
    });
    await given.convertible(owner, { shareholder_id: holder.id });
    await given.warrant(owner, { shareholder_id: holder.id, share_class_id: common.id });
  });

  it('sees each holding with its price, the price’s source and date, and no value without a price', async () => {
    const [company, ...more] = await portfolioOf(portal);
    expect(more).toEqual([]);
    expect(company).toMatchObject({ client_name: nameOf(owner), currency: 'USD' });
    const shown = (company!.holdings as Row[]).map(({ kind, quantity, vested, amount, price, price_source, value }) => [
      kind,
      quantity,
      vested,
      amount,
      price,
      price_source,
      value,
    ]);
    expect(shown).toEqual([
      ['certificate', '100', null, null, '2', 'last_round', '200.00'],
      ['grant', '1000', '1000', null, '2', 'last_round', '1500.00'],
      ['convertible', null, null, '500000', null, null, null],
      ['warrant', '1000', null, null, null, null, null],
    ]);
    expect((company!.holdings as Row[])[0]!.price_date).toBe('2024-01-15');
    expect([company!.value, company!.value_is_whole]).toEqual(['1700.00', false]);
  });

  it('sees the value at a newer valuation, and of a grant below its strike nothing', async () => {
    const low = { share_class_id: common.id, price_per_share: '0.40', effective_date: '2024-06-01' };
    expect((await owner.post('/api/valuations/', low)).status).toBe(201);
    const [company] = await portfolioOf(portal);
    const shown = (company!.holdings as Row[]).slice(0, 2);
    expect(shown.map(({ price, price_source, price_date, value }) => [price, price_source, price_date, value])).toEqual(
      [
        ['0.4', 'valuation', '2024-06-01', '40.00'],
        ['0.4', 'valuation', '2024-06-01', '0.00'],
      ],
    );
    expect(company!.value).toBe('40.00');
  });

  it('sees what was paid this year and ever, and what comes next', async () => {
    const day = String((await portfolioOf(portal))[0]!.as_of);
    const approved = await given.distribution(owner, {
      share_class_ids: [common.id],
      payment_date: day,
      record_date: '2024-06-30',
    });
    expect((await given.approveSeen(owner, approved)).status).toBe(200);
    expect((await portfolioOf(portal))[0]).toMatchObject({
      paid_this_year: '0.00',
      paid_total: '0.00',
      next_distribution: { id: approved.id, name: approved.name, payment_date: day, net: '50.00' },
    });
    const payments = (await owner.get('/api/payments/')).rows.filter((row) => row.shareholder_id === holder.id);
    for (const { id } of payments) {
      await owner.post(`/api/payments/${String(id)}/start`, {});
      expect((await owner.post(`/api/payments/${String(id)}/complete`, { date: day, reference: 'W-1' })).status).toBe(
        200,
      );
    }
    expect((await portfolioOf(portal))[0]).toMatchObject({
      paid_this_year: '50.00',
      paid_total: '50.00',
      next_distribution: null,
    });
  });

  it('sees a late payment as the next one, until it has arrived', async () => {
    const late = await given.distribution(owner, { share_class_ids: [common.id] });
    expect((await given.approveSeen(owner, late)).status).toBe(200);
    expect((await portfolioOf(portal))[0]!.next_distribution).toMatchObject({
      id: late.id,
      payment_date: '2024-07-15',
    });
  });

  it('sees their open tasks, threads with something unread, the newest paper, and what they have not agreed to', async () => {
    await given.task(owner, { assignee_id: holder.id });
    await given.task(owner, { assignee_id: other.id });
    const thread = await given.thread(owner, { shareholder_ids: [holder.id] });
    await given.thread(owner, { shareholder_ids: [other.id] });
    const paper = await given.document(owner, { name: 'notice.pdf', fields: { shareholder_id: String(holder.id) } });
    await given.document(owner, { name: 'minutes.pdf' });
    const [before] = await portfolioOf(portal);
    expect(before).toMatchObject({ open_tasks: 1, unread_threads: 1, to_confirm: 4 });
    expect(before!.latest_document).toMatchObject({ id: paper.id, name: 'notice.pdf' });
    expect((await portal.post(`/api/messaging/threads/${String(thread.id)}/read`, {})).status).toBe(204);
    const own = (before!.holdings as Row[])[0]!;
    expect((await portal.post(`/api/certificates/${String(own.id)}/agree`, {})).status).toBe(200);
    expect((await portfolioOf(portal))[0]).toMatchObject({ unread_threads: 0, to_confirm: 3 });
    await owner.post(`/api/messaging/threads/${String(thread.id)}/messages`, { body: 'One more thing.' });
    expect((await portfolioOf(portal))[0]).toMatchObject({ unread_threads: 1 });
  });

  it('cannot mark a thread of somebody else as read', async () => {
    const thread = await given.thread(owner, { shareholder_ids: [other.id] });
    expect((await portal.post(`/api/messaging/threads/${String(thread.id)}/read`, {})).status).toBe(404);
  });

  it('sees what vests in the next twelve months, day by day', async () => {
    const record = await given.shareholder(owner);
    const person = await signUpShareholder(server, owner, record);
    const day = String((await portfolioOf(portal))[0]!.as_of);
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
    const granted = await given.grant(owner, {
      equity_plan_id: plan.id,
      share_class_id: common.id,
      shareholder_id: record.id,
      quantity: '4800',
      date: day,
      vesting: { vesting_start: day, months: 48, cliff_months: 12 },
    });
    const [company] = await portfolioOf(person);
    const [holding] = company!.holdings as Row[];
    const cliff = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
    expect(holding).toMatchObject({ vested: '0', next_vesting: { date: cliff, quantity: '1200' }, value: '0.00' });
    expect((company!.upcoming as Row[]).map(({ kind, id, quantity }) => [kind, id, quantity])).toEqual([
      ['vesting', granted.id, '1200'],
    ]);
  });
});

describe('a person with several companies', () => {
  it('sees each under its own rules, without switching, and nothing of anybody else', async () => {
    const companies = [await signUpCompany(server), await signUpCompany(server), await signUpCompany(server)];
    const person = await signUp(server, { account_type: 'shareholder', client_name: 'nobody-has-this-name' });
    const quantities = ['11', '22', '33'];
    for (const [index, company] of companies.entries()) {
      const record = await given.shareholder(company);
      await given.certificate(company, { shareholder_id: record.id, quantity: quantities[index] });
      await given.certificate(company, { quantity: '999' });
      await link(company, person, record);
    }
    await enter(server, person, nameOf(companies[1]!));
    const found = await portfolioOf(person);
    expect(
      found.map(({ client_name, holdings }) => [client_name, (holdings as Row[]).map(({ quantity }) => quantity)]),
    ).toEqual(companies.map((company, index) => [nameOf(company), [quantities[index]]]));
    // The session stays in its company.
    expect((await person.get('/api/auth/me')).body.active).toBe(nameOf(companies[1]!));
  });

  it('sees nothing of a company that has not approved them, declined them, ended their access, or linked them to no record', async () => {
    const [asked, declined, unlinked, ended, own] = [
      await signUpCompany(server),
      await signUpCompany(server),
      await signUpCompany(server),
      await signUpCompany(server),
      await signUpCompany(server),
    ];
    const person = await signUp(server, { account_type: 'shareholder', client_name: nameOf(own) });
    const record = await given.shareholder(own);
    const [request] = (await own.get('/api/join-requests/')).rows;
    await own.post(`/api/join-requests/${String(request!.id)}/approve`, { shareholder_id: record.id });
    for (const company of [asked, declined]) await person.post('/api/auth/join', { client_name: nameOf(company) });
    const [refused] = (await declined.get('/api/join-requests/')).rows;
    await declined.post(`/api/join-requests/${String(refused!.id)}/reject`, {});
    const leaver = await given.shareholder(ended);
    await link(ended, person, leaver);
    const nobody = await given.shareholder(unlinked);
    await link(unlinked, person, nobody);
    expect((await portfolioOf(person)).map(({ client_name }) => client_name)).toEqual(
      [own, ended, unlinked].map(nameOf),
    );
    for (const [company, holder] of [
      [ended, leaver],
      [unlinked, nobody],
    ] as const)
      await company.post(`/api/shareholders/${String(holder.id)}/unlink`, {});
    expect((await portfolioOf(person)).map(({ client_name }) => client_name)).toEqual([nameOf(own)]);
  });

  it('sees their own holdings also where they work for the company, and only those', async () => {
    const company = await signUpCompany(server);
    const record = await given.shareholder(company);
    await given.certificate(company, { shareholder_id: record.id, quantity: '5' });
    await given.certificate(company, { quantity: '500' });
    await given.task(company);
    await given.document(company, { name: 'minutes.pdf' });
    const member = await givenMember(server, company, 'staff');
    expect(await portfolioOf(member)).toEqual([]);
    await server.sql(`update membership set shareholder_id = $2 where account_id = $1`, [member.user.id, record.id]);
    const [found] = await portfolioOf(member);
    expect(found).toMatchObject({ open_tasks: 0, latest_document: null });
    expect((found!.holdings as Row[]).map(({ quantity }) => quantity)).toEqual(['5']);
  });
});

it('keeps amounts in different currencies apart', async () => {
  const owner = await signUpCompany(server);
  const holder = await given.shareholder(owner);
  const portal = await signUpShareholder(server, owner, holder);
  const dollars = await given.shareClass(owner, { price_per_share: '1.00' });
  await given.certificate(owner, { share_class_id: dollars.id, shareholder_id: holder.id, quantity: '10' });
  const organization = (await owner.get('/api/organization')).body;
  const changed = await owner.put('/api/organization', { ...organization, currency: 'EUR', keep_recorded: true });
  expect([changed.status, changed.text]).toEqual([200, changed.text]);
  const euros = await given.shareClass(owner, { price_per_share: '3.00' });
  await given.certificate(owner, { share_class_id: euros.id, shareholder_id: holder.id, quantity: '10' });
  const [company] = await portfolioOf(portal);
  expect(company).toMatchObject({
    currency: 'EUR',
    value: '30.00',
    value_is_whole: false,
    values: [
      { currency: 'EUR', value: '30.00' },
      { currency: 'USD', value: '10.00' },
    ],
  });
});

it('says that the price of a class is in another currency than the exercise price, and not that there is none', async () => {
  const owner = await signUpCompany(server);
  const holder = await given.shareholder(owner);
  const portal = await signUpShareholder(server, owner, holder);
  const common = await given.shareClass(owner, { price_per_share: '3.00' });
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
  await given.certificate(owner, { share_class_id: common.id, price_per_share: '3.00' });
  const organization = (await owner.get('/api/organization')).body;
  await owner.put('/api/organization', { ...organization, currency: 'EUR', keep_recorded: true });
  await given.grant(owner, { equity_plan_id: plan.id, shareholder_id: holder.id });
  const unvalued = { price: null, price_source: 'last_round', price_date: '2024-01-15', value: null, currency: 'EUR' };
  expect((await portfolioOf(portal))[0]!.holdings).toMatchObject([{ kind: 'grant', ...unvalued }]);
  expect((await portal.get('/api/dashboard')).body.holdings).toMatchObject([{ kind: 'grant', ...unvalued }]);
});

it('asks for a session', async () => {
  const stranger = await signUpCompany(server);
  await stranger.post('/api/auth/logout', {});
  expect((await stranger.get('/api/portfolio')).status).toBe(401);
});
