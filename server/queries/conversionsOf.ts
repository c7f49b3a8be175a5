// Into which classes a class may be converted on a day, and at which ratio. Read alone: no lock is taken for a page.
import type { Conversion } from '#src/contract/securityPages.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { ratioOn } from '#src/domain/ledger/rules/ratio.ts';
import { classFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import type { OcfObject, RatioChangeRow } from '#src/domain/ledger/core/types.ts';
import type { Tx } from '../db/database.ts';

/** Out: class, name and the ratio as new shares for old. Rights whose mechanism is no ratio are left out, as a conversion refuses them. */
export async function conversionsOf(tx: Tx, org: string, classId: string, day: string): Promise<Conversion[]> {
  const stored = await tx.row<{ ocf: string }>(
    `select ocf::text as ocf from ocf_object where org_id = $1 and object_type = 'STOCK_CLASS' and id = $2 order by version desc limit 1`,
    [org, classId],
  );
  if (!stored) return [];
  const rights = classFactsOf(parseExactly(stored.ocf) as OcfObject).conversion_rights;
  if (rights.length === 0) return [];
  const ratio_changes = await tx.rows<RatioChangeRow>(
    `select stock_class_id, effective_date, numerator, denominator, rounding_type from ratio_change
     where org_id = $1 and stock_class_id = $2 order by effective_date, tx_seq`,
    [org, classId],
  );
  const names = await tx.rows<{ id: string; name: string }>(
    'select id, name from share_class where org_id = $1 and id = any ($2)',
    [org, rights.map((right) => right.converts_to_stock_class_id)],
  );
  return names.flatMap(({ id, name }): Conversion[] => {
    const right = rights.find((each) => each.converts_to_stock_class_id === id)!;
    const ratio = id === classId ? null : ratioOn({ ratio_changes }, right, day);
    if (!ratio) return [];
    const { numerator, denominator, mode } = ratio;
    return [
      {
        share_class_id: id,
        share_class: name,
        numerator: formatDecimal(numerator),
        denominator: formatDecimal(denominator),
        rounding: mode,
      },
    ];
  });
}
