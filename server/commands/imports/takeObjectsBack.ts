// Objects that only undone imports wrote: restores the version before, or deletes the unused ones.
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { removeUnusedRows, updateStaticRows } from '#server/data/importedRows.ts';
import { markDeleted } from '#server/data/staticObjects.ts';
import { writeStaticObjects } from '#server/data/ledgerRepository.ts';
import type { Tx } from '#server/db/database.ts';
import type { CommandContext } from '../core/context.ts';
import type { PastStep } from './importSteps.ts';

interface Stranded {
  object_type: string;
  id: string;
  /**
   * The last version that the company wrote, or that a counting import wrote or found equal; null when there is none.
   */
  before: string | null;
  before_version: string | null;
  before_import: string | null;
}

/** `counting`: applications that are not undone. What they also contained stays unchanged. */
export async function takeObjectsBack(
  context: CommandContext,
  org: string,
  counting: ReadonlySet<PastStep>,
): Promise<void> {
  const { tx, actor, deps } = context;
  const stranded = await strandedObjects(tx, org, counting);
  const by = { actor_id: actor.account_id, actor: '', recorded_at: deps.now() };
  const earlier = stranded.flatMap(({ object_type, id, before, before_version, before_import }) =>
    before === null
      ? []
      : [{ object_type, id, object: parseExactly(before) as OcfObject, before_version, before_import }],
  );
  for (const same of Map.groupBy(earlier, (each) => `${each.before_version} ${each.before_import}`).values()) {
    const { before_version, before_import } = same[0]!;
    // The restored version belongs again to the import that brought it, and is removed with it.
    const as = before_import === null ? by : { ...by, import_id: before_import };
    await writeStaticObjects(tx, org, same, as, before_version);
  }
  await updateStaticRows(tx, org, earlier);
  const first = stranded.filter(({ before }) => before === null);
  // Referenced objects are deleted last: holders and classes after plans and valuations.
  const order = (type: string) => (type === 'STAKEHOLDER' ? 1 : type === 'STOCK_CLASS' ? 2 : 0);
  for (const type of [...new Set(first.map((each) => each.object_type))].sort((a, b) => order(a) - order(b))) {
    const ids = first.filter((each) => each.object_type === type).map((each) => each.id);
    if (
      type === 'ISSUER' &&
      (await tx.row('select 1 from organization where id = $1 and issuer_id = any ($2)', [org, ids]))
    )
      continue;
    await markDeleted(tx, org, type, await removeUnusedRows(tx, org, type, ids), actor.account_id);
  }
}

/** Objects whose present version comes from an undone import, and which no counting import found equal. */
async function strandedObjects(tx: Tx, org: string, counting: ReadonlySet<PastStep>): Promise<Stranded[]> {
  const steps = [...counting];
  const found = steps.flatMap(({ left_alone }) =>
    Object.entries(left_alone).flatMap(([type, versions]) =>
      Object.entries(versions).map(([id, version]) => ({ type, id, version })),
    ),
  );
  return tx.rows<Stranded & Record<string, unknown>>(
    `with found_equal as (
       select o.object_type, o.id, o.ocf from unnest($3::text[], $4::text[], $5::integer[]) as f (object_type, id, version)
       join ocf_object o on o.org_id = $1 and o.object_type = f.object_type and o.id = f.id and o.version = f.version)
     select l.object_type, l.id, p.ocf::text as before, p.ocf_version as before_version, p.import_id as before_import from (
       select distinct on (object_type, id) org_id, object_type, id, version, ocf, import_id, is_deleted from ocf_object where org_id = $1
       order by object_type, id, version desc) l
     left join lateral (
       select o.ocf, o.ocf_version, o.import_id from ocf_object o
       where o.org_id = l.org_id and o.object_type = l.object_type and o.id = l.id and o.version < l.version
         and (o.import_id is null or o.import_id = any ($2::uuid[]) or (o.object_type, o.id, o.ocf) in (table found_equal))
         and not exists (select 1 from ocf_object d where d.org_id = o.org_id and d.object_type = o.object_type and d.id = o.id
                         and d.is_deleted and d.version >= o.version and d.version < l.version)
       order by o.version desc limit 1) p on true
     where not l.is_deleted and l.import_id is not null and l.import_id <> all ($2::uuid[])
       and (l.object_type, l.id, l.ocf) not in (table found_equal)
     order by l.object_type, l.id`,
    [
      org,
      steps.map(({ import_id }) => import_id),
      found.map(({ type }) => type),
      found.map(({ id }) => id),
      found.map(({ version }) => version),
    ],
  );
}
