// The mails of notices, as the outbox worker would send them.
import { sealedAs } from '#server/data/outbox.ts';
import type { MailParts } from '#server/data/outbox.ts';
import { queueNoticeMails } from '#server/jobs/noticeMails.ts';
import type { Person } from './people.ts';
import { confirmMailbox, signUp, signUpShareholder } from './people.ts';
import * as given from './given.ts';
import type { TestServer } from './testServer.ts';

export interface QueuedMail extends MailParts {
  to: string;
  subject: string;
  text: string;
}

/** As the worker does, in one transaction. */
export const queueMails = ({ deps }: Pick<TestServer, 'deps'>): Promise<number> =>
  deps.db.system((tx) => queueNoticeMails(tx, deps));

/** Queues what is due, and takes these mails out of the outbox. */
export async function takeMails(server: TestServer): Promise<QueuedMail[]> {
  while ((await queueMails(server)) > 0);
  const rows = await server.sql<{ id: string; recipient: string; subject: string; body: string; more: string }>(
    'delete from outbox where more is not null returning id, recipient, subject, body, more',
  );
  const open = (sealed: string, id: string) => server.deps.secrets.open(sealed, sealedAs(id));
  return rows.map(({ id, recipient, subject, body, more }) => ({
    to: recipient,
    subject,
    text: open(body, id),
    ...(JSON.parse(open(more, id)) as MailParts),
  }));
}

/** As if an hour had passed since everybody was last mailed what was collected for them. */
export const letHourPass = (server: TestServer) =>
  server.sql(`update notice_digest set sent_at = sent_at - interval '1 hour 1 second'`);

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
