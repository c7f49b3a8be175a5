// What each class's outstanding shares are worth on a day, at the price of the class.
import { ownedByClass } from '#src/domain/captable/capTableShown.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { sumsByCurrency, valueOfHolding } from '#src/domain/holdingValue.ts';
import type { ClassPriceSource } from '#src/domain/priceSource.ts';
import type { ValueAnswer } from '#src/contract/analytics.ts';
import type { Source } from '../capTable/capTableSource.ts';
import { companyCurrency } from './companyCurrency.ts';
import { seriesOn } from './series.ts';

interface Price {
  share_class_id: string;
  /** Null: what is on record is only what a SAFE or note paid. */
  price: string | null;
  source: ClassPriceSource;
  on_date: string | null;
  currency: string;
}

/** A class without a price has no value, which is not zero. */
export async function valueOn(source: Source, day: string): Promise<ValueAnswer> {
  const [sums] = (await seriesOn(source, [day], 'outstanding'))();
  const classes = ownedByClass(sums!);
  const prices = await source.tx.rows<Price>(
    'select share_class_id, trim_scale(price)::text as price, source, on_date, currency from analytics_prices($1, $2)',
    [classes.map(({ id }) => id), day],
  );
  const priceOf = new Map(prices.map((price) => [price.share_class_id, price]));
  const rows = classes.map(({ id, name, counted }): ValueAnswer['rows'][number] => {
    const price = priceOf.get(id);
    const quantity = formatDecimal(counted);
    return {
      share_class_id: id,
      name,
      quantity,
      price: price?.price ?? null,
      price_source: price?.source ?? null,
      price_date: price?.on_date ?? null,
      value: price?.price ? valueOfHolding({ quantity, price: price.price, strike: null }) : null,
      currency: price?.price ? price.currency : null,
    };
  });
  const currency = await companyCurrency(source.tx, source.org);
  const held = rows.filter(({ quantity }) => quantity !== '0');
  const valued = held.filter((row): row is typeof row & { value: string; currency: string } => row.value !== null);
  const totals = sumsByCurrency(valued, currency);
  return {
    as_of: day,
    currency,
    rows,
    total: totals.find((each) => each.currency === currency)?.value ?? null,
    total_is_whole: valued.length === held.length && totals.every((each) => each.currency === currency),
    totals,
  };
}
