// Drafts that sell stock at another price than its class has.
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { currencyOf } from '../equityPlans/keepStatic.ts';
import { priceWarnings, pricedClasses } from '../shareClasses/priceWarnings.ts';
import type { KnownClass } from '../shareClasses/priceWarnings.ts';
import type { PlannedDraft } from './draftParts.ts';

const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value));

/** `idOf`: the id of what a draft made that was posted before. */
export async function draftPriceWarnings(
  context: CommandContext,
  drafts: readonly Pick<PlannedDraft, 'kind' | 'body' | 'makes'>[],
  idOf: (id: string) => string = (id) => id,
): Promise<string[]> {
  const sold = drafts.filter(({ kind }) => kind === 'certificate');
  const named = sold.map(({ body }) => idOf(String(body.share_class_id)));
  const known = await pricedClasses(context, named);
  const currency = await currencyOf(context, orgOf(context.actor));
  for (const { kind, body, makes } of drafts)
    if (kind === 'share_class' && makes !== null) known.set(makes, added(body, currency));
  // What converts into an empty class says which price the round gives it.
  for (const { kind, body } of drafts) {
    const id = idOf(String(body.share_class_id));
    const found = known.get(id);
    if (kind === 'conversion' && found?.price === null && found.isEmpty)
      known.set(id, { ...found, price: textOf(body.class_price), isEmpty: false });
  }
  return priceWarnings(
    known,
    sold.map(({ body }, index) => ({
      share_class_id: named[index]!,
      price: String(body.price_per_share),
      quantity: String(body.quantity),
    })),
  );
}

const added = (body: PlannedDraft['body'], currency: string): KnownClass => ({
  name: String(body.name),
  price: textOf(body.price_per_share),
  multiple: textOf(body.liquidation_preference_multiple),
  currency,
  isPreferred: body.class_type === 'PREFERRED',
  isEmpty: true,
});
