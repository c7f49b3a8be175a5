// A round that first issues a class sets its original issue price, for as long as the round is in force.
import { listOf, textOf } from '../../../../src/domain/ledger/core/fields.ts';
import { shareClasses } from '../../../../src/resources/shareClasses.ts';
import { findRecord } from '../../../data/resourceRepository.ts';
import type { StoredEntry } from '../../../data/replay.ts';
import { orgOf } from '../../../auth/actor.ts';
import type { CommandContext } from '../../core/context.ts';
import { updateShareClass } from '../../shareClasses/shareClasses.ts';

/** In: the price of the round. One that somebody entered stays. Call before the round is written, with the instant of its entries. */
export async function priceNewClass(context: CommandContext, id: string, price: string): Promise<void> {
  const record = await findRecord(context.tx, context.actor, shareClasses, id);
  if (!record || record.price_per_share !== null) return;
  const known = await context.tx.row<{ is_issued: boolean }>(
    `select exists (select 1 from security s where s.org_id = $1 and s.stock_class_id = $2 and s.kind = 'STOCK') as is_issued`,
    [orgOf(context.actor), id],
  );
  if (known?.is_issued === false) await updateShareClass(context, record, { price_per_share: price });
}

/**
 * When a class has no stock left, removes the price that a round gave it, by its own form or by drafts, if that round was taken back,
 * now or before others of the class, and nobody has entered another price. A series keeps its price, by which a later round finds
 * it; a class whose dividend is a percentage of the price keeps it too. Call after entries were taken back, before their drafts are open again.
 */
export async function takeBackRoundPrice(context: CommandContext, taken: readonly StoredEntry[]): Promise<void> {
  const classes = new Set(taken.flatMap(({ ocf }) => textOf(ocf, 'stock_class_id') ?? []));
  // The last change of the price: either made by the round in a class without one, at the same instant and by the same account as
  // its entries; or still the price with which a draft of a round added the class.
  const wrote = await context.tx.rows<{ id: string }>(
    `select c.id from (
       select distinct on (o.id) o.id, o.version, o.recorded_at, o.actor_id,
              o.version > 1 and b.ocf->'price_per_share' is null and o.ocf->'price_per_share' is not null as is_first
       from ocf_object o left join ocf_object b on b.org_id = o.org_id and b.object_type = o.object_type and b.id = o.id and b.version = o.version - 1
       where o.org_id = $1 and o.object_type = 'STOCK_CLASS' and o.id = any ($2) and o.ocf->'price_per_share' is distinct from b.ocf->'price_per_share'
       order by o.id, o.version desc) c
     where not exists (select 1 from security s where s.org_id = $1 and s.stock_class_id = c.id and s.kind = 'STOCK')
       and (c.is_first and exists (select 1 from ledger_tx l join ledger_tx v on v.org_id = l.org_id and v.voids_seq = l.seq
                              where l.org_id = $1 and l.recorded_at = c.recorded_at and l.actor_id = c.actor_id)
         or c.version = 1 and c.id = any ($3)
            and exists (select 1 from scenario_draft d where d.org_id = $1 and d.kind = 'share_class' and d.result_id = c.id))`,
    [orgOf(context.actor), [...classes], soldIn(taken)],
  );
  for (const { id } of wrote) {
    const record = await findRecord(context.tx, context.actor, shareClasses, id);
    if (!record || (record.dividend_rate !== null && record.dividend_base !== 'par')) continue;
    await updateShareClass(context, record, { price_per_share: null });
  }
}

/** The classes of which stock was issued for new money. */
function soldIn(entries: readonly StoredEntry[]): string[] {
  const made = new Set(
    entries.flatMap(({ object_type, ocf }) =>
      object_type === 'TX_CONVERTIBLE_CONVERSION' ? listOf(ocf, 'resulting_security_ids') : [],
    ),
  );
  return entries.flatMap(({ object_type, ocf }) =>
    object_type === 'TX_STOCK_ISSUANCE' && !made.has(textOf(ocf, 'security_id'))
      ? (textOf(ocf, 'stock_class_id') ?? [])
      : [],
  );
}
