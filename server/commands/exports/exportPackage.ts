// The organisation as an Open Cap Format package: an import without later changes is exported byte for byte, everything else is
// written from the stored objects.
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { idOf, typeOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { newerThanRelease, schemaFaults } from '#src/domain/ledger/package/writePackage.ts';
import type { OcfVersion } from '#src/domain/ledger/package/writePackage.ts';
import { loadStaticObjects } from '#server/data/replay.ts';
import type { StaticObject } from '#server/data/replay.ts';
import { ZipWriter } from '#server/data/zipWriter.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { orgOf } from '#server/auth/actor.ts';
import { recordActivity, today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';

export interface ExportedPackage {
  bytes: Buffer;
  /** True when these are the original bytes of the one import. */
  is_original: boolean;
  /** The number of objects that fail the schemas of its version; export-report.json in the package lists them. */
  refused: number;
}

/**
 * `version`: null for the one that fits. Refuses: forbidden (403). The export contains tax ids, so the activity records
 * who took it.
 */
export async function exportPackage(context: CommandContext, version: OcfVersion | null): Promise<ExportedPackage> {
  const org = orgOf(context.actor);
  recordActivity(context, {
    text: 'exported the company as an Open Cap Format package',
    resource: 'imports',
    id: org,
  });
  const original = version === null ? await untouchedImport(context.tx, org) : null;
  if (original) return { bytes: original, is_original: true, refused: 0 };
  return writeFromObjects(context, org, version);
}

const CURRENT = `(select distinct on (object_type, id) object_type, id, import_id, is_deleted from ocf_object where org_id = $1
   order by object_type, id, version desc)`;
const LIVE = `l.voids_seq is null and not exists (select 1 from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq)`;

/** The bytes of the import that everything came with; null when anything was added or changed since. */
import { addPackage } from './packageZip.ts';
async function untouchedImport(tx: Tx, org: string): Promise<Buffer | null> {
  const sources = await tx.rows<{ import_id: string | null }>(
    `select import_id from ledger_tx l where org_id = $1 and ${LIVE} group by 1
     union select import_id from ${CURRENT} current where not is_deleted group by 1`,
    [org],
  );
  const [only] = sources;
  if (sources.length !== 1 || !only?.import_id) return null;
  const changed = await tx.row(
    `select 1 from organization o join ocf_object i on i.org_id = o.id and i.object_type = 'ISSUER' and i.import_id = $2
     where o.id = $1 and (o.legal_name is distinct from i.ocf ->> 'legal_name' or o.country is distinct from i.ocf ->> 'country_of_formation')`,
    [org, only.import_id],
  );
  if (changed) return null;
  const row = await tx.row<{ bytes: Buffer }>('select bytes from import_package where org_id = $1 and import_id = $2', [
    org,
    only.import_id,
  ]);
  return row?.bytes ?? null;
}

type Refused = { object_type: string; object_id: string; faults: string[] };

async function writeFromObjects(
  context: CommandContext,
  org: string,
  asked: OcfVersion | null,
): Promise<ExportedPackage> {
  const { tx, deps } = context;
  const statics = await loadStaticObjects(tx, org);
  const issuer = await issuerOf(tx, org, statics, today(context));
  const version = asked ?? (await versionFor(tx, org, [issuer, ...statics.map((each) => each.object)]));
  const generated_at = deps.now().toISOString();
  const zip = new ZipWriter(deps.now());
  const refused: Refused[] = [];
  const judge = (object: OcfObject) => {
    const faults = schemaFaults(object, version);
    if (faults.length > 0) refused.push({ object_type: typeOf(object), object_id: idOf(object), faults });
  };
  judge(issuer);
  await addPackage(zip, {
    issuer,
    written: { version, as_of: today(context), generated_at },
    statics,
    typeOf: ({ object_type }) => object_type,
    textsOf: (items) => staticTexts(items, judge),
    transactions: () => transactionTexts(tx, org, version, judge),
  });
  const report = { generated_at, ocf_version: version, refused_by_its_schema: refused };
  await zip.add('export-report.json', [JSON.stringify(report, null, 2)]);
  return { bytes: await zip.end(), is_original: false, refused: refused.length };
}

async function* staticTexts(items: readonly StaticObject[], judge: (object: OcfObject) => void) {
  for (const { object } of items) {
    judge(object);
    yield JSON.stringify(object);
  }
}

const ROWS_AT_ONCE = 5000;

/** In ledger order, as the stored text, so that no digit passes through a float. */
async function* transactionTexts(tx: Tx, org: string, version: OcfVersion, judge: (object: OcfObject) => void) {
  let after = '0';
  for (;;) {
    const rows = await tx.rows<{ seq: string; ocf: string; import_id: string | null }>(
      `select seq, ocf::text as ocf, import_id from ledger_tx l where org_id = $1 and seq > $2 and ${LIVE} order by seq limit ${ROWS_AT_ONCE}`,
      [org, after],
    );
    for (const { ocf, import_id } of rows) {
      // Our own entries are valid in their version; imported ones are checked.
      if (import_id !== null || version === '1.2.0') judge(parseExactly(ocf) as OcfObject);
      yield ocf;
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.seq;
  }
}

/** Version 1.2.0, unless some object needs a newer one. */
async function versionFor(tx: Tx, org: string, statics: readonly OcfObject[]): Promise<OcfVersion> {
  if (statics.some((object) => newerThanRelease(object) !== null)) return 'main';
  const types = await tx.rows<{ object_type: string }>(
    `select distinct object_type from ledger_tx l where org_id = $1 and ${LIVE}`,
    [org],
  );
  return types.some(({ object_type }) => newerThanRelease({ object_type }) !== null) ? 'main' : '1.2.0';
}

const earliestOf = (days: readonly (string | null)[]): string => days.filter((day) => day !== null).sort()[0]!;

/**
 * The imported issuer with the company's present details; our own issuer when none was imported. `day`: the first day that is known
 * beside the ledger's.
 */
export async function issuerOf(tx: Tx, org: string, statics: readonly StaticObject[], day: string): Promise<OcfObject> {
  const kept = statics.find((each) => each.object_type === 'ISSUER')?.object;
  const own = (await tx.row<Row & { id: string; client_display_name: string; first_day: string | null }>(
    `select id::text as id, client_display_name, legal_name, formation_date, country,
            (select min(effective_date) from ledger_tx l where l.org_id = o.id) as first_day from organization o where id = $1`,
    [org],
  ))!;
  // OCF requires all three. Until the company enters them: its display name, its first day in the ledger, US.
  const legal_name = own.legal_name ?? kept?.['legal_name'] ?? own.client_display_name;
  return {
    ...(kept ?? { id: own.id }),
    object_type: 'ISSUER',
    legal_name,
    formation_date: own.formation_date ?? kept?.['formation_date'] ?? earliestOf([own.first_day, day]),
    country_of_formation: own.country ?? kept?.['country_of_formation'] ?? 'US',
  };
}
