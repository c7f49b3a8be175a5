// A second value for each field of people, payments, papers and imports, where everyField.ts gives the first.
import { giveUp } from '#server/commands/office/giveUpJob.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '../given.ts';
import { approveSeen } from '../given.ts';
import { importZip, packageFiles, zipOf } from '../packages.ts';
import { invitationTo, signUp, signUpShareholder, unique } from '../people.ts';
import type { Person } from '../people.ts';
import type { Tenant } from '../tenants.ts';
import type { TestServer } from '../testServer.ts';
import { done, one } from './calls.ts';
import type { SecondStock } from './secondStock.ts';

interface Given {
  tenant: Tenant;
  admin: Person;
  stock: SecondStock;
}

export async function fillSecondOffice(server: TestServer, { tenant, admin, stock }: Given): Promise<void> {
  const { owner, mark } = tenant;
  await givenPayments(tenant, admin, stock);
  await givenWork(owner, mark, tenant);
  await givenScenario(owner, mark, stock);
  await givenImports(admin, mark);
  await givenPeople(server, tenant, admin);
  await givenMail(server, owner);
  done(await owner.put(one('shareholders', stock.holder), { is_active: false }));
}

async function givenPayments({ owner, mark }: Tenant, admin: Person, { holder, preferred }: SecondStock) {
  const minutes = await given.document(owner, { name: `${mark} second resolution.pdf` });
  const rule = { country: '*', holder_type: '*', distribution_type: '*', rate: '0.3' };
  done(await owner.put('/api/organization', { withholding_rules: [rule] }));
  const declared = await given.distribution(owner, {
    name: `${mark} return of capital`,
    type: 'return_of_capital',
    share_class_ids: [preferred.id],
    amount_per_share: '0.25',
    ex_date: '2024-09-27',
    record_date: '2024-09-30',
    payment_date: '2024-10-15',
    includes_unvested_options: true,
    includes_vested_options: true,
    board_document_id: minutes.id,
  });
  done(await owner.put(one('shareholders', holder), { bank_account: { iban: 'FR1420041010050500013M02606' } }));
  done(await approveSeen(admin, declared));
  const batch = {
    format: 'csv',
    execution_date: '2030-02-15',
    filter: { distribution_id: declared.id, shareholder_id: holder.id },
    debtor: { name: `${mark} Treasury` },
  };
  const cancelled = done(await owner.post('/api/payment-batches/', batch));
  done(await owner.post(one('payment-batches', cancelled, '/cancel'), {}));
  done(await owner.post('/api/payment-batches/', batch));
  const filter = encodeURIComponent(JSON.stringify({ distribution_id: declared.id, status: 'pending' }));
  const [paid, failed, blocked] = (await owner.get(`/api/payments/?filter=${filter}`)).rows as [Row, Row, Row];
  for (const each of [paid, failed]) done(await owner.post(one('payments', each, '/start'), { reason: mark }));
  done(await owner.post(one('payments', paid, '/complete'), { date: '2024-10-16', reference: `${mark} cheque` }));
  done(await owner.post(one('payments', failed, '/fail'), { reason: `${mark} unknown account` }));
  done(await owner.post(one('payments', blocked, '/block'), { reason: `${mark} has died` }));
}

async function givenWork(owner: Person, mark: string, { one: first, two }: Tenant) {
  const task = await given.task(owner, {
    title: `${mark} in progress`,
    status: 'in_progress',
    due_date: '2025-04-01',
    assignee_id: owner.user.id,
  });
  done(await owner.put(one('tasks', task), { description: `${mark} half done`, version: task.version }));
  const shareholder_ids = [first.record.id, two.record.id];
  const thread = await given.thread(owner, { subject: `${mark} to both`, mode: 'group', shareholder_ids });
  done(await owner.post(`/api/messaging/threads/${String(thread.id)}/close`, {}));
  const legend = done(await owner.post('/api/legends/', { name: `${mark} other legend`, text: `${mark}: hold.` }));
  done(await owner.put(one('legends', legend), { text: `${mark}: hold until told.`, version: legend.version }));
  const account = done(
    await owner.post('/api/company-bank-accounts/', {
      label: `${mark} other account`,
      name: `${mark} Treasury`,
      routing_number: '021000021',
      company_id: '9876543210',
      iban: 'FR1420041010050500013M02606',
      bic: 'BNPAFRPPXXX',
      account_number: '87654321',
    }),
  );
  done(await owner.put(one('company-bank-accounts', account), { label: `${mark} spare`, version: account.version }));
  const seat = done(
    await owner.post('/api/board-seats/', {
      name: `${mark} Former director`,
      email: `${mark.toLowerCase()}-former@example.com`,
      elected_on: '2023-02-01',
    }),
  );
  done(await owner.put(one('board-seats', seat), { ended_on: '2025-02-01', version: seat.version }));
}

async function givenScenario(owner: Person, mark: string, { holder, plan }: SecondStock) {
  const scenario = await given.scenario(owner, { name: `${mark} earlier`, as_of: '2025-12-31' });
  const steps = [
    { kind: 'pool', quantity: 2000, equity_plan_id: plan.id },
    { kind: 'grant', quantity: 10, shareholder_id: holder.id, strike: '1.35', equity_plan_id: plan.id },
  ];
  const changed = done(await owner.put(one('scenarios', scenario), { steps, version: scenario.version }));
  const { drafts } = done(await owner.post(one('scenarios', changed, '/drafts'), {})) as { drafts: Row[] };
  done(await owner.post('/api/drafts/post', { ids: drafts.map(({ id }) => id) }));
}

async function givenImports(admin: Person, mark: string) {
  const objects = ['A', 'B', 'C'].map((name) => ({
    object_type: 'STAKEHOLDER',
    id: `${mark}-${name}`,
    name: { legal_name: `${mark} ${name}` },
    stakeholder_type: 'INDIVIDUAL',
  }));
  const issuer = {
    object_type: 'ISSUER',
    id: 'other',
    legal_name: `${mark} other issuer`,
    formation_date: '2021-01-01',
    country_of_formation: 'US',
  };
  const files = packageFiles([issuer, ...objects], { ocf_version: '1.1.0', as_of: '2024-12-31' });
  await importZip(admin, await zipOf(files));
  const text = `Holder,${mark} Common\n${mark} Sheet,500`;
  const read = done(await admin.post('/api/sheets', { text, as_of: '2024-05-01' }));
  done(await admin.post(`/api/sheets/${String(read.id)}/apply`, { accept_warnings: true }));
}

async function givenPeople(server: TestServer, { owner, mark }: Tenant, admin: Person) {
  const email = `${mark.toLowerCase()}-again-${unique()}@example.com`;
  const [first, second] = [await given.shareholder(owner, { email }), await given.shareholder(owner, { email })];
  const person = await signUpShareholder(server, owner, first);
  done(await owner.post(one('shareholders', second, '/invite'), {}));
  done(await person.post('/api/auth/accept-invite', { token: await invitationTo(server, email) }));
  const linked = await given.shareholder(owner);
  const asker = await signUp(server, { account_type: 'shareholder', client_name: owner.user.client_name });
  const request = (await owner.get('/api/join-requests/')).rows.find((each) => each.email === asker.email)!;
  done(await owner.post(one('join-requests', request, '/approve'), { shareholder_id: linked.id }));
  const member = (await owner.get('/api/members/')).rows.find((each) => each.email === admin.email)!;
  done(await owner.put(one('members', member), { role: 'admin', expires_at: '2098-12-31', version: member.version }));
  done(
    await owner.post('/api/members/', { email: `${mark.toLowerCase()}-new-${unique()}@example.com`, role: 'staff' }),
  );
}

/** An invitation that was tried three times; its link is not sent again. */
async function givenMail(server: TestServer, owner: Person) {
  const { id, email } = await given.shareholder(owner);
  done(await owner.post(`/api/shareholders/${String(id)}/invite`, {}));
  const [job] = await server.sql<{ id: string }>(
    `update job set attempts = 3 where details ->> 'recipient' = $1 returning id`,
    [email],
  );
  await server.deps.db.system((tx) => giveUp(tx, server.deps, job!.id, '552 Mailbox full'));
}
