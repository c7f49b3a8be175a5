// A company with records of every kind. Every text in it carries a mark, and the tests search answers to other users
// for it. Two holders have accounts; their own records carry a second mark.
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import * as given from './given.ts';
import { givenUndelivered } from './jobs/jobs.ts';
import { approveSeen } from './given.ts';
import { importZip, packageFiles, zipOf } from './packages.ts';
import { givenMember, signUp, signUpShareholder, unique } from './people.ts';
import type { Person } from './people.ts';
import { png } from './inputs/pictures.ts';
import { w9 } from './inputs/taxForms.ts';
import type { TestServer } from './testServer.ts';

export interface Holder {
  mark: string;
  record: Row;
  person: Person;
}

export interface Tenant {
  mark: string;
  owner: Person;
  viewer: Person;
  one: Holder;
  two: Holder;
  /** Two requests to join: one is pending, the other was rejected. */
  pending: Person;
  rejected: Person;
  /** Every record of every declared resource, as the owner's lists show them. */
  records: Record<string, Row[]>;
}

export async function givenTenant(server: TestServer, mark: string): Promise<Tenant> {
  const clientName = `${mark.toLowerCase()}-${unique()}`;
  const owner = await signUp(server, {
    client_name: clientName,
    client_display_name: `${mark} Holdings`,
    first_name: `${mark} Ada`,
    last_name: `${mark} Lovelace`,
  });
  await owner.put('/api/organization', {
    legal_name: `${mark} Holdings, Inc.`,
    formation_date: '2020-01-01',
    country: 'US',
    holder_contact_name: `${mark} contact`,
  });
  const { body: logo, options } = given.multipart({ name: 'logo.png', bytes: png() });
  await owner.put('/api/organization/logo', logo, options);
  const shareClass = await given.shareClass(owner, { name: `${mark} Common`, prefix: `${mark}-` });
  const plan = await givenPlanOf(owner, mark, String(shareClass.id));
  const one = await givenHolder(server, owner, `${mark}-ONE`);
  const two = await givenHolder(server, owner, `${mark}-TWO`);
  for (const holder of [one, two]) {
    await givenHoldersRecords(owner, holder, String(shareClass.id));
    await givenHoldersSecurities(owner, holder, plan);
  }
  const distribution = await given.distribution(owner, { name: `${mark} dividend`, share_class_ids: [shareClass.id] });
  await approveSeen(owner, distribution);
  await givenBatch(owner, mark);
  await owner.post(`/api/distributions/${String(distribution.id)}/notify`, {});
  await given.distribution(owner, { name: `${mark} pending dividend`, share_class_ids: [shareClass.id] });
  await given.document(owner, { name: `${mark} board minutes.pdf` });
  await given.document(owner, {
    name: `${mark} notice to the class.pdf`,
    fields: { share_class_ids: JSON.stringify([shareClass.id]) },
  });
  await given.document(owner, {
    name: `${mark} letter to both.pdf`,
    fields: { shareholder_ids: JSON.stringify([one.record.id, two.record.id]) },
  });
  await given.task(owner, { title: `${mark} file the minutes`, description: `${mark} by hand` });
  await owner.post('/api/views/', { resource: 'tasks', name: `${mark} view of all`, shared: 'company' });
  for (const person of [owner, one.person, two.person])
    await person.post('/api/views/', { resource: 'tasks', name: `${mark} own view` });
  for (const { person, record } of [one, two]) await person.post(`/api/shareholders/${String(record.id)}/editing`, {});
  await given.draft(owner, { name: `${mark} next round` });
  const [scenario] = (await owner.get('/api/scenarios/')).rows;
  await owner.post(`/api/scenarios/${String(scenario!.id)}/share`, { expires_in_days: 30 });
  await importZip(
    owner,
    await zipOf(
      packageFiles([
        { ...ISSUER, legal_name: `${mark} issuer` },
        { ...TERMS, id: `${mark}-terms`, name: `${mark} schedule` },
      ]),
    ),
  );
  const pending = await signUp(server, {
    account_type: 'shareholder',
    client_name: clientName,
    first_name: `${mark} P`,
  });
  const rejected = await signUp(server, {
    account_type: 'shareholder',
    client_name: clientName,
    first_name: `${mark} R`,
  });
  await refuseNewest(owner);
  const viewer = await givenMember(server, owner, 'viewer');
  await givenBoard(owner, mark);
  await givenUndelivered(server, owner, { subject: `${mark} invites you` });
  const records: Record<string, Row[]> = {};
  for (const resource of resources) records[resource.name] = (await owner.get(resource.path)).rows;
  return { mark, owner, viewer, one, two, pending, rejected, records };
}

const ISSUER = { object_type: 'ISSUER', id: 'the-issuer', formation_date: '2020-01-01', country_of_formation: 'US' };

const TERMS = {
  object_type: 'VESTING_TERMS',
  description: 'All of it at once',
  allocation_type: 'CUMULATIVE_ROUNDING',
  vesting_conditions: [{ id: 'start', quantity: '0', trigger: { type: 'VESTING_START_DATE' }, next_condition_ids: [] }],
};

/** A prenote to a third holder, who does not use the portal, and a batch of their one payment. */
async function givenBatch(owner: Person, mark: string): Promise<void> {
  const { id } = await given.shareholder(owner, { first_name: `${mark}-ZED First`, last_name: `${mark}-ZED Last` });
  const bank_account = { routing_number: '021000021', account_number: '000123456789', account_type: 'checking' };
  await owner.put(`/api/shareholders/${String(id)}`, { bank_account });
  const { id: classId } = await given.shareClass(owner, { name: `${mark} Units`, prefix: `${mark}-U` });
  await given.certificate(owner, { shareholder_id: id, share_class_id: classId });
  const sent = await given.distribution(owner, { name: `${mark} sent dividend`, share_class_ids: [classId] });
  await approveSeen(owner, sent);
  const filter = { distribution_id: sent.id };
  const tried = await owner.post('/api/payment-batches/', {
    format: 'nacha',
    execution_date: '2030-01-15',
    prenotes: true,
    filter,
    debtor: { name: `${mark} Holdings`, routing_number: '091000019' },
  });
  if (tried.status !== 201) throw new Error(`No prenote was sent: ${tried.text}`);
  const asked = { format: 'csv', execution_date: '2030-01-15', filter, debtor: { name: `${mark} Holdings` } };
  const made = await owner.post('/api/payment-batches/', asked);
  if (made.status !== 201) throw new Error(`No batch was made: ${made.text}`);
  const account = await owner.post('/api/company-bank-accounts/', {
    label: `${mark} account`,
    name: `${mark} Holdings`,
    routing_number: '091000019',
    company_id: '1234567890',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    account_number: '12345678',
  });
  if (account.status !== 201) throw new Error(`No bank account was added: ${account.text}`);
}

/** A seat of each class, one that has ended, one that will end, and one of all stockholders. */
async function givenBoard(owner: Person, mark: string): Promise<void> {
  const [first, second] = (await owner.get('/api/share-classes/')).rows;
  for (const [name, more] of [
    ['Director', { share_class_id: first!.id, elected_on: '2024-01-01', ended_on: '2090-01-01' }],
    ['Chair', { share_class_id: second!.id, elected_on: '2023-01-01', ended_on: '2024-01-01' }],
    ['Observer', { elected_on: '2022-01-01' }],
  ] as const) {
    const email = `${mark.toLowerCase()}-${name.toLowerCase()}@example.com`;
    const seat = await owner.post('/api/board-seats/', { name: `${mark} ${name}`, email, ...more });
    if (seat.status !== 201) throw new Error(`No board seat was added: ${seat.text}`);
  }
}

async function givenPlanOf(owner: Person, mark: string, share_class_id: string): Promise<Row> {
  await owner.post('/api/valuations/', {
    share_class_id,
    price_per_share: '0.50',
    effective_date: '2024-01-01',
    provider: `${mark} Valuers`,
  });
  await owner.post('/api/legends/', { name: `${mark} legend`, text: `${mark}: not to be sold.` });
  return given.equityPlan(owner, { name: `${mark} Plan`, share_class_ids: [share_class_id] });
}

async function givenHolder(server: TestServer, owner: Person, mark: string): Promise<Holder> {
  const record = await given.shareholder(owner, {
    first_name: `${mark} First`,
    last_name: `${mark} Last`,
    email: `${mark.toLowerCase()}-${unique()}@example.com`,
    street_1: `${mark} Street`,
    city: `${mark} City`,
    country: 'US',
  });
  const person = await signUpShareholder(server, owner, record);
  const details = { tax_id: `${mark} 6789`, bank_account: { iban: 'DE89370400440532013000' } };
  await person.put(`/api/shareholders/${String(record.id)}`, details);
  const name = `${mark} First ${mark} Last`;
  const signed_on = server.deps.now().toISOString().slice(0, 10);
  const signed = await person.post(
    `/api/shareholders/${String(record.id)}/tax-form`,
    w9({ name, signature: name, signed_on, street_1: `${mark} Street` }),
  );
  if (signed.status !== 201) throw new Error(`The tax form was refused: ${signed.text}`);
  return { mark, record, person };
}

async function givenHoldersRecords(owner: Person, { mark, record, person }: Holder, share_class_id: string) {
  const id = String(record.id);
  await given.certificate(owner, { shareholder_id: id, share_class_id, certificate_number: `${mark}-C1` });
  await given.document(owner, {
    name: `${mark} agreement.pdf`,
    fields: { shareholder_id: id, document_type: 'agreement' },
  });
  await given.task(owner, { title: `${mark} sign`, description: `${mark} soon`, assignee_id: id });
  const [question, answer] = [
    await given.messageFile(owner, `${mark} asked.pdf`),
    await given.messageFile(person, `${mark} said.pdf`),
  ];
  const asked = { subject: `${mark} question`, body: `${mark} asks`, shareholder_ids: [id], file_ids: [question.id] };
  const { id: thread } = await given.thread(owner, asked);
  const said = { subject: `${mark} answer`, body: `${mark} says`, shareholder_ids: undefined, file_ids: [answer.id] };
  await given.thread(person, said);
  await person.post(`/api/messaging/threads/${String(thread)}/read`, {});
  // Sent with no message yet.
  for (const by of [owner, person]) await given.messageFile(by, `${mark} to be sent.pdf`);
}

/** Creates one security of each family, an event of the grant, and the holder's statements about two of them. */
async function givenHoldersSecurities(owner: Person, { mark, record, person }: Holder, plan: Row) {
  const holder = { shareholder_id: record.id };
  const grant = await given.grant(owner, { ...holder, equity_plan_id: plan.id, grant_number: `${mark}-G1` });
  await owner.post(`/api/grants/${String(grant.id)}/reprice`, { exercise_price: '0.60', date: '2024-06-01' });
  const convertible = await given.convertible(owner, { ...holder, convertible_number: `${mark}-S1` });
  const warrant = await given.warrant(owner, {
    ...holder,
    share_class_id: grant.share_class_id,
    warrant_number: `${mark}-W1`,
  });
  await person.post(`/api/convertibles/${String(convertible.id)}/agree`, {});
  await person.post(`/api/warrants/${String(warrant.id)}/dispute`, { reason: `${mark} disputes` });
}

async function refuseNewest(owner: Person) {
  const [newest] = (await owner.get('/api/join-requests/')).rows;
  await owner.post(`/api/join-requests/${String(newest!.id)}/reject`, {});
}

/** Applies a pasted list of people whose first column's meaning was said. */
export async function rememberMeaning(owner: Person, text: string): Promise<void> {
  const { body } = await owner.post('/api/sheets', { text });
  const address = `/api/sheets/${String(body.id)}`;
  await owner.put(address, {
    tables: [{ id: 't1', role: 'stakeholders', columns: [{ column: 'A', field: 'holder' }] }],
  });
  await owner.post(`${address}/apply`, { accept_warnings: true });
}

/** Gives the tables that a tenant's ordinary records leave empty a row, each of the first holder where it names one. */
export async function fillRareTables(server: TestServer, { mark, owner, one, records }: Tenant): Promise<void> {
  const [certificate] = records.certificates! as [Row];
  const held = String(records.certificates!.find((each) => each.shareholder_id === one.record.id)!.id);
  const { id } = await given.certificate(owner, {
    shareholder_id: certificate.shareholder_id,
    share_class_id: certificate.share_class_id,
    issue_date: '2024-08-01',
  });
  await owner.put('/api/setup', { skipped: ['tie_out'] });
  const [payment] = (await owner.get('/api/payments/')).rows;
  const contact = { date: '2024-08-01', channel: 'letter', note: mark };
  await owner.post(`/api/payments/${String(payment!.id)}/contacts`, contact);
  await bankStatement(owner, `date,amount,reference\n2024-08-01,5.00,${mark}\n`);
  await owner.post('/api/sheets', { text: `Name,Shares,Class\n${mark},5,${mark}` });
  await rememberMeaning(
    owner,
    `Name,Email,${mark}\n${String(one.record.first_name)} ${String(one.record.last_name)},,x`,
  );
  await owner.post(`/api/certificates/${String(id)}/cancel`, { quantity: '10', date: '2024-08-02', reason: mark });
  const authorized = { authorized_shares: '2000000', date: '2024-08-02', reason: mark };
  await owner.post(`/api/share-classes/${String(certificate.share_class_id)}/authorize`, authorized);
  const [document] = (await one.person.get('/api/documents/')).rows;
  for (const person of [owner, one.person]) await person.post(`/api/documents/${String(document!.id)}/link`, {});
  await one.person.get(`/api/certificates/${held}/pdf`);
  const [thread] = (await one.person.get('/api/messaging/threads')).rows;
  await one.person.post(`/api/messaging/threads/${String(thread!.id)}/read`, {});
  for (const person of [owner, one.person])
    await person.post(`/api/messaging/threads/${String(thread!.id)}/messages`, { body: mark }, withKey());
  await fillBySql(server, owner, held);
}

/** Reads a bank statement. */
export async function bankStatement(owner: Person, text: string): Promise<Row> {
  const { body, options } = given.multipart({ name: 'statement.csv', bytes: text });
  return (await owner.post('/api/reconciliations', body, options)).body;
}

const withKey = () => ({ headers: { 'idempotency-key': `key-${unique()}` } });

/** What only an import, a long ledger or a rare entry would write: one row each, under the owner's login. */
async function fillBySql(server: TestServer, owner: Person, certificate: string): Promise<void> {
  const of = [owner.user.client_name, certificate];
  const insert = (table: string, columns: string, values: string) =>
    server.sql(
      `insert into ${table} (org_id, ${columns})
       select o.id, ${values} from organization o
       join security s on s.org_id = o.id and s.security_id = $2
       join lateral (select max(l.seq) as seq from ledger_tx l where l.org_id = o.id) last on true
       join lateral (select g.stock_plan_id from security g where g.org_id = o.id and g.stock_plan_id is not null limit 1) g on true
       where o.client_name = $1`,
      of,
    );
  const entry = (table: string, columns: string, values: string) =>
    insert(table, `tx_seq, effective_date, ${columns}`, `last.seq, date '2024-08-03', ${values}`);
  await server.sql(
    `select report_import_progress(id, client_name, 'done', null, null) from organization where client_name = $1`,
    of.slice(0, 1),
  );
  await server.sql(
    `insert into yearly_tax_form (org_id, id, year, number, shareholder_id, form, part, boxes, gross, tax, net, recipient, sha256, made_by, made_at)
     select o.id, gen_random_uuid(), 2023, row_number() over (), p.shareholder_id, '1099-DIV', '', '[]', 0, 0, 0, '{}', repeat('0', 64), m.account_id, now()
     from organization o join membership m on m.org_id = o.id and m.role = 'owner'
     join (select distinct org_id, shareholder_id from payment) p on p.org_id = o.id where o.client_name = $1`,
    of.slice(0, 1),
  );
  await server.sql(
    `insert into payout_handover (org_id, batch_id, account_id, asked_at)
     select b.org_id, b.id, b.created_by, now() from payment_batch b join organization o on o.id = b.org_id where o.client_name = $1`,
    of.slice(0, 1),
  );
  await insert(
    'bank_statement_answer',
    'id, statement_id, question, answer, answered_by, answered_at',
    `gen_random_uuid(), (select b.id from bank_statement b where b.org_id = o.id limit 1), 'direction_word:' || (select b.lines->0->>'reference' from bank_statement b where b.org_id = o.id limit 1), 'in', (select m.account_id from membership m where m.org_id = o.id and m.role = 'owner'), now()`,
  );
  await insert(
    'tax_profile_change',
    'shareholder_id, asked_at, asked_by, country',
    `s.stakeholder_id, now(), (select m.account_id from membership m where m.org_id = o.id and m.role = 'owner'), 'US'`,
  );
  await entry('acceptance', 'security_id', 's.security_id');
  await entry('issuer_authorized', 'shares_authorized, authorized_kind', `1000000, 'FIXED'`);
  await entry('split', 'stock_class_id, numerator, denominator', 's.stock_class_id, 1, 1');
  await entry('ratio_change', 'stock_class_id, numerator, denominator', 's.stock_class_id, 1, 1');
  await entry('stakeholder_change', 'stakeholder_id, new_status', `s.stakeholder_id, 'ACTIVE'`);
  await entry('plan_pool', 'stock_plan_id, shares_reserved', 'g.stock_plan_id, 100000');
  await entry('plan_split', 'stock_plan_id, exercised, retired', 'g.stock_plan_id, 1, 1');
  await entry('pool_return', 'stock_plan_id, security_id, quantity', 'g.stock_plan_id, s.security_id, 1');
  await insert(
    'reduction',
    'tx_seq, security_id, on_date, quantity, why',
    `last.seq, s.security_id, '2024-08-03', 1, 'cancelled'`,
  );
  await insert(
    'cap_table_change',
    'on_date, stakeholder_id, kind, change',
    `'2024-08-03', s.stakeholder_id, s.kind, 1`,
  );
  await insert('cap_table_checkpoint', 'as_of, known_seq', `'2024-08-03', last.seq`);
  await insert(
    'cap_table_checkpoint_row',
    'as_of, stakeholder_id, kind, quantity',
    `'2024-08-03', s.stakeholder_id, s.kind, 1`,
  );
  await insert(
    'payment_event',
    'id, payment_id, verb, account_id',
    `gen_random_uuid(), (select p.id from payment p where p.org_id = o.id and p.shareholder_id = s.stakeholder_id limit 1), 'start', (select m.account_id from membership m where m.org_id = o.id and m.role = 'owner')`,
  );
  await insert(
    'import_step',
    'import_id, position, step, entries, actor_id, actor, at',
    `(select b.id from import_batch b where b.org_id = o.id limit 1), 99, 'applied', 0, (select m.account_id from membership m where m.org_id = o.id and m.role = 'owner'), 'Ada', now()`,
  );
}
