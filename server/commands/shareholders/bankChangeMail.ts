// Tells a holder by mail that their bank account is about to change, so that they can object while payments wait.
import { say } from '#src/words/say.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import { emailAddress } from '#src/resources/kit/validation.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { ownAccount } from '#server/auth/sessions.ts';
import { nameInMail, queueMessage } from '#server/data/queue/messages.ts';
import { contactParagraph } from '../company/holderContact.ts';
import { companyName } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

type Addressed = Pick<Shareholder, 'id' | 'email'>;

export type BankChange =
  | { kind: 'asked'; last4: string }
  | { kind: 'recorded'; last4: string }
  | { kind: 'changed'; last4: string }
  | { kind: 'approved'; last4: string }
  | { kind: 'rejected'; last4: string; reason: string }
  | { kind: 'removed' };

/** To the address of the record as it was before the edit, and to the linked account. */
export async function tellOfBankChange(context: CommandContext, holder: Addressed, change: BankChange): Promise<void> {
  const company = nameInMail(await companyName(context));
  const contact = await contactParagraph(context);
  for (const to of await addressesOf(context, holder))
    await queueMessage(context.tx, context.deps, {
      channel: 'email',
      org_id: orgOf(context.actor),
      to,
      words: () => ({
        subject: say`${company}: your bank account`,
        text: `${sentence(company, change)}\n\n${objection(company, change)}\n\n${contact()}`.trimEnd(),
      }),
    });
}

/**
 * Tells the previous address that the record has another one, at most once an hour. Without it, whoever changes the address
 * first steers every invitation and notice away. Only of a record that holds something or has an account to protect.
 */
export async function tellOfNewAddress(context: CommandContext, holder: Addressed): Promise<void> {
  const old = emailAddress.safeParse(holder.email);
  if (!old.success || !(await protectsSomething(context, holder))) return;
  const told = await context.tx.write(
    `update shareholder set email_told_at = now() where org_id = $1 and id = $2 and coalesce(email_told_at < now() - interval '1 hour', true)`,
    [orgOf(context.actor), holder.id],
  );
  if (told === 0) return;
  const company = nameInMail(await companyName(context));
  await queueMessage(context.tx, context.deps, {
    channel: 'email',
    org_id: orgOf(context.actor),
    to: old.data.toLowerCase(),
    words: () => ({
      subject: say`${company}: your email address`,
      text: say`${company} changed your email address in its records. Invitations and notices, also about your bank account, go there.\n\nIf this is not what you asked for, tell ${company} at once, by phone or in person.`,
    }),
  });
}

async function protectsSomething({ tx, actor }: CommandContext, holder: Addressed): Promise<boolean> {
  const row = await tx.row(
    `select 1 from security where org_id = $1 and stakeholder_id = $2
     union all select 1 from holder_detail where org_id = $1 and shareholder_id = $2 and had_bank_account limit 1`,
    [orgOf(actor), holder.id],
  );
  return row !== undefined;
}

async function addressesOf(context: CommandContext, holder: Addressed): Promise<string[]> {
  const account = isHolder(context.actor.role)
    ? (await ownAccount(context.tx)).email
    : (
        await context.tx.row<{ email: string | null }>(
          "select email from portals_of(array[$1]::text[]) where state = 'linked'",
          [holder.id],
        )
      )?.email;
  const known = [holder.email, account].map((address) => emailAddress.safeParse(address));
  return [...new Set(known.flatMap((address) => (address.success ? [address.data.toLowerCase()] : [])))];
}

function sentence(company: string, change: BankChange): string {
  switch (change.kind) {
    case 'asked':
      return say`Somebody asked ${company} to pay you to another bank account, ending in ${change.last4}. An administrator of the company decides. Until then you are paid to your present account.`;
    case 'recorded':
      return say`${company} recorded a bank account to pay you to, ending in ${change.last4}.`;
    case 'changed':
      return say`The bank account to which ${company} pays you was changed to one ending in ${change.last4}. Payments to you wait for 24 hours.`;
    case 'approved':
      return say`${company} approved your new bank account, ending in ${change.last4}.`;
    case 'rejected':
      return say`${company} did not accept the bank account ending in ${change.last4}: ${change.reason}\n\nYou are still paid to your present account.`;
    case 'removed':
      return say`The bank account to which ${company} pays you was removed. Payments to you wait for 24 hours.`;
  }
}

const objection = (company: string, { kind }: BankChange) =>
  kind === 'rejected'
    ? say`You can enter another account in Sharebook.`
    : say`If this is not what you asked for, tell ${company} at once, by phone or in person, and change your password.`;
