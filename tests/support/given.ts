// Creates the records that a test needs, through the API.
import type { Row } from '#server/db/database.ts';
import { unique } from './people.ts';
import type { Caller, Reply } from './people.ts';

function made(reply: Reply, status = 201): Row {
  if (reply.status !== status) throw new Error(`Expected ${status}, got ${reply.status}: ${reply.text}`);
  return reply.body;
}

export async function shareholder(by: Caller, extra: Row = {}): Promise<Row> {
  const n = unique();
  const name = { type: 'individual', first_name: 'Grace', last_name: `Holder ${n}` };
  const body = { ...name, email: `holder-${n}@example.com`, relationship: 'other' };
  return made(await by.post('/api/shareholders/', { ...body, ...extra }));
}

export async function shareClass(by: Caller, extra: Row = {}): Promise<Row> {
  const n = unique();
  const body = {
    name: `Common ${n}`,
    class_type: 'COMMON',
    prefix: `C${n}-`,
    authorized_shares: '1000000',
    votes_per_share: 1,
    seniority: 1,
  };
  return made(await by.post('/api/share-classes/', { ...body, ...extra }));
}

/** Creates a certificate, and its holder and class when they are not given. */
export async function certificate(by: Caller, extra: Row = {}): Promise<Row> {
  const shareholder_id = extra.shareholder_id ?? (await shareholder(by)).id;
  const share_class_id = extra.share_class_id ?? (await shareClass(by)).id;
  const body = { shareholder_id, share_class_id, quantity: '1000', issue_date: '2024-01-15', ...extra };
  return made(await by.post('/api/certificates/', body));
}

/** Creates a plan, adopted before anything a test grants from it, and its class when it is not given. */
export async function equityPlan(by: Caller, extra: Row = {}): Promise<Row> {
  const share_class_ids = extra.share_class_ids ?? [(await shareClass(by)).id];
  const body = { name: `Plan ${unique()}`, reserved: '100000', date: '2020-01-01', ...extra, share_class_ids };
  return made(await by.post('/api/equity-plans/', body));
}

/**
 * Creates a grant of 1,000 options over four years with a one-year cliff, and its holder and plan when they are not
 * given.
 */
export async function grant(by: Caller, extra: Row = {}): Promise<Row> {
  const shareholder_id = extra.shareholder_id ?? (await shareholder(by)).id;
  const equity_plan_id = extra.equity_plan_id ?? (await equityPlan(by)).id;
  const share_class_id = extra.share_class_id ?? (await classOf(by, equity_plan_id));
  const body = {
    compensation_type: 'OPTION_NSO',
    quantity: '1000',
    exercise_price: '0.50',
    date: '2024-01-01',
    vesting: { vesting_start: '2024-01-01', months: 48, cliff_months: 12 },
    ...extra,
  };
  return made(await by.post('/api/grants/', { ...body, shareholder_id, equity_plan_id, share_class_id }));
}

async function classOf(by: Caller, planId: unknown): Promise<unknown> {
  const { share_class_ids } = (await by.get(`/api/equity-plans/${String(planId)}`)).body as {
    share_class_ids: unknown[];
  };
  return share_class_ids[0];
}

/** Creates a SAFE of 500,000 with a post-money cap of 10,000,000. */
export async function convertible(by: Caller, extra: Row = {}): Promise<Row> {
  const shareholder_id = extra.shareholder_id ?? (await shareholder(by)).id;
  const body = { kind: 'SAFE', amount: '500000', date: '2024-01-01', terms: { post_money_cap: '10000000' } };
  return made(await by.post('/api/convertibles/', { ...body, ...extra, shareholder_id }));
}

export async function warrant(by: Caller, extra: Row = {}): Promise<Row> {
  const shareholder_id = extra.shareholder_id ?? (await shareholder(by)).id;
  const share_class_id = extra.share_class_id ?? (await shareClass(by)).id;
  const body = { quantity: '1000', exercise_price: '2', date: '2024-01-01', expiration_date: '2030-12-31' };
  return made(await by.post('/api/warrants/', { ...body, ...extra, shareholder_id, share_class_id }));
}

export async function distribution(by: Caller, extra: Row = {}): Promise<Row> {
  const declared = extra.total_amount === undefined ? { amount_per_share: '0.50' } : {};
  const body = {
    name: `Dividend ${unique()}`,
    type: 'dividend',
    record_date: '2024-06-30',
    payment_date: '2024-07-15',
    ...declared,
    ...extra,
  };
  return made(await by.post('/api/distributions/', body));
}

/** Reads the preview and approves what it shows. */
export async function approveSeen(by: Caller, distribution: Row): Promise<Reply> {
  const url = `/api/distributions/${String(distribution.id)}`;
  const { preview_hash } = (await by.get(`${url}/preview`)).body;
  return by.post(`${url}/approve`, { preview_hash, version: (await by.get(url)).body.version });
}

export async function task(by: Caller, extra: Row = {}): Promise<Row> {
  const body = { title: `Task ${unique()}`, priority: 'medium', status: 'pending', due_date: '2025-03-01' };
  return made(await by.post('/api/tasks/', { ...body, ...extra }));
}

export async function thread(by: Caller, extra: Row = {}): Promise<Row> {
  const body = { subject: `Thread ${unique()}`, body: 'Hello.', shareholder_ids: 'all' };
  return made(await by.post('/api/messaging/threads', { ...body, ...extra }));
}

/** A field with a list is sent once for each value. */
export function multipart(
  file: { name: string; bytes: Buffer | string } | null,
  fields: Record<string, string | readonly string[]> = {},
) {
  const boundary = `boundary${unique()}`;
  const parts: Buffer[] = Object.entries(fields).flatMap(([name, given]) =>
    [given]
      .flat()
      .map((value) =>
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
      ),
  );
  if (file)
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(file.bytes as string),
      Buffer.from('\r\n'),
    );
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    body: Buffer.concat(parts),
    options: { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } },
  };
}

/** Uploads a small PDF for a message. */
export async function messageFile(by: Caller, name = 'letter.pdf', bytes: Buffer | string = PDF): Promise<Row> {
  const { body, options } = multipart({ name, bytes });
  return made(await by.post('/api/messaging/files', body, options));
}

/** Uploads a small PDF. */
export async function document(
  by: Caller,
  extra: { name?: string; fields?: Record<string, string | readonly string[]> } = {},
) {
  const { body, options } = multipart({ name: extra.name ?? 'paper.pdf', bytes: PDF }, extra.fields);
  return made(await by.post('/api/documents/upload', body, options));
}

export const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** The address of a list with sort, range and filter, encoded as the contract says. */
export function listUrl(path: string, query: { sort?: unknown; range?: unknown; filter?: unknown } = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`);
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/** Creates a scenario that enlarges the pool of the company's first plan. */
export async function scenario(by: Caller, extra: Row = {}): Promise<Row> {
  const body = { name: `Scenario ${unique()}`, steps: [{ kind: 'pool', quantity: 1000 }] };
  return made(await by.post('/api/scenarios/', { ...body, ...extra }));
}

/** Creates a scenario and its drafts. Out: the first of them. */
export async function draft(by: Caller, extra: Row = {}): Promise<Row> {
  const { id } = await scenario(by, extra);
  const { drafts } = made(await by.post(`/api/scenarios/${String(id)}/drafts`, {})) as { drafts: Row[] };
  return drafts[0]!;
}
