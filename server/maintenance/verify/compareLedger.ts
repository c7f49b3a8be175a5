// Checks the ledger against itself: its hash chain, its projections against a replay from the first entry, and the screens'
// tables against the same figures computed in memory.
import { readers } from '#src/resources/kit/access.ts';
import { capTableAsOf, poolsAsOf } from '#src/domain/captable/capTable.ts';
import { bases } from '#src/domain/captable/capTableBasis.ts';
import { planFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import type { CapTable } from '#src/domain/captable/capTableShown.ts';
import { entitledHoldings } from '#src/domain/distribution/distribution.ts';
import { entitledAt } from '#server/data/entitlement.ts';
import { wholeTable } from '#server/reports/capTable/capTable.ts';
import { classFacts, sourceOf } from '#server/reports/capTable/capTableSource.ts';
import { brokenSeals, lostVersions } from './brokenSeals.ts';
import { chainFaults } from './chainFaults.ts';
import type { ChainHead } from './changeFaults.ts';
import { compareAccepted } from './compareAccepted.ts';
import { compareCheckpoints } from './compareCheckpoints.ts';
import { compareImports } from './compareImports.ts';
import { compareOutstanding } from './compareOutstanding.ts';
import { compareRows } from './compareRows.ts';
import { compareStatics } from './compareStatics.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { PROJECTIONS } from '#server/data/projections.ts';
import { liveEntries, replay } from '#server/data/replay.ts';
import type { Replay } from '#server/data/replay.ts';

export interface LedgerComparison {
  entries: number;
  /** Sentences that name the entry or row. */
  differences: string[];
}

/**
 * Reads everything of one organisation; changes nothing. `date`: the day for comparing cap table and entitlement. `from`: the
 * entry up to which the hash chain was verified before.
 */
export async function compareLedger(tx: Tx, org: string, date: string, from?: ChainHead): Promise<LedgerComparison> {
  const replayed = await replay(tx, org);
  const { interpretation, entries } = replayed;
  const differences = [
    ...(await chainFaults(tx, org, from)),
    ...(await brokenSeals(tx, org)),
    ...(await lostVersions(tx, org)),
  ];
  const seqOf = new Map(liveEntries(entries).map((entry) => [entry.id, entry.seq]));
  for (const [name, { table, seq, columns }] of Object.entries(PROJECTIONS)) {
    const names = Object.keys(columns);
    const stored = await tx.rows(
      `select ${[...names, seq].map((column) => `${column}::text as ${column}`).join(', ')} from ${table} where org_id = $1`,
      [org],
    );
    const folded = interpretation.effects[name as keyof typeof PROJECTIONS].map((row): Row => ({
      ...row,
      [seq]: seqOf.get(row.transaction_id),
    }));
    differences.push(...compareRows(table, [...names, seq], stored, folded));
  }
  differences.push(...(await compareAccepted(tx, org, replayed, seqOf)));
  differences.push(...(await compareStatics(tx, org, replayed.statics)));
  differences.push(...(await compareImports(tx, org)));
  differences.push(...(await compareFigures(tx, org, replayed, date)));
  differences.push(...(await compareCheckpoints(tx, org, interpretation.effects, seqOf)));
  differences.push(...(await compareOutstanding(tx, org)));
  return { entries: entries.length, differences };
}

/** The same figures computed twice: in SQL as the screens do, and folded from the entries. */
async function compareFigures(
  tx: Tx,
  org: string,
  { interpretation, statics }: Replay,
  date: string,
): Promise<string[]> {
  const { effects, state } = interpretation;
  const plans = statics.filter((each) => each.object_type === 'STOCK_PLAN').map(({ object }) => planFactsOf(object));
  // The schema's owner runs the comparison as a reader of that organisation.
  await tx.rows('select begin_context(null, $1, $2, null)', [org, READER.role]);
  const source = await sourceOf(tx, { ...READER, account_id: org, org_id: org }, null);
  const classes = await classFacts(source);
  const differences: string[] = [];
  for (const basis of bases) {
    const asked = await wholeTable(source, date, basis);
    const folded = capTableAsOf(effects, classes, state.holders, date, { basis, plans });
    differences.push(...compareTables(`The cap table on ${date}, ${basis},`, asked, folded));
  }
  const figures = ['stock_plan_id', 'reserved', 'outstanding', 'exercised', 'available'];
  const shown = await tx.rows(
    `select p.id as stock_plan_id, f.reserved, f.outstanding, f.exercised, f.reserved - f.outstanding - f.exercised - f.retired as available
     from equity_plan p cross join lateral plan_figures(p.org_id, p.id, $2) f where p.org_id = $1`,
    [org, date],
  );
  differences.push(...compareRows(`The plans on ${date}`, figures, shown, poolsAsOf(effects, plans, date)));
  const ids = classes.map((each) => each.id);
  const entitled = compareRows(
    `Entitlement on ${date}`,
    ['shareholder_id', 'share_class_id', 'shares'],
    await entitledAt(tx, org, ids, date),
    entitledHoldings(effects, ids, date),
  );
  return [...differences, ...entitled];
}

const READER = { role: readers.at(-1)!, membership_status: 'active', shareholder_id: null } as const;

/** One line per row, so that a difference shows the holder and the values. */
function compareTables(title: string, asked: CapTable, folded: CapTable): string[] {
  const rowsOf = (table: CapTable) =>
    table.rows.map((row) => ({
      ...row,
      holder: row.shareholder_id,
      holdings: row.holdings
        .map((each) => `${each.share_class_id} ${each.quantity} ${each.counted}`)
        .sort()
        .join(', '),
      open: `${row.warrants_without_number} ${JSON.stringify(row.convertibles)}`,
    }));
  const columns = ['holder', 'holdings', 'options', 'warrants', 'warrants_counted', 'open', 'total'];
  const classColumns = [
    'share_class_id',
    'authorized',
    'outstanding',
    'kept',
    'free',
    'counted',
    'votes_per_share',
    'conversion_ratio',
  ];
  return [
    ...compareRows(title, columns, rowsOf(asked), rowsOf(folded)),
    ...compareRows(title, classColumns, asked.classes, folded.classes),
    ...compareRows(title, ['kind', 'quantity', 'counted'], asked.instruments, folded.instruments),
    ...compareRows(title, ['total'], [asked], [folded]),
  ];
}
