// The ledger against itself: its chain of hashes, and its projections against a replay from the first entry.
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { Row, Tx } from '../db/database.ts';
import { PROJECTIONS, chainHash } from './ledgerRepository.ts';
import { replay } from './ledgerState.ts';
import type { StoredEntry } from './ledgerState.ts';

export interface LedgerComparison {
  entries: number;
  /** Each a sentence that names the entry or row. */
  differences: string[];
}

/** Reads everything of one organisation; changes nothing. */
export async function compareLedger(tx: Tx, org: string): Promise<LedgerComparison> {
  const { interpretation, entries } = await replay(tx, org);
  const differences = chainFaults(entries);
  const seqOf = new Map(entries.map((entry) => [entry.id, entry.seq]));
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
  return { entries: entries.length, differences };
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

function compareRows(table: string, columns: string[], stored: Row[], folded: Row[]): string[] {
  const keyOf = (row: Row) => columns.map((column) => plain(row[column])).join(' | ');
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
