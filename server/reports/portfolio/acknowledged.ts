// What the holder said about each holding, for all of them together. server/commands/acknowledgements/said.ts says the same of one.
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import { replacedLines } from '#server/data/replacedLine.ts';
import type { Tx } from '#server/db/database.ts';

type Said = { security_id: string; state: 'agreed' | 'disputed' | 'settled'; is_current: boolean };

/** Only what counts now: a dispute until it is settled, an agreement until more is recorded. */
export async function statesOf(
  tx: Tx,
  actor: Actor,
  holder: string,
  ids: readonly string[],
): Promise<Map<string, 'agreed' | 'disputed'>> {
  const org = orgOf(actor);
  const states = new Map<string, 'agreed' | 'disputed'>();
  const own = await newestSaid(tx, org, holder, ids);
  const silent = ids.filter((id) => !own.has(id));
  // A dispute follows the line; an agreement does not.
  const lines = await replacedLines(tx, org, silent);
  const earlier = await newestSaid(
    tx,
    org,
    holder,
    [...lines.values()].flat().map(({ security_id }) => security_id),
  );
  for (const id of ids) {
    const said = own.get(id);
    if (said?.state === 'disputed' || (said?.state === 'agreed' && said.is_current)) states.set(id, said.state);
    if (said) continue;
    const last = (lines.get(id) ?? []).findLast(({ security_id }) => earlier.has(security_id));
    if (last && earlier.get(last.security_id)!.state === 'disputed') states.set(id, 'disputed');
  }
  return states;
}

async function newestSaid(tx: Tx, org: string, holder: string, ids: readonly string[]): Promise<Map<string, Said>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<Said>(
    `select distinct on (a.security_id) a.security_id, a.state, coalesce(a.ledger_seq = last_entry_of(a.security_id), false) as is_current
     from acknowledgement a where a.org_id = $1 and a.shareholder_id = $2 and a.security_id = any ($3)
     order by a.security_id, a.number desc`,
    [org, holder, ids],
  );
  return new Map(rows.map((row) => [row.security_id, row]));
}
