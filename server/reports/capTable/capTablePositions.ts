// Who holds how much at the end of a day, added up in SQL. Small ledgers and past knowledge: every security that was open
// on the day. Large ledgers as they are known now: the last checkpoint before the day and what changed since.
import { decimal } from '../../../src/domain/figures/decimal.ts';
import type { Position } from '../../../src/domain/captable/capTableBasis.ts';
import type { OpenSum } from '../../../src/domain/captable/capTableShown.ts';
import type { Tx } from '../../db/database.ts';
import { ask } from './capTableSource.ts';
import type { Source } from './capTableSource.ts';

/** Below this a checkpoint costs more than it saves. */
const LARGE_LEDGER = 50_000;
const ENTRIES_BETWEEN = 25_000;
/** The checkpoints are made anew once this many entries have come since. */
const ENTRIES_LATE = 20_000;

type Summed = { stakeholder_id: string; kind: Position['kind']; stock_class_id: string | null; quantity: string };

export async function positionsOn(source: Source, date: string): Promise<Position[]> {
  const { text, values } = await statementOn(source, date);
  return (await ask<Summed>(source, text, values)).map((row) => ({ ...row, quantity: decimal(row.quantity) }));
}

/** What answers with the least work; `values` come after the organisation. */
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
    // Forty thousand sums at once do not fit the memory that a statement has by default.
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

/** Takes seconds: not while somebody waits for a table. */
export async function keepCheckpoints(tx: Tx): Promise<void> {
  await tx.rows('select keep_cap_table_checkpoints($1)', [ENTRIES_BETWEEN]);
}

const summed = (open: string) => `select stakeholder_id, kind, stock_class_id, sum(remaining)::text as quantity
  from ${open} o where kind <> 'CONVERTIBLE' and quantity is not null group by 1, 2, 3 having sum(remaining) > 0`;
export const OPEN_ON_DAY = summed('open_securities($1, $2, $3)');

/** Row-level security says the same; said here it is an index that is read and not the whole ledger. */
const HELD_BY_ONE = summed('open_securities_of($1, $4, $2, $3)');

/** $3: the day of the checkpoint, $4: the last entry that it and the changes by day know. Later ones are added from the ledger. */
export const SINCE_CHECKPOINT = `select stakeholder_id, kind, stock_class_id, sum(quantity)::text as quantity from (
    select stakeholder_id, kind, stock_class_id, quantity from cap_table_checkpoint_row where org_id = $1 and as_of = $3
    union all
    select stakeholder_id, kind, stock_class_id, change from cap_table_change where org_id = $1 and on_date > $3 and on_date <= $2
    union all
    select stakeholder_id, kind, stock_class_id, change from position_change
    where org_id = $1 and kind <> 'CONVERTIBLE' and seq > $4 and on_date <= $2) held
  group by 1, 2, 3 having sum(quantity) > 0`;

/** Convertibles by their money, and warrants that do not say how many shares. */
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
