// What the portal answers to a shareholder, read under that shareholder's own rules (`asHolder`), by the functions that answer
// them.
import { resourceNamed } from '../../../src/resources/index.ts';
import type { Actor } from '../../../src/resources/kit/access.ts';
import { recordActivity } from '../../commands/core/context.ts';
import type { CommandContext } from '../../commands/core/context.ts';
import { listRecords } from '../../data/resourceRepository.ts';
import type { Row, Tx } from '../../db/database.ts';
import { capTable } from '../capTable/capTable.ts';
import { dashboard } from '../dashboard/dashboard.ts';
import { portfolioCompany } from './portfolio.ts';

const LISTS = ['certificates', 'distributions', 'payments', 'documents'] as const;

/** `day`: today at the company. Each list is whole, as without parameters. */
export async function previewOf(tx: Tx, actor: Actor, day: string): Promise<Row> {
  const lists: Record<string, Row[]> = {};
  for (const name of LISTS) {
    const resource = resourceNamed(name);
    const [field, order] = resource.sort;
    const { rows } = await listRecords(tx, actor, resource, {
      sort: { field, descending: order === 'DESC' },
      range: null,
      conditions: [],
      ids: null,
      q: null,
    });
    lists[name] = rows;
  }
  return {
    dashboard: await dashboard(tx, actor, day),
    portfolio: [await portfolioCompany(tx, actor, day)],
    ...lists,
    cap_table: await capTable(tx, actor, { as_of: day, basis: 'outstanding', known_at: null }),
  };
}

/** Notes who looked at the portal as this shareholder. The note is the company's: the shareholder does not see it. */
export async function noteSeenAs(context: CommandContext, holder: Row): Promise<void> {
  await recordActivity(context, {
    text: `looked at the portal as ${String(holder.name)}`,
    resource: 'shareholders',
    id: String(holder.id),
  });
}
