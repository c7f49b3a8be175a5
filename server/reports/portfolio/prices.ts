// The prices at which holdings are valued, and the value of a grant.
import type { PriceSource } from '#src/domain/priceSource.ts';
import { valueOfHolding } from '#src/domain/holdingValue.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Row, Tx } from '#server/db/database.ts';

export interface Price {
  /** Null: what is on record is only what a SAFE or note paid. */
  price: string | null;
  /** `issue`: the class has no price; entered for one of the holder's own certificates. */
  source: PriceSource;
  on_date: string | null;
  currency: string;
}

/** The price of each class of these rows that has one, by class. */
export async function pricesOn(
  tx: Tx,
  actor: Actor,
  rows: readonly Row[],
  { holder, day }: { holder: string; day: string },
): Promise<Map<string, Price>> {
  const classes = [...new Set(rows.map(({ share_class_id }) => share_class_id))].filter((id) => typeof id === 'string');
  if (classes.length === 0) return new Map();
  const found = await tx.rows<Price & { id: string }>(
    `select a.id, trim_scale(p.price)::text as price, p.source, p.on_date, p.currency
     from unnest($2::text[]) a (id) cross join lateral holding_price_on($1, $3, a.id, $4) p`,
    [orgOf(actor), classes, holder, day],
  );
  return new Map(found.map(({ id, ...price }) => [id, price]));
}

/**
 * What has vested, at the price less what exercising costs. Without a value when the class has no price, when its price
 * is in another currency than the exercise price, and when the schedule is not on record. Nothing can be exercised of an
 * expired grant, so it is worth nothing.
 */
export function valueOfGrant(
  { share_class_id, exercise_price, currency, vested_outstanding, status }: Row,
  prices: ReadonlyMap<string, Price>,
) {
  const own = typeof currency === 'string' ? currency : null;
  const known = prices.get(String(share_class_id));
  const strike = typeof exercise_price === 'string' ? exercise_price : null;
  if (!known) return { price: null, price_source: null, price_date: null, value: null, currency: own };
  // The source says that there is a price, and its absence that it is in another currency.
  if (strike !== null && known.currency !== own)
    return { price: null, price_source: known.source, price_date: known.on_date, value: null, currency: own };
  const quantity = typeof vested_outstanding === 'string' ? vested_outstanding : null;
  const value =
    quantity === null || known.price === null
      ? null
      : status === 'expired'
        ? '0.00'
        : valueOfHolding({ quantity, price: known.price, strike });
  return {
    price: known.price,
    price_source: known.source,
    price_date: known.on_date,
    value,
    currency: known.currency,
  };
}
