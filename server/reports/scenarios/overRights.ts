// Options, units and warrants that can no longer be exercised on a day: the cap table counts them until an entry cancels them
// (docs/decisions/plans-vesting-and-leaving.md#the-end-of-service), and an exit pays nothing for them
// (docs/decisions/scenarios-and-models.md#rights-that-are-over).
import { decimal, grouped } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { grants } from '#src/resources/grants.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { listRecords } from '#server/data/lists/listRecords.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

/** How much of each security, by its id: all of what expired, and of a grant whose holder left what had not vested by then. */
export async function overOn({ tx, actor }: CommandContext, as_of: string): Promise<Map<string, Decimal>> {
  const org = orgOf(actor);
  await tx.rows(`select set_config('app.as_of', $1, true)`, [as_of]);
  const expired = await tx.rows<{ id: string; quantity: string }>(
    `select id, outstanding::text as quantity from grant_view where org_id = $1 and status = 'expired'
     union all select id, outstanding::text from warrant_view where org_id = $1 and status = 'expired'`,
    [org],
  );
  const over = new Map(expired.map(({ id, quantity }) => [id, decimal(quantity)]));
  const left = await tx.rows<{ id: string }>(
    `select g.id from grant_view g where g.org_id = $1 and g.status = 'active' and g.shareholder_id in
       (select e.stakeholder_id from stakeholder_change e where e.org_id = $1 and e.effective_date <= $2 and e.new_status like 'TERMINATION\\_%')`,
    [org, as_of],
  );
  if (left.length === 0) return over;
  const { rows } = await listRecords(tx, actor, grants, { ...rowsBy('id', { as_of }), ids: left.map(({ id }) => id) });
  for (const { id, service_ended_on, unvested_outstanding } of rows) {
    const unvested = decimal(unvested_outstanding ?? '0');
    if (service_ended_on && service_ended_on <= as_of && unvested > 0n) over.set(id, unvested);
  }
  return over;
}

export function overNote(over: ReadonlyMap<string, Decimal>, as_of: string): string[] {
  const sum = [...over.values()].reduce((all, quantity) => all + quantity, 0n);
  if (sum === 0n) return [];
  return [
    `${grouped(sum)} of the options and warrants can no longer be exercised on ${as_of}. The tables count them until they are cancelled; an exit pays nothing for them.`,
  ];
}
