// What the portal answers to a shareholder, read under that shareholder's own rules (`asHolder`), by the functions that answer
// them.
import { resourceNamed } from '#src/resources/index.ts';
import { administrators } from '#src/resources/kit/access.ts';
import type { Actor, Role } from '#src/resources/kit/access.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { orgOf } from '#server/auth/actor.ts';
import { recordActivity } from '#server/commands/core/context.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { listRecords } from '#server/data/lists/listRecords.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { capTable } from '../capTable/capTable.ts';
import { dashboard } from '../dashboard/dashboard.ts';
import { firstOf, portfolioCompany } from './portfolio.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

const LISTS = ['certificates', 'distributions', 'payments', 'documents'] as const;

interface Look {
  /** Today at the company. */
  day: string;
  /** The role of the person who looks. */
  reader: Role;
}

/** Each list is whole, as without parameters, except for papers that the person who looks may not read. */
export async function previewOf(tx: Tx, actor: Actor, { day, reader }: Look): Promise<Row> {
  const lists: Record<string, Row[]> = {};
  for (const name of LISTS) {
    const resource = resourceNamed(name);
    const [field, order] = resource.sort;
    const { rows } = await listRecords(tx, actor, resource, rowsBy(field, { descending: order === 'DESC' }));
    lists[name] = rows;
  }
  const hidden = await privatePapers(tx, actor, reader);
  lists.documents = lists.documents!.filter(({ id }) => !hidden.has(String(id)));
  const company = await portfolioCompany(tx, actor, day);
  // The list is newest first.
  company.latest_document = firstOf(lists.documents);
  return {
    dashboard: await dashboard(tx, actor, day),
    portfolio: [company],
    ...lists,
    cap_table: await capTable(tx, actor, { as_of: day, basis: 'outstanding', known_at: null }),
  };
}

/** Signed tax forms are read by the holder, owners and administrators. */
async function privatePapers(tx: Tx, actor: Actor, reader: Role): Promise<Set<string>> {
  if (administrators.includes(reader)) return new Set();
  const rows = await tx.rows<{ id: string }>('select id from document where org_id = $1 and only_administrators', [
    orgOf(actor),
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Notes who looked at the portal as this shareholder. The note is the company's: the shareholder does not see it. */
export function noteSeenAs(context: CommandContext, holder: Pick<Shareholder, 'id' | 'name'>): void {
  recordActivity(context, {
    // Begins with LOOKED, by which the dashboard leaves it out.
    text: `looked at the portal as ${holder.name}`,
    resource: 'shareholders',
    id: holder.id,
  });
}
