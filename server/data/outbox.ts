// Writes messages in the transaction of the change that causes them. server/jobs sends them.
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
  html: string;
  /** Where one click stops such mails (RFC 8058). */
  unsubscribeUrl: string;
}

/** The use for which a message's text is sealed. */
export const sealedAs = (id: string): string => `message ${id}`;

/** A person's name in one of our texts: it must not start a new line. */
export const inOneLine = (name: unknown): string =>
  String(name).replace(/[\p{Cc}\u2028\u2029\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, ' ');

export async function queueMessage(
  tx: Tx,
  { newId, secrets }: Pick<Deps, 'newId' | 'secrets'>,
  message: Message,
): Promise<void> {
  const id = newId();
  await tx.rows('select queue_message($1, $2, $3, $4, $5, $6, $7, $8)', [
    id,
    message.channel,
    message.to,
    message.subject === undefined ? null : inOneLine(message.subject),
    secrets.seal(message.text, sealedAs(id)),
    message.more ? secrets.seal(JSON.stringify(message.more), sealedAs(id)) : null,
    message.ttlSeconds ?? 259_200,
    message.leaves ?? true,
  ]);
}
