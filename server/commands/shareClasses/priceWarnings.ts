// Sales at another price than their class has on record, named before and after they are written.
import { decimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { priceWarning } from '#src/domain/round/priceOfClass.ts';
import type { PricedClass } from '#src/domain/round/priceOfClass.ts';
import type { Certificate } from '#src/resources/certificates.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';

export interface KnownClass extends PricedClass {
  isPreferred: boolean;
  /** Nothing of it was issued, so a round gives it its price. */
  isEmpty: boolean;
}
export interface Sale {
  share_class_id: string;
  price: string;
  quantity: string;
}

/** By id. */
export async function pricedClasses(
  { tx, actor }: CommandContext,
  ids: readonly string[],
): Promise<Map<string, KnownClass>> {
  const rows = await tx.rows<
    Omit<KnownClass, 'isPreferred' | 'isEmpty'> & { id: string; type: string; empty: boolean }
  >(
    `select c.id, c.name, trim_scale(c.price_per_share::numeric)::text as price, trim_scale(c.liquidation_preference_multiple::numeric)::text as multiple,
            c.currency::text as currency, c.class_type as type,
            not exists (select 1 from security s where s.org_id = c.org_id and s.stock_class_id = c.id and s.kind = 'STOCK') as empty
     from share_class c where c.org_id = $1 and c.id = any ($2)`,
    [orgOf(actor), ids],
  );
  return new Map(
    rows.map(({ id, type, empty, ...each }) => [id, { ...each, isPreferred: type === 'PREFERRED', isEmpty: empty }]),
  );
}

/** Of a certificate that was issued by itself, which sets no price. One that nobody entered is the class's own. */
export async function warningsOfCertificate(context: CommandContext, issued: Certificate): Promise<string[]> {
  const { id, share_class_id, price_per_share, quantity } = issued;
  const sold = await context.tx.row<{ is_entered: boolean }>(
    `select is_price_entered(l.ocf) as is_entered from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq
     where s.org_id = $1 and s.security_id = $2`,
    [orgOf(context.actor), id],
  );
  if (price_per_share === null || !sold?.is_entered) return [];
  return priceWarnings(await pricedClasses(context, [share_class_id]), [
    { share_class_id, price: price_per_share, quantity },
  ]);
}

/** One for each class and price. The first sale of an empty class without a price sets it. */
export function priceWarnings(known: ReadonlyMap<string, KnownClass>, sales: readonly Sale[]): string[] {
  const classes = new Map(known);
  const sums = new Map<string, { stockClass: KnownClass; price: Decimal; shares: Decimal }>();
  for (const { share_class_id, price, quantity } of sales) {
    const found = classes.get(share_class_id);
    const paid = parseDecimal(price);
    if (!found?.isPreferred || paid === null) continue;
    const stockClass = found.price === null && found.isEmpty ? { ...found, price } : found;
    classes.set(share_class_id, stockClass);
    const key = `${share_class_id} ${paid}`;
    const shares = (sums.get(key)?.shares ?? 0n) + decimal(quantity);
    sums.set(key, { stockClass, price: paid, shares });
  }
  return [...sums.values()].flatMap(({ stockClass, ...sold }) => priceWarning(stockClass, sold) ?? []);
}
