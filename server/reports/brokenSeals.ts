// Rows that are only added to, each against the seal it was written with: versions of objects that are no entries, imports
// with what they found and what was done with them, and the lines of approved distributions.
import type { Tx } from '../db/database.ts';

/** By table: what names a row in a sentence. */
const SEALED: Record<string, { seal: string; name: string }> = {
  ocf_object: { seal: 'object_seal(r)', name: `r.object_type || ' ' || r.id || ', version ' || r.version` },
  import_batch: { seal: 'read_seal(r)', name: `r.file_name || ' (' || r.id || ')'` },
  import_step: { seal: 'read_seal(r)', name: `r.position || ' of ' || r.import_id` },
  finding: { seal: 'read_seal(r)', name: `r.position || ' of ' || r.import_id || ', step ' || r.step` },
  distribution_line: {
    seal: 'read_seal(r)',
    name: `'of ' || r.shareholder_id || ', ' || r.share_class_id || ', in ' || r.distribution_id`,
  },
};

/** A sentence for each row that is not what was written. */
export async function brokenSeals(tx: Tx, org: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [table, { seal, name }] of Object.entries(SEALED)) {
    const rows = await tx.rows<{ name: string }>(
      `select ${name} as name from ${table} r where r.org_id = $1 and r.seal is distinct from ${seal} order by 1`,
      [org],
    );
    for (const row of rows) faults.push(`${table} ${row.name}, is not what was written: its seal does not fit.`);
  }
  return faults;
}
