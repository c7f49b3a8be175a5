// Requests to join: staff choose the shareholder or create a new one. Nobody is linked automatically by a match.
import { say } from '#src/words/say.ts';
import { z } from 'zod';
import { joinRequests } from '#src/resources/joinRequests.ts';
import { plainText } from '#src/resources/kit/validation.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { notFound, unknownReference } from '#server/data/refusals.ts';
import type { Row } from '#server/db/database.ts';
import { nameInMail, queueMessage } from '#server/data/queue/messages.ts';
import { companyName, conflict, recordActivity, signature } from '../core/context.ts';
import { contactParagraph } from '../company/holderContact.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { inactive } from './inviteShareholder.ts';
import { createShareholder } from './shareholders.ts';
import { unlinkShareholder } from './unlinkShareholder.ts';

const unlinkCurrent = z
  .boolean('This must be true or false.')
  .nullish()
  .describe(
    'First unlinks the account from its present shareholder in the company, whose records it then no longer sees.',
  );
export const approveBody = z.union(
  [
    z.strictObject({ shareholder_id: plainText(200).min(1), unlink_current: unlinkCurrent }),
    z.strictObject({ create: z.literal(true), unlink_current: unlinkCurrent }),
  ],
  'Send either shareholder_id, or create: true.',
);

type Pending = { id: string; account_id: string; status: string; first_name: string; last_name: string; email: string };

async function pendingRequest({ tx }: CommandContext, org: string, id: string): Promise<Pending> {
  await tx.rows('select lock_access($1)', [org]);
  const row = await tx.row<Pending>(
    `select j.id, j.account_id, j.status, p.first_name, p.last_name, p.email from join_request j, person_who_asks(j.account_id) p
     where j.org_id = $1 and j.id::text = $2 for update of j`,
    [org, id],
  );
  if (!row) throw notFound();
  if (row.status !== 'pending') throw conflict('request_decided', `This request was ${row.status} already.`);
  return row;
}

const personOf = (request: Pending) => `${request.first_name} ${request.last_name}`;

/**
 * Links the account to a shareholder. It never moves an account that is linked to another one. Refuses: not_found
 * (404), request_decided, account_linked, shareholder_taken, shareholder_inactive (409), unknown_reference (422).
 */
export async function approveJoinRequest(
  context: CommandContext,
  id: string,
  body: z.infer<typeof approveBody>,
): Promise<Row> {
  const org = orgOf(context.actor);
  const { tx } = context;
  const request = await pendingRequest(context, org, id);
  await leaveFirstRecord(context, org, request, body);
  const shareholderId =
    'create' in body
      ? await createShareholder(context, {
          type: 'individual',
          first_name: request.first_name,
          last_name: request.last_name,
          email: request.email,
        })
      : body.shareholder_id;
  const holder = await tx.row<{ name: string; is_active: boolean }>(
    'select name, is_active from shareholder where org_id = $1 and id = $2 for update',
    [org, shareholderId],
  );
  if (!holder) throw unknownReference('shareholder_id', 'shareholder');
  if (!holder.is_active) throw inactive(holder.name);
  const other = await tx.row(
    `select 1 from membership where org_id = $1 and shareholder_id = $2 and status = 'active' and account_id <> $3`,
    [org, shareholderId, request.account_id],
  );
  if (other)
    throw conflict(
      'shareholder_taken',
      `${holder.name} is already linked to another account. Unlink that account first, or choose another shareholder.`,
    );
  const link = await tx.row<{ done: boolean }>('select link_account($1, $2) as done', [
    request.account_id,
    shareholderId,
  ]);
  if (!link!.done) throw hasOtherRecord(request);
  await decide(context, org, request, 'approved', shareholderId);
  recordActivity(context, {
    text: `linked ${personOf(request)} to shareholder ${holder.name}`,
    resource: 'shareholders',
    id: shareholderId,
    shareholder_id: shareholderId,
  });
  return (await findRecord(tx, context.actor, joinRequests, id))!;
}

/** An account has one record in a company. It leaves the present one only if the approver says so. */
async function leaveFirstRecord(
  context: CommandContext,
  org: string,
  request: Pending,
  body: z.infer<typeof approveBody>,
) {
  const current = await context.tx.row<{ id: string; name: string }>(
    `select h.id, h.name from membership m join shareholder h on h.org_id = m.org_id and h.id = m.shareholder_id
     where m.org_id = $1 and m.account_id = $2 and m.status = 'active' for update of m`,
    [org, request.account_id],
  );
  if (!current || ('shareholder_id' in body && current.id === body.shareholder_id)) return;
  if (body.unlink_current) {
    await unlinkShareholder(context, current.id, { reason: 'to be linked to another shareholder' });
    return;
  }
  throw hasRecord(request, current.name);
}

const hasRecord = (request: Pending, name: string) =>
  conflict(
    'account_linked',
    `${personOf(request)} already has access as ${name}, and an account can be linked to one shareholder per company. Approve with unlink_current, which unlinks it from ${name}, or reject this request.`,
  );

/** It was linked meanwhile. A whole sentence: of “another shareholder” in the place of a name, nobody could tell that it is none. */
const hasOtherRecord = (request: Pending) =>
  conflict(
    'account_linked',
    `${personOf(request)} already has access as another shareholder, and an account can be linked to one shareholder per company. Approve with unlink_current, which unlinks it from that shareholder, or reject this request.`,
  );

/** Refuses: not_found (404), request_decided (409). */
export async function rejectJoinRequest(context: CommandContext, id: string): Promise<Row> {
  const org = orgOf(context.actor);
  const request = await pendingRequest(context, org, id);
  // A person who lost access because their record became inactive keeps that record, whatever they requested meanwhile.
  await context.tx.write(
    `update membership set status = case when shareholder_id is null then 'rejected' else 'ended' end where org_id = $1 and account_id = $2 and status = 'pending'`,
    [org, request.account_id],
  );
  await decide(context, org, request, 'rejected', null);
  recordActivity(context, {
    text: `rejected the join request of ${personOf(request)}`,
    resource: 'join-requests',
    id,
  });
  return (await findRecord(context.tx, context.actor, joinRequests, id))!;
}

async function decide(
  context: CommandContext,
  org: string,
  request: Pending,
  status: 'approved' | 'rejected',
  shareholderId: string | null,
) {
  const { tx, actor, deps } = context;
  await tx.write(
    'update join_request set status = $3, shareholder_id = $4, decided_at = now(), decided_by = $5 where org_id = $1 and id = $2',
    [org, request.id, status, shareholderId, actor.account_id],
  );
  const company = nameInMail(await companyName(context));
  const [contact, writer] = [await contactParagraph(context), await signature(context)];
  const text = () =>
    status === 'approved'
      ? say`${company} confirmed who you are. See your records here: ${deps.config.publicUrl}/login`
      : say`${company} did not confirm your request to join. Ask the company if you think this is a mistake; you can ask again after signing in.`;
  await queueMessage(tx, deps, {
    channel: 'email',
    org_id: org,
    to: request.email,
    words: () => ({ subject: say`Your request to join ${company}`, text: `${text()}\n\n${contact()}${writer()}` }),
  });
}
