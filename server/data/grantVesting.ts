// What of each grant has vested on a day: read together for all grants of a page, never stored.
import { decimal, formatDecimal, parseDecimal } from '../../src/domain/decimal.ts';
import { parseExactly } from '../../src/domain/ledger/exactJson.ts';
import { dateOf, decimalOf, isObject, listOf } from '../../src/domain/ledger/fields.ts';
import type { OcfObject } from '../../src/domain/ledger/types.ts';
import { vestedAt } from '../../src/domain/vesting/schedule.ts';
import type { VestingInput } from '../../src/domain/vesting/schedule.ts';
import type { Row, Tx } from '../db/database.ts';
import type { ComputedColumns } from './computedColumns.ts';

/** `unvested` is what is granted and not vested, of what was not cancelled. Both are null where the terms exist nowhere. */
export const grantVesting: ComputedColumns = {
  names: ['vested', 'unvested'],
  async fill(tx: Tx, org: string, rows: readonly Row[], day: string) {
    const inputs = await vestingInputs(
      tx,
      org,
      rows.map((row) => String(row.id)),
    );
    for (const row of rows) {
      const input = inputs.get(String(row.id));
      const vested = input ? vestedAt(input, day) : null;
      row.vested = vested === null ? null : formatDecimal(vested);
      row.unvested = vested === null ? null : formatDecimal(unvestedOf(row, vested));
    }
  },
};

/** Nothing is left to vest of a grant that has ended, and never more than is outstanding. */
function unvestedOf(row: Row, vested: bigint): bigint {
  const unvested = (parseDecimal(row.quantity) ?? 0n) - vested;
  const outstanding = parseDecimal(row.outstanding) ?? 0n;
  return unvested < outstanding ? unvested : outstanding;
}

type Issued = { id: string; quantity: string; issued_on: string; vestings: string | null; terms_id: string | null };

/** What the schedule of each security is computed from, by its id. Any security may vest, stock too. */
export async function vestingInputs(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, VestingInput>> {
  if (ids.length === 0) return new Map();
  const issued = await tx.rows<Issued & { stopped_on: string | null }>(
    `select s.security_id as id, s.quantity::text as quantity, s.issued_on, (l.ocf->'vestings')::text as vestings, nullif(l.ocf->>'vesting_terms_id', '') as terms_id,
            (select max(e.effective_date) from stakeholder_change e where e.org_id = s.org_id and e.stakeholder_id = s.stakeholder_id and e.new_status like 'TERMINATION\\_%'
               and e.effective_date >= s.issued_on
               and not exists (select 1 from stakeholder_change b where b.org_id = e.org_id and b.stakeholder_id = e.stakeholder_id and b.new_status = 'ACTIVE' and b.effective_date >= e.effective_date)) as stopped_on
     from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
     where s.org_id = $1 and s.security_id = any ($2) and s.quantity is not null`,
    [org, ids],
  );
  const facts = await tx.rows<VestingInput['facts'][number] & { security_id: string }>(
    `select security_id, fact, effective_date, vesting_condition_id, quantity::text as quantity from vesting_fact where org_id = $1 and security_id = any ($2) order by effective_date, tx_seq`,
    [org, ids],
  );
  const factsOf = Map.groupBy(facts, (fact) => fact.security_id);
  const terms = await termsByIds(tx, org, [...new Set(issued.flatMap(({ terms_id }) => terms_id ?? []))]);
  return new Map(
    issued.map((row) => {
      const object = row.terms_id === null ? null : (terms.get(row.terms_id) ?? null);
      return [
        row.id,
        {
          quantity: decimal(row.quantity),
          issued_on: row.issued_on,
          terms: object,
          terms_missing: row.terms_id !== null && object === null,
          vestings: vestingsOf(row.vestings),
          facts: factsOf.get(row.id) ?? [],
          stopped_on: row.stopped_on,
        },
      ];
    }),
  );
}

export async function termsByIds(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, OcfObject>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: string; terms: string }>(
    'select id, terms::text as terms from vesting_terms where org_id = $1 and id = any ($2)',
    [org, ids],
  );
  return new Map(rows.map((row) => [row.id, parseExactly(row.terms) as OcfObject]));
}

function vestingsOf(text: string | null): VestingInput['vestings'] {
  const list = text === null ? [] : listOf({ vestings: parseExactly(text) }, 'vestings');
  return list.filter(isObject).flatMap((each) => {
    const [date, amount] = [dateOf(each), decimalOf(each, 'amount')];
    return date === null || amount === null ? [] : [{ date, amount }];
  });
}
