// A shareholder's holdings today, share of the stock, service and portal access: read for all holders of a page together.
// Holders do not get the values that they may not see.
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { percentage } from '#src/domain/figures/largestRemainder.ts';
import type { Tx } from '#server/db/database.ts';
import type { Slices } from '#src/domain/slices.ts';
import { fullyDilutedOf } from '../capTable/fullyDiluted.ts';
import { runYielding } from '../runYielding.ts';
import type { ComputedColumns, RecordRow } from './listing.ts';
import { fillPortals, PORTAL_COLUMNS } from './portalColumns.ts';

/** More decimals than shown; only the screen rounds. */
const PERCENT_PLACES = 8;

export const holderColumns: ComputedColumns = {
  names: ['holdings', 'shares', 'percent', 'fully_diluted_percent', 'service', 'service_ended_on', ...PORTAL_COLUMNS],
  async fill(tx, org, rows, day) {
    const ids = rows.map((row) => row.id);
    // Only staff see portal access and percentages, which would reveal the total.
    const [held, service, seesAll] = await Promise.all([
      heldBy(tx, org, ids),
      serviceOf(tx, org, ids),
      fillPortals(tx, rows),
    ]);
    const [outstanding, diluted] = seesAll
      ? await Promise.all([
          outstandingStock(tx, org),
          fullyDilutedOf({ tx, id: org }, ids, day, ids.length <= PAGE_MAX),
        ])
      : [null, null];
    await runYielding(filled(rows, { held, service, outstanding, diluted }, day));
  },
};

interface Known {
  held: Map<string, Held[]>;
  service: Map<string, Service>;
  outstanding: Decimal | null;
  diluted: Awaited<ReturnType<typeof fullyDilutedOf>> | null;
}

function* filled(
  rows: readonly RecordRow[],
  { held, service, outstanding, diluted }: Known,
  day: string,
): Slices<void> {
  for (const [at, row] of rows.entries()) {
    const of = held.get(row.id) ?? [];
    const shares = of.reduce((sum, each) => sum + (each.kind === 'certificate' ? decimal(each.quantity) : 0n), 0n);
    row.holdings = of.map(inWords).join(', ') || null;
    row.shares = formatDecimal(shares);
    row.percent = outstanding === null ? null : percentage(shares, outstanding, PERCENT_PLACES, 'DOWN');
    row.fully_diluted_percent = diluted && percentage(diluted.countedOf(row.id), diluted.total, PERCENT_PLACES, 'DOWN');
    const last = service.get(row.id);
    row.service = last ? serviceWord(last.new_status, last.effective_date > day) : null;
    row.service_ended_on = last?.new_status.startsWith('TERMINATION_') ? last.effective_date : null;
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield;
  }
}

const PAGE_MAX = 100;
const ROWS_AT_ONCE = 500;

type Held = { id: string; kind: string; count: string; quantity: string; ended_on: string | null };

/** "2 certificates", "1 grant that ended 2026-04-01". */
function inWords({ kind, count, ended_on }: Held): string {
  const counted = `${count} ${kind}${count === '1' ? '' : 's'}`;
  if (ended_on === null) return counted;
  return count === '1' ? `${counted} that ended ${ended_on}` : `${counted} that ended by ${ended_on}`;
}

/**
 * Open securities of every kind, counted, including those that can no longer be exercised but are not cancelled. The
 * lists of each kind show the same number.
 */
async function heldBy(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, Held[]>> {
  const isPage = ids.length <= PAGE_MAX;
  const open = isPage
    ? 'unnest($2::text[]) holder cross join lateral open_securities_of($1, holder, current_date) s'
    : 'open_securities($1, current_date) s';
  const sql = `select s.stakeholder_id as id, 'certificate' as kind, count(*) as count, sum(s.remaining)::text as quantity, null::date as ended_on
       from ${open} where s.stakeholder_id = any ($2) and s.kind = 'STOCK' group by 1
     union all select g.shareholder_id, 'grant', count(*), '0', max(case when g.status = 'expired' then g.last_day end)
       from grant_view g where g.org_id = $1 and g.shareholder_id = any ($2) and g.status in ('active', 'expired') group by 1, g.status
     union all select n.shareholder_id, 'convertible', count(*), '0', null from convertible_view n where n.org_id = $1 and n.shareholder_id = any ($2) and n.status = 'outstanding' group by 1
     union all select w.shareholder_id, 'warrant', count(*), '0', max(case when w.status = 'expired' then w.last_day end)
       from warrant_view w where w.org_id = $1 and w.shareholder_id = any ($2) and w.status in ('active', 'expired') group by 1, w.status`;
  // Planning it costs more than running it for a page. A plan kept for a page would be wrong for a whole list.
  const query = { compile: () => ({ sql, parameters: [org, ids] }) };
  const rows = await (isPage ? tx.runPrepared<Held>(query) : tx.run<Held>(query));
  return Map.groupBy(rows, (row) => row.id);
}

type Service = { id: string; new_status: string; effective_date: string };

/** The latest recorded service status, including one for a future day. */
async function serviceOf(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, Service>> {
  const rows = await tx.rows<Service>(
    `select distinct on (stakeholder_id) stakeholder_id as id, new_status, effective_date from stakeholder_change
     where org_id = $1 and stakeholder_id = any ($2) and new_status is not null order by stakeholder_id, effective_date desc, tx_seq desc`,
    [org, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function serviceWord(status: string, isAhead: boolean): string {
  if (status.startsWith('TERMINATION_')) return isAhead ? 'leaving' : 'left';
  return status.startsWith('LEAVE_') ? 'on_leave' : 'serving';
}

/** Summed from the database's changes by class and day, which are far fewer than the securities. */
async function outstandingStock(tx: Tx, org: string): Promise<Decimal> {
  const row = await tx.row<{ total: string }>(
    'select coalesce(sum(change), 0)::text as total from outstanding_change where org_id = $1 and on_date <= current_date',
    [org],
  );
  return decimal(row?.total ?? '0');
}
