// Compares the stored data of large ledgers with their entries: each checkpoint's holdings, and the changes by day.
import { openSecurities, positionsOf } from '#src/domain/captable/capTable.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Effects } from '#src/domain/ledger/core/types.ts';
import type { Tx } from '#server/db/database.ts';
import { compareRows } from './compareRows.ts';

/** `seqOf`: the number of each live entry by id. */
export async function compareCheckpoints(tx: Tx, org: string, effects: Effects, seqOf: ReadonlyMap<string, string>) {
  const checkpoints = await tx.rows<{ as_of: string; known_seq: string }>(
    'select as_of, known_seq from cap_table_checkpoint where org_id = $1 order by as_of',
    [org],
  );
  const differences = checkpoints[0] ? await compareChanges(tx, org, effects, checkpoints[0].known_seq, seqOf) : [];
  for (const { as_of, known_seq } of checkpoints) {
    const isKnown = (row: { transaction_id: string }) =>
      BigInt(seqOf.get(row.transaction_id) ?? 0) <= BigInt(known_seq);
    const folded = positionsOf(
      openSecurities(
        {
          securities: effects.securities.filter(isKnown),
          terminations: effects.terminations.filter(isKnown),
          reductions: effects.reductions.filter(isKnown),
        },
        as_of,
      ),
    );
    const stored = await tx.rows(
      'select stakeholder_id, kind, stock_class_id, quantity from cap_table_checkpoint_row where org_id = $1 and as_of = $2',
      [org, as_of],
    );
    const rows = folded.map((row) => ({ ...row, quantity: formatDecimal(row.quantity) }));
    const columns = ['stakeholder_id', 'kind', 'stock_class_id', 'quantity'];
    differences.push(...compareRows(`The checkpoint of ${as_of}`, columns, stored, rows));
  }
  return differences;
}

/** The changes by day up to the checkpoints: each security's issuance, what was taken out of it, and its end. */
async function compareChanges(
  tx: Tx,
  org: string,
  effects: Effects,
  known: string,
  seqOf: ReadonlyMap<string, string>,
): Promise<string[]> {
  const sums = new Map<string, bigint>();
  const securities = new Map(
    effects.securities
      .filter((row) => row.kind !== 'CONVERTIBLE')
      .map((row) => [row.security_id, { row, left: decimal(row.quantity ?? '0') }]),
  );
  const add = (transaction: string, day: string, securityId: string, change: bigint) => {
    const row = securities.get(securityId)?.row;
    if (!row || BigInt(seqOf.get(transaction) ?? 0) > BigInt(known)) return;
    const key = JSON.stringify([day, row.stakeholder_id, row.kind, row.stock_class_id]);
    sums.set(key, (sums.get(key) ?? 0n) + change);
  };
  for (const { row, left } of securities.values()) add(row.transaction_id, row.issued_on, row.security_id, left);
  for (const { transaction_id, on_date, security_id, quantity } of effects.reductions) {
    const security = securities.get(security_id);
    if (security) security.left -= decimal(quantity);
    add(transaction_id, on_date, security_id, -decimal(quantity));
  }
  for (const { transaction_id, on_date, security_id } of effects.terminations)
    add(transaction_id, on_date, security_id, -(securities.get(security_id)?.left ?? 0n));
  const folded = [...sums].map(([key, change]) => {
    const [on_date, stakeholder_id, kind, stock_class_id] = JSON.parse(key) as (string | null)[];
    return { on_date, stakeholder_id, kind, stock_class_id, change: formatDecimal(change) };
  });
  const stored = await tx.rows(
    'select on_date, stakeholder_id, kind, stock_class_id, change from cap_table_change where org_id = $1',
    [org],
  );
  const columns = ['on_date', 'stakeholder_id', 'kind', 'stock_class_id', 'change'];
  return compareRows('The changes by day', columns, stored, folded);
}
