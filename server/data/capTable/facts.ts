// What a cap table is computed with, up to an entry: classes, ratios, plans and their pools.
import { decimal } from '#src/domain/figures/decimal.ts';
import { poolFigures, reservedOn } from '#src/domain/captable/capTablePool.ts';
import type { PoolFigures, PoolLine } from '#src/domain/captable/capTablePool.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { classFactsOf, planFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import type { ClassFacts, OcfObject, PlanFacts, PlanPoolRow, RatioChangeRow } from '#src/domain/ledger/core/types.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { poolLines } from '../poolLines.ts';

/** Runs a statement that has the organisation as $1. */
export type Ask = <R = Row>(text: string, values: readonly unknown[]) => Promise<R[]>;

/** After every entry. */
export const EVERYTHING = '9223372036854775807';

/** The classes that the reader may see, in the order of every list of classes. */
export async function classFactsAt(tx: Tx, known: string): Promise<ClassFacts[]> {
  const rows = await tx.rows<{ facts: string }>('select facts from cap_table_class_facts($1)', [known]);
  return rows.map(({ facts }) => {
    const object = parseExactly(facts) as OcfObject;
    return { ...classFactsOf(object), allows_fractions: object['allows_fractions'] === true };
  });
}

export const RATIO_COLUMNS = `stock_class_id, effective_date, '' as transaction_id, numerator::text, denominator::text, rounding_type, conversion_price::text, conversion_price_currency`;

/** In ledger order: of entries on one day the later one counts. */
export const ratioChangesAt = (tx: Tx, known: string): Promise<RatioChangeRow[]> =>
  tx.rows(`select ${RATIO_COLUMNS} from cap_table_ratio_changes($1)`, [known]);

/** As they were before anything was written after the entry. */
export async function planFactsAt(tx: Tx, org: string, known: string): Promise<PlanFacts[]> {
  const rows = await tx.rows<{ ocf: string }>(
    `select latest.ocf::text as ocf from (select distinct on (id) id, ocf, is_deleted from ocf_object
       where org_id = $1 and object_type = 'STOCK_PLAN' and valid_from_seq < $2 order by id, version desc) latest
     where not is_deleted order by id`,
    [org, known],
  );
  return rows.map(({ ocf }) => planFactsOf(parseExactly(ocf) as OcfObject));
}

/** With the entry's number, for display. */
export const poolAdjustmentsAt = (ask: Ask, known: string): Promise<(PlanPoolRow & { seq: string })[]> =>
  ask(
    `select stock_plan_id, effective_date, '' as transaction_id, shares_reserved::text, tx_seq as seq
     from plan_pool where org_id = $1 and tx_seq <= $2 order by effective_date, tx_seq`,
    [known],
  );

type Line = PoolLine & { seq: string; on_date: string };

/** What was taken out of the pools and may return: summed, or each with its entry. */
export async function poolLinesAt(ask: Ask, date: string, known: string, grain: 'sums' | 'entries'): Promise<Line[]> {
  const by = 'stock_plan_id, kind, what, security_id';
  const text =
    grain === 'sums'
      ? `select ${by}, sum(quantity)::text as quantity, null as seq, null as on_date from (${poolLines()}) lines group by ${by}`
      : `select ${by}, quantity::text, seq, on_date from (${poolLines()}) lines order by on_date, seq`;
  const rows = await ask<Omit<Line, 'quantity'> & { quantity: string }>(text, [date, known]);
  return rows.map((row) => ({ ...row, quantity: decimal(row.quantity) }));
}

/** One row per plan: what is reserved and available at the end of the day. */
export async function poolsAt(
  ask: Ask,
  plans: readonly PlanFacts[],
  date: string,
  known: string,
): Promise<PoolFigures[]> {
  if (plans.length === 0) return [];
  const adjustments = await poolAdjustmentsAt(ask, known);
  return poolFigures(
    plans.map((plan) => ({ plan, reserved: reservedOn(plan, adjustments, date) })),
    await poolLinesAt(ask, date, known, 'sums'),
  );
}
