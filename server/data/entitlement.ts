// Who holds how much of which class at the end of a day, straight from the ledger's projections.
import type { EntitledHolding } from '#src/domain/distribution/distribution.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Tx } from '../db/database.ts';
import { grantVesting } from './grantVesting.ts';
import type { RecordRow } from './lists/listing.ts';

/**
 * Outstanding stock of the classes, per holder and class; certificates that were issued and ended that day do not
 * count.
 */
export function entitledAt(tx: Tx, org: string, classIds: readonly string[], date: string): Promise<EntitledHolding[]> {
  return tx.rows<EntitledHolding>(
    `select stakeholder_id as shareholder_id, stock_class_id as share_class_id, trim_scale(sum(remaining))::text as shares
     from open_securities($1, $3) where kind = 'STOCK' and stock_class_id = any ($2) group by 1, 2 order by 1, 2`,
    [org, classIds, date],
  );
}

/** Which options count like shares. */
export interface IncludedOptions {
  includes_unvested_options: boolean;
  includes_vested_options: boolean;
}

/**
 * The outstanding options on shares of the classes at the end of a day that the company includes, each also as `option_shares`.
 * An option whose vesting terms are not known counts as unvested.
 */
export async function entitledOptions(
  tx: Tx,
  org: string,
  classIds: readonly string[],
  date: string,
  included: IncludedOptions,
): Promise<EntitledHolding[]> {
  if (!included.includes_unvested_options && !included.includes_vested_options) return [];
  await tx.rows(`select set_config('app.as_of', $1, true)`, [date]);
  const grants = await tx.rows<RecordRow & { shareholder_id: string; share_class_id: string; outstanding: string }>(
    `select id, shareholder_id, share_class_id, quantity::text as quantity, exercised::text as exercised, outstanding::text as outstanding, status, issued_on
     from grant_view where org_id = $1 and share_class_id = any ($2) and status = 'active' and outstanding > 0
       and (compensation_type is null or compensation_type like 'OPTION%') order by id`,
    [org, classIds],
  );
  await grantVesting.fill(tx, org, grants, date);
  await tx.rows(`select set_config('app.as_of', '', true)`);
  return grants.flatMap((grant) => {
    const vested = decimal(String(grant.vested_outstanding ?? '0'));
    const unvested = decimal(grant.outstanding) - vested;
    const counted =
      (included.includes_vested_options ? vested : 0n) + (included.includes_unvested_options ? unvested : 0n);
    if (counted <= 0n) return [];
    const shares = formatDecimal(counted);
    return [
      {
        shareholder_id: grant.shareholder_id,
        share_class_id: grant.share_class_id,
        shares,
        option_shares: shares,
      },
    ];
  });
}
