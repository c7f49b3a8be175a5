// What vested before a split is worked out along the whole line of a security, from the first of it.
import { decimal } from '../../../src/domain/decimal.ts';
import type { Generation } from '../../../src/domain/vesting/throughSplits.ts';
import type { VestingInput } from '../../../src/domain/vesting/schedule.ts';
import { vestingInputs } from '../../data/grantVesting.ts';
import type { Tx } from '../../db/database.ts';

/** A security's schedule, and those that it replaces, the first of them first. */
export interface VestingLine {
  input: VestingInput;
  before: Generation[];
}

type Replaced = { id: string; at: string; left_over: string; numerator: string; denominator: string };

/** Of each security that vests, by its id. Only a schedule that is written out may have come of another. */
export async function vestingLines(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, VestingLine>> {
  const inputs = await vestingInputs(tx, org, ids);
  const written = [...inputs].filter(([, { vestings }]) => vestings.length > 0).map(([id]) => id);
  const replaced = await replacedBy(tx, org, written);
  const earlier = await vestingInputs(tx, org, [...new Set(replaced.map(({ at }) => at))]);
  const before = Map.groupBy(replaced, ({ id }) => id);
  return new Map(
    [...inputs].map(([id, input]) => [
      id,
      { input, before: (before.get(id) ?? []).map((row) => generationOf(row, earlier.get(row.at)!)) },
    ]),
  );
}

const generationOf = ({ left_over, numerator, denominator }: Replaced, input: VestingInput): Generation => ({
  input,
  left: decimal(left_over),
  ratio: { numerator: decimal(numerator), denominator: decimal(denominator) },
});

/** Those of its kind and holder that each one replaces, as far back as each replaces one alone. */
async function replacedBy(tx: Tx, org: string, ids: readonly string[]): Promise<Replaced[]> {
  if (ids.length === 0) return [];
  return tx.rows<Replaced>(
    `with recursive line (id, at, step) as (
       select s.security_id::text, s.security_id::text, 0 from security s where s.org_id = $1 and s.security_id = any ($2)
       union all
       select l.id, r.from_security_id::text, l.step + 1
       from line l
       join resulting r on r.org_id = $1 and r.result_security_id = l.at
       join security a on a.org_id = $1 and a.security_id = l.at
       join security b on b.org_id = $1 and b.security_id = r.from_security_id and b.kind = a.kind and b.stakeholder_id = a.stakeholder_id
       where not exists (select 1 from resulting o where o.org_id = $1 and o.result_security_id = l.at and o.from_security_id <> r.from_security_id))
     select l.id, l.at,
            trim_scale(s.quantity - coalesce((select sum(d.quantity) from reduction d where d.org_id = $1 and d.security_id = l.at), 0))::text as left_over,
            coalesce(trim_scale(p.numerator::numeric)::text, '1') as numerator, coalesce(trim_scale(p.denominator::numeric)::text, '1') as denominator
     from line l
     join security s on s.org_id = $1 and s.security_id = l.at
     left join termination t on t.org_id = $1 and t.security_id = l.at and t.verb = 'reissued'
     left join split p on p.org_id = $1 and p.stock_class_id = s.stock_class_id and p.effective_date = t.on_date
     where l.step > 0 order by l.id, l.step desc`,
    [org, ids],
  );
}
