// People who use the API: everything they do is an HTTP request. Sign-up, codes and invitations are the real ones.
import type { Readable } from 'node:stream';
import type { HTTPMethods, InjectOptions } from 'fastify';
import type { Row } from '#server/db/database.ts';
import { sealedAs } from '#server/data/queue/messages.ts';
import { v7 } from 'uuid';
import type { TestServer } from './testServer.ts';

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  bytes: Buffer;
  /** The answer as one record, and as a list. */
  body: Row;
  rows: Row[];
  detail: unknown;
  code: unknown;
}

export interface SendOptions {
  headers?: Record<string, string>;
  ip?: string;
}

export interface Caller {
  send(method: HTTPMethods, url: string, body?: unknown, options?: SendOptions): Promise<Reply>;
  get(url: string, options?: SendOptions): Promise<Reply>;
  post(url: string, body?: unknown, options?: SendOptions): Promise<Reply>;
  put(url: string, body?: unknown, options?: SendOptions): Promise<Reply>;
  delete(url: string, options?: SendOptions): Promise<Reply>;
}

export interface Person extends Caller {
  email: string;
  phone: string;
  password: string;
  token: string;
  user: Row;
}

export const PASSWORD = 'correct horse 7';

let counter = 0;
/** The one address whose answer does not end. */
const isStream = (url: string) => url.split('?')[0] === '/api/changes';
/** Out: a refusal, or what it says first, as JSON. Hangs up after it. */
async function firstOf({ statusCode, stream }: { statusCode: number; stream(): Readable }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream()) {
    chunks.push(chunk as Buffer);
    if (statusCode === 200) return Buffer.from(JSON.stringify({ said: String(chunk) }));
  }
  return Buffer.concat(chunks);
}

/** A number no other person or company of this process has. */
export const unique = (): number => (counter += 1);

export function caller(server: TestServer, token: () => string | null, ip = '127.0.0.1'): Caller {
  const send: Caller['send'] = async (method, url, body, options = {}) => {
    const bearer = token();
    const reply = await server.app.server.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      remoteAddress: options.ip ?? ip,
      headers: { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...options.headers },
      ...(body === undefined ? {} : { payload: body as NonNullable<InjectOptions['payload']> }),
      payloadAsStream: isStream(url),
    });
    if (isStream(url)) return replyOf(reply.statusCode, reply.headers, await firstOf(reply));
    return replyOf(reply.statusCode, reply.headers, reply.rawPayload);
  };
  return {
    send,
    get: (url, options) => send('GET', url, undefined, options),
    post: (url, body, options) => send('POST', url, body, options),
    put: (url, body, options) => send('PUT', url, body, options),
    delete: (url, options) => send('DELETE', url, undefined, options),
  };
}

function replyOf(status: number, headers: Reply['headers'], bytes: Buffer): Reply {
  const text = bytes.toString('utf8');
  const json = () => (text === '' ? {} : JSON.parse(text)) as unknown;
  return {
    status,
    headers,
    text,
    bytes,
    get body() {
      return json() as Row;
    },
    get rows() {
      return json() as Row[];
    },
    get detail() {
      return (json() as Row).detail;
    },
    get code() {
      return (json() as Row).code;
    },
  };
}

export const anyone = (server: TestServer, ip?: string): Caller => caller(server, () => null, ip);

/** A new network address for each call, so that limits by address affect nobody else. */
export function ownAddress(): string {
  const n = unique();
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

/** The newest code that was sent to a phone or an address. */
export async function codeFor(server: TestServer, recipient: string): Promise<string> {
  const texts = await messagesTo(server, recipient);
  const code = texts.map((text) => /code is (\d{6})/.exec(text)?.[1]).find((found) => found !== undefined);
  if (!code) throw new Error(`No code was sent to ${recipient}.`);
  return code;
}

/** The messages to a recipient, newest first, as the worker would send them. */
export async function messagesTo(server: TestServer, recipient: string): Promise<string[]> {
  const rows = await server.sql<{ id: string; text: string }>(
    `select id, details ->> 'text' as text from job where details ->> 'recipient' = $1 and details ? 'text' order by created_at desc, id desc`,
    [recipient],
  );
  return rows.map(({ id, text }) => server.deps.secrets.open(text, sealedAs(id)));
}

export function signupBody(extra: Row = {}): Row & { email: string; phone: string; password: string } {
  const n = unique();
  return {
    email: `person-${n}@example.com`,
    password: PASSWORD,
    phone: `+1${5_550_000_000 + n}`,
    first_name: 'Ada',
    last_name: `Number ${n}`,
    sms_consent: true,
    account_type: 'client',
    client_name: `company-${n}`,
    client_display_name: `Company ${n}, Inc.`,
    ...extra,
  };
}

/** Signs up and proves the phone. */
export async function signUp(server: TestServer, extra: Row = {}): Promise<Person> {
  const body = signupBody(extra);
  const ip = ownAddress();
  const open = anyone(server, ip);
  const asked = await open.post('/api/auth/signup', body);
  if (asked.status !== 200) throw new Error(`Sign-up was refused: ${asked.text}`);
  const proved = await open.post('/api/auth/verify-phone', {
    email: body.email,
    code: await codeFor(server, body.phone),
  });
  if (proved.status !== 200) throw new Error(`The phone was not proved: ${proved.text}`);
  const { access_token, user } = proved.body as { access_token: string; user: Row };
  const person = { email: body.email, phone: body.phone, password: body.password, token: access_token, user };
  return Object.assign(
    caller(server, () => person.token, ip),
    person,
  ) as Person;
}

export const signUpCompany = (server: TestServer, extra: Row = {}): Promise<Person> => signUp(server, extra);

/** Signs in again: the password, then the code. */
export async function signIn(
  server: TestServer,
  person: Pick<Person, 'email' | 'phone' | 'password'>,
): Promise<string> {
  const open = anyone(server, ownAddress());
  const first = await open.post('/api/auth/login', { email: person.email, password: person.password });
  const reply = await open.post('/api/auth/verify-2fa', {
    email: person.email,
    code: await codeFor(server, person.phone),
    challenge_id: first.body.challenge_id,
  });
  if (reply.status !== 200) throw new Error(`Signing in was refused: ${reply.text}`);
  return String(reply.body.access_token);
}

/** A member of the company. The owner's login writes the membership, because an invitation needs a mail for each. */
export async function givenMember(server: TestServer, company: Person, role: string, extra: Row = {}): Promise<Person> {
  const person = await signUp(server, { account_type: 'shareholder', client_name: 'nobody-has-this-name', ...extra });
  await server.sql(
    `insert into membership (org_id, id, account_id, role, status)
     select id, $2, $3, $4, 'active' from organization where client_name = $1`,
    [company.user.client_name, v7(), person.user.id, role],
  );
  await enter(server, person, String(company.user.client_name));
  return person;
}

/** Switches to another organisation of the same account. The person's token becomes the new one. */
export async function enter(server: TestServer, person: Person, clientName: string): Promise<void> {
  const reply = await person.post('/api/auth/switch', { client_name: clientName });
  if (reply.status !== 200) throw new Error(`The switch was refused: ${reply.text}`);
  person.token = String(reply.body.access_token);
  person.user = reply.body.user as Row;
  Object.assign(
    person,
    caller(server, () => person.token, ownAddress()),
  );
}

/** Signs up the shareholder's own account, through the link mailed to the address of the record. */
export async function signUpShareholder(server: TestServer, company: Person, shareholder: Row): Promise<Person> {
  const invited = await company.post(`/api/shareholders/${String(shareholder.id)}/invite`, {});
  if (invited.status !== 202) throw new Error(`The invitation was refused: ${invited.text}`);
  const token = await invitationTo(server, String(shareholder.email));
  return signUp(server, {
    account_type: 'shareholder',
    email: shareholder.email,
    client_name: '',
    invite_token: token,
  });
}

export async function invitationTo(server: TestServer, email: string): Promise<string> {
  const text = (await messagesTo(server, email)).find((each) => each.includes('invite='));
  return /invite=([\w-]+)/.exec(text ?? '')![1]!;
}

/** The token in the confirmation link that was mailed to a new account. */
export async function confirmationTo(server: TestServer, email: string): Promise<string> {
  const text = (await messagesTo(server, email)).find((each) => each.includes('/confirm-email?token='));
  return /confirm-email\?token=([\w-]+)/.exec(text ?? '')![1]!;
}

/** Confirms the mailbox: from now on phone and mailbox are proved by the same person. */
export async function confirmMailbox(server: TestServer, person: Person): Promise<void> {
  const reply = await person.post('/api/auth/confirm-email', { token: await confirmationTo(server, person.email) });
  if (reply.status !== 204) throw new Error(`The mailbox was not confirmed: ${reply.text}`);
}

/** As many calls of one company as are served at the same time; more wait, and are refused (503) where the machine is slow. */
const TOGETHER = 6;

/** Acts `count` times, several at the same moment. Out: the answers, in the order of their numbers. */
export async function atOnce<T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let next = 0;
  const one = async () => {
    for (let n = next++; n < count; n = next++) answers[n] = await act(n);
  };
  await Promise.all(Array.from({ length: Math.min(TOGETHER, count) }, one));
  return answers;
}
