// The ledger against itself: its chain of hashes, its projections against a replay from the first entry, and the tables
// the screens read against the same figures folded in memory.
import { capTableAsOf } from '../../src/domain/capTable.ts';
import type { CapTableRow } from '../../src/domain/capTable.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { entitledHoldings } from '../../src/domain/distribution.ts';
import type { Interpretation } from '../../src/domain/ledger/interpret.ts';
import { entitledAt } from '../data/entitlement.ts';
import { capTable } from './capTable.ts';
import type { Row, Tx } from '../db/database.ts';
import { PROJECTIONS, chainHash } from '../data/ledgerRepository.ts';
import { liveEntries, replay } from '../data/replay.ts';
import type { StoredEntry } from '../data/replay.ts';

export interface LedgerComparison {
  entries: number;
  /** Each a sentence that names the entry or row. */
  differences: string[];
}

/** Reads everything of one organisation; changes nothing. `date`: the day on which cap table and entitlement are compared. */
export async function compareLedger(tx: Tx, org: string, date: string): Promise<LedgerComparison> {
  const { interpretation, entries } = await replay(tx, org);
  const differences = chainFaults(entries);
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
  differences.push(...(await compareFigures(tx, org, interpretation, date)));
  return { entries: entries.length, differences };
}

/** The same figure by two ways: in SQL as the screens ask for it, and folded from the entries. */
async function compareFigures(
  tx: Tx,
  org: string,
  { effects, state }: Interpretation,
  date: string,
): Promise<string[]> {
  const reader = {
    account_id: org,
    org_id: org,
    role: 'viewer',
    membership_status: 'active',
    shareholder_id: null,
  } as const;
  const classes = [...state.classes.values()].map((each) => each.facts);
  const asked = await capTable(tx, reader, { as_of: date, basis: 'outstanding', known_at: null });
  const folded = capTableAsOf(effects, classes, state.holders, date);
  const lineOf = (row: Omit<CapTableRow, 'percent'>) => ({
    holder: row.shareholder_id,
    holdings: row.holdings
      .map((each) => `${each.share_class_id} ${each.quantity}`)
      .sort()
      .join(', '),
    options: row.options,
    warrants: row.warrants,
    total: row.total,
  });
  const table = compareRows(
    `The cap table on ${date}`,
    ['holder', 'holdings', 'options', 'warrants', 'total'],
    (asked.rows as CapTableRow[]).map(lineOf),
    folded.rows.map(lineOf),
  );
  const ids = classes.map((each) => each.id);
  const entitled = compareRows(
    `Entitlement on ${date}`,
    ['shareholder_id', 'share_class_id', 'shares'],
    await entitledAt(tx, org, ids, date),
    entitledHoldings(effects, ids, date),
  );
  return [...table, ...entitled];
}

function chainFaults(entries: readonly StoredEntry[]): string[] {
  let prev = Buffer.alloc(32);
  for (const [index, entry] of entries.entries()) {
    const { seq, id, recorded_at, actor_id, ocf } = entry;
    if (seq !== String(index + 1)) return [`Entry ${seq} follows entry ${index}: the sequence has a gap.`];
    if (!entry.prev_hash.equals(prev) || !entry.hash.equals(chainHash(prev, { seq, id, recorded_at, actor_id, ocf })))
      return [`Entry ${seq} (${id}) is not what was written: its hash does not fit.`];
    prev = Buffer.from(entry.hash);
  }
  return [];
}

function compareRows(table: string, columns: string[], stored: object[], folded: object[]): string[] {
  const keyOf = (row: object) => columns.map((column) => plain((row as Row)[column])).join(' | ');
  const have = new Set(stored.map(keyOf));
  const want = new Set(folded.map(keyOf));
  return [
    ...[...have].filter((key) => !want.has(key)).map((key) => `${table} has a row that no entry makes: ${key}`),
    ...[...want].filter((key) => !have.has(key)).map((key) => `${table} lacks a row that the ledger makes: ${key}`),
  ];
}

/** Numbers compare by value: 100 and 100.00 are one figure. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return '–';
  const number = parseDecimal(value);
  return number === null ? String(value) : String(number);
}
