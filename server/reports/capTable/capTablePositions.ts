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
/** So many entries may have come since the checkpoints were made before they are made anew. */
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

export const OPEN_ON_DAY = `select s.stakeholder_id, s.kind, s.stock_class_id, sum(s.quantity - coalesce(r.gone, 0))::text as quantity
  from security s
  left join (select d.security_id, sum(d.quantity) as gone from reduction d
             where d.org_id = $1 and d.on_date <= $2 and d.tx_seq <= $3 group by 1) r on r.security_id = s.security_id
  where s.org_id = $1 and s.kind <> 'CONVERTIBLE' and s.quantity is not null and s.issued_on <= $2 and s.issue_seq <= $3
    and not exists (select 1 from termination t where t.org_id = $1 and t.security_id = s.security_id and t.on_date <= $2 and t.tx_seq <= $3)
  group by 1, 2, 3 having sum(s.quantity - coalesce(r.gone, 0)) > 0`;

/** Row-level security says the same; said here it is an index that is read and not the whole ledger. */
export const HELD_BY_ONE = `select s.stakeholder_id, s.kind, s.stock_class_id, sum(s.quantity - coalesce(r.gone, 0))::text as quantity
  from security s
  left join lateral (select sum(d.quantity) as gone from reduction d
                     where d.org_id = $1 and d.security_id = s.security_id and d.on_date <= $2 and d.tx_seq <= $3) r on true
  where s.org_id = $1 and s.stakeholder_id = $4 and s.kind <> 'CONVERTIBLE' and s.quantity is not null and s.issued_on <= $2 and s.issue_seq <= $3
    and not exists (select 1 from termination t where t.org_id = $1 and t.security_id = s.security_id and t.on_date <= $2 and t.tx_seq <= $3)
  group by 1, 2, 3 having sum(s.quantity - coalesce(r.gone, 0)) > 0`;

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
  const rows = await ask<Omit<OpenSum, 'amount'> & { amount: string }>(
    source,
    `select s.stakeholder_id, s.kind, case when s.kind = 'CONVERTIBLE' then s.security_type end as security_type, s.currency,
            count(*)::int as count, sum(coalesce(s.amount, 0) - coalesce(r.gone, 0))::text as amount
     from security s
     left join lateral (select sum(d.quantity) as gone from reduction d
                        where d.org_id = $1 and d.security_id = s.security_id and d.on_date <= $2 and d.tx_seq <= $3) r on true
     where s.org_id = $1 and s.quantity is null and ($4::text is null or s.stakeholder_id = $4) and s.issued_on <= $2 and s.issue_seq <= $3
       and not exists (select 1 from termination t where t.org_id = $1 and t.security_id = s.security_id and t.on_date <= $2 and t.tx_seq <= $3)
     group by 1, 2, 3, 4`,
    [date, source.known, source.holder],
  );
  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }));
}
