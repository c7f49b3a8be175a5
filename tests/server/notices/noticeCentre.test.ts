// The bell: what is new in all companies of an account, what was read, and which of it is mailed.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenBook, letHourPass, takeMails } from '#tests/support/jobs/noticeMails.ts';
import type { Book } from '#tests/support/jobs/noticeMails.ts';
import { anyone, enter, givenMember, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { noticedResources } from '#src/resources/notices.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let book: Book;
beforeAll(async () => {
  book = await givenBook(server, { client_display_name: 'Tidewater Robotics' });
});

const noticesOf = async (person: Person, query = '') =>
  (await person.get(`/api/notices${query}`)).body as { notices: Row[]; has_more: boolean; unread: number };
const textsOf = async (person: Person) => (await noticesOf(person)).notices.map(({ text }) => text);

describe('the bell', () => {
  it('shows what is new, with its company and the record it leads to, and what was read', async () => {
    const { owner, record, holder } = book;
    const task = await given.task(owner, { title: 'Sign', assignee_id: record.id });
    const { notices, unread, has_more } = await noticesOf(holder);
    expect(has_more).toBe(false);
    expect(notices[0]).toMatchObject({
      kind: 'task_assigned',
      text: 'You have a new task: Sign.',
      resource: 'tasks',
      record_id: task.id,
      client_name: owner.user.client_name,
      client_display_name: 'Tidewater Robotics',
      read_at: null,
    });
    expect((await holder.get('/api/auth/me')).body.unread_notices).toBe(unread);
    const one = `/api/notices/${String(notices[0]!.id)}`;
    expect((await holder.post(`${one}/read`, {})).status).toBe(204);
    expect((await holder.get(one)).body.read_at).not.toBeNull();
    expect((await noticesOf(holder)).unread).toBe(unread - 1);
    expect((await holder.post('/api/notices/read', {})).status).toBe(204);
    expect((await holder.get('/api/auth/me')).body.unread_notices).toBe(0);
  });

  it('shows older ones a page at a time, each once', async () => {
    const second = await given.shareholder(book.owner);
    const person = await signUpShareholder(server, book.owner, second);
    for (let n = 0; n < 33; n += 1) await given.task(book.owner, { title: `Task ${n}`, assignee_id: second.id });
    const first = await noticesOf(person);
    expect([first.notices.length, first.has_more, first.unread]).toEqual([30, true, 33]);
    const rest = await noticesOf(person, `?before=${String(first.notices.at(-1)!.id)}`);
    expect([rest.notices.length, rest.has_more]).toEqual([3, false]);
    expect(new Set([...first.notices, ...rest.notices].map(({ id }) => id)).size).toBe(33);
  });

  it('counts among the five hundred newest unread ones, so that hidden ones cost no time', async () => {
    const record = await given.shareholder(book.owner);
    const person = await signUpShareholder(server, book.owner, record);
    await given.task(book.owner, { title: 'Sign', assignee_id: record.id });
    const unread = async () => (await person.get('/api/auth/me')).body.unread_notices as number;
    const hide = (count: number) =>
      server.sql(
        `insert into notice (org_id, id, account_id, shareholder_id, kind, resource, record_id, event, words, created_at)
           select n.org_id, gen_random_uuid(), n.account_id, n.shareholder_id, n.kind, n.resource, gen_random_uuid(), 'removed', n.words, n.created_at + interval '1 second'
           from (select * from notice where account_id = $1 limit 1) n, generate_series(1, $2::int)`,
        [person.user.id, count],
      );
    await hide(499);
    expect(await unread()).toBe(1);
    await hide(1);
    expect(await unread()).toBe(0);
    expect((await noticesOf(person)).notices.map(({ text }) => text)).toEqual(['You have a new task: Sign.']);
  });

  it('shows all companies of the account, whichever is open', async () => {
    const other = await givenBook(server, { client_display_name: 'Second Company' });
    const person = await givenMember(server, book.owner, 'staff');
    await server.sql(
      `insert into membership (org_id, id, account_id, role, status, shareholder_id)
       select id, gen_random_uuid(), $2, 'shareholder', 'active', $3 from organization where client_name = $1`,
      [other.owner.user.client_name, person.user.id, (await given.shareholder(other.owner)).id],
    );
    await enter(server, person, String(other.owner.user.client_name));
    const [linked] = await server.sql<{ shareholder_id: string }>(
      'select shareholder_id from membership where account_id = $1 and shareholder_id is not null',
      [person.user.id],
    );
    await given.task(other.owner, { title: 'As holder', assignee_id: linked!.shareholder_id });
    await given.thread(book.holder, { subject: 'For staff', body: 'x', shareholder_ids: undefined });
    expect((await textsOf(person)).toSorted()).toEqual([
      expect.stringContaining('wrote in “For staff”.'),
      'You have a new task: As holder.',
    ]);
  });

  it('shows nobody the notices of others, and no company those of another', async () => {
    const { owner, record, holder } = book;
    await given.task(owner, { title: 'Private', assignee_id: record.id });
    const [notice] = (await noticesOf(holder)).notices;
    const stranger = (await givenBook(server)).holder;
    for (const person of [owner, stranger]) {
      expect(await textsOf(person)).not.toContain('You have a new task: Private.');
      const one = `/api/notices/${String(notice!.id)}`;
      expect((await person.get(one)).status).toBe(404);
      expect((await person.post(`${one}/read`, {})).status).toBe(404);
      expect((await person.get(`/api/notices?before=${String(notice!.id)}`)).body.notices).toEqual([]);
    }
    expect((await holder.get('/api/notices/none')).status).toBe(404);
    expect((await holder.get(`/api/notices?before=none`)).status).toBe(404);
    expect((await anyone(server).get('/api/notices')).status).toBe(401);
    expect((await holder.get(`/api/notices/${String(notice!.id)}`)).body.read_at).toBeNull();
  });

  it('shows nothing more of what the reader lost: a document, a task, a membership', async () => {
    const { owner } = book;
    const second = await given.shareholder(owner);
    const person = await signUpShareholder(server, owner, second);
    const document = await given.document(owner, { name: 'x.pdf', fields: { shareholder_id: String(second.id) } });
    const task = await given.task(owner, { title: 'Sign', assignee_id: second.id });
    await given.thread(owner, { shareholder_ids: [second.id] });
    expect(await textsOf(person)).toHaveLength(3);
    await owner.delete(`/api/documents/${String(document.id)}`);
    expect(await textsOf(person)).toHaveLength(2);
    const edit = { ...task, assignee_id: book.record.id };
    expect((await owner.put(`/api/tasks/${String(task.id)}`, edit)).status).toBe(200);
    expect(await textsOf(person)).toEqual(['You have a new message.']);
    await owner.post(`/api/shareholders/${String(second.id)}/unlink`, { reason: 'left' });
    const [left] = await server.sql(
      `select count(*)::int as n from notice n where n.account_id = $1 and notice_is_shown(n)`,
      [person.user.id],
    );
    expect(left).toEqual({ n: 0 });
  });

  it('tells the members of a group of an answer, and of a broadcast only the company', async () => {
    const { owner, record, holder } = book;
    const second = await given.shareholder(owner);
    const person = await signUpShareholder(server, owner, second);
    for (const mode of ['group', 'broadcast']) {
      const thread = await given.thread(owner, { mode, shareholder_ids: [record.id, second.id] });
      await person.post('/api/notices/read', {});
      const answer = await holder.post(`/api/messaging/threads/${String(thread.id)}/messages`, { body: 'Yes' });
      expect(answer.status).toBe(201);
      expect((await noticesOf(person)).unread).toBe(mode === 'group' ? 1 : 0);
    }
  });
});

describe('the preferences', () => {
  it('offer the kinds that one’s companies can cause', async () => {
    const kinds = async (person: Person) => (await person.get('/api/notices/preferences')).rows.map(({ kind }) => kind);
    expect(await kinds(book.holder)).toContain('payment_sent');
    expect(await kinds(book.holder)).not.toContain('join_requested');
    expect(await kinds(book.owner)).toContain('join_requested');
    expect(await kinds(book.owner)).not.toContain('payment_sent');
  });

  it('stop the mails of a kind, and only the mails; turned on again, they come', async () => {
    const { owner, record, holder } = book;
    const choose = (by_mail: boolean) => holder.put('/api/notices/preferences', { task_assigned: by_mail });
    const told = async (title: string) => {
      await takeMails(server);
      await letHourPass(server);
      await given.task(owner, { title, assignee_id: record.id });
      const mails = (await takeMails(server)).filter(({ to }) => to === holder.email);
      return { mails: mails.length, isShown: (await textsOf(holder)).includes(`You have a new task: ${title}.`) };
    };
    const chosen = await choose(false);
    expect(chosen.rows.find(({ kind }) => kind === 'task_assigned')).toMatchObject({ by_mail: false });
    expect(await told('silent')).toEqual({ mails: 0, isShown: true });
    await choose(true);
    expect(await told('loud')).toEqual({ mails: 1, isShown: true });
  });

  it('refuse unknown kinds and what is not yes or no', async () => {
    expect((await book.holder.put('/api/notices/preferences', { password_changed: false })).status).toBe(422);
    expect((await book.holder.put('/api/notices/preferences', { task_assigned: 'no' })).status).toBe(422);
  });
});

it('has a rule for each resource of whose records people are told', async () => {
  const [row] = await server.sql<{ text: string }>(`select pg_get_functiondef('notice_is_shown'::regproc) as text`);
  const securities = ['certificates', 'grants', 'convertibles', 'warrants'];
  const others = noticedResources.filter((name) => !securities.includes(name));
  expect(others.filter((name) => !row!.text.includes(`when '${name}' then`))).toEqual([]);
});
