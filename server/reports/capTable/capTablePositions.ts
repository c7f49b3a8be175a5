// Who holds how much at the end of a day, summed in SQL. For small ledgers and past knowledge: every security open on the day.
// For large ledgers as known now: the last checkpoint before the day plus later changes.
import { decimal } from '#src/domain/figures/decimal.ts';
import type { Position } from '#src/domain/captable/capTableBasis.ts';
import type { OpenSum } from '#src/domain/captable/capTableHolders.ts';
import type { Tx } from '#server/db/database.ts';
import { ask } from './capTableSource.ts';
import type { Source } from './capTableSource.ts';

/** In smaller ledgers, a checkpoint costs more than it saves. */
const LARGE_LEDGER = 50_000;
const ENTRIES_BETWEEN = 25_000;
/** Checkpoints are rebuilt after this many new entries. */
const ENTRIES_LATE = 20_000;

type Summed = { stakeholder_id: string; kind: Position['kind']; stock_class_id: string | null; quantity: string };

export async function positionsOn(source: Source, date: string): Promise<Position[]> {
  const { text, values } = await statementOn(source, date);
  return (await ask<Summed>(source, text, values)).map((row) => ({ ...row, quantity: decimal(row.quantity) }));
}

/** Chooses the cheaper query; `values` follow the organisation's parameter. */
export async function statementOn(source: Source, date: string): Promise<{ text: string; values: string[] }> {
  if (source.holder !== null) return { text: HELD_BY_ONE, values: [date, source.known, source.holder] };
  const checkpoint = source.isCurrent ? await checkpointBefore(source, date) : null;
  return checkpoint
    ? { text: SINCE_CHECKPOINT, values: [date, checkpoint.as_of, checkpoint.known_seq] }
    : { text: OPEN_ON_DAY, values: [date, source.known] };
}

interface Checkpoint {
  as_of: string;
  known_seq: string;
}

async function checkpointBefore({ tx, org, onStale }: Source, date: string): Promise<Checkpoint | null> {
  const state = await tx.row<{ last_seq: string; known_seq: string | null }>(
    // Forty thousand groups exceed a statement's default memory.
    `select last_seq, (select min(known_seq) from cap_table_checkpoint where org_id = $1) as known_seq, set_config('work_mem', '32MB', true)
     from organization where id = $1`,
    [org],
  );
  if (Number(state?.last_seq) < LARGE_LEDGER) return null;
  if (!state?.known_seq || Number(state.last_seq) - Number(state.known_seq) > ENTRIES_LATE) onStale();
  if (!state?.known_seq) return null;
  const found = await tx.row<Checkpoint>(
    'select as_of, known_seq from cap_table_checkpoint where org_id = $1 and as_of <= $2 order by as_of desc limit 1',
    [org, date],
  );
  return found ?? null;
}

/** Takes seconds, so it must not run while somebody waits for a table. */
export async function keepCheckpoints(tx: Tx): Promise<void> {
  await tx.rows('select keep_cap_table_checkpoints($1)', [ENTRIES_BETWEEN]);
}

const summed = (open: string) => `select stakeholder_id, kind, stock_class_id, sum(remaining)::text as quantity
  from ${open} o where kind <> 'CONVERTIBLE' and quantity is not null group by 1, 2, 3 having sum(remaining) > 0`;
export const OPEN_ON_DAY = summed('open_securities($1, $2, $3)');

/** Repeats row-level security, so that an index is used instead of reading the whole ledger. */
const HELD_BY_ONE = summed('open_securities_of($1, $4, $2, $3)');

/**
 * $3: the day of the checkpoint, $4: the last entry included in it and in the changes by day. Later entries are added
 * from the ledger.
 */
export const SINCE_CHECKPOINT = `select stakeholder_id, kind, stock_class_id, sum(quantity)::text as quantity from (
    select stakeholder_id, kind, stock_class_id, quantity from cap_table_checkpoint_row where org_id = $1 and as_of = $3
    union all
    select stakeholder_id, kind, stock_class_id, change from cap_table_change where org_id = $1 and on_date > $3 and on_date <= $2
    union all
    select stakeholder_id, kind, stock_class_id, change from position_change
    where org_id = $1 and kind <> 'CONVERTIBLE' and seq > $4 and on_date <= $2) held
  group by 1, 2, 3 having sum(quantity) > 0`;

type Changed = Summed & { day: string };

/**
 * What changed after the first of these days, up to each of the others, summed for each of them. The days are in order.
 */
export async function changesUntil(source: Source, days: readonly string[]): Promise<Changed[]> {
  const [first, last] = [days[0]!, days.at(-1)!];
  const checkpoint = source.isCurrent && source.holder === null ? await checkpointBefore(source, last) : null;
  return ask(
    source,
    `select (select min(d.day) from unnest($2::date[]) d (day) where d.day >= c.on_date) as day,
            stakeholder_id, kind, stock_class_id, sum(change)::text as quantity
     from (${checkpoint ? CHANGES_SINCE_CHECKPOINT : CHANGES}) c where on_date > $3 and on_date <= $4
     group by 1, 2, 3, 4 having sum(change) <> 0`,
    [days, first, last, checkpoint?.known_seq ?? source.known],
  );
}

const CHANGES = `select on_date, stakeholder_id, kind, stock_class_id, change from position_change
  where org_id = $1 and kind <> 'CONVERTIBLE' and seq <= $5`;
const CHANGES_SINCE_CHECKPOINT = `select on_date, stakeholder_id, kind, stock_class_id, change from cap_table_change where org_id = $1
  union all
  select on_date, stakeholder_id, kind, stock_class_id, change from position_change
  where org_id = $1 and kind <> 'CONVERTIBLE' and seq > $5`;

/** Convertibles by amount, and warrants without a stated number of shares. */
export async function openSumsOn(source: Source, date: string): Promise<OpenSum[]> {
  const { known, holder } = source;
  const open = holder === null ? 'open_securities($1, $2, $3)' : 'open_securities_of($1, $4, $2, $3)';
  const rows = await ask<Omit<OpenSum, 'amount'> & { amount: string }>(
    source,
    `select stakeholder_id, kind, case when kind = 'CONVERTIBLE' then security_type end as security_type, currency,
            count(*)::int as count, sum(remaining)::text as amount
     from ${open} o where quantity is null group by 1, 2, 3, 4`,
    holder === null ? [date, known] : [date, known, holder],
  );
  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }));
}
