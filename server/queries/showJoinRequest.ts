// The page of a request to join: who asked, and what became of it.
import type { HistoryLine } from '#src/contract/securityPages.ts';
import { orgOf } from '../auth/actor.ts';
import type { CommandContext } from '../commands/core/context.ts';
import type { Row } from '../db/database.ts';

/** The request with its outcome: who asked, and who linked or rejected them. */
export async function showJoinRequest(
  { tx, actor }: CommandContext,
  record: Row,
): Promise<Row & { history: HistoryLine[] }> {
  const history = await tx.rows<HistoryLine>(
    `select * from (
       select j.requested_at as at, p.first_name || ' ' || p.last_name as actor, 'asked to join' as text
         from join_request j cross join person_who_asks(j.account_id) p where j.org_id = $1 and j.id = $2
       union all
       select j.decided_at, case when j.decided_by = $3 then 'You' else d.first_name || ' ' || d.last_name end,
              case when j.decided_by is null then 'was linked to ' || h.name || ' by the invitation' else 'gave access as ' || h.name end
         from join_request j left join org_person(j.decided_by) d on true
         join shareholder h on h.org_id = j.org_id and h.id = j.shareholder_id
         where j.org_id = $1 and j.id = $2 and j.status = 'approved'
       union all
       select a.at, case when a.account_id = $3 then 'You' else a.actor end, a.text
         from activity a where a.org_id = $1 and a.resource = 'join-requests' and a.resource_id = $2::text) told
     where at is not null order by at desc`,
    [orgOf(actor), record.id, actor.account_id],
  );
  return { ...record, history };
}
