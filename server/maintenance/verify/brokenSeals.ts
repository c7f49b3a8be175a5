// Checks append-only rows against the seal they were written with: versions of static objects, imports with their findings and
// steps, and the lines of approved distributions.
import type { Tx } from '#server/db/database.ts';

/** By table: what identifies a row in a sentence. */
const SEALED: Record<string, string> = {
  ocf_object: `r.object_type || ' ' || r.id || ', version ' || r.version`,
  import_batch: `r.file_name || ' (' || r.id || ')'`,
  import_step: `r.position || ' of ' || r.import_id`,
  finding: `r.position || ' of ' || r.import_id || ', step ' || r.step`,
  distribution_line: `'of ' || r.shareholder_id || ', ' || r.share_class_id || ', in ' || r.distribution_id`,
};

/** A sentence for each row that was changed after it was written. */
export async function brokenSeals(tx: Tx, org: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [table, name] of Object.entries(SEALED)) {
    const rows = await tx.rows<{ name: string }>(
      `select ${name} as name from ${table} r where r.org_id = $1 and r.seal is distinct from read_seal(r) order by 1`,
      [org],
    );
    for (const row of rows)
      faults.push(`${table} ${row.name}, was changed after it was written: its seal does not match.`);
  }
  return faults;
}

/**
 * A sentence for each object with a missing version, counted from 1. Its row shows whether the last one is missing.
 */
export async function lostVersions(tx: Tx, org: string): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(
    `select object_type || ' ' || id as name from ocf_object where org_id = $1 group by object_type, id
     having count(*) <> max(version) order by 1`,
    [org],
  );
  return rows.map(({ name }) => `ocf_object ${name}: a version of it is gone.`);
}
