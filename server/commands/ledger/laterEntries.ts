// A verb works on what is left of a security, counting every entry. An entry dated before an existing one would be calculated
// from events that had not happened on its day. So the later entry must be taken back first.
import { AppError } from '#src/domain/errors.ts';
import type { SecurityState } from '#src/domain/ledger/core/state.ts';
import type { SecurityRow } from '#src/domain/ledger/core/types.ts';
import type { Tx } from '#server/db/database.ts';

type Later = { on_date: string; summary: string; number: string };

/**
 * Changes of a security, and entries that depend on what is left of it. Starts and milestones of a schedule may come in
 * any order (E3).
 */
const CHANGES = `
  select org_id, security_id, tx_seq as seq, on_date from termination
  union all select org_id, security_id, tx_seq, on_date from reduction
  union all select org_id, security_id, tx_seq, effective_date from repricing
  union all select org_id, security_id, tx_seq, effective_date from vesting_fact where fact = 'ACCELERATION'`;
const AND_ACCEPTANCES = `${CHANGES} union all select org_id, security_id, tx_seq, effective_date from acceptance`;

/** The summary of the split that wrote an entry `l`; null for any other entry. */
const ITS_SPLIT = `(select p.summary from ledger_tx p where p.org_id = l.org_id and p.command_seq = l.command_seq and p.object_type = 'TX_STOCK_CLASS_SPLIT' limit 1)`;

/** `detail`: a whole sentence, which a reader of another language gets in it. */
const refusal = ({ on_date }: Later, detail: string, bound: 'after' | 'not before' = 'after') =>
  new AppError('later_entries', detail, {
    status: 409,
    fields: { date: bound === 'after' ? `A day after ${on_date}.` : `Not before ${on_date}.` },
  });

const splitBetween = (later: Later) =>
  refusal(
    later,
    `${later.number} was split on ${later.on_date}: ${later.summary}. Date this on that day or later, and count the shares after the split.`,
    'not before',
  );

/**
 * Refuses later_entries (409), naming the first entry of these securities after the day. Entries of one day have their
 * own order in the ledger, so another one of that day is allowed.
 */
export async function refuseBefore(
  tx: Tx,
  org: string,
  securities: readonly SecurityState[],
  date: string,
): Promise<void> {
  await refuseBeforeForm(tx, org, securities, date);
  // Only acceptances have no index by security, and the loaded state already shows whether there is one.
  const isAccepted = securities.some(({ accepted_on }) => accepted_on !== null && accepted_on > date);
  const later = await tx.row<Later & { split: string | null }>(
    `select c.on_date, l.summary, s.custom_id as number, ${ITS_SPLIT} as split
     from (${isAccepted ? AND_ACCEPTANCES : CHANGES}) c
     join ledger_tx l on l.org_id = c.org_id and l.seq = c.seq join security s on s.org_id = c.org_id and s.security_id = c.security_id
     where c.org_id = $1 and c.security_id = any ($2) and c.on_date > $3 order by c.on_date, c.seq limit 1`,
    [org, securities.map(({ row }) => row.security_id), date],
  );
  if (!later) return;
  if (later.split !== null) throw splitBetween({ ...later, summary: later.split });
  const { number, on_date, summary } = later;
  throw refusal(
    later,
    `There is a later entry for ${number} on ${on_date}: ${summary}. Date this on that day or later, or take that entry back first.`,
    'not before',
  );
}

/**
 * A security that replaced another did not exist before that day, though it was first issued earlier. Refuses
 * before_issue_date (409), naming the split that created it.
 */
async function refuseBeforeForm(tx: Tx, org: string, securities: readonly SecurityState[], date: string) {
  const early = securities.find(
    ({ row: { issued_on, first_issued_on } }) => date < issued_on && first_issued_on && first_issued_on <= date,
  );
  if (!early) return;
  const { custom_id, issued_on, stock_class_id } = early.row;
  const split = await tx.row<{ name: string }>(
    `select c.name from split p join share_class c on c.org_id = p.org_id and c.id = p.stock_class_id
     where p.org_id = $1 and p.stock_class_id = $2 and p.effective_date = $3 limit 1`,
    [org, stock_class_id, issued_on],
  );
  const why = split
    ? `${split.name} was split on ${issued_on}, and ${custom_id} came from the split. Date this on that day or later, and count the shares after the split.`
    : `${custom_id} has existed in its present form since ${issued_on}, when it replaced an earlier one. Date this on that day or later, or take back the entry that replaced the earlier one first.`;
  throw new AppError('before_issue_date', why, { status: 409, fields: { date: `Not before ${issued_on}.` } });
}

/**
 * A split changes every holding of the class on its day, so they must have no entry on that day or later. `converting`:
 * the classes whose ratios it changes.
 */
export async function refuseSplitBefore(
  tx: Tx,
  org: string,
  classId: string,
  date: string,
  converting: readonly string[],
): Promise<void> {
  const later = await tx.row<Later>(
    `with changed as (
       select s.security_id, s.issue_seq as seq, s.issued_on as on_date from security s where s.org_id = $1 and s.stock_class_id = $2
       union all
       select c.security_id, c.seq, c.on_date from (${AND_ACCEPTANCES}) c join security s on s.org_id = c.org_id and s.security_id = c.security_id
       where c.org_id = $1 and s.stock_class_id = $2
       union all
       select null, a.tx_seq, a.effective_date from class_authorized a where a.org_id = $1 and a.stock_class_id = $2
       union all
       -- What a later day says of a reserve or a ratio is meant in the shares before it.
       select null, p.tx_seq, p.effective_date from plan_pool p join equity_plan_class k on k.org_id = p.org_id and k.equity_plan_id = p.stock_plan_id
       where p.org_id = $1 and k.share_class_id = $2 and p.effective_date > $3
       union all
       select null, r.tx_seq, r.effective_date from ratio_change r
       where r.org_id = $1 and (r.stock_class_id = $2 or r.stock_class_id = any ($4)) and r.effective_date > $3)
     select c.on_date, coalesce(${ITS_SPLIT}, l.summary) as summary, '' as number from changed c join ledger_tx l on l.org_id = $1 and l.seq = c.seq
     where c.on_date >= $3 order by c.on_date, c.seq limit 1`,
    [org, classId, date, converting],
  );
  if (later)
    throw refusal(
      later,
      `A split must be the first entry of its day, and there is already an entry for this class on ${later.on_date}: ${later.summary}. Date the split after that day, once it has come, or take that entry back.`,
    );
}

/**
 * Conversions used the ratio of their day, and later changes of the ratio were calculated from this one. Refuses
 * later_entries (409).
 */
export async function refuseRatioBefore(tx: Tx, org: string, classId: string, date: string): Promise<void> {
  const later = await tx.row<Later>(
    `select c.on_date, l.summary, '' as number from (
       select t.tx_seq as seq, t.on_date from termination t join security s using (org_id, security_id)
       where t.org_id = $1 and s.stock_class_id = $2 and t.verb = 'converted' and t.on_date >= $3
       union all
       select d.tx_seq, d.on_date from reduction d join security s using (org_id, security_id)
       where d.org_id = $1 and s.stock_class_id = $2 and d.why = 'PARTIAL_CONVERSION' and d.on_date >= $3
       union all
       select r.tx_seq, r.effective_date from ratio_change r where r.org_id = $1 and r.stock_class_id = $2 and r.effective_date > $3) c
     join ledger_tx l on l.org_id = $1 and l.seq = c.seq order by c.on_date, c.seq limit 1`,
    [org, classId, date],
  );
  if (later)
    throw refusal(
      later,
      `There is an entry that this ratio would change on ${later.on_date}: ${later.summary}. Date the ratio after that day.`,
    );
}

/** The table of each dated number, and the column of its owner. */
const LEVELS = {
  reserve: { table: 'plan_pool', of: 'stock_plan_id' },
  authorized: { table: 'class_authorized', of: 'stock_class_id' },
} as const;

/** A number set before a later change would end with that change. Refuses later_entries (409). */
export async function refuseLevelBefore(
  tx: Tx,
  org: string,
  level: keyof typeof LEVELS,
  id: string,
  date: string,
): Promise<void> {
  const { table, of } = LEVELS[level];
  const later = await tx.row<Later>(
    `select c.effective_date as on_date, l.summary, '' as number from ${table} c join ledger_tx l on l.org_id = c.org_id and l.seq = c.tx_seq
     where c.org_id = $1 and c.${of} = $2 and c.effective_date > $3 order by c.effective_date, c.tx_seq limit 1`,
    [org, id, date],
  );
  if (later)
    throw refusal(
      later,
      `There is a later change of this number on ${later.on_date}: ${later.summary}. Date this on that day or later, or take that entry back first.`,
      'not before',
    );
}

/** A security issued before a split of its class would have been split too. Refuses later_entries (409). */
export function refuseIssueBeforeSplit(tx: Tx, org: string, securities: readonly SecurityRow[]): Promise<void> {
  const named = securities.flatMap(({ stock_class_id, issued_on }) =>
    stock_class_id === null ? [] : [{ class_id: stock_class_id, date: issued_on }],
  );
  return refuseBeforeSplit(tx, org, named);
}

/** A number of shares dated before a split of its class is not in today's shares. Refuses later_entries (409). */
export async function refuseBeforeSplit(
  tx: Tx,
  org: string,
  named: readonly { class_id: string; date: string }[],
): Promise<void> {
  if (named.length === 0) return;
  const later = await tx.row<Later>(
    `select p.effective_date as on_date, l.summary, c.name as number from unnest($2::text[], $3::date[]) as i (class_id, on_date)
     join split p on p.org_id = $1 and p.stock_class_id = i.class_id and p.effective_date > i.on_date
     join ledger_tx l on l.org_id = p.org_id and l.seq = p.tx_seq join share_class c on c.org_id = p.org_id and c.id = p.stock_class_id
     order by p.effective_date, p.tx_seq limit 1`,
    [org, named.map((each) => each.class_id), named.map((each) => each.date)],
  );
  if (later) throw splitBetween(later);
}
