// Compares two days: what changed by class and by holder, and the entries that caused it.
import type { Basis } from '#src/domain/captable/capTableBasis.ts';
import type { CapTable } from '#src/domain/captable/capTableShown.ts';
import { AppError } from '#src/domain/errors.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { basisOf, wholeTable } from './capTable.ts';
import { ask, knownAtOf, sourceOf } from './capTableSource.ts';
import type { Source } from './capTableSource.ts';

/** Maximum entries listed; `transactions_count` is their total number. */
const NAMED_MAX = 1000;

/**
 * From the end of one day to the end of the other, in the basis. `rows`: only those that differ. Entries: all dated
 * between the two days that change the basis's count. Refuses: unknown_basis, dates_reversed (422), forbidden (403).
 */
export async function capTableDiff(
  tx: Tx,
  actor: Actor,
  asked: { from: string; to: string; basis: string; known_at: string | null },
): Promise<Row> {
  const basis = basisOf(asked.basis);
  requireOrder(asked);
  const source = await sourceOf(tx, actor, asked.known_at);
  const before = await wholeTable(source, asked.from, basis);
  const after = await wholeTable(source, asked.to, basis);
  const { count, transactions } = await entriesBetween(source, asked.from, asked.to, basis);
  const whole = source.seesAll
    ? {
        classes: classesOf(before, after),
        instruments: after.instruments.map(({ kind, counted }, index) => ({
          kind,
          before: before.instruments[index]!.counted,
          after: counted,
        })),
        total: { before: before.total, after: after.total },
      }
    : { classes: [], instruments: [], total: null };
  const { from, to } = asked;
  return {
    from,
    to,
    basis,
    known_at: knownAtOf(source),
    ...whole,
    rows: rowsOf(before, after),
    transactions,
    transactions_count: count,
  };
}

/** Refuses: dates_reversed (422). */
export function requireOrder({ from, to }: { from: string; to: string }): void {
  if (from <= to) return;
  const sentence = `The first day, ${from}, is after the second, ${to}.`;
  throw new AppError('dates_reversed', sentence, { status: 422, fields: { from: sentence } });
}

function classesOf(before: CapTable, after: CapTable): Row[] {
  const earlier = new Map(before.classes.map((row) => [row.share_class_id, row.counted]));
  return after.classes.map(({ share_class_id, name, counted }) => ({
    share_class_id,
    name,
    before: earlier.get(share_class_id) ?? '0',
    after: counted,
  }));
}

function rowsOf(before: CapTable, after: CapTable): Row[] {
  const earlier = new Map(before.rows.map((row) => [row.shareholder_id, row]));
  const later = new Set(after.rows.map((row) => row.shareholder_id));
  const gone = before.rows.filter((row) => !later.has(row.shareholder_id));
  return [
    ...after.rows.map((row) => ({ ...row, before: earlier.get(row.shareholder_id)?.total ?? '0', after: row.total })),
    ...gone.map((row) => ({ ...row, before: row.total, after: '0' })),
  ]
    .filter((row) => row.before !== row.after)
    .map((row) => ({ shareholder_id: row.shareholder_id, name: row.name, before: row.before, after: row.after }));
}

async function entriesBetween(source: Source, from: string, to: string, basis: Basis) {
  const { text, kinds } = changedSeqs(basis);
  const found = await ask<Row & { count: number }>(
    source,
    `select l.id, l.seq, l.object_type, l.effective_date as date, l.summary, count(*) over ()::int as count
     from (select distinct seq from (${text}) each) changed join ledger_tx l on l.org_id = $1 and l.seq = changed.seq
     order by l.effective_date, l.seq limit ${NAMED_MAX}`,
    [from, to, source.known, kinds],
  );
  return {
    count: found[0]?.count ?? 0,
    transactions: found.map(({ count: _count, ...entry }) => ({ ...entry, seq: Number(entry.seq) })),
  };
}

/**
 * SQL of the entries after one day ($2) up to another ($3), and up to entry $4, that change what the basis counts: `seq` and
 * `on_date`. `kinds` is $5.
 */
export function changedSeqs(basis: Basis): { text: string; kinds: string[] } {
  const isDiluted = basis === 'fully_diluted';
  const parts = [
    `select seq, on_date from position_change where org_id = $1 and kind = any ($5) and on_date > $2 and on_date <= $3 and seq <= $4`,
    ...(isDiluted || basis === 'as_converted' ? [datedFact('ratio_change')] : []),
    ...(isDiluted ? [datedFact('plan_pool'), datedFact('pool_return')] : []),
  ];
  return { text: parts.join(' union '), kinds: isDiluted ? ['STOCK', 'EQUITY_COMPENSATION', 'WARRANT'] : ['STOCK'] };
}

const datedFact = (table: string) =>
  `select tx_seq, effective_date from ${table} where org_id = $1 and effective_date > $2 and effective_date <= $3 and tx_seq <= $4`;
