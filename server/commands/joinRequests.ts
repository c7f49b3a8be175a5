// Requests to join: staff name the shareholder the person is, or make a new one. Nobody is ever linked by a match.
import { z } from 'zod';
import { joinRequests } from '../../src/resources/joinRequests.ts';
import { plainText } from '../../src/resources/kit/validation.ts';
import { findRecord } from '../data/resourceRepository.ts';
import { notFound, unknownReference } from '../data/refusals.ts';
import type { Row } from '../db/database.ts';
import { inOneLine, queueMessage } from '../data/outbox.ts';
import { conflict, recordActivity } from './context.ts';
import { requireRole } from '../auth/actor.ts';
import type { CommandContext } from './context.ts';
import { createShareholder } from './shareholders.ts';

export const approveBody = z.union(
  [z.strictObject({ shareholder_id: plainText(200).min(1) }), z.strictObject({ create: z.literal(true) })],
  'Give shareholder_id, or create: true.',
);

type Pending = { id: string; account_id: string; status: string; first_name: string; last_name: string; email: string };

async function pendingRequest({ tx }: CommandContext, org: string, id: string): Promise<Pending> {
  const row = await tx.row<Pending>(
    `select j.id, j.account_id, j.status, a.first_name, a.last_name, a.email from join_request j join lateral org_person(j.account_id) a on true
     where j.org_id = $1 and j.id::text = $2 for update of j`,
    [org, id],
  );
  if (!row) throw notFound();
  if (row.status !== 'pending') throw conflict('request_decided', `This request was ${row.status} already.`);
  return row;
}

/** Refuses: not_found (404), request_decided, shareholder_taken (409), unknown_reference (422). */
export async function approveJoinRequest(
  context: CommandContext,
  id: string,
  body: z.infer<typeof approveBody>,
): Promise<Row> {
  const org = requireRole(context.actor, 'owner', 'admin', 'staff');
  const { tx } = context;
  const request = await pendingRequest(context, org, id);
  const shareholderId =
    'create' in body
      ? await createShareholder(context, {
          type: 'individual',
          first_name: request.first_name,
          last_name: request.last_name,
          email: request.email,
        })
      : body.shareholder_id;
  const holder = await tx.row<{ name: string }>(
    'select name from shareholder where org_id = $1 and id = $2 for update',
    [org, shareholderId],
  );
  if (!holder) throw unknownReference('shareholder_id', 'shareholder');
  const other = await tx.row(
    `select 1 from membership where org_id = $1 and shareholder_id = $2 and status = 'active' and account_id <> $3`,
    [org, shareholderId, request.account_id],
  );
  if (other) throw conflict('shareholder_taken', `${holder.name} is linked to another account already.`);
  await tx.write(
    `update membership set status = 'active', shareholder_id = $3 where org_id = $1 and account_id = $2 and role = 'shareholder'`,
    [org, request.account_id, shareholderId],
  );
  await decide(context, org, request, 'approved', shareholderId);
  await recordActivity(context, {
    text: `linked ${request.first_name} ${request.last_name} to shareholder ${holder.name}`,
    resource: 'shareholders',
    id: shareholderId,
    shareholder_id: shareholderId,
  });
  return (await findRecord(tx, context.actor, joinRequests, id))!;
}

/** Refuses: not_found (404), request_decided (409). */
export async function rejectJoinRequest(context: CommandContext, id: string): Promise<Row> {
  const org = requireRole(context.actor, 'owner', 'admin', 'staff');
  const request = await pendingRequest(context, org, id);
  await context.tx.write(
    `update membership set status = 'rejected' where org_id = $1 and account_id = $2 and status = 'pending'`,
    [org, request.account_id],
  );
  await decide(context, org, request, 'rejected', null);
  await recordActivity(context, {
    text: `refused the join request of ${request.first_name} ${request.last_name}`,
    resource: 'join-requests',
    id,
  });
  return (await findRecord(context.tx, context.actor, joinRequests, id))!;
}

async function decide(
  { tx, actor, deps }: CommandContext,
  org: string,
  request: Pending,
  status: 'approved' | 'rejected',
  shareholderId: string | null,
) {
  await tx.write(
    'update join_request set status = $3, shareholder_id = $4, decided_at = now(), decided_by = $5 where org_id = $1 and id = $2',
    [org, request.id, status, shareholderId, actor.account_id],
  );
  const company = await tx.row<{ client_display_name: string }>(
    'select client_display_name from organization where id = $1',
    [org],
  );
  const name = inOneLine(company!.client_display_name);
  const text =
    status === 'approved'
      ? `${name} confirmed who you are. Your holdings are waiting: ${deps.config.publicUrl}/login`
      : `${name} did not confirm your request to join. Ask the company if you think this is a mistake; you can ask again after signing in.`;
  await queueMessage(tx, deps, {
    channel: 'email',
    to: request.email,
    subject: `Your request to join ${name}`,
    text,
  });
}
