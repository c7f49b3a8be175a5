// Takes a whole import back: a void row for each of its entries (E22), and the objects that nothing else uses.
import { z } from 'zod';
import { imports } from '../../../src/resources/imports.ts';
import { parseExactly } from '../../../src/domain/ledger/exactJson.ts';
import { plainText } from '../../../src/resources/kit/validation.ts';
import type { OcfObject } from '../../../src/domain/ledger/types.ts';
import { removeUnusedRows, updateStaticRow } from '../../data/importedRows.ts';
import { markDeleted } from '../../data/staticObjects.ts';
import { lockLedger, writeStaticObjects } from '../../data/ledgerRepository.ts';
import { findRecord } from '../../data/resourceRepository.ts';
import type { Row, Tx } from '../../db/database.ts';
import { requireRole } from '../../auth/actor.ts';
import { actorName, conflict, recordActivity } from '../context.ts';
import type { CommandContext } from '../context.ts';
import { takeBack } from '../takeBack.ts';
import { keptPackage } from './importPackage.ts';
import { showImport } from './showImport.ts';

export const undoBody = z.strictObject({ reason: plainText(1000).nullish() });

/**
 * Out: the import. Refuses: not_found (404), not_applied, entry_depended_on (naming the first entry that stands on one of
 * this import), record_date_frozen, breaks_rule (409).
 */
export async function undoImport(context: CommandContext, id: string, body: z.infer<typeof undoBody>): Promise<Row> {
  const { tx, actor, deps } = context;
  const org = requireRole(actor, 'owner', 'admin');
  await lockLedger(tx, org);
  const { fileName, status } = await keptPackage(tx, org, id);
  if (status !== 'applied') throw conflict('not_applied', 'This import is not applied, so there is nothing to undo.');
  const voided = await takeBack(
    context,
    (live) => live.filter((entry) => entry.import_id === id),
    body.reason?.trim() || `Undo of the import ${fileName}.`,
  );
  await restoreOrganization(tx, org, id);
  await takeObjectsBack(context, org, id);
  await tx.write(
    `insert into import_step (org_id, import_id, position, step, entries, actor_id, actor, at)
     select $1, $2, 1 + count(*), 'undone', $3, $4, $5, $6 from import_step where org_id = $1 and import_id = $2`,
    [org, id, voided.length, actor.account_id, await actorName(context), deps.now().toISOString()],
  );
  await recordActivity(context, {
    text: `undid the import ${fileName}, ${voided.length} entries`,
    resource: 'imports',
    id,
  });
  return showImport(context, (await findRecord(tx, actor, imports, id))!);
}

/** The company's own facts as they were, where the package's still stand in their place. */
async function restoreOrganization(tx: Tx, org: string, id: string) {
  await tx.write(
    `update organization o set version = o.version + 1,
       issuer_id = case when b.issuer_id is null and not exists (
           select 1 from import_step s where s.org_id = o.id and s.import_id <> $2 and s.step = 'applied'
             and not exists (select 1 from import_step u where u.org_id = s.org_id and u.import_id = s.import_id and u.position > s.position))
         then null else o.issuer_id end,
       legal_name = case when b.legal_name is null and o.legal_name = i.ocf ->> 'legal_name' then null else o.legal_name end,
       formation_date = case when b.formation_date is null and o.formation_date::text = i.ocf ->> 'formation_date' then null else o.formation_date end,
       country = case when b.country is null and o.country = i.ocf ->> 'country_of_formation' then null else o.country end
     from import_step s, jsonb_to_record(s.organization_before) as b (issuer_id text, legal_name text, formation_date date, country text),
          ocf_object i
     where o.id = $1 and s.org_id = $1 and s.import_id = $2 and s.step = 'applied'
       and s.position = (select max(position) from import_step where org_id = $1 and import_id = $2 and step = 'applied')
       and i.org_id = $1 and i.object_type = 'ISSUER' and i.import_id = $2`,
    [org, id],
  );
}

type Version = {
  object_type: string;
  id: string;
  version: number;
  before: string | null;
  before_version: string | null;
};

/** Versions that this import wrote and nobody changed since: back to the one before, or gone where it was the first. */
async function takeObjectsBack(context: CommandContext, org: string, id: string) {
  const { tx, actor, deps } = context;
  const versions = await tx.rows<Version>(
    `select l.object_type, l.id, l.version, p.ocf::text as before, p.ocf_version as before_version from (
       select distinct on (object_type, id) org_id, object_type, id, version, import_id, is_deleted from ocf_object where org_id = $1
       order by object_type, id, version desc) l
     left join lateral (select ocf, ocf_version, is_deleted from ocf_object o where o.org_id = l.org_id and o.object_type = l.object_type and o.id = l.id
       and o.version = l.version - 1 and not o.is_deleted) p on true
     where l.import_id = $2 and not l.is_deleted order by l.object_type, l.id`,
    [org, id],
  );
  const by = { actor_id: actor.account_id, actor: '', recorded_at: deps.now() };
  for (const each of versions.filter((version) => version.before !== null)) {
    const object = parseExactly(each.before!) as OcfObject;
    await writeStaticObjects(
      tx,
      org,
      [{ object_type: each.object_type, id: each.id, object }],
      by,
      each.before_version,
    );
    await updateStaticRow(tx, org, { object_type: each.object_type, id: each.id, object });
  }
  const first = versions.filter((version) => version.before === null);
  // Whatever is pointed at goes last: holders and classes after plans and valuations.
  const order = (type: string) => (type === 'STAKEHOLDER' ? 1 : type === 'STOCK_CLASS' ? 2 : 0);
  for (const type of [...new Set(first.map((each) => each.object_type))].sort((a, b) => order(a) - order(b))) {
    const ids = first.filter((each) => each.object_type === type).map((each) => each.id);
    if (
      type === 'ISSUER' &&
      (await tx.row('select 1 from organization where id = $1 and issuer_id = any ($2)', [org, ids]))
    )
      continue;
    for (const gone of await removeUnusedRows(tx, org, type, ids))
      await markDeleted(tx, org, type, gone, actor.account_id);
  }
}
