// Messages are written with the change that causes them; this only writes the row. server/jobs sends them.
import type { Tx } from '../db/database.ts';

export interface Message {
  channel: 'sms' | 'email';
  to: string;
  subject?: string;
  text: string;
  /** After this a code is worthless and is not sent any more. */
  ttlSeconds?: number;
}

export async function queueMessage(tx: Tx, id: string, message: Message): Promise<void> {
  await tx.write(
    `insert into outbox (id, channel, recipient, subject, body, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [id, message.channel, message.to, message.subject ?? null, message.text, message.ttlSeconds ?? 259_200],
  );
}
