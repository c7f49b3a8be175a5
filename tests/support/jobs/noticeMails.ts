// The mails of notices, as the worker would send them.
import { sealedAs } from '#server/data/queue/messages.ts';
import type { MailParts, MessageDetails } from '#server/data/queue/messages.ts';
import { mailNotices } from '#server/jobs/kinds/notices.ts';
import type { Person } from '../people.ts';
import { confirmMailbox, signUp, signUpShareholder } from '../people.ts';
import * as given from '../given.ts';
import type { TestServer } from '../testServer.ts';

export interface QueuedMail extends MailParts {
  to: string;
  subject: string;
  text: string;
}

/** Queues the mails of all companies whose notices are due, as the worker does. */
export async function queueMails({ deps, sql }: Pick<TestServer, 'deps' | 'sql'>): Promise<void> {
  const due = await sql<{ id: string; turn_of: string; lane: 'single' | 'bulk' }>(
    `select id, turn_of, lane from job where kind = 'notices' and ended_at is null and next_attempt_at <= now() order by next_attempt_at`,
  );
  for (const job of due) {
    await mailNotices(deps)({ ...job, kind: 'notices', details: {}, attempts: 1, is_expired: false });
    await sql(`update job set outcome = 'done', ended_at = now() where id = $1`, [job.id]);
  }
}

/** Queues what is due, and takes these mails out of the queue. */
export async function takeMails(server: TestServer): Promise<QueuedMail[]> {
  await queueMails(server);
  const rows = await server.sql<{ id: string; details: MessageDetails }>(
    `delete from job where details ? 'more' returning id, details`,
  );
  const open = (sealed: string, id: string) => server.deps.secrets.open(sealed, sealedAs(id));
  return rows.map(({ id, details: { recipient, subject, text, more } }) => ({
    to: recipient,
    subject: subject!,
    text: open(text, id),
    ...(JSON.parse(open(more!, id)) as MailParts),
  }));
}

/** As if an hour had passed since everybody was last mailed what was collected for them. */
export async function letHourPass({ sql }: Pick<TestServer, 'sql'>): Promise<void> {
  await sql(`update notice_digest set sent_at = sent_at - interval '1 hour 1 second'`);
  await sql(`update notice_mail set due_at = due_at - interval '1 hour 1 second'`);
  await sql(`update job set next_attempt_at = next_attempt_at - interval '1 hour 1 second' where kind = 'notices'`);
}

export interface Book {
  owner: Person;
  record: Record<string, unknown>;
  holder: Person;
}

/** A company with a proved owner, and a shareholder whose account is linked to their record. */
export async function givenBook(server: TestServer, company: Record<string, unknown> = {}): Promise<Book> {
  const owner = await signUp(server, company);
  await confirmMailbox(server, owner);
  const record = await given.shareholder(owner);
  const holder = await signUpShareholder(server, owner, record);
  return { owner, record, holder };
}
