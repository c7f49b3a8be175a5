// The people who work for a company: invited by email to a role, until a last day if one is set.
import { say } from '#src/words/say.ts';
import { members } from '#src/resources/members.ts';
import type { Member } from '#src/resources/members.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { inSentence } from '#src/words/inSentence.ts';
import { sameValue } from '#src/resources/kit/validation.ts';
import { newToken } from '#server/auth/secrets.ts';
import { AppError } from '#src/domain/errors.ts';
import { administrators, owners } from '#src/resources/kit/access.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { listRecords } from '#server/data/lists/listRecords.ts';
import { notFound } from '#server/data/refusals.ts';
import { sha256 } from '#server/data/sha256.ts';
import { orgOf } from '#server/auth/actor.ts';
import { nameInMail, queueMessage } from '#server/data/queue/messages.ts';
import type { Row } from '#server/db/database.ts';
import { checkedValues, invalidFields } from '../core/checked.ts';
import { actorName, companyName, conflict, recordActivity, signature, today, whatChanged } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { refuseTooManyInvitations } from '../shareholders/inviteShareholder.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

/** For how long the link of an invitation works. */
const DAYS = 30;

const LAST_OWNER = 'A company has at least one owner. Make somebody else an owner first.';
const OWNERS_ONLY = 'Only an owner can appoint, change or remove an owner.';

const isInvitation = ({ status }: Member) => status === 'invited' || status === 'expired';

/** Out: the invitation's id. Refuses: the fields at fault (422), forbidden (403), already_member (409), too_many (429). */
export async function inviteMember(context: CommandContext, body: Row): Promise<string> {
  const values = await checkedMember(context, body);
  const id = await sendInvitation(context, values);
  await tellOwners(context, values);
  recordActivity(context, {
    text: `invited ${values.email} as ${values.role}${untilOf(values)}`,
    resource: 'members',
    id,
  });
  return id;
}

/** Mails a new link. Out: the new invitation. Refuses: not_found (404), forbidden (403), a last day that has passed (422), too_many (429). */
export async function resendInvitation(context: CommandContext, id: string): Promise<Row> {
  const current = await findRecord(context.tx, context.actor, members, id);
  if (!current || !isInvitation(current)) throw notFound();
  if (typeof current.expires_at === 'string' && current.expires_at < today(context)) throw pastDay();
  const sent = await sendInvitation(context, current);
  recordActivity(context, { text: `invited ${current.email} again`, resource: 'members', id: sent });
  return (await findRecord(context.tx, context.actor, members, sent))!;
}

async function sendInvitation(context: CommandContext, invited: Pick<Member, 'email' | 'role' | 'expires_at'>) {
  const { tx, deps } = context;
  await refuseTooManyInvitations(context, invited.email, null);
  const id = deps.newId();
  const token = newToken();
  const row = await tx.row<{ outcome: 'invited' | 'not_allowed' | 'already_member' }>(
    'select invite_member($1, $2, $3, $4, $5, $6) as outcome',
    [id, sha256(token), invited.email, invited.role, invited.expires_at, DAYS],
  );
  if (row!.outcome === 'not_allowed') throw refusedRole();
  if (row!.outcome === 'already_member')
    throw conflict('already_member', `${invited.email} is a member already. Change the role instead.`, 'email');
  const company = nameInMail(await companyName(context));
  const writer = await signature(context);
  await queueMessage(tx, deps, {
    channel: 'email',
    to: invited.email,
    words: () => ({
      subject: say`${company} invites you to Sharebook`,
      text: say`${company} keeps its equity records in Sharebook and invites you to work with them as ${inSentence(wordOf(members.fields.role, invited.role))}:\n\n${deps.config.publicUrl}/signup?invite=${token}\n\nThe link is for you only. It works once, for ${DAYS} days.\n\n${writer()}`,
    }),
    org_id: orgOf(context.actor),
    hasLink: true,
    isForAdministrators: true,
  });
  return id;
}

/** Refuses: the fields at fault (422), forbidden (403), not_found (404), last_owner (409). */
export async function updateMember(context: CommandContext, current: Member, body: Row): Promise<void> {
  const values = await checkedMember(context, body, current);
  if (!sameValue(values.email, current.email))
    throw invalidFields({ email: 'The address cannot be changed. Invite the new address, and end this membership.' });
  await change(context, current, values);
  if (values.role !== current.role) await tellOwners(context, values);
  recordActivity(context, {
    text: `changed member ${values.email}${whatChanged(members, values, current)}`,
    resource: 'members',
    id: current.id,
  });
}

/** Ends a membership, or withdraws an invitation. Refuses: forbidden (403), not_found (404), last_owner (409). */
export async function removeMember(context: CommandContext, current: Member): Promise<void> {
  await change(context, current, { role: null, expires_at: null });
  const done = isInvitation(current) ? 'withdrew the invitation of' : 'ended the membership of';
  recordActivity(context, {
    text: `${done} ${current.email}`,
    resource: 'members',
    id: current.id,
  });
}

/**
 * A second administrator approves what the first one asks for. Whoever appoints one could approve under both names, so the
 * owners hear of it.
 */
async function tellOwners(context: CommandContext, { email, role }: Pick<Member, 'email' | 'role'>): Promise<void> {
  if (!administrators.includes(role) || owners.includes(context.actor.role)) return;
  const company = nameInMail(await companyName(context));
  const { rows } = await listRecords(
    context.tx,
    context.actor,
    members,
    rowsBy('email', { conditions: [{ field: 'status', operator: 'eq', value: 'active' }] }),
  );
  const writer = nameInMail(await actorName(context));
  for (const owner of rows.filter((member) => owners.includes(member.role)))
    await queueMessage(context.tx, context.deps, {
      channel: 'email',
      org_id: orgOf(context.actor),
      isForAdministrators: true,
      to: owner.email,
      words: () => ({
        subject: say`${company} has a new administrator`,
        text: say`${writer} made ${email} an administrator of ${company}, or invited them to be one. Administrators approve distributions and changed bank accounts.\n\nIf this is not what you want, end it under Members:\n\n${context.deps.config.publicUrl}/app/members`,
      }),
    });
}

/** A null role ends the membership, or withdraws the invitation. */
async function change(
  { tx }: CommandContext,
  current: Member,
  to: { role: Member['role'] | null; expires_at: string | null },
): Promise<void> {
  const command = isInvitation(current) ? 'change_invitation' : 'change_member';
  const row = await tx.row<{ outcome: 'changed' | 'not_found' | 'not_allowed' | 'last_owner' }>(
    `select ${command}($1, $2, $3) as outcome`,
    [current.id, to.role, to.expires_at],
  );
  const { outcome } = row!;
  if (outcome === 'not_found') throw notFound();
  if (outcome === 'not_allowed') throw refusedRole();
  if (outcome === 'last_owner') throw conflict('last_owner', LAST_OWNER, 'role');
}

const refusedRole = () => new AppError('forbidden', OWNERS_ONLY, { status: 403 });

async function checkedMember(context: CommandContext, body: Row, current?: Member): Promise<Member> {
  const values = (await checkedValues(context, members, body, current)) as Member;
  const { role, expires_at } = values;
  if (expires_at && owners.some((each) => each === role))
    throw invalidFields({ expires_at: 'An owner cannot have a last day.' });
  if (expires_at && expires_at !== current?.expires_at && expires_at < today(context)) throw pastDay();
  return { ...values, email: values.email.toLowerCase() };
}

const pastDay = () => invalidFields({ expires_at: 'The last day has passed. Give today or a later day.' });
const untilOf = ({ expires_at }: Pick<Member, 'expires_at'>) => (expires_at ? ` until ${expires_at}` : '');
