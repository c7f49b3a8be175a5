// Open disputes: what a holder said is wrong, until the company closes the conversation or the holder confirms the record.
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import { RESOURCES } from '#server/data/securityResources.ts';
import type { WaitingRows } from '#src/contract/dashboard.ts';
import type { Tx } from '#server/db/database.ts';

/** Oldest first. `resource` is null if the holding was taken back or changed hands; only its conversation is left. */
export async function openDisputes(tx: Tx, actor: Actor): Promise<WaitingRows['dispute'][]> {
  const rows = await tx.rows<Omit<WaitingRows['dispute'], 'resource'> & { kind: string | null }>(
    `select a.security_id as id, s.kind, s.custom_id as number, h.name as shareholder, a.at, m.body as reason, a.thread_id, t.subject
     from acknowledgement a
     join thread t on t.org_id = a.org_id and t.id = a.thread_id
     join message m on m.org_id = a.org_id and m.id = a.message_id
     join shareholder h on h.org_id = a.org_id and h.id = a.shareholder_id
     left join security s on s.org_id = a.org_id and s.security_id = a.security_id and s.stakeholder_id = a.shareholder_id
     where a.org_id = $1 and a.state = 'disputed'
       and not exists (select 1 from acknowledgement l where l.org_id = a.org_id and l.security_id = a.security_id and l.shareholder_id = a.shareholder_id and l.number > a.number)
     order by a.at, a.security_id`,
    [orgOf(actor)],
  );
  return rows.map(({ kind, ...row }) => ({ ...row, resource: kind === null ? null : (RESOURCES[kind] ?? null) }));
}
