// The original issue price of a class that a round issues first is what the round pays, for as long as the round stands.
import { formatDecimal } from '../../../src/domain/decimal.ts';
import { sameValue } from '../../../src/resources/kit/validation.ts';
import { shareClasses } from '../../../src/resources/shareClasses.ts';
import { findRecord } from '../../data/resourceRepository.ts';
import type { StoredEntry } from '../../data/replay.ts';
import { orgOf } from '../../auth/actor.ts';
import type { CommandContext } from '../context.ts';
import { updateShareClass } from '../shareClasses.ts';
import type { RoundWriting } from './roundEntries.ts';

/** One that somebody entered stays. To be called before the round is written, at the instant that its entries have. */
export async function priceNewClass(context: CommandContext, { body, slice, round }: RoundWriting): Promise<void> {
  const record = await findRecord(context.tx, context.actor, shareClasses, body.share_class_id);
  if (!record || record.price_per_share !== null) return;
  const known = await context.tx.row<{ is_issued: boolean }>(
    `select exists (select 1 from security s where s.org_id = $1 and s.stock_class_id = $2 and s.kind = 'STOCK') as is_issued`,
    [slice.org, body.share_class_id],
  );
  if (known?.is_issued === false)
    await updateShareClass(context, record, { price_per_share: formatDecimal(round.price) });
}

/** A round that is taken back: the price that it gave its class goes with it, unless somebody has written another since. */
export async function takeBackRoundPrice(context: CommandContext, taken: readonly StoredEntry[]): Promise<void> {
  const [first] = taken;
  if (!first || !taken.some((entry) => entry.object_type === 'TX_CONVERTIBLE_CONVERSION')) return;
  const wrote = await context.tx.row<{ id: string; price: string }>(
    `select o.id, o.ocf#>>'{price_per_share,amount}' as price from ocf_object o
     join ocf_object b on b.org_id = o.org_id and b.object_type = o.object_type and b.id = o.id and b.version = o.version - 1
     where o.org_id = $1 and o.object_type = 'STOCK_CLASS' and o.recorded_at = $2 and o.actor_id = $3
       and b.ocf->'price_per_share' is null and o.ocf->'price_per_share' is not null`,
    [orgOf(context.actor), first.recorded_at, first.actor_id],
  );
  const record = wrote && (await findRecord(context.tx, context.actor, shareClasses, wrote.id));
  if (record && sameValue(record.price_per_share, wrote.price))
    await updateShareClass(context, record, { price_per_share: null });
}
