// What becomes of a mail that did not arrive: it is sent again, or nobody cares any more.
import { undeliveredMessages } from '#src/resources/undeliveredMessages.ts';
import type { UndeliveredMessage } from '#src/resources/undeliveredMessages.ts';
import { orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

/** Out: the mail as it was listed; it is not any more. Refuses: not_found (404), has_link (409). */
export async function sendAgain(context: CommandContext, id: string): Promise<UndeliveredMessage> {
  const message = await found(context, id);
  if (!message.can_send_again)
    throw conflict(
      'has_link',
      'This mail has a link that may have been replaced or withdrawn. Correct the address and invite again, under Members or on the page of the shareholder.',
    );
  const sent = await context.tx.row<{ again: boolean }>('select send_message_again($1, $2) as again', [
    orgOf(context.actor),
    id,
  ]);
  if (!sent!.again) throw notFound();
  note(context, message, `sent the mail "${message.subject}" to ${message.recipient} again`);
  return message;
}

/** Out: the mail as it was listed; it is not any more. Refuses: not_found (404). */
export async function dismissUndelivered(context: CommandContext, id: string): Promise<UndeliveredMessage> {
  const message = await found(context, id);
  await context.tx.write('delete from undelivered_message where org_id = $1 and id = $2', [orgOf(context.actor), id]);
  note(
    context,
    message,
    `did not send the mail "${message.subject}" to ${message.recipient} again (${message.reason})`,
  );
  return message;
}

async function found({ tx, actor }: CommandContext, id: string): Promise<UndeliveredMessage> {
  const message = await findRecord(tx, actor, undeliveredMessages, id);
  if (!message) throw notFound();
  return message;
}

const note = (context: CommandContext, { id }: UndeliveredMessage, text: string) =>
  recordActivity(context, { text, resource: undeliveredMessages.name, id });
