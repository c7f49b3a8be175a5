// The price and the par value that a class has by what stands of the ledger, and by what somebody entered.
import { moneyOf, ratioOf } from '#src/domain/ledger/core/fields.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { decimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { standingPrice } from '#src/domain/round/standingPrice.ts';
import type { PriceHistory } from '#src/domain/round/standingPrice.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';

export type PriceField = 'par_value' | 'price_per_share';
export const PRICE_FIELDS: readonly PriceField[] = ['par_value', 'price_per_share'];

interface Version {
  after: string;
  ocf: string;
  /** What the round pays of which this may be the price. */
  paid: string | null;
  is_of_draft: boolean;
}

/** Call after entries were taken back, before their drafts are open again. */
export async function standingPrices(context: CommandContext, id: string): Promise<Record<PriceField, Decimal | null>> {
  const versions = await versionsOf(context, id);
  const splits = await splitsOf(context, id);
  const priced = { ...(await issuedOf(context, id)), recorded: recordedOf(versions, 'price_per_share'), splits };
  const par = { stock: [], rounds: [], recorded: recordedOf(versions, 'par_value'), splits };
  return { price_per_share: standingPrice(priced), par_value: standingPrice(par) };
}

function recordedOf(versions: readonly Version[], field: PriceField): PriceHistory['recorded'] {
  let before: Decimal | null = null;
  return versions.flatMap(({ after, ocf, paid, is_of_draft }) => {
    const price = moneyOf(parseExactly(ocf) as OcfObject, field)?.amount ?? null;
    if (price === before) return [];
    const isFirst = before === null;
    before = price;
    return [
      {
        price,
        after: BigInt(after),
        of_round: field === 'price_per_share' && isFirst && (is_of_draft || (paid !== null && decimal(paid) === price)),
      },
    ];
  });
}

/**
 * Each with what the round pays whose entries the same account wrote next, at the same instant (priceNewClass), and whether a draft
 * added the class with the price of the round that another draft of its scenario sells.
 */
function versionsOf({ tx, actor }: CommandContext, id: string): Promise<Version[]> {
  return tx.rows<Version>(
    `select o.valid_from_seq as after, o.ocf::text as ocf,
            (select s.ocf #>> '{share_price,amount}' from ledger_tx n join ledger_tx s on s.org_id = n.org_id and s.command_seq = n.command_seq and s.seq >= n.seq
             where o.version > 1 and n.org_id = o.org_id and n.seq = o.valid_from_seq + 1 and n.recorded_at = o.recorded_at and n.actor_id = o.actor_id
               and s.object_type = 'TX_STOCK_ISSUANCE' and s.ocf->>'stock_class_id' = o.id
               and ocf_decimal(s.ocf #>> '{share_price,amount}') = ocf_decimal(o.ocf #>> '{price_per_share,amount}') limit 1) as paid,
            o.version = 1 and exists (
              select 1 from scenario_draft d join scenario_draft sale on sale.org_id = d.org_id and sale.scenario_id = d.scenario_id
              where d.org_id = $1 and d.kind = 'share_class' and d.result_id = o.id
                and sale.kind = 'certificate' and sale.body->>'share_class_id' in (d.makes, d.result_id)) as is_of_draft
     from ocf_object o where o.org_id = $1 and o.object_type = 'STOCK_CLASS' and o.id = $2 order by o.version`,
    [orgOf(actor), id],
  );
}

/** Those that were recorded here: an imported class has the price of its last day. */
async function splitsOf({ tx, actor }: CommandContext, id: string): Promise<PriceHistory['splits']> {
  const rows = await tx.rows<{ seq: string; last: string; taken_back: string | null; ocf: string }>(
    `select l.seq, v.seq as taken_back, l.ocf::text as ocf,
            (select max(c.seq) from ledger_tx c where c.org_id = l.org_id and c.command_seq = l.command_seq) as last
     from ledger_tx l left join ledger_tx v on v.org_id = l.org_id and v.voids_seq = l.seq
     where l.org_id = $1 and l.object_type = 'TX_STOCK_CLASS_SPLIT' and l.ocf->>'stock_class_id' = $2
       and l.voids_seq is null and l.import_id is null`,
    [orgOf(actor), id],
  );
  return rows.flatMap(({ ocf, last, ...row }) => {
    const ratio = ratioOf(parseExactly(ocf) as OcfObject, 'split_ratio');
    return ratio ? [{ ...counted(row), last: BigInt(last), ratio }] : [];
  });
}

/**
 * Issues of the class, and which of them are of a round: new money beside a conversion, or what drafts sold and converted. Of one that
 * was taken back nobody knows any more whether a draft made it; it only explains earlier prices, so it counts as one.
 */
async function issuedOf({ tx, actor }: CommandContext, id: string): Promise<Pick<PriceHistory, 'stock' | 'rounds'>> {
  const rows = await tx.rows<{
    seq: string;
    taken_back: string | null;
    round_seq: string | null;
    price: string | null;
  }>(
    `select l.seq, v.seq as taken_back, coalesce(draft.price, l.ocf #>> '{share_price,amount}') as price,
            case when draft.price is not null then l.seq when made.id is null then coalesce(form.seq, case when v.seq is not null then l.seq end) end as round_seq
     from ledger_tx l
     left join ledger_tx v on v.org_id = l.org_id and v.voids_seq = l.seq
     left join lateral (
       select c.id from ledger_tx c where c.org_id = l.org_id and c.command_seq = l.command_seq
         and (c.ocf->'resulting_security_ids' ? (l.ocf->>'security_id') or c.ocf->>'balance_security_id' = l.ocf->>'security_id') limit 1) made on true
     left join lateral (
       select d.body->>(case d.kind when 'certificate' then 'price_per_share' else 'class_price' end) as price from scenario_draft d
       where d.org_id = l.org_id and (d.kind, d.result_id) in (('certificate', l.ocf->>'security_id'), ('conversion', made.id)) limit 1) draft on true
     left join lateral (
       select c.command_seq as seq from ledger_tx c
       where c.org_id = l.org_id and c.command_seq = l.command_seq and c.object_type = 'TX_CONVERTIBLE_CONVERSION'
         and not exists (select 1 from scenario_draft d where d.org_id = c.org_id and d.command_seq = c.command_seq) limit 1) form on true
     where l.org_id = $1 and l.object_type = 'TX_STOCK_ISSUANCE' and l.ocf->>'stock_class_id' = $2 and l.voids_seq is null and l.import_id is null`,
    [orgOf(actor), id],
  );
  return {
    stock: rows.map(counted),
    rounds: rows.flatMap(({ round_seq, price, ...row }) =>
      round_seq === null || price === null ? [] : [{ ...counted(row), seq: BigInt(round_seq), price: decimal(price) }],
    ),
  };
}

const counted = ({ seq, taken_back }: { seq: string; taken_back: string | null }) => ({
  seq: BigInt(seq),
  taken_back: taken_back === null ? null : BigInt(taken_back),
});
