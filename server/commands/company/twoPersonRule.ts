// The two-person rule: who enters something of consequence does not approve it.
import { administrators } from '../../../src/resources/kit/access.ts';
import type { CommandContext } from '../core/context.ts';

/** Whether a second administrator decides: the company keeps the rule, and has two administrators or more today. */
export async function needsSecondPerson({ tx }: Pick<CommandContext, 'tx'>, org: string): Promise<boolean> {
  const row = await tx.row<{ needs: boolean }>(
    `select o.two_person_rule and (select count(*) from membership m where m.org_id = o.id and m.status = 'active' and m.role = any ($2)
       and coalesce(m.expires_at >= current_date, true)) > 1 as needs from organization o where o.id = $1`,
    [org, administrators],
  );
  return row!.needs;
}
