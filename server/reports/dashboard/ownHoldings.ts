// What a holder owns today, of every kind, each with its price and the price's source and date. Says what the sum leaves out.
import { lastDayOf } from '#src/domain/exerciseWindows.ts';
import { sumsByCurrency } from '#src/domain/holdingValue.ts';
import { resourceNamed } from '#src/resources/index.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { listRecords } from '#server/data/lists/listRecords.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { pricesOn, valueOfGrant } from '../portfolio/prices.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

/** The maximum per list; holders with more have a page for them. */
const LINES_MAX = 100;

/**
 * Out: `holdings`: stock by class, every other security separately; `values`: the sum per currency of holdings that
 * have a value, the company's currency first; the first one again as `value` in `value_currency`, null when there is
 * none; `value_is_whole`: whether all holdings are included. Stock is worth its shares times the latest recorded price:
 * the class's valuation in today's shares, or its price since the day it was last used, whichever is newer; if the
 * class has neither, the newest price entered for one of the holder's own certificates. What has vested of a grant is
 * worth that price less its exercise price. Convertibles and warrants have no value here, because it depends on future
 * events. `today`: the company's current day.
 */
export async function ownHoldings(tx: Tx, actor: Actor, today: string): Promise<Row> {
  const stock = await tx.rows<{ value: string | null; currency: string | null }>(
    `select 'certificate' as kind, c.id, c.name as label, c.id as share_class_id, c.name as share_class, trim_scale(held.shares)::text as quantity,
            trim_scale(p.price)::text as price, case when p.recorded <> p.price then trim_scale(p.recorded)::text end as price_recorded, p.source as price_source, p.on_date as price_date, round(held.shares * p.price, 2)::text as value, p.currency
     from (select stock_class_id, sum(remaining) as shares
           from open_securities_of($1, $2, current_date) where kind = 'STOCK' group by stock_class_id) held
     join share_class c on c.org_id = $1 and c.id = held.stock_class_id
     left join lateral holding_price_on($1, $2, c.id, current_date) p on true
     order by c.class_type, c.seniority, c.created_at, c.id`,
    [actor.org_id, actor.shareholder_id],
  );
  const grants = await open(tx, actor, 'grants', ['active', 'expired']);
  const prices = await pricesOn(tx, actor, grants, { holder: actor.shareholder_id ?? '', day: today });
  const others = [
    ...grants.map((grant) => ({
      ...line('grant', grant, grant.grant_number),
      compensation_type: grant.compensation_type,
      quantity: grant.outstanding,
      // Already included in the outstanding shares.
      vested: grant.vested_outstanding,
      ended_on: endOf(grant),
      ...valueOfGrant(grant, prices),
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
  const held = [...stock, ...others] as { value: string | null; currency: string | null }[];
  const valued = held.filter((row): row is { value: string; currency: string } => row.value !== null);
  const own = await tx.row<{ currency: string }>('select currency::text as currency from organization where id = $1', [
    actor.org_id,
  ]);
  const values = sumsByCurrency(valued, own?.currency ?? null);
  return {
    holdings: held,
    value: values[0]?.value ?? null,
    value_currency: values[0]?.currency ?? own?.currency ?? null,
    value_is_whole: values.length <= 1 && valued.length === held.length,
    values,
  };
}

async function open(tx: Tx, actor: Actor, name: string, statuses: string[]): Promise<Row[]> {
  const found: Row[] = [];
  for (const value of statuses) {
    const { rows } = await listRecords(
      tx,
      actor,
      resourceNamed(name),
      rowsBy('date', { most: LINES_MAX, conditions: [{ field: 'status', operator: 'eq', value }] }),
    );
    found.push(...rows);
  }
  return found;
}

/** The last day on which it could be exercised, if that day has passed; otherwise null. */
const endOf = (row: Row): string | null => (row.status === 'expired' ? lastDayOf(row) : null);

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
