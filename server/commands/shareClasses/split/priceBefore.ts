// What a share is worth just before a split: cash in lieu of fractions is paid at it.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import type { SplitAnswer } from '#src/contract/split.ts';
import { addDays } from '#src/domain/dates.ts';
import { decimal } from '#src/domain/figures/decimal.ts';
import type { ClassPriceSource } from '#src/domain/priceSource.ts';
import type { Origin } from '#src/domain/split/splitPlan.ts';
import type { ShareClass } from '#src/resources/shareClasses.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/commands/core/context.ts';

interface PriceBefore {
  price: SplitAnswer['price'];
  /** The price that was recorded, with the splits since: the price after this split is rounded once, from there. */
  origin: Origin | null;
}
const NONE: PriceBefore = { price: null, origin: null };

interface Known {
  price: string;
  recorded: string;
  source: ClassPriceSource;
  on_date: string | null;
  currency: string;
  numerator: string;
  denominator: string;
}

/**
 * As entered; or the newest valuation or sale by the day before; or else the price on the class's record, with its origin. None where
 * that is only what a SAFE or note paid, or where the price is in another currency than the class.
 */
export async function priceBefore(
  { tx, actor }: CommandContext,
  { id, price_per_share, currency }: ShareClass,
  body: VerbBody<'share-classes.split'>,
  ofRecord: Origin | undefined,
): Promise<PriceBefore> {
  if (body.price_per_share) return { ...NONE, price: { per_share: body.price_per_share, source: 'entered', on: null } };
  const known = await tx.row<Known>(
    `select trim_scale(known.price)::text as price, trim_scale(known.recorded)::text as recorded, known.source, known.on_date, known.currency, since.*
     from class_price_on($1, $2, $3) known cross join lateral (
       select trim_scale(coalesce(product(p.numerator::numeric), 1))::text as numerator, trim_scale(coalesce(product(p.denominator::numeric), 1))::text as denominator
       from split p where p.org_id = $1 and p.stock_class_id = $2 and p.effective_date > known.on_date and p.effective_date <= $3) since`,
    [orgOf(actor), id, addDays(body.date, -1)],
  );
  if (known?.source === 'valuation' || known?.source === 'last_round') {
    if (known.currency !== currency) return NONE;
    const ratio = { numerator: decimal(known.numerator), denominator: decimal(known.denominator) };
    return {
      price: { per_share: known.price, source: known.source, on: known.on_date },
      origin: { price: decimal(known.recorded), ratio },
    };
  }
  if (known?.source === 'conversion_price' || price_per_share === null) return NONE;
  return { price: { per_share: price_per_share, source: 'class_price', on: null }, origin: ofRecord ?? null };
}
