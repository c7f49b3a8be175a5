// A grant with all that it replaces, in shares of today: what was granted is what was exercised, cancelled and is outstanding.
import { decimal, formatDecimal, multiplyByRatio, parseDecimal } from '../../src/domain/decimal.ts';
import type { Decimal, Ratio } from '../../src/domain/decimal.ts';
import { exercisedBefore } from '../../src/domain/vesting/wholeLine.ts';
import type { Row, Tx } from '../db/database.ts';

export const LINE_COLUMNS = ['granted', 'exercised_total', 'cancelled_total'];

/** What a grant replaces, the oldest first, and what was exercised of that, in shares of today. */
export interface Line {
  granted: Decimal;
  exercised: Decimal;
  earlier: readonly Member[];
}

/** One that was replaced: what was exercised of it, and what splits made of a share of it since. */
export interface Member {
  security_id: string;
  exercised: Decimal;
  ratio: Ratio;
}

/** Of each grant, by its id; `quantity` is what there is of it. */
export async function grantLines(tx: Tx, org: string, rows: readonly Row[]): Promise<Map<string, Line>> {
  const ids = rows.map((row) => String(row.id));
  const replaced = Map.groupBy(await replacedBy(tx, org, ids), ({ id }) => id);
  return new Map(
    rows.map((row) => [String(row.id), lineOf(replaced.get(String(row.id)) ?? [], parseDecimal(row.quantity) ?? 0n)]),
  );
}

/** Fills them from `exercised` and `outstanding` and from what the line was before. */
export function fillLine(row: Row, { granted, exercised }: Line): void {
  const exercised_total = exercised + (parseDecimal(row.exercised) ?? 0n);
  const gone = granted - exercised_total - (parseDecimal(row.outstanding) ?? 0n);
  row.granted = formatDecimal(granted);
  row.exercised_total = formatDecimal(exercised_total);
  // What is not issued yet is not outstanding, and nothing of it is gone.
  row.cancelled_total = row.status === 'upcoming' ? '0' : formatDecimal(gone);
}

type Replaced = {
  id: string;
  at: string;
  quantity: string;
  exercised: string;
  numerator: string;
  denominator: string;
};

/** Exercised before is rounded once, and never more than was granted beside what is left. */
function lineOf(replaced: readonly Replaced[], quantity: Decimal): Line {
  const earlier = replaced.map((row) => ({
    security_id: row.at,
    exercised: decimal(row.exercised),
    ratio: { numerator: decimal(row.numerator), denominator: decimal(row.denominator) },
  }));
  const [first] = earlier;
  if (!first) return { granted: quantity, exercised: 0n, earlier };
  const whole = multiplyByRatio(decimal(replaced[0]!.quantity), first.ratio, 0, 'DOWN');
  const granted = whole > quantity ? whole : quantity;
  const exercised = exercisedBefore(earlier);
  return { granted, exercised: exercised > granted - quantity ? granted - quantity : exercised, earlier };
}

/** Those of its kind and holder that each one replaces, with what splits made of a share of theirs since. */
async function replacedBy(tx: Tx, org: string, ids: readonly string[]): Promise<Replaced[]> {
  return tx.rows<Replaced>(
    `with recursive line (id, at, holder, numerator, denominator, step) as (
       select s.security_id::text, s.security_id::text, s.stakeholder_id, 1::numeric, 1::numeric, 0 from security s
       where s.org_id = $1 and s.security_id = any ($2) and exists (select 1 from resulting r where r.org_id = $1 and r.result_security_id = s.security_id)
       union all
       select l.id, r.from_security_id::text, l.holder, (l.numerator * coalesce(p.numerator, 1))::numeric, (l.denominator * coalesce(p.denominator, 1))::numeric, l.step + 1
       from line l
       join resulting r on r.org_id = $1 and r.result_security_id = l.at
       join security f on f.org_id = $1 and f.security_id = r.from_security_id and f.kind = 'EQUITY_COMPENSATION' and f.stakeholder_id = l.holder
       left join termination t on t.org_id = $1 and t.security_id = f.security_id and t.verb = 'reissued'
       left join split p on p.org_id = $1 and p.stock_class_id = f.stock_class_id and p.effective_date = t.on_date)
     select l.id, l.at, trim_scale(s.quantity::numeric)::text as quantity, trim_scale(l.numerator)::text as numerator, trim_scale(l.denominator)::text as denominator,
            coalesce((select trim_scale(sum(d.quantity)::numeric) from reduction d where d.org_id = $1 and d.security_id = l.at and d.why in ('EXERCISE', 'RELEASE')), 0)::text as exercised
     from line l join security s on s.org_id = $1 and s.security_id = l.at where l.step > 0 order by l.id, l.step desc`,
    [org, ids],
  );
}
