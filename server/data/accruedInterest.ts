// The interest that a note has earned by a day: read together for all of a page, never stored.
import { formatDecimal, parseDecimal } from '../../src/domain/decimal.ts';
import { accruedTo, interestTermsOf } from '../../src/domain/interest.ts';
import { parseExactly } from '../../src/domain/ledger/exactJson.ts';
import type { OcfObject } from '../../src/domain/ledger/types.ts';
import type { ComputedColumns } from './computedColumns.ts';

/** Null of what bears none, is not issued yet, or has ended: then it was converted or paid with it. */
export const accruedInterest: ComputedColumns = {
  names: ['accrued_interest'],
  async fill(tx, org, rows, day) {
    const mechanisms = await tx.rows<{ id: string; mechanism: string | null }>(
      `select s.security_id as id, jsonb_path_query_first(l.ocf, '$.conversion_triggers[*].conversion_right.conversion_mechanism')::text as mechanism
       from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq where s.org_id = $1 and s.security_id = any ($2)`,
      [org, rows.map((row) => row.id)],
    );
    const byId = new Map(mechanisms.map(({ id, mechanism }) => [id, mechanism]));
    for (const row of rows) {
      const text = row.status === 'outstanding' ? byId.get(String(row.id)) : null;
      const terms = text ? interestTermsOf(parseExactly(text) as OcfObject) : null;
      const principal = parseDecimal(row.amount);
      row.accrued_interest =
        terms && principal !== null ? formatDecimal(accruedTo(principal, terms, day).interest) : null;
    }
  },
};
