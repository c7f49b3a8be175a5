// Gives a company of `givenTenant` records in which every declared field has a value, and another in another record.
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import * as given from '../given.ts';
import { approveSeen } from '../given.ts';
import { givenMember, invitationTo, signUp, signUpShareholder, unique } from '../people.ts';
import type { Person } from '../people.ts';
import type { Tenant } from '../tenants.ts';
import type { TestServer } from '../testServer.ts';
import { done, one } from './calls.ts';
import { fillSecondOffice } from './secondOffice.ts';
import { fillSecondStock } from './secondStock.ts';

/** Adds records, and reads the company's lists anew. */
export async function fillEveryField(server: TestServer, tenant: Tenant): Promise<void> {
  const { owner, mark } = tenant;
  const common = tenant.records['share-classes']!.find(({ name }) => name === `${mark} Common`)!;
  await fillStock(owner, mark, common);
  await fillPeople(server, tenant);
  await fillPayments(owner, mark, common);
  await fillDrafts(owner, mark);
  const admin = await givenMember(server, owner, 'admin');
  // What is recorded from here on is in another currency.
  done(await owner.put('/api/organization', { currency: 'EUR', keep_recorded: true }));
  const stock = await fillSecondStock(admin, mark, common);
  await fillSecondOffice(server, { tenant, admin, stock });
  for (const resource of resources) tenant.records[resource.name] = (await owner.get(resource.path)).rows;
}

async function fillStock(owner: Person, mark: string, common: Row) {
  const preferred = await given.shareClass(owner, {
    name: `${mark} Preferred`,
    class_type: 'PREFERRED',
    prefix: `${mark}-P`,
    par_value: '0.001',
    price_per_share: '2',
    conversion_ratio: '1.5',
    converts_to_share_class_id: common.id,
    liquidation_preference_multiple: '1',
    participation_cap_multiple: '3',
    dividend_rate: '0.08',
    dividend_base: 'par',
    dividend_accrues_from: '2024-02-01',
    dividend_participation: 'as_converted',
  });
  const holder = await given.shareholder(owner, {
    type: 'entity',
    first_name: undefined,
    last_name: undefined,
    entity_name: `${mark} Ventures`,
    street_1: `${mark} Road`,
    street_2: `${mark} Floor`,
    city: `${mark} Town`,
    state: 'CA',
    postal_code: '94105',
    country: 'US',
  });
  const of = { shareholder_id: holder.id };
  const certificate = await given.certificate(owner, {
    ...of,
    share_class_id: preferred.id,
    price_per_share: '2',
    issue_date: '2024-02-01',
  });
  await given.document(owner, { name: `${mark} paper.pdf`, fields: { security_id: String(certificate.id) } });
  const note = {
    ...of,
    kind: 'NOTE',
    terms: {
      discount: '0.2',
      maturity_date: '2030-01-01',
      interest: { rate: '0.08', day_count: 'ACTUAL_365', payout: 'DEFERRED', compounding: 'SIMPLE' },
    },
  };
  await given.convertible(owner, note);
  const converted = await given.convertible(owner, note);
  done(
    await owner.post(one('convertibles', converted, '/convert'), {
      share_class_id: preferred.id,
      // 500,000 and 40,000 of interest at 2.00.
      quantity: '270000',
      price_per_share: '2',
      date: '2024-12-31',
    }),
  );
  await given.warrant(owner, { ...of, share_class_id: common.id, purchase_price: '100' });
  const plan = await given.equityPlan(owner, {
    name: `${mark} second plan`,
    share_class_ids: [common.id],
    stockholder_approval_date: '2020-02-01',
    default_cancellation_behavior: 'RETURN_TO_POOL',
  });
  done(
    await owner.post('/api/valuations/', {
      share_class_id: common.id,
      price_per_share: '0.75',
      effective_date: '2024-01-20',
      board_approval_date: '2024-01-21',
      stockholder_approval_date: '2024-01-22',
    }),
  );
  const leaver = await given.shareholder(owner, { relationship: 'employee' });
  await given.grant(owner, { shareholder_id: leaver.id, equity_plan_id: plan.id, expiration_date: '2033-12-31' });
  done(await owner.post(one('shareholders', leaver, '/terminate'), { date: '2025-06-30', reason: 'VOLUNTARY_OTHER' }));
  const mistake = await given.certificate(owner, {
    shareholder_id: leaver.id,
    share_class_id: common.id,
    issue_date: '2025-07-01',
  });
  const [entry] = (await owner.get('/api/transactions/?sort=["seq","DESC"]')).rows;
  done(await owner.post(one('transactions', entry!, '/void'), { reason: `${mark} mistake ${String(mistake.id)}` }));
}

/** Those who ask to join: invited to a second record, linked to the one that they are, and known by their address alone. */
async function fillPeople(server: TestServer, { owner, mark, viewer }: Tenant) {
  const email = `${mark.toLowerCase()}-twice-${unique()}@example.com`;
  const [first, second] = [await given.shareholder(owner, { email }), await given.shareholder(owner, { email })];
  const person = await signUpShareholder(server, owner, first);
  done(await owner.post(one('shareholders', second, '/invite'), {}));
  const token = await invitationTo(server, email);
  done(await person.post('/api/auth/accept-invite', { token }));
  const client_name = owner.user.client_name;
  const known = await given.shareholder(owner);
  await signUp(server, { account_type: 'shareholder', client_name, email: known.email });
  const linked = await given.shareholder(owner);
  const asker = await signUp(server, { account_type: 'shareholder', client_name });
  const request = (await owner.get('/api/join-requests/')).rows.find((each) => each.email === asker.email)!;
  done(await owner.post(one('join-requests', request, '/approve'), { shareholder_id: linked.id }));
  const member = (await owner.get('/api/members/')).rows.find((each) => each.email === viewer.email)!;
  done(await owner.put(one('members', member), { role: 'viewer', expires_at: '2099-12-31', version: member.version }));
}

async function fillPayments(owner: Person, mark: string, common: Row) {
  const minutes = await given.document(owner, { name: `${mark} resolution.pdf` });
  done(await owner.put('/api/organization', { missing_tax_form: 'highest_rate' }));
  const declared = await given.distribution(owner, {
    name: `${mark} special dividend`,
    share_class_ids: [common.id],
    ex_date: '2024-06-28',
    board_document_id: minutes.id,
  });
  done(await approveSeen(owner, declared));
  const filter = encodeURIComponent(JSON.stringify({ distribution_id: declared.id }));
  const [paid, failed] = (await owner.get(`/api/payments/?filter=${filter}`)).rows as [Row, Row];
  for (const each of [paid, failed]) done(await owner.post(one('payments', each, '/start'), { reason: mark }));
  done(await owner.post(one('payments', paid, '/complete'), { date: '2024-07-16', reference: `${mark} wire` }));
  done(await owner.post(one('payments', failed, '/fail'), { reason: `${mark} account closed` }));
  const [pending] = (await owner.get('/api/payments/?filter={"status":"pending"}')).rows;
  done(await owner.post(one('payments', pending!, '/block'), { reason: `${mark} is in court` }));
  const past = `Distribution,Holder,Class,Shares,Record date,Payment date,Paid on,Gross,Withholding tax,Net\n${mark} past,${mark} Past,${mark} Common,10,2023-05-31,2023-06-15,2023-06-15,5.00,0,5.00\n`;
  const { body, options } = given.multipart({ name: 'dividends.csv', bytes: past });
  const read = done(await owner.post('/api/sheets', body, options));
  done(await owner.post(`/api/sheets/${String(read.id)}/apply`, { accept_warnings: true }));
}

async function fillDrafts(owner: Person, mark: string) {
  const { id } = await given.draft(owner, { name: `${mark} posted` });
  done(await owner.post('/api/drafts/post', { ids: [id] }));
}
