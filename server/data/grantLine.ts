// A grant with everything it replaced, in today's shares: granted = exercised + cancelled + outstanding.
import { decimal, formatDecimal, multiplyByRatio, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import { ratiosUntilToday, wholeOf } from '#src/domain/vesting/grantLine.ts';
import type { Row, Tx } from '../db/database.ts';
import type { ComputedColumns, RecordRow } from './lists/listing.ts';
import { replacedLines } from './replacedLine.ts';
import type { Replaced } from './replacedLine.ts';

export const LINE_COLUMNS = ['granted', 'exercised_total', 'cancelled_total'];

/** The predecessors of a grant, oldest first, and what was exercised of them, in its own shares. */
export interface Line {
  exercised: Decimal;
  earlier: readonly Member[];
  /** Exercised from it and all its predecessors, in its own shares. */
  used: Decimal;
  /** Granted and exercised over the whole line, in today's shares. */
  granted: Decimal;
  exercised_total: Decimal;
  /** Set if it is closed and was followed by splits; a split replaces open ones. */
  closed: Closed | null;
  /** What continues in a later form, in today's shares: it was replaced, and has not lapsed. */
  continues: Decimal;
}

/** A replaced grant: what was exercised of it, and what later splits made of one of its shares. */
export interface Member {
  security_id: string;
  exercised: Decimal;
  ratio: Ratio;
}

interface Closed {
  /** What splits made of one of its shares since it was closed. */
  since: Ratio;
  /** What continues of it, in its own shares and in today's: each split removed its fraction. */
  kept: { own: Decimal; today: Decimal };
}

/** The line of each grant, by id; `quantity` is its number of shares, `exercised` what was taken out of it. */
export async function grantLines(
  tx: Tx,
  org: string,
  rows: readonly RecordRow[],
  day: string,
): Promise<Map<string, Line>> {
  const ids = rows.map((row) => row.id);
  const replaced = await replacedLines(tx, org, ids);
  const closed = await closedBeforeSplits(tx, org, ids, day);
  const ended = rows.filter(({ outstanding }) => !parseDecimal(outstanding)).map(({ id }) => id);
  const continuing = await continuingOf(tx, org, ended, day);
  return new Map(
    rows.map((row) => {
      const id = row.id;
      const after = closed.get(id) ?? null;
      const continues = after?.kept.today ?? continuing.get(id) ?? 0n;
      return [id, { ...lineOf(replaced.get(id) ?? [], row, after), continues }];
    }),
  );
}

/** The shares of the later forms of the grants that were replaced by the day: nothing of them is outstanding. */
async function continuingOf(tx: Tx, org: string, ids: readonly string[], day: string): Promise<Map<string, Decimal>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: string; quantity: string }>(
    `select s.security_id as id, trim_scale(sum(w.quantity::numeric))::text as quantity
     from security s join resulting r on r.org_id = s.org_id and r.from_security_id = s.security_id
     join security w on w.org_id = s.org_id and w.security_id = r.result_security_id and w.kind = s.kind and w.stakeholder_id = s.stakeholder_id
     where s.org_id = $1 and s.security_id = any ($2) and w.issued_on <= $3 group by s.security_id`,
    [org, ids, day],
  );
  return new Map(rows.map(({ id, quantity }) => [id, decimal(quantity)]));
}

type ClosedRow = { id: string; left: string; kept: string | null; is_split: boolean; splits: [string, string][] };

/** For grants closed by a day, the later splits of their class; the one that replaced it counts. */
async function closedBeforeSplits(
  tx: Tx,
  org: string,
  ids: readonly string[],
  day: string,
): Promise<Map<string, Closed>> {
  const rows = await tx.rows<ClosedRow>(
    `select s.security_id as id, trim_scale(s.quantity::numeric - coalesce(r.gone, 0))::text as left, min(kept.quantity)::text as kept,
            bool_or(p.effective_date = closed.on_date) as is_split,
            json_agg(json_build_array(p.numerator::text, p.denominator::text) order by p.effective_date, p.tx_seq) as splits
     from security s
     left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
     left join lateral (select * from taken_out(s.org_id) r where r.security_id = s.security_id limit 1) r on true
     cross join lateral (select coalesce(t.on_date, case when r.gone >= s.quantity::numeric then r.last_on end) as on_date) closed
     cross join lateral (
       select sum(w.quantity::numeric) as quantity from resulting r
       join security w on w.org_id = r.org_id and w.security_id = r.result_security_id and w.kind = s.kind and w.stakeholder_id = s.stakeholder_id
       where r.org_id = s.org_id and r.from_security_id = s.security_id) kept
     join split p on p.org_id = s.org_id and p.stock_class_id = s.stock_class_id and p.effective_date <= $3
       and (p.effective_date > closed.on_date or p.effective_date = closed.on_date and t.verb = 'reissued')
     where s.org_id = $1 and s.security_id = any ($2) group by s.security_id, s.quantity, r.gone`,
    [org, ids, day],
  );
  return new Map(rows.map((row) => [row.id, closedOf(row)]));
}

function closedOf({ left, kept, is_split, splits }: ClosedRow): Closed {
  const ratios = splits.map(([numerator, denominator]) => ({
    numerator: decimal(numerator),
    denominator: decimal(denominator),
  }));
  const quantity = decimal(kept ?? '0');
  // A grant made by a split is already in shares after that split.
  const later = is_split ? ratios.slice(1) : ratios;
  const today = later.reduce((shares, ratio) => multiplyByRatio(shares, ratio, 0, 'DOWN'), quantity);
  const [since] = ratiosUntilToday(ratios.map((ratio) => ({ ratio })));
  return { since: since!, kept: { own: is_split ? decimal(left) : quantity, today } };
}

/**
 * What had vested of a closed grant, in today's shares; if only that part continues, at most what is left of it there.
 */
export function vestedToday(vested: Decimal, { exercised_total, closed, used }: Line): Decimal {
  if (!closed) return vested;
  const { since, kept } = closed;
  const scaled = multiplyByRatio(vested, since, 0, 'HALF_UP');
  const most = exercised_total + kept.today;
  return vested <= used + kept.own && scaled > most ? most : scaled;
}

function lineOf(replaced: readonly Replaced[], row: Row, closed: Closed | null): Omit<Line, 'continues'> {
  const [quantity, own] = [parseDecimal(row.quantity) ?? 0n, parseDecimal(row.exercised) ?? 0n];
  const ratios = ratiosUntilToday(replaced);
  const earlier = replaced.map(({ security_id, exercised }, index) => ({
    security_id,
    exercised,
    ratio: ratios[index]!,
  }));
  const { granted, exercised } = wholeOf(replaced, quantity);
  const used = exercised + own;
  if (!closed) return { exercised, earlier, used, closed, granted, exercised_total: used > granted ? granted : used };
  // As the grant that continues counts it, with this one among its predecessors.
  const whole = wholeOf([...replaced, { quantity, exercised: own, ratio: closed.since }], closed.kept.today);
  return { exercised, earlier, used, closed, granted: whole.granted, exercised_total: whole.exercised };
}

/** Fills the totals from `outstanding` and from the line's past. */
export function fillLine(row: Row, { granted, exercised_total, continues }: Line): void {
  const rest = granted - exercised_total - (parseDecimal(row.outstanding) ?? 0n);
  const gone = rest > continues ? rest - continues : 0n;
  row.granted = formatDecimal(granted);
  row.exercised_total = formatDecimal(exercised_total);
  // A grant that is not issued yet has nothing outstanding and nothing cancelled.
  row.cancelled_total = row.status === 'upcoming' ? '0' : formatDecimal(gone);
}

/** What was granted, exercised and cancelled of a warrant over all its forms. */
export const warrantLine: ComputedColumns = {
  names: LINE_COLUMNS,
  async fill(tx: Tx, org: string, rows: readonly RecordRow[], day: string) {
    const lines = await grantLines(tx, org, rows, day);
    for (const row of rows) fillLine(row, lines.get(row.id)!);
  },
};
