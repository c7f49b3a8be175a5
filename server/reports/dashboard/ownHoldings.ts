// What a holder owns today, of every kind, each with its price and the price's source and date. Says what the sum leaves out.
import { sumsByCurrency } from '../../../src/domain/holdingValue.ts';
import { PRICE_REMARKS } from '../../../src/domain/ledger/core/enteredPrice.ts';
import { resourceNamed } from '../../../src/resources/index.ts';
import type { Actor } from '../../../src/resources/kit/access.ts';
import { listRecords } from '../../data/resourceRepository.ts';
import type { Row, Tx } from '../../db/database.ts';

/** The maximum per list; holders with more have a page for them. */
const LINES_MAX = 100;

/**
 * Out: `holdings`: stock by class, every other security separately; `values`: the sum per currency of holdings that
 * have a value, the company's currency first; the first one again as `value` in `value_currency`, null when there is
 * none; `value_is_whole`: whether all holdings are included. Stock is worth its shares times the latest recorded price:
 * the class's valuation in today's shares, or its price since the day it was last used, whichever is newer; if the
 * class has neither, the newest price entered for one of the holder's own certificates. Securities that are not stock
 * have no value here, because it depends on future events.
 */
export async function ownHoldings(tx: Tx, actor: Actor): Promise<Row> {
  const stock = await tx.rows<{ value: string | null; currency: string | null }>(
    `select 'certificate' as kind, c.id, c.name as label, c.id as share_class_id, c.name as share_class, trim_scale(held.shares)::text as quantity,
            trim_scale(p.price)::text as price, case when p.recorded <> p.price then trim_scale(p.recorded)::text end as price_recorded, p.source as price_source, p.on_date as price_date, round(held.shares * p.price, 2)::text as value, p.currency
     from (select stock_class_id, sum(remaining) as shares
           from open_securities_of($1, $2, current_date) where kind = 'STOCK' group by stock_class_id) held
     join share_class c on c.org_id = $1 and c.id = held.stock_class_id
     left join lateral (
       select price, recorded, source, on_date, currency from (
         select price, recorded, source, on_date, currency, true as is_of_class from class_price_on(c.org_id, c.id, current_date)
         union all
         -- Adjusted by us as new paper is issued, and here for a split that was not carried out.
         select price_to_count_at(s.org_id, c.id, s.share_price::numeric, s.issued_on, current_date), coalesce(price_on_first_paper(s.org_id, s.security_id), s.share_price::numeric), 'issue', coalesce(s.first_issued_on, s.issued_on), s.share_price_currency::text, false
         from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
         where s.org_id = c.org_id and s.stock_class_id = c.id and s.kind = 'STOCK' and s.stakeholder_id = $2 and s.issued_on <= current_date and s.share_price > 0
           and not coalesce(l.ocf->'comments' ?| $3, false)
           and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id and t.on_date <= current_date)) known
       order by is_of_class desc, on_date desc nulls last limit 1) p on true
     order by c.class_type, c.seniority, c.created_at, c.id`,
    [actor.org_id, actor.shareholder_id, PRICE_REMARKS],
  );
  const others = [
    ...(await open(tx, actor, 'grants', ['active', 'expired'])).map((grant) => ({
      ...line('grant', grant, grant.grant_number),
      compensation_type: grant.compensation_type,
      quantity: grant.outstanding,
      // Already included in the outstanding shares.
      vested: grant.vested_outstanding,
      ended_on: endOf(grant),
    })),
    ...(await open(tx, actor, 'convertibles', ['outstanding'])).map((convertible) => ({
      ...line('convertible', convertible, convertible.convertible_number),
      amount: convertible.amount,
    })),
    ...(await open(tx, actor, 'warrants', ['active', 'expired'])).map((warrant) => ({
      ...line('warrant', warrant, warrant.warrant_number),
      quantity: warrant.outstanding,
      ended_on: endOf(warrant),
    })),
  ];
  const valued = stock.filter((row): row is { value: string; currency: string } => row.value !== null);
  const own = await tx.row<{ currency: string }>('select currency::text as currency from organization where id = $1', [
    actor.org_id,
  ]);
  const values = sumsByCurrency(valued, own?.currency ?? null);
  return {
    holdings: [...stock, ...others],
    value: values[0]?.value ?? null,
    value_currency: values[0]?.currency ?? own?.currency ?? null,
    value_is_whole: values.length <= 1 && valued.length === stock.length && others.length === 0,
    values,
  };
}

async function open(tx: Tx, actor: Actor, name: string, statuses: string[]): Promise<Row[]> {
  const found: Row[] = [];
  for (const value of statuses) {
    const { rows } = await listRecords(tx, actor, resourceNamed(name), {
      sort: { field: 'date', descending: false },
      range: { from: 0, to: LINES_MAX - 1 },
      conditions: [{ field: 'status', operator: 'eq', value }],
      ids: null,
      q: null,
    });
    found.push(...rows);
  }
  return found;
}

/** The last day on which it could be exercised, if that day has passed; otherwise null. */
function endOf({ status, exercise_until, expiration_date }: Row): string | null {
  const days = [exercise_until, expiration_date].filter((day) => typeof day === 'string').sort();
  return status === 'expired' ? (days[0] ?? null) : null;
}

const line = (kind: string, { id, share_class, currency }: Row, label: unknown) => ({
  kind,
  id,
  label,
  share_class: share_class ?? null,
  price: null,
  price_recorded: null,
  price_source: null,
  price_date: null,
  value: null,
  currency: currency ?? null,
});
