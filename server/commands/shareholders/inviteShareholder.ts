// Mails a shareholder a single-use link, and a reminder of it. Whoever uses it under that address is linked at once.
import { say } from '#src/words/say.ts';
import { AppError } from '#src/domain/errors.ts';
import { plural } from '#src/domain/plural.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { emailAddress } from '#src/resources/kit/validation.ts';
import { newToken } from '#server/auth/secrets.ts';
import { sha256 } from '#server/data/sha256.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { nameInMail, queueMessage } from '#server/data/queue/messages.ts';
import { invalidFields } from '../core/checked.ts';
import { companyName, conflict, recordActivity, signature } from '../core/context.ts';
import { contactParagraph } from '../company/holderContact.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { notFound } from '#server/data/refusals.ts';
import { shownEmail } from '#src/domain/shownEmail.ts';

const DAYS = 14;

type Invited = Pick<Shareholder, 'id' | 'name' | 'email' | 'is_active'>;

/** An inactive record gives no access. */
export const inactive = (name: string) =>
  conflict(
    'shareholder_inactive',
    `${name} is inactive, and an inactive shareholder has no access. Set them active first.`,
  );

/** Refuses: not_found (404), email_missing, invalid_fields (422), shareholder_inactive, already_member (409), too_many (429). */
export async function inviteShareholder(context: CommandContext, id: string): Promise<Row> {
  const holder = await findRecord(context.tx, context.actor, shareholders, id);
  if (!holder) throw notFound();
  const address = await invite(context, holder, 'first');
  return { message: `The invitation was sent to ${shownEmail(address)}.` };
}

/**
 * Mails an open invitation again, with a new link. Refuses: what an invitation refuses, and not_invited (409); too_many
 * (429) until a day after the last mail.
 */
export async function remindShareholder(context: CommandContext, id: string): Promise<Row> {
  const holder = await findRecord(context.tx, context.actor, shareholders, id);
  if (!holder) throw notFound();
  const address = await invite(context, holder, 'reminder');
  return { message: `The reminder was sent to ${shownEmail(address)}.` };
}

/** Mails a link that works once, in place of an older one. Out: the address. */
export async function invite(context: CommandContext, holder: Invited, kind: 'first' | 'reminder'): Promise<string> {
  const org = orgOf(context.actor);
  const { tx, deps } = context;
  if (!holder.email)
    throw new AppError('email_missing', 'Add an email address first: the invitation is mailed to it.', {
      status: 422,
      fields: { email: 'This is required.' },
    });
  // An imported address is stored unchanged; a list of addresses would give several people access.
  const address = emailAddress.safeParse(holder.email);
  if (!address.success) throw invalidFields({ email: address.error.issues[0]!.message });
  if (!holder.is_active) throw inactive(holder.name);
  const linked = await tx.row(
    `select 1 from membership where org_id = $1 and shareholder_id = $2 and status = 'active'`,
    [org, holder.id],
  );
  if (linked) throw conflict('already_member', `${holder.name} already has access to the portal.`);
  await refuseTooManyInvitations(context, holder.email, holder.id);
  // The limits above let one request of the company through at a time.
  if (kind === 'reminder') await refuseEarlyReminder(context, holder);
  const token = newToken();
  // Replaces an older link: one invitation for each holder.
  await tx.write(
    'update invitation set used_at = now() where org_id = $1 and shareholder_id = $2 and used_at is null',
    [org, holder.id],
  );
  await tx.write(
    `insert into invitation (org_id, id, token_hash, shareholder_id, email, created_by, expires_at) values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7))`,
    [org, deps.newId(), sha256(token), holder.id, holder.email.toLowerCase(), context.actor.account_id, DAYS],
  );
  await mailInvitation(context, holder.email, token, kind);
  recordActivity(context, {
    text:
      kind === 'first'
        ? `invited ${holder.name} to the portal`
        : `reminded ${holder.name} of the invitation to the portal`,
    resource: 'shareholders',
    id: holder.id,
  });
  return holder.email;
}

async function mailInvitation(context: CommandContext, to: string, token: string, kind: 'first' | 'reminder') {
  const { tx, deps } = context;
  const company = nameInMail(await companyName(context));
  const link = `${deps.config.publicUrl}/signup?invite=${token}`;
  const [contact, writer] = [await contactParagraph(context), await signature(context)];
  const opening = () =>
    kind === 'first'
      ? [
          say`${company} invites you to see your shares`,
          say`${company} keeps its shareholder records in Sharebook and invites you to see your own holdings, payments and papers:`,
        ]
      : [
          say`Reminder: ${company} invites you to see your shares`,
          say`${company} invited you to see your own holdings, payments and papers in Sharebook. You have not used the link yet. This one replaces it:`,
        ];
  await queueMessage(tx, deps, {
    channel: 'email',
    to,
    words: () => {
      const [subject, first] = opening();
      return {
        subject: subject!,
        text: say`${first}\n\n${link}\n\nThe link is for you only. It works once, for ${DAYS} days.\n\n${contact()}${writer()}`,
      };
    },
    org_id: orgOf(context.actor),
    hasLink: true,
  });
}

async function refuseEarlyReminder({ tx, actor }: CommandContext, { id, name }: Invited): Promise<void> {
  const last = await tx.row<{ is_open: boolean; wait: number }>(
    `select used_at is null and expires_at > now() as is_open, ceil(extract(epoch from created_at + interval '1 day' - now()))::integer as wait
     from invitation where org_id = $1 and shareholder_id = $2 order by created_at desc limit 1`,
    [actor.org_id, id],
  );
  if (!last?.is_open) throw conflict('not_invited', `${name} has no open invitation. Send an invitation instead.`);
  if (last.wait <= 0) return;
  throw new AppError('too_many', TOO_MANY.holder!(inWords(last.wait)), {
    status: 429,
    cause: { retryAfterSeconds: last.wait },
  });
}

// They must not reveal anything about other companies.
const TOO_MANY: Record<string, (wait: string) => string> = {
  mailbox: (wait) => `We cannot send mail to this address now. Please try again ${wait}.`,
  unconfirmed: (wait) =>
    `We cannot send mail to this address now. Please try again ${wait}, or confirm your own email address first: the link is in your mailbox.`,
  company: () =>
    'A hundred invitations were sent today. Confirm your own email address to send more: the link is in your mailbox.',
  holder: (wait) =>
    `This person was invited today and has not used the invitation yet. Ask them to check their spam folder. You can invite them again ${wait}.`,
};

const inWords = (seconds: number) =>
  seconds <= 3600
    ? `in ${plural(Math.ceil(seconds / 60), 'minute')}`
    : `in ${plural(Math.ceil(seconds / 3600), 'hour')}`;

/**
 * Counts the invitations themselves, in this transaction, so that unsent ones do not count. `holder`: the shareholder who
 * is invited, if one is. Refuses: too_many (429).
 */
export async function refuseTooManyInvitations({ tx }: CommandContext, address: string, holder: string | null) {
  const limit = await tx.row<{ reason: string; seconds: number }>('select * from invitation_limit($1, $2)', [
    address,
    holder,
  ]);
  if (!limit) return;
  const seconds = Math.max(1, limit.seconds);
  throw new AppError('too_many', TOO_MANY[limit.reason]!(inWords(seconds)), {
    status: 429,
    cause: { retryAfterSeconds: seconds },
  });
}
