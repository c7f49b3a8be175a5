// Writes messages in the transaction of the change that causes them. server/jobs sends them.
import { withShownEmails } from '#src/domain/shownEmails.ts';
import { withoutAddresses, withoutHidden } from '#src/domain/text.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';

export interface Message {
  channel: 'sms' | 'email';
  to: string;
  subject?: string;
  text: string;
  /** What a mail has beside its text. */
  more?: MailParts;
  /** After this time a code is worthless and is no longer sent. */
  ttlSeconds?: number;
  /** False: written like a real message, but never sent. */
  leaves?: boolean;
}

export interface MailParts {
  html?: string;
  /** Where one click stops such mails (RFC 8058). */
  unsubscribeUrl?: string;
  /** Who writes, before the address of this installation. */
  fromName?: string;
}

/** The use for which a message's text is sealed. */
export const sealedAs = (id: string): string => `message ${id}`;

/** A text of ours with names in it: they must not start a new line. */
export const inOneLine = (text: unknown): string => withoutHidden(String(text));

/** What somebody named a person, a company or a record, in one of our mails: no new line, and no address to click. */
export const nameInMail = (name: unknown): string => withoutAddresses(inOneLine(name));

const DAYS_3 = 259_200;

export async function queueMessage(tx: Tx, needs: Pick<Deps, 'newId' | 'secrets'>, message: Message): Promise<void> {
  await queueMessages(tx, needs, [message]);
}

/** Messages sealed for one statement. */
const AT_ONCE = 500;

/** Any number of messages in few statements. */
export async function queueMessages(
  tx: Tx,
  { newId, secrets }: Pick<Deps, 'newId' | 'secrets'>,
  messages: readonly Message[],
): Promise<void> {
  for (let at = 0; at < messages.length; at += AT_ONCE) {
    const sealed = messages.slice(at, at + AT_ONCE).map((message) => {
      const id = newId();
      return {
        id,
        channel: message.channel,
        recipient: message.to,
        subject: message.subject === undefined ? null : withShownEmails(inOneLine(message.subject)),
        body: secrets.seal(withShownEmails(message.text), sealedAs(id)),
        more: message.more ? secrets.seal(JSON.stringify(message.more), sealedAs(id)) : null,
        ttl: message.ttlSeconds ?? DAYS_3,
        leaves: message.leaves ?? true,
      };
    });
    await tx.rows(
      `select queue_message(m.id, m.channel, m.recipient, m.subject, m.body, m.more, m.ttl, m.leaves)
       from jsonb_to_recordset($1::jsonb) as m (id uuid, channel text, recipient text, subject text, body text, more text, ttl integer, leaves boolean)`,
      [JSON.stringify(sealed)],
    );
  }
}
