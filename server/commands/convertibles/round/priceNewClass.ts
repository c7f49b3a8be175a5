// A round that first issues a class sets its original issue price, for as long as the round is in force.
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { textOf } from '#src/domain/ledger/core/fields.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { StoredEntry } from '#server/data/replay.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { updateShareClass } from '#server/commands/shareClasses/shareClasses.ts';
import { standingPrices } from '#server/commands/shareClasses/standingPrices.ts';

/** In: the price of the round. One that somebody entered stays. Call before the round is written, with the instant of its entries. */
export async function priceNewClass(context: CommandContext, id: string, price: string): Promise<void> {
  const record = await findRecord(context.tx, context.actor, shareClasses, id);
  if (!record || record.price_per_share !== null) return;
  if (!(await hasStock(context, id))) await updateShareClass(context, record, { price_per_share: price });
}

async function hasStock({ tx, actor }: CommandContext, id: string): Promise<boolean> {
  const known = await tx.row<{ is_issued: boolean }>(
    `select exists (select 1 from security s where s.org_id = $1 and s.stock_class_id = $2 and s.kind = 'STOCK') as is_issued`,
    [orgOf(actor), id],
  );
  return known?.is_issued === true;
}

/**
 * Gives each class of what was taken back the price that it has without it (standingPrice). Where that is none, a class that still
 * has stock keeps the last one, and so does one whose dividend is a percentage of it. A series keeps its price, by which a later
 * round finds it. Call after entries were taken back, before their drafts are open again.
 */
export async function takeBackRoundPrice(context: CommandContext, taken: readonly StoredEntry[]): Promise<void> {
  const classes = new Set(taken.flatMap(({ ocf }) => textOf(ocf, 'stock_class_id') ?? []));
  for (const id of classes) {
    const record = await findRecord(context.tx, context.actor, shareClasses, id);
    if (!record) continue;
    const { price_per_share: price } = await standingPrices(context, id);
    if (price === parseDecimal(record.price_per_share)) continue;
    const isOfDividend = record.dividend_rate !== null && record.dividend_base !== 'par';
    if (price === null && (isOfDividend || (await hasStock(context, id)))) continue;
    await updateShareClass(context, record, { price_per_share: price === null ? null : formatDecimal(price) });
  }
}
