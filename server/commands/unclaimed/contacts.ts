// What was done to reach the holder of a payment.
import type { z } from 'zod';
import type { Contact, contactBody } from '#src/contract/unclaimed.ts';
import { payments } from '#src/resources/payments.ts';
import { orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { invalidFields } from '../core/checked.ts';
import { recordActivity, today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

const NOTED: Record<Contact['channel'], string> = {
  email: 'a mail to',
  phone: 'a phone call to',
  letter: 'a letter to',
  other: 'a contact with',
};

/** Newest first. Refuses: not_found (404). */
export async function contactsOf(context: CommandContext, id: string): Promise<Contact[]> {
  const { tx, actor } = context;
  const record = await findRecord(tx, actor, payments, id);
  if (!record) throw notFound();
  return tx.rows<Contact>(
    `select c.date::text as date, c.channel, c.note, c.at, a.first_name || ' ' || a.last_name as actor
     from payment_contact c left join lateral org_person(c.account_id) a on true
     where c.org_id = $1 and c.payment_id = $2 order by c.date desc, c.at desc, c.id desc`,
    [orgOf(actor), record.id],
  );
}

/** Out: the whole log. Refuses: not_found (404), a day to come (422). */
export async function addContact(
  context: CommandContext,
  id: string,
  { date, channel, note }: z.infer<typeof contactBody>,
): Promise<Contact[]> {
  const record = await findRecord(context.tx, context.actor, payments, id);
  if (!record) throw notFound();
  refuseFuture(context, date);
  await addContacts(context, [record.id], { date, channel, note });
  recordActivity(context, {
    text: `noted ${NOTED[channel]} ${record.shareholder} about a payment of ${record.distribution}`,
    resource: 'payments',
    id: record.id,
  });
  return contactsOf(context, id);
}

/** Refuses: a day to come (422). */
export function refuseFuture(context: CommandContext, date: string): void {
  const last = today(context);
  if (date > last) throw invalidFields({ date: `This day is in the future: today is ${last}.` });
}

/** The same contact about several payments. */
export const addContacts = (
  { tx, actor, deps }: CommandContext,
  ids: readonly string[],
  { date, channel, note }: z.infer<typeof contactBody>,
) =>
  tx.write(
    `insert into payment_contact (org_id, id, payment_id, date, channel, note, account_id, at)
     select $1, r.id, r.payment_id, $2, $3, $4, $5, $6 from unnest($7::uuid[], $8::uuid[]) as r (id, payment_id)`,
    [orgOf(actor), date, channel, note, actor.account_id, deps.now().toISOString(), ids.map(() => deps.newId()), ids],
  );
