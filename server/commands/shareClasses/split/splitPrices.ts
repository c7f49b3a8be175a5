// What a split does to the class itself: par value and original issue price are per share, so they are divided. OCF has no
// entry for that, only fields of the class: a new version of its object, and the earlier one is kept.
import { decimal, formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Ratio } from '#src/domain/figures/decimal.ts';
import { priceAfter, productOf } from '#src/domain/split/splitPlan.ts';
import type { Origin } from '#src/domain/split/splitPlan.ts';
import { isObject, listOf, moneyOf, objectOf, textOf } from '#src/domain/ledger/core/fields.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import { writeStaticObjects } from '#server/data/ledgerRepository.ts';
import type { StoredEntry } from '#server/data/replay.ts';
import { shareClassRowOf } from '#server/data/staticRows.ts';
import { currentObject } from '#server/data/staticObjects.ts';
import { PRICE_FIELDS, standingPrices } from '../standingPrices.ts';
import type { PriceField } from '../standingPrices.ts';
import { orgOf } from '#server/auth/actor.ts';
import { actorName } from '#server/commands/core/context.ts';
import type { CommandContext } from '#server/commands/core/context.ts';

export type Moved = { before: string; after: string } | null;
/** The fields that a split divides, with the price before all splits that led to the present one. */
export type PriceOrigins = ReadonlyMap<PriceField, Origin>;

/** To ten decimals, half up; null when the class has no such price. */
export function movedPrice(price: unknown, ratio: Ratio, origin: Origin | undefined): Moved {
  const before = parseDecimal(price);
  if (before === null) return null;
  return { before: formatDecimal(before), after: formatDecimal(perShare(origin ?? itself(before), ratio)) };
}

const itself = (price: bigint): Origin => ({ price, ratio: { numerator: 1n, denominator: 1n } });
const perShare = (origin: Origin, ratio: Ratio) => priceAfter(origin.price, origin, ratio);

/**
 * A split and its reverse must restore the price exactly: it is rounded once, from the entered price, through all
 * splits since.
 */
export async function priceOrigins({ tx, actor }: CommandContext, classId: string): Promise<PriceOrigins> {
  const org = orgOf(actor);
  const versions = await tx.rows<{ seq: string; ocf: string }>(
    `select valid_from_seq as seq, ocf::text as ocf from ocf_object where org_id = $1 and object_type = 'STOCK_CLASS' and id = $2 order by version`,
    [org, classId],
  );
  const splits = await tx.rows<{ seq: string; numerator: string; denominator: string }>(
    `select (select max(c.seq) from ledger_tx c where c.org_id = p.org_id and c.command_seq = l.command_seq) as seq, p.numerator::text, p.denominator::text
     from split p join ledger_tx l on l.org_id = p.org_id and l.seq = p.tx_seq where p.org_id = $1 and p.stock_class_id = $2`,
    [org, classId],
  );
  const bySeq = new Map(
    splits.map(({ seq, numerator, denominator }) => [
      String(seq),
      { numerator: decimal(numerator), denominator: decimal(denominator) },
    ]),
  );
  const objects = versions.map(({ seq, ocf }) => ({ seq: String(seq), object: parseExactly(ocf) as OcfObject }));
  return new Map(
    PRICE_FIELDS.flatMap((field) => {
      const prices = objects.map(({ seq, object }) => ({
        price: moneyOf(object, field)?.amount ?? null,
        split: bySeq.get(seq),
      }));
      const origin = originOf(prices);
      return origin ? [[field, origin] as const] : [];
    }),
  );
}

/** `versions`: oldest first, each with the split that wrote it. */
export function originOf(versions: readonly { price: bigint | null; split: Ratio | undefined }[]): Origin | null {
  let origin: Origin | null = null;
  let current: bigint | null = null;
  for (const { price, split } of versions) {
    if (price === null) origin = null;
    else if (origin && split && price !== current && perShare(origin, split) === price)
      origin = { price: origin.price, ratio: productOf(origin.ratio, split) };
    else if (price !== current) origin = itself(price);
    current = price;
  }
  return origin;
}

/**
 * The class after a split. A right without a stated ratio converts at price over conversion price. The dated entry
 * covers the change, so the conversion price moves with the price, and past tables do not change.
 */
function splitObject(object: OcfObject, ratio: Ratio, origins: PriceOrigins): OcfObject {
  const rights = listOf(object, 'conversion_rights');
  return {
    ...object,
    ...moved(object, 'par_value', ratio, origins.get('par_value')),
    ...moved(object, 'price_per_share', ratio, origins.get('price_per_share')),
    ...(rights.length > 0 ? { conversion_rights: rights.map((right) => splitRight(right, ratio)) } : {}),
  };
}

function moved(object: OcfObject, field: string, ratio: Ratio, origin?: Origin): OcfObject {
  const [money, written] = [moneyOf(object, field), objectOf(object, field)];
  if (!money || !written) return {};
  return { [field]: { ...written, amount: formatDecimal(perShare(origin ?? itself(money.amount), ratio)) } };
}

function splitRight(right: unknown, ratio: Ratio): unknown {
  const mechanism = isObject(right) ? objectOf(right, 'conversion_mechanism') : null;
  if (!isObject(right) || !mechanism || textOf(mechanism, 'type') === 'RATIO_CONVERSION') return right;
  return { ...right, conversion_mechanism: { ...mechanism, ...moved(mechanism, 'conversion_price', ratio) } };
}

/** Call after the entries of the split, under the same lock. */
export async function keepSplitPrices(
  context: CommandContext,
  classId: string,
  ratio: Ratio,
  origins: PriceOrigins,
): Promise<void> {
  const object = await currentObject(context.tx, orgOf(context.actor), 'STOCK_CLASS', classId);
  if (object) await keepClass(context, classId, object, splitObject(object, ratio, origins));
}

/**
 * When a split is taken back: the class has the prices that stand without it, and each conversion price as before the split, unless
 * somebody has entered another since.
 */
export async function restoreSplitPrices(context: CommandContext, taken: readonly StoredEntry[]): Promise<void> {
  const [first, last] = [taken[0], taken.at(-1)];
  const classId = textOf(
    taken.find((each) => each.object_type === 'TX_STOCK_CLASS_SPLIT')?.ocf ?? {},
    'stock_class_id',
  );
  if (!first || !last || classId === null) return;
  const [org, now] = [
    orgOf(context.actor),
    await currentObject(context.tx, orgOf(context.actor), 'STOCK_CLASS', classId),
  ];
  const before = await versionOf(context, org, classId, 'valid_from_seq < $3 order by version desc', first.seq);
  const wrote = await versionOf(context, org, classId, 'valid_from_seq >= $3 order by version', last.seq);
  if (!now || !before || !wrote) return;
  const standing = await standingPrices(context, classId);
  const rights =
    before['conversion_rights'] !== undefined && same(now['conversion_rights'], wrote['conversion_rights']);
  await keepClass(context, classId, now, {
    ...now,
    ...Object.fromEntries(PRICE_FIELDS.flatMap((field) => priced(now, field, standing[field]))),
    ...(rights ? { conversion_rights: before['conversion_rights'] } : {}),
  });
}

/** A price that was kept although no entry stands for it, such as a dividend's base, stays. */
function priced(object: OcfObject, field: PriceField, price: bigint | null): [string, unknown][] {
  const written = objectOf(object, field);
  return written && price !== null ? [[field, { ...written, amount: formatDecimal(price) }]] : [];
}

async function keepClass(context: CommandContext, id: string, before: OcfObject, object: OcfObject): Promise<void> {
  if (same(before, object)) return;
  const [org, { tx, actor, deps }] = [orgOf(context.actor), context];
  const by = { actor_id: actor.account_id, actor: await actorName(context), recorded_at: deps.now() };
  await writeStaticObjects(tx, org, [{ object_type: 'STOCK_CLASS', id, object }], by, null);
  const { par_value, price_per_share } = shareClassRowOf(object);
  await tx.write(
    'update share_class set par_value = $3, price_per_share = $4, version = version + 1 where org_id = $1 and id = $2',
    [org, id, par_value, price_per_share],
  );
}

async function versionOf(context: CommandContext, org: string, id: string, which: string, seq: string) {
  const row = await context.tx.row<{ ocf: string }>(
    `select ocf::text as ocf from ocf_object where org_id = $1 and object_type = 'STOCK_CLASS' and id = $2 and ${which} limit 1`,
    [org, id, seq],
  );
  return row ? (parseExactly(row.ocf) as OcfObject) : null;
}

const same = (a: unknown, b: unknown) => canonicalJson(a ?? null) === canonicalJson(b ?? null);
