// The classes of a distribution with their dividend terms, as they were on the record date.
import { isFixedSql } from '#server/data/rules/fixedDistributions.ts';
import type { DistributedClass, EarlierAllotment } from '#src/domain/distribution/dividendDues.ts';
import type { Tx } from '#server/db/database.ts';

interface ClassRow {
  share_class_id: string;
  name: string;
  seniority: string;
  dividend_rate: string | null;
  dividend_is_cumulative: boolean;
  dividend_accrues_from: string | null;
  participation: 'none' | 'as_converted';
  base_amount: string | null;
  conversion_ratio: string;
}

interface Wanted {
  /** The distribution itself, which is not among the earlier ones. Null before it is saved. */
  id: string | null;
  type: string;
  record_date: string;
  share_class_ids: readonly string[];
  /** Of an approved one: what was approved after it does not count. */
  approved_at: string | null;
}

/** Preferred dividends are paid first from dividends alone: other distributions have an order of their own. */
export async function classOrder(tx: Tx, org: string, wanted: Wanted): Promise<DistributedClass[]> {
  const { share_class_ids: ids, record_date } = wanted;
  const rows = await tx.rows<ClassRow>(
    `select c.id as share_class_id, c.name, trim_scale(c.seniority::numeric)::text as seniority,
            trim_scale(c.dividend_rate)::text as dividend_rate, c.dividend_is_cumulative, c.dividend_accrues_from,
            coalesce(c.dividend_participation, 'none') as participation,
            trim_scale(class_price_in_shares_of(c.org_id, c.id, case c.dividend_base when 'par' then 'par_value' else 'price_per_share' end, $3))::text as base_amount,
            coalesce((select trim_scale(round(r.numerator::numeric / r.denominator::numeric, 10)) from ratio_change r
                      where r.org_id = c.org_id and r.stock_class_id = c.id and r.effective_date <= $3
                      order by r.effective_date desc, r.tx_seq desc limit 1), trim_scale(c.conversion_ratio::numeric), 1)::text as conversion_ratio
     from share_class c where c.org_id = $1 and c.id = any ($2) order by c.id`,
    [org, ids, record_date],
  );
  const hasOrder = wanted.type === 'dividend' && rows.some(({ dividend_rate }) => dividend_rate !== null);
  const earlier = hasOrder ? await earlierAllotments(tx, org, wanted) : new Map<string, EarlierAllotment[]>();
  return rows.map((row) => ({
    share_class_id: row.share_class_id,
    name: row.name,
    seniority: Number(row.seniority),
    dividend:
      hasOrder && row.dividend_rate !== null
        ? {
            rate: row.dividend_rate,
            base_amount: row.base_amount,
            is_cumulative: row.dividend_is_cumulative,
            accrues_from: row.dividend_accrues_from,
            participation: row.participation,
            conversion_ratio: row.conversion_ratio,
            earlier: earlier.get(row.share_class_id) ?? [],
          }
        : null,
  }));
}

/** What approved dividends gave a class. Where no preference was kept, all that the class got counts. */
async function earlierAllotments(tx: Tx, org: string, { id, share_class_ids, approved_at }: Wanted) {
  const rows = await tx.rows<EarlierAllotment & { share_class_id: string }>(
    `select k.share_class_id, d.record_date, trim_scale(k.preference_annual)::text as annual,
            coalesce(k.preference_allotted, (select sum(l.gross::numeric) from distribution_line l
              where l.org_id = k.org_id and l.distribution_id = k.distribution_id and l.share_class_id = k.share_class_id), 0)::text as allotted
     from distribution_class k join distribution d on d.org_id = k.org_id and d.id = k.distribution_id
     where k.org_id = $1 and k.share_class_id = any ($2) and d.type = 'dividend' and ${isFixedSql('d')}
       and d.id::text is distinct from $3 and ($4::timestamptz is null or d.approved_at is null or d.approved_at < $4) order by d.record_date, d.id`,
    [org, share_class_ids, id, approved_at],
  );
  return Map.groupBy(rows, (row) => row.share_class_id);
}
