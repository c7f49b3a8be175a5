// A grant with all that it replaces, in shares of today: what was granted is what was exercised, cancelled and is outstanding.
import { decimal, formatDecimal, multiplyByRatio, parseDecimal } from '../../src/domain/decimal.ts';
import type { Decimal, Ratio, RoundingMode } from '../../src/domain/decimal.ts';
import { rational } from '../../src/domain/rational.ts';
import { ratiosUntilToday, wholeOf } from '../../src/domain/vesting/wholeLine.ts';
import type { Row, Tx } from '../db/database.ts';
import { replacedLines } from './replacedLine.ts';
import type { Replaced } from './replacedLine.ts';

export const LINE_COLUMNS = ['granted', 'exercised_total', 'cancelled_total'];

/** What a grant replaces, the oldest first, and what was exercised of that, in shares of today. */
export interface Line {
  granted: Decimal;
  exercised: Decimal;
  earlier: readonly Member[];
  /** What splits made of a share of it since it was closed; one for one while it is open, because a split replaces it. */
  since: Ratio;
}

/** One that was replaced: what was exercised of it, and what splits made of a share of it since. */
export interface Member {
  security_id: string;
  exercised: Decimal;
  ratio: Ratio;
}

/** Of each grant, by its id; `quantity` is what there is of it. */
export async function grantLines(tx: Tx, org: string, rows: readonly Row[], day: string): Promise<Map<string, Line>> {
  const ids = rows.map((row) => String(row.id));
  const replaced = await replacedLines(tx, org, ids);
  const since = await splitsSinceClosed(tx, org, ids, day);
  return new Map(
    rows.map((row) => {
      const id = String(row.id);
      const line = lineOf(replaced.get(id) ?? [], parseDecimal(row.quantity) ?? 0n);
      return [id, { ...line, since: since.get(id) ?? AS_IT_IS }];
    }),
  );
}

const AS_IT_IS: Ratio = { numerator: 1n, denominator: 1n };

/** Of those that are closed by a day, the splits of their class from then on; the one that replaced it counts. */
async function splitsSinceClosed(
  tx: Tx,
  org: string,
  ids: readonly string[],
  day: string,
): Promise<Map<string, Ratio>> {
  const rows = await tx.rows<{ id: string; numerator: string; denominator: string }>(
    `select s.security_id as id, trim_scale(product(p.numerator::numeric))::text as numerator, trim_scale(product(p.denominator::numeric))::text as denominator
     from security s
     left join termination t on t.org_id = s.org_id and t.security_id = s.security_id
     cross join lateral (
       select coalesce(t.on_date, case when sum(d.quantity::numeric) >= s.quantity::numeric then max(d.on_date) end) as on_date
       from reduction d where d.org_id = s.org_id and d.security_id = s.security_id) closed
     join split p on p.org_id = s.org_id and p.stock_class_id = s.stock_class_id and p.effective_date <= $3
       and (p.effective_date > closed.on_date or p.effective_date = closed.on_date and t.verb = 'reissued')
     where s.org_id = $1 and s.security_id = any ($2) group by 1`,
    [org, ids, day],
  );
  return new Map(
    rows.map(({ id, numerator, denominator }) => {
      const { n, d } = rational(decimal(numerator), decimal(denominator));
      return [id, { numerator: n, denominator: d }];
    }),
  );
}

/** Shares of a closed grant in shares of today. */
export const sinceClosed = (shares: Decimal, { since }: Pick<Line, 'since'>, rounding: RoundingMode): Decimal =>
  since.numerator === since.denominator ? shares : multiplyByRatio(shares, since, 0, rounding);

function lineOf(replaced: readonly Replaced[], quantity: Decimal): Omit<Line, 'since'> {
  const ratios = ratiosUntilToday(replaced);
  const earlier = replaced.map(({ security_id, exercised }, index) => ({
    security_id,
    exercised,
    ratio: ratios[index]!,
  }));
  return { ...wholeOf(replaced, quantity), earlier };
}

/** Fills them from `exercised` and `outstanding` and from what the line was before. */
export function fillLine(row: Row, line: Line): void {
  const granted = sinceClosed(line.granted, line, 'DOWN');
  const used = sinceClosed(line.exercised + (parseDecimal(row.exercised) ?? 0n), line, 'HALF_UP');
  const exercised_total = used > granted ? granted : used;
  const gone = granted - exercised_total - (parseDecimal(row.outstanding) ?? 0n);
  row.granted = formatDecimal(granted);
  row.exercised_total = formatDecimal(exercised_total);
  // What is not issued yet is not outstanding, and nothing of it is gone.
  row.cancelled_total = row.status === 'upcoming' ? '0' : formatDecimal(gone);
}
