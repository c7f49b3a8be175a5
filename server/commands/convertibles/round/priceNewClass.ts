// A round that first issues a class sets its original issue price, for as long as the round stands.
import { listOf, textOf } from '../../../../src/domain/ledger/core/fields.ts';
import { decimal, formatDecimal } from '../../../../src/domain/figures/decimal.ts';
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
 * The price that a round gave a class, by its own form or by drafts, follows the rounds that stand: once that round was taken back,
 * it is the one of the earliest sale for new money that is left, in shares of today, and none where the class has no stock left. A
 * price that somebody entered stays; so does one that the class was added with while it has stock, and one that a dividend is a
 * percentage of. A series keeps its price, by which a later round finds it. Call after entries were taken back, before their drafts
 * are open again.
 */
export async function takeBackRoundPrice(context: CommandContext, taken: readonly StoredEntry[]): Promise<void> {
  const classes = new Set(taken.flatMap(({ ocf }) => textOf(ocf, 'stock_class_id') ?? []));
  // What was written at one instant by one account was written by one command. `first`: the last change of the price of a class,
  // but for those with which a split was recorded or taken back. `is_given`: a class without a price got it, or an undo wrote it.
  const follows = await context.tx.rows<{ id: string; price: string | null }>(
    `with change as (
       select o.id, o.version, o.recorded_at, o.actor_id, o.ocf->'price_per_share' is not null
                and (b.ocf->'price_per_share' is null
                     or exists (select 1 from ledger_tx l where l.org_id = o.org_id and l.seq = o.valid_from_seq and l.voids_seq is not null
                                  and l.recorded_at = o.recorded_at and l.actor_id = o.actor_id)) as is_given,
              exists (select 1 from ledger_tx l left join ledger_tx v on v.org_id = l.org_id and v.seq = l.voids_seq
                      where l.org_id = o.org_id and l.recorded_at = o.recorded_at and l.actor_id = o.actor_id
                        and 'TX_STOCK_CLASS_SPLIT' in (l.object_type, v.object_type)) as is_of_split,
              exists (select 1 from ledger_tx l where l.org_id = o.org_id and l.recorded_at = o.recorded_at and l.actor_id = o.actor_id) as is_of_entries,
              exists (select 1 from ledger_tx l where l.org_id = o.org_id and l.recorded_at = o.recorded_at and l.actor_id = o.actor_id
                        and l.object_type = 'TX_STOCK_ISSUANCE' and l.ocf->>'stock_class_id' = o.id and l.voids_seq is null
                        and not exists (select 1 from ledger_tx v where v.org_id = l.org_id and v.voids_seq = l.seq)) as stands
       from ocf_object o left join ocf_object b on b.org_id = o.org_id and b.object_type = o.object_type and b.id = o.id and b.version = o.version - 1
       where o.org_id = $1 and o.object_type = 'STOCK_CLASS' and o.id = any ($2) and o.ocf->'price_per_share' is distinct from b.ocf->'price_per_share'),
     first as (select distinct on (id) * from change where not is_of_split order by id, version desc),
     stock as (
       select s.stock_class_id as id, s.issue_seq, s.issued_on, s.share_price::numeric as price,
              s.share_price > 0 and not exists (select 1 from resulting r where r.org_id = s.org_id and r.result_security_id = s.security_id) as is_sale
       from security s where s.org_id = $1 and s.stock_class_id = any ($2) and s.kind = 'STOCK')
     select f.id, (select price_to_count_at($1, f.id, k.price, k.issued_on, current_date)::text from stock k where k.id = f.id and k.is_sale order by k.issue_seq limit 1) as price
     from first f
     where f.is_given
       and case when exists (select 1 from stock k where k.id = f.id)
           then f.version > 1 and f.is_of_entries and not f.stands and exists (select 1 from stock k where k.id = f.id and k.is_sale)
           else f.version > 1 and f.is_of_entries and not f.stands
             or f.version = 1 and f.id = any ($3)
                and exists (select 1 from scenario_draft d where d.org_id = $1 and d.kind = 'share_class' and d.result_id = f.id) end`,
    [orgOf(context.actor), [...classes], soldIn(taken)],
  );
  for (const { id, price } of follows) {
    const record = await findRecord(context.tx, context.actor, shareClasses, id);
    if (!record || (record.dividend_rate !== null && record.dividend_base !== 'par')) continue;
    const price_per_share = price === null ? null : formatDecimal(decimal(price));
    if (price_per_share !== record.price_per_share) await updateShareClass(context, record, { price_per_share });
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
