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
  if (lines.length <= SORTED_AT_ONCE || limit === Infinity)
    return namesOf(context, org, 'shareholder', [...new Set(lines.map(({ shareholder_id }) => shareholder_id))]);
  const isHolder = searchIn(lines);
  const found: Named = new Map();
  for (let [from, step] = [0, limit]; found.size < limit; [from, step] = [from + step, step * 2]) {
    const rows = await context.tx.rows<{ id: string; name: string }>(
      'select id, name from shareholder where org_id = $1 order by alphabetical(name), id limit $2 offset $3',
      [org, step, from],
    );
    if (rows.length === 0) break;
    for (const { id, name } of rows) if (isHolder(id)) found.set(id, { name, place: found.size });
  }
  return found;
}

/** Who is among the lines. Lines come ordered by holder, and then are searched without a list of all. */
function searchIn(lines: readonly { shareholder_id: string }[]): (id: string) => boolean {
  const idAt = (at: number) => lines[at]!.shareholder_id;
  for (let at = 1; at < lines.length; at += 1)
    if (idAt(at - 1) > idAt(at)) {
      const ids = new Set(lines.map(({ shareholder_id }) => shareholder_id));
      return (id) => ids.has(id);
    }
  return (id) => {
    let [from, to] = [0, lines.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (idAt(middle) < id) from = middle + 1;
      else to = middle;
    }
    return from < lines.length && idAt(from) === id;
  };
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
