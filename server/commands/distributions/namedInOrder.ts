// Lines of a distribution with the names of their holders, in the order of lists.
import type { CommandContext } from '../core/context.ts';

/** Each line with its holder's name, ordered by holder and then by class; the first of them where a limit is given. */
export async function namedInOrder<L extends { shareholder_id: string; share_class_id: string }>(
  context: CommandContext,
  org: string,
  lines: readonly L[],
  limit = Infinity,
): Promise<(L & { shareholder: string })[]> {
  if (lines.length === 0) return [];
  const holders = await holdersIn(context, org, lines, limit);
  const classes = await namesOf(context, org, 'share_class');
  return lines
    .filter(({ shareholder_id }) => holders.has(shareholder_id))
    .map((line) => ({ ...line, shareholder: holders.get(line.shareholder_id)!.name }))
    .sort(
      (a, b) =>
        placeIn(holders, a.shareholder_id) - placeIn(holders, b.shareholder_id) ||
        placeIn(classes, a.share_class_id) - placeIn(classes, b.share_class_id),
    )
    .slice(0, limit);
}

type Named = Map<string, { name: string; place: number }>;
const SORTED_AT_ONCE = 2000;

/** The holders of the lines with their places; of the first lines alone where a limit is given, so that not all are sorted. */
async function holdersIn(
  context: CommandContext,
  org: string,
  lines: readonly { shareholder_id: string }[],
  limit: number,
): Promise<Named> {
  const ids = new Set(lines.map(({ shareholder_id }) => shareholder_id));
  if (ids.size <= SORTED_AT_ONCE || limit === Infinity) return namesOf(context, org, 'shareholder', [...ids]);
  const found: Named = new Map();
  for (let [from, step] = [0, limit]; found.size < Math.min(limit, ids.size); [from, step] = [from + step, step * 2]) {
    const rows = await context.tx.rows<{ id: string; name: string }>(
      'select id, name from shareholder where org_id = $1 order by alphabetical(name), id limit $2 offset $3',
      [org, step, from],
    );
    if (rows.length === 0) break;
    for (const { id, name } of rows) if (ids.has(id)) found.set(id, { name, place: found.size });
  }
  return found;
}

/** Each name by id, with its position in the database's sort order, as in lists. */
async function namesOf({ tx }: CommandContext, org: string, table: 'shareholder' | 'share_class', ids?: string[]) {
  const rows = await tx.rows<{ id: string; name: string }>(
    `select id, name from ${table} where org_id = $1 ${ids ? 'and id = any ($2)' : ''} order by alphabetical(name), id`,
    ids ? [org, ids] : [org],
  );
  return new Map(rows.map(({ id, name }, place) => [id, { name, place }])) as Named;
}
const placeIn = (named: Named, id: string) => named.get(id)?.place ?? named.size;
