// Who is editing a record at this moment.
import { EDITING_SECONDS } from '#src/contract/changes.ts';
import type { OthersEditing } from '#src/contract/changes.ts';
import type { CommandContext } from '../core/context.ts';

type Context = Pick<CommandContext, 'tx' | 'actor'>;

/** Says that the actor edits a record, since now or, where that still counts, since they said it first. */
export async function sayEditing({ tx, actor }: Context, resource: string, id: string): Promise<void> {
  await tx.write(
    `insert into record_editing as e (org_id, resource, record_id, account_id, since, until)
       values ($1, $2, $3, $4, now(), now() + make_interval(secs => $5))
     on conflict (org_id, resource, record_id, account_id) do update
       set since = case when e.until > now() then e.since else excluded.since end, until = excluded.until`,
    [actor.org_id, resource, id, actor.account_id, EDITING_SECONDS],
  );
}

/** Out: everybody else who is editing it, the first to begin first. */
export const othersOf = ({ tx, actor }: Context, resource: string, id: string): Promise<OthersEditing> =>
  tx.rows(
    `select p.first_name || ' ' || p.last_name as name, e.since from record_editing e cross join lateral org_person(e.account_id) p
     where e.org_id = $1 and e.resource = $2 and e.record_id = $3 and e.until > now() and e.account_id <> $4 order by e.since, 1`,
    [actor.org_id, resource, id, actor.account_id],
  );
