// What vests in the next twelve months: who reaches what when, and the cliffs of the next quarter.
import { addMonths } from '#src/domain/dates.ts';
import { ZERO, decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { vestedAt } from '#src/domain/vesting/schedule.ts';
import type { VestingAnswer } from '#src/contract/analytics.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { grants } from '#src/resources/grants.ts';
import type { Grant } from '#src/resources/grants.ts';
import { orgOf } from '#server/auth/actor.ts';
import { vestingInputs } from '#server/data/grantVesting.ts';
import { listRecords } from '#server/data/lists/listRecords.ts';
import type { Tx } from '#server/db/database.ts';
import { comingOf, comingOfGrant } from '../portfolio/holdings.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

const MONTHS_AHEAD = 12;
const CLIFF_MONTHS = 3;
const LISTED_MAX = 500;

type Tranche = VestingAnswer['rows'][number];

/** From the grants in force and the stock that vests. A holding without its terms is counted as unknown. `day`: today. */
export async function vestingAhead(tx: Tx, actor: Actor, day: string): Promise<VestingAnswer> {
  const until = addMonths(day, MONTHS_AHEAD);
  const granted = await grantsInForce(tx, actor, day);
  const stock = await vestingStock(tx, actor, day);
  const inputs = await vestingInputs(
    tx,
    orgOf(actor),
    [...granted, ...stock].map(({ id }) => id),
  );
  const rows = [
    ...granted.flatMap((row) => {
      const input = inputs.get(row.id);
      if (!input || row.unvested_outstanding === null) return [];
      const label = row.grant_number ?? row.id;
      return tranchesOf({ ...row, label }, 'grants', row.vested, comingOfGrant(row, input, day));
    }),
    ...stock.flatMap((row) => {
      const input = inputs.get(row.id);
      const vested = input ? vestedAt(input, day) : null;
      if (!input || vested === null) return [];
      const coming = comingOf(input, day, { kept: decimal(row.quantity) });
      return tranchesOf({ ...row, label: row.certificate_number }, 'certificates', formatDecimal(vested), coming);
    }),
  ]
    .filter(({ date }) => date <= until)
    .sort((a, b) => compared(a.date, b.date) || compared(a.shareholder, b.shareholder) || compared(a.id, b.id));
  const cliffsUntil = addMonths(day, CLIFF_MONTHS);
  return {
    as_of: day,
    until,
    months: monthsOf(rows),
    total: sumOf(rows),
    rows: rows.slice(0, LISTED_MAX),
    rows_count: rows.length,
    cliffs: rows.filter(({ is_first, date }) => is_first && date <= cliffsUntil).slice(0, LISTED_MAX),
    unknown: granted.filter(({ unvested_outstanding }) => unvested_outstanding === null).length,
  };
}

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function grantsInForce(tx: Tx, actor: Actor, day: string): Promise<Grant[]> {
  const { rows } = await listRecords(
    tx,
    actor,
    grants,
    rowsBy('id', { conditions: [{ field: 'status', operator: 'eq', value: 'active' }], as_of: day }),
  );
  return rows;
}

type VestingStock = {
  id: string;
  certificate_number: string;
  shareholder_id: string;
  shareholder: string;
  quantity: string;
};

function vestingStock(tx: Tx, actor: Actor, day: string): Promise<VestingStock[]> {
  return tx.rows<VestingStock>(
    `select o.security_id as id, o.custom_id as certificate_number, o.stakeholder_id as shareholder_id, h.name as shareholder, trim_scale(o.remaining)::text as quantity
     from open_securities($1, $2) o
     join security s on s.org_id = $1 and s.security_id = o.security_id
     join ledger_tx l on l.org_id = $1 and l.seq = s.issue_seq and (l.ocf ? 'vesting_terms_id' or l.ocf ? 'vestings')
     join shareholder h on h.org_id = $1 and h.id = o.stakeholder_id
     where o.kind = 'STOCK' and o.remaining > 0`,
    [orgOf(actor), day],
  );
}

const tranchesOf = (
  row: Pick<Tranche, 'id' | 'shareholder_id' | 'shareholder' | 'label'>,
  resource: Tranche['resource'],
  vested: string | null,
  coming: ReturnType<typeof comingOf>,
): Tranche[] =>
  coming.map(({ date, quantity }, index) => ({
    date,
    quantity,
    shareholder_id: row.shareholder_id,
    shareholder: row.shareholder,
    resource,
    id: row.id,
    label: row.label,
    is_first: index === 0 && vested === '0',
  }));

const monthsOf = (rows: readonly Tranche[]): VestingAnswer['months'] =>
  [...Map.groupBy(rows, ({ date }) => date.slice(0, 7))].map(([month, of]) => ({
    month,
    quantity: sumOf(of),
    holders: new Set(of.map(({ shareholder_id }) => shareholder_id)).size,
  }));

const sumOf = (rows: readonly Tranche[]) =>
  formatDecimal(rows.reduce((sum, { quantity }) => sum + decimal(quantity), ZERO));
