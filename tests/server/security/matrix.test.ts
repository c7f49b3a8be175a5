// Every route, as everybody, against tests/support/access/routes.ts; and no answer holds a text of a row that the person may
// not see (tests/support/access/tables.ts). First the calls that read, then those that are refused and must change nothing,
// then those that are let in.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import { roles } from '#src/resources/kit/access.ts';
import type { Role } from '#src/resources/kit/access.ts';
import { bodyFor } from '#tests/support/access/bodies.ts';
import { leaksIn, placesIn, plantCanaries } from '#tests/support/access/canaries.ts';
import type { Canaries } from '#tests/support/access/canaries.ts';
import { principals, routeAccess } from '#tests/support/access/routes.ts';
import type { Outcome, Principal, Row as RouteRow } from '#tests/support/access/routes.ts';
import { neverShown, tableAccess } from '#tests/support/access/tables.ts';
import { png } from '#tests/support/inputs/pictures.ts';
import * as given from '#tests/support/given.ts';
import { givenUndelivered } from '#tests/support/jobs/jobs.ts';
import { listUrl } from '#tests/support/given.ts';
import { anyone, givenMember, unique } from '#tests/support/people.ts';
import type { Caller, Person, Reply } from '#tests/support/people.ts';
import { bankStatement, fillRareTables, givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { oneOfEach } from '#tests/support/time/often.ts';
import { readWorkbook } from '#tests/support/workbook.ts';

const server = useTestServer();
let ours: Tenant;
let people: Record<Principal, Caller>;
let canaries: Canaries;
/** The company's records by resource, as the owner sees them. */
const records: Record<string, Row[]> = {};
const paperOf = new Map<unknown, string>();
/** A spreadsheet that was read. */
let sheet: string;
/** A bank statement that was read. */
let statement: string;
/** A file of a message, by the holder who reads it. */
const fileOf = new Map<unknown, string>();
/** A message of the company, by the holder who got it. */
const messageOf = new Map<unknown, string>();
const seen = new Set<string>();
const leaks: string[] = [];
/** Instants that are written in another form than the one of all answers. */
const otherInstants = new Set<string>();
const INSTANT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.,]*(?![\d:.,]|Z\b)[^\s"]{0,6}/g;

beforeAll(async () => {
  ours = await givenTenant(server, 'AMARK');
  const theirs = await givenTenant(server, 'BMARK');
  for (const tenant of [ours, theirs]) await fillRareTables(server, tenant);
  for (const { id, shareholder_id } of await server.sql<{ id: string; shareholder_id: string }>(
    'select * from yearly_tax_form',
  ))
    paperOf.set(shareholder_id, id);
  for (const { id, message, shareholder_id } of await server.sql<{
    id: string;
    message: string;
    shareholder_id: string;
  }>(
    `select f.id, f.message_id as message, p.shareholder_id from message_file f join message m on m.org_id = f.org_id and m.id = f.message_id and m.for_company
     join thread_participant p on p.org_id = m.org_id and p.thread_id = m.thread_id`,
  )) {
    fileOf.set(shareholder_id, id);
    messageOf.set(shareholder_id, message);
  }
  // What no shareholder holds.
  const unheld = await given.shareClass(ours.owner, { name: 'AMARK Preferred', prefix: 'AP-' });
  await given.equityPlan(ours.owner, { name: 'AMARK Unused plan', share_class_ids: [unheld.id] });
  const valuation = {
    share_class_id: unheld.id,
    price_per_share: '1',
    effective_date: '2024-01-01',
    provider: 'AMARK',
  };
  await ours.owner.post('/api/valuations/', valuation);
  await ours.owner.post('/api/members/', { email: 'amark-invited@example.com', role: 'viewer' });
  const members: Partial<Record<Role, Person>> = {
    owner: ours.owner,
    viewer: ours.viewer,
    shareholder: ours.one.person,
  };
  for (const role of roles) members[role] ??= await givenMember(server, ours.owner, role);
  people = {
    ...(members as Record<Role, Person>),
    pending: ours.pending,
    foreign: theirs.owner,
    nobody: anyone(server),
  };
  const orgs = await server.sql<{ id: string; client_name: string }>('select id, client_name from organization');
  const orgOf = ({ owner }: Tenant) => orgs.find(({ client_name }) => client_name === owner.user.client_name)!.id;
  const member = (role: string | null, person: Person, org = orgOf(ours), holder: unknown = null) => ({
    account: person.user.id,
    org,
    role,
    holder,
  });
  canaries = await plantCanaries(server, {
    ...Object.fromEntries(roles.map((role) => [role, member(role, members[role]!)])),
    shareholder: member('shareholder', ours.one.person, orgOf(ours), ours.one.record.id),
    pending: member(null, ours.pending),
    foreign: member('owner', theirs.owner, orgOf(theirs)),
    nobody: { account: null, org: null, role: null, holder: null },
  });
  sheet = String((await pasted(ours.owner)).id);
  statement = String((await bankStatement(ours.owner, 'date,amount,reference\n2024-08-01,5.00,AMARK\n')).id);
  for (const { name, path } of resources) {
    const reply = await ours.owner.get(path);
    if (reply.status !== 200) throw new Error(`${path} answers ${reply.text}`);
    records[name] = reply.rows;
  }
});

it('the table names every route of the server, and no other', () => {
  const routes = server.app.routes.map(({ method, url }) => `${String(method)} ${url}`);
  expect(routeAccess.map(({ route }) => route).toSorted()).toEqual(routes.toSorted());
});

/** Texts of which the database allows only certain ones. */
const CHOICES = [
  'account.locale',
  'activity.known_to',
  'bank_statement.format',
  'bank_statement_answer.answer',
  'distribution.declared_as',
  'document.audience',
  'import_step.step',
  'organization.cap_table_visibility',
  'organization.missing_tax_form',
  'payment.method',
  'payment_batch.format',
  'payment_contact.channel',
  'saved_view.density',
  'saved_view.shared',
  'share_class.dividend_base',
  'share_class.dividend_participation',
  'shareholder.country_of_staff',
  'task.cause',
  'task.priority',
  'tax_profile.form',
  'tax_profile_change.form',
  'undelivered_message.known_to',
  'yearly_tax_form.form',
];

it('the texts to look for are in every table and in every text that people write', () => {
  expect(canaries.unplanted.toSorted()).toEqual(CHOICES);
  const planted = new Set(canaries.places);
  expect(planted.size).toBeGreaterThan(50);
  expect(neverShown.filter((place) => !planted.has(place))).toEqual([]);
});

const { one, two } = { one: () => ours.one, two: () => ours.two };
/** Whether the shareholder has a record, by the marks of the tests' company and not by who may read it. */
const HELD: Record<string, (row: Row) => boolean> = {
  'share-classes': ({ name }) => String(name).startsWith('AMARK Common'),
  'equity-plans': ({ name }) => String(name).startsWith('AMARK Plan'),
  tasks: ({ title }) => String(title).startsWith('AMARK-ONE sign'),
  valuations: ({ share_class }) => String(share_class).startsWith('AMARK Common'),
  distributions: ({ name }) => String(name).startsWith('AMARK dividend'),
  documents: ({ name, shareholder_id }) =>
    /^AMARK (-ONE|notice to the class|letter to both)|^AMARK-ONE/.test(String(name)) ||
    (String(name).startsWith('W-9') && shareholder_id === ours.one.record.id),
};
/** A record that administrators alone read, beside the shareholder. */
const isForAdministrators = (resource: string, { name }: Row) =>
  resource === 'documents' && String(name).startsWith('W-9');
const isHeld = (resource: string, row: Row): boolean => {
  const text = JSON.stringify(row);
  const names = (holder: Tenant['one']) => text.includes(holder.mark) || text.includes(String(holder.record.id));
  return HELD[resource]?.(row) ?? (names(one()) && !names(two()));
};

const resourceOf = (url: string) =>
  resources
    .filter(({ path }) => url.startsWith(path.replace(/\/$/, '')))
    .sort((a, b) => b.path.length - a.path.length)[0];
const QUERIES: Record<string, string> = {
  '/api/shareholders/:id/termination': '?date=2024-12-31&reason=VOLUNTARY_OTHER',
  '/api/cap-table/diff': '?from=2024-01-01',
  '/api/search': '?q=AMARK&limit=50',
};
/** An admin does not edit an owner, and only an invitation is sent again. */
const MEMBERS: Record<string, (row: Row) => boolean> = {
  '/api/members/:id': ({ role }) => role === 'viewer',
  '/api/members/:id/resend': ({ status }) => status === 'invited',
};
/** A record of the company: of the shareholder, or not. */
function recordFor(url: string, ofShareholder: boolean): string | null {
  if (url.endsWith('/:name')) return String(ours.owner.user.client_name);
  if (url.includes('/:kind')) return 'snapshot';
  if (url.startsWith('/api/sheets')) return sheet;
  if (url.startsWith('/api/reconciliations/')) return statement;
  if (url.startsWith('/api/yearly-tax-forms/:id')) return paperOf.get((ofShareholder ? ours.one : ours.two).record.id)!;
  if (url.startsWith('/api/messaging/messages/:id'))
    return messageOf.get((ofShareholder ? ours.one : ours.two).record.id)!;
  if (url.startsWith('/api/messaging/files/:id')) return fileOf.get((ofShareholder ? ours.one : ours.two).record.id)!;
  const resource = resourceOf(url);
  if (!resource || !url.includes(':')) return 'none';
  const found = records[resource.name]!.filter((row) => !isForAdministrators(resource.name, row)).filter(
    MEMBERS[url] ?? ((row) => isHeld(resource.name, row) === ofShareholder),
  );
  return found.length > 0 ? String(found[0]!.id) : null;
}

async function call({ method, url, route }: RouteRow, who: Principal, id: string): Promise<Reply> {
  const body = url.includes(':id') ? bodyFor(url) : {};
  const reply = await people[who].send(
    method,
    url.replace('/:version', '/1').replace(/:\w+/, id) + (QUERIES[url] ?? ''),
    method === 'GET' || method === 'DELETE' ? undefined : body,
  );
  for (const [instant] of reply.text.matchAll(INSTANT)) otherInstants.add(`${route}: ${instant}`);
  for (const place of await placesIn(reply, canaries)) seen.add(place);
  for (const place of await leaksIn(reply, who, canaries)) leaks.push(`${route} shows ${who} ${place}`);
  return reply;
}

const PLAIN = ['session_missing', 'forbidden', 'not_found', 'invitation_unknown', 'link_invalid'];
/** Says who else may do it with this record. */
const LET_IN = 'second_person_needed';

/** The outcome of an answer, as the table says it; otherwise its status and code. */
function outcomeOf(reply: Reply): string {
  if (reply.status >= 500) return `${reply.status}`;
  if ([401, 403, 404].includes(reply.status) && reply.code !== LET_IN) {
    const code = String(reply.code);
    return PLAIN.includes(code) ? `${reply.status}` : `${reply.status} ${code}`;
  }
  return 'in';
}

/** What a list or its file shows of the company: all, the shareholder's own, none, or something else. */
async function shown(route: RouteRow, who: Principal, reply: Reply): Promise<string> {
  if (reply.status !== 200) return outcomeOf(reply);
  const { name } = resourceOf(route.url)!;
  const all = records[name]!;
  const own = all.filter((row) => isHeld(name, row));
  const most = all.filter((row) => !isForAdministrators(name, row));
  if (/\.(csv|xlsx)$/.test(route.url)) {
    const rows = route.url.endsWith('.xlsx') ? (await readWorkbook(reply.bytes))[0]! : null;
    const text = rows ? JSON.stringify(rows) : reply.text;
    const lines = (rows ?? text.trimEnd().split('\r\n')).length - 1;
    if (who === 'foreign') return text.includes('AMARK') ? `${lines} lines of another company` : 'none';
    if (name === 'audit') return lines >= all.length ? 'all' : lines === 0 ? 'none' : `${lines} lines`;
    const sizes: [Outcome, number][] = [
      ['none', 0],
      ['all', all.length],
      ['most', most.length],
      ['own', own.length],
    ];
    return sizes.find(([, size]) => size === lines)?.[0] ?? `${lines} lines`;
  }
  const ids = reply.rows.map(({ id }) => id);
  const ofUs = all.filter(({ id }) => ids.includes(id));
  if (who === 'foreign') return ofUs.length === 0 ? 'none' : `${ofUs.length} of another company`;
  if (ids.length === 0) return 'none';
  if (ofUs.length === all.length) return 'all';
  const isExactly = (rows: Row[]) => ids.length === rows.length && rows.every(({ id }) => ids.includes(id));
  if (isExactly(most)) return 'most';
  return isExactly(own)
    ? 'own'
    : `${reply.rows.map((row) => String(row.name ?? row.id)).join(', ')} (${own.length} expected)`;
}

const isList = ({ outcomes }: RouteRow) => outcomes.owner === 'all';
const isRefusal = (outcome: Outcome) => ['401', '403', '404'].includes(outcome);
/** What is let in and removes, or ends something that later calls need, comes last. */
const isLast = ({ method, url }: RouteRow) =>
  method === 'DELETE' ||
  url === '/api/auth/logout' ||
  (method === 'POST' && url.startsWith('/api/undelivered-messages/'));
const lastOnes = routeAccess
  .filter(isLast)
  .toSorted((a, b) => Number(a.url === '/api/auth/logout') - Number(b.url === '/api/auth/logout'));

/** Calls a route as somebody; for a record, also another shareholder's where the table says `own`. */
async function differences(route: RouteRow, who: Principal): Promise<string[]> {
  const expected = route.outcomes[who];
  const wrong = (what: string, found: string) => [`${route.route} as ${who}${what}: ${found} instead of ${expected}`];
  if (isList(route)) {
    const found = await shown(route, who, await call(route, who, 'none'));
    return found === expected ? [] : wrong('', found);
  }
  const mine = recordFor(route.url, true);
  const others = recordFor(route.url, false);
  if (expected === 'own') {
    const [toMine, toOthers] = [mine && (await call(route, who, mine)), others && (await call(route, who, others))];
    if (!toMine || !toOthers) return wrong('', 'there are no records to try it with');
    return [
      ...(outcomeOf(toMine) === 'in' ? [] : wrong(' of theirs', outcomeOf(toMine))),
      ...(outcomeOf(toOthers) === '404' ? [] : wrong(' of another', outcomeOf(toOthers))),
    ];
  }
  const id = (expected === 'in' ? (others ?? mine) : (mine ?? others)) ?? 'none';
  const found = outcomeOf(await call(route, who, id));
  return found === expected ? [] : wrong('', found);
}

/** A workbook has the rows of its CSV, which everybody asks for; it is made for half of them in `npm test`, and for all in the long run. */
const asWhom = ({ url }: RouteRow): readonly Principal[] =>
  url.endsWith('.xlsx')
    ? oneOfEach(principals, (who) => (['shareholder', 'foreign', 'nobody'].includes(who) ? who : 'owner'))
    : principals;

async function differencesOf(routes: readonly RouteRow[], includes: (route: RouteRow, who: Principal) => boolean) {
  const found: string[] = [];
  for (const route of routes)
    for (const who of asWhom(route)) if (includes(route, who)) found.push(...(await differences(route, who)));
  return found;
}

/** The content of every table of a company. */
async function contents(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const table of Object.keys(tableAccess))
    found[table] = (
      await server.sql(`select md5(string_agg(t::text, ' ' order by t::text)) as text from ${table} t`)
    )[0];
  return found;
}

describe('every route, as everybody', () => {
  it('that reads', async () => {
    expect(await differencesOf(routeAccess, ({ method }) => method === 'GET')).toEqual([]);
  });
  it('that searches a list for those texts', async () => {
    const found: string[] = [];
    for (const { path, name } of resources)
      for (const who of principals) {
        const reply = await people[who].get(listUrl(path, { filter: { q: 'qz' } }));
        for (const place of await leaksIn(reply, who, canaries)) found.push(`${name} finds for ${who} ${place}`);
      }
    expect(found).toEqual([]);
  });
  it('that is refused, and changes nothing', async () => {
    const before = await contents();
    const refused = (route: RouteRow, who: Principal) => route.method !== 'GET' && isRefusal(route.outcomes[who]);
    expect(await differencesOf(routeAccess, refused)).toEqual([]);
    expect(await contents()).toEqual(before);
  });
  it('that writes', async () => {
    const writes = ({ method, outcomes }: RouteRow, who: Principal) => method !== 'GET' && !isRefusal(outcomes[who]);
    const first = routeAccess.filter((route) => !isLast(route));
    // The shareholder before the company, which may end what they have.
    const found = await differencesOf(first, (route, who) => who === 'shareholder' && writes(route, who));
    found.push(...(await differencesOf(first, (route, who) => who !== 'shareholder' && writes(route, who))));
    expect(found).toEqual([]);
  });
  it('that removes or ends something', async () => {
    const found: string[] = [];
    for (const route of lastOnes)
      for (const who of principals.filter((each) => !isRefusal(route.outcomes[each]))) {
        const id = await toRemove(route.url);
        const reply = await call(route, who, id);
        if (outcomeOf(reply) !== 'in') found.push(`${route.route} as ${who}: ${outcomeOf(reply)} instead of in`);
      }
    expect(found).toEqual([]);
  });
  it('writes every instant in one form', () => {
    expect([...otherInstants]).toEqual([]);
  });
  it('holds no text of a row that the person may not see', () => {
    expect(leaks).toEqual([]);
    // The texts are in the answers at all: of those who may see them.
    expect(seen.size).toBeGreaterThan(40);
  });
});

const pasted = async (by: Person): Promise<Row> =>
  (await by.post('/api/sheets', { text: 'Name,Shares,Class\nAMARK,5,AMARK' })).body;

/** A new record, which nothing depends on. */
async function toRemove(url: string): Promise<string> {
  const name = url.split('/')[2]!;
  const made: Record<string, () => Promise<Row>> = {
    shareholders: () => given.shareholder(ours.owner),
    distributions: () => given.distribution(ours.owner, { share_class_ids: [records['share-classes']![0]!.id] }),
    documents: () => given.document(ours.owner),
    tasks: () => given.task(ours.owner),
    'share-classes': () => given.shareClass(ours.owner),
    'equity-plans': () => given.equityPlan(ours.owner),
    valuations: async () =>
      (
        await ours.owner.post('/api/valuations/', {
          share_class_id: (await given.shareClass(ours.owner)).id,
          price_per_share: '1',
          effective_date: '2024-01-01',
        })
      ).body,
    legends: async () => (await ours.owner.post('/api/legends/', { name: 'Unused', text: 'Unused.' })).body,
    'board-seats': async () =>
      (
        await ours.owner.post('/api/board-seats/', {
          name: 'Unused',
          email: `${unique()}@example.com`,
          elected_on: '2024-01-01',
        })
      ).body,
    'company-bank-accounts': async () =>
      (
        await ours.owner.post('/api/company-bank-accounts/', {
          label: `Unused ${unique()}`,
          name: 'Unused',
          routing_number: '091000019',
        })
      ).body,
    sheets: () => pasted(ours.owner),
    scenarios: () => given.scenario(ours.owner),
    drafts: () => given.draft(ours.owner),
    'undelivered-messages': async () => ({ id: await givenUndelivered(server, ours.owner) }),
    members: async () =>
      (await ours.owner.post('/api/members/', { email: `new-${unique()}@example.com`, role: 'viewer' })).body,
  };
  if (url === '/api/organization/logo') {
    const { body, options } = given.multipart({ name: 'logo.png', bytes: png() });
    await ours.owner.put(url, body, options);
  }
  const record = url.includes(':id') ? await made[name]!() : { id: 'none' };
  if (!record.id) throw new Error(`No record to remove at ${url}: ${JSON.stringify(record)}`);
  return String(record.id);
}
