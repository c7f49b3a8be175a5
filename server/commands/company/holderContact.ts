// Whom shareholders ask, for mails and for their portfolio.
import { say } from '#src/words/say.ts';
import type { HolderContact } from '#src/contract/holderContact.ts';
import { orgOf } from '#server/auth/actor.ts';
import { inOneLine, nameInMail } from '#server/data/queue/messages.ts';
import type { CommandContext } from '../core/context.ts';

/** Null where the company names nobody. */
export async function holderContactOf({
  tx,
  actor,
}: Pick<CommandContext, 'tx' | 'actor'>): Promise<HolderContact | null> {
  const contact = await tx.row<HolderContact>(
    'select holder_contact_name as name, holder_contact_email as email, holder_contact_phone as phone from organization where id = $1',
    [orgOf(actor)],
  );
  return contact && (contact.name ?? contact.email ?? contact.phone) !== null ? contact : null;
}

/** A paragraph of a mail to a holder, in its reader's language; empty where the company names nobody. */
export async function contactParagraph(context: CommandContext): Promise<() => string> {
  const contact = await holderContactOf(context);
  if (!contact) return () => '';
  const { name, email, phone } = contact;
  // The mailbox to ask is meant to be clicked; a name and a number are not.
  const parts = [name && nameInMail(name), email && inOneLine(email), phone && nameInMail(phone)].filter(Boolean);
  return () => say`Questions? Contact ${parts.join(', ')}.\n\n`;
}
