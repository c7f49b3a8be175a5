// Objects that are no entries of the ledger, each version against the seal it was written with.
import type { Tx } from '../db/database.ts';

/** A sentence for each version that is not what was written. */
export async function brokenSeals(tx: Tx, org: string): Promise<string[]> {
  const rows = await tx.rows<{ object_type: string; id: string; version: number }>(
    'select object_type, id, version from ocf_object o where org_id = $1 and seal is distinct from object_seal(o) order by object_type, id, version',
    [org],
  );
  return rows.map(
    ({ object_type, id, version }) =>
      `${object_type} ${id}, version ${version}, is not what was written: its seal does not fit.`,
  );
}
