// The state that a scenario starts from: the company's ledger at the end of a day, with a row for each of its largest holders and for
// those whom a step names; the others in groups of one size.
import { countedStock, countedWarrants } from '#src/domain/captable/capTableBasis.ts';
import type { ClassOnDay } from '#src/domain/captable/capTableBasis.ts';
import { decimal, formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { decimalOf } from '#src/domain/model/figures.ts';
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import { fraction } from '#src/domain/figures/fraction.ts';
import type { WrittenState } from '#src/domain/model/scenario/startState.ts';
import type { TableSums } from '#src/domain/round/roundTable.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import type { Convertible } from '#src/resources/convertibles.ts';
import { listRecords } from '#server/data/lists/listRecords.ts';
import { readCompany } from '#server/data/companyRow.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { strikeOrigins } from '#server/commands/shareClasses/split/splitInput.ts';
import { tableSums } from '../capTable/capTable.ts';
import { overNote, overOn } from './overRights.ts';
import { ask, sourceOf } from '../capTable/capTableSource.ts';
import type { Source } from '../capTable/capTableSource.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

interface Asked {
  as_of: string;
  /** How many of the largest holders have a row. */
  shown: number;
  /** Holders who have a row whatever they hold. */
  named: readonly string[];
}

/** Whom nobody knows is left out. */
export async function ledgerState(context: CommandContext, { as_of, shown, named }: Asked): Promise<WrittenState> {
  const { tx, actor } = context;
  const source = await sourceOf(tx, actor, null);
  const sums = await tableSums(source, as_of);
  const { open, notes } = await openConvertibles(context, source, as_of);
  const over = await overOn(context, as_of);
  const totals = totalsOf(sums);
  const largest = [...totals].sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1)).slice(0, shown);
  const ids = new Set([
    ...largest.map(([id]) => id),
    ...open.map(({ holder }) => holder),
    ...(await knownHolders(source, named)),
  ]);
  return {
    as_of,
    holders: [...ids].map((id) => ({ id, name: sums.nameOf(id) })),
    others: [...totals.keys()].filter((id) => !ids.has(id)).length,
    notes: [...notes, ...overNote(over, as_of)],
    classes: await classesOf(source, sums.classes, as_of),
    lots: lotsOf(sums, ids),
    rights: await rightsOf(source, as_of, [...ids], over),
    plans: sums.plans.map(({ stock_plan_id: id, name, stock_class_ids: class_ids, reserved, available }) => ({
      id,
      name,
      class_ids,
      reserved,
      available,
    })),
    convertibles: open,
  };
}

async function knownHolders({ tx, org }: Source, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<{ id: string }>('select id from shareholder where org_id = $1 and id = any ($2)', [
    org,
    ids,
  ]);
  return rows.map(({ id }) => id);
}

function totalsOf({ positions, classes }: TableSums): Map<string, bigint> {
  const byId = new Map(classes.map((each) => [each.facts.id, each]));
  const totals = new Map<string, bigint>();
  for (const { stakeholder_id, kind, stock_class_id, quantity } of positions) {
    const stockClass = byId.get(stock_class_id ?? '');
    const counted =
      kind === 'WARRANT'
        ? countedWarrants(quantity, stockClass, 'fully_diluted')
        : kind === 'STOCK'
          ? stockClass
            ? countedStock(quantity, stockClass, 'fully_diluted')
            : 0n
          : quantity;
    totals.set(stakeholder_id, (totals.get(stakeholder_id) ?? 0n) + counted);
  }
  return totals;
}

/** One line for each shown holder and class; the others in groups of as many shares. */
function lotsOf({ positions, classes }: TableSums, shown: ReadonlySet<string>): WrittenState['lots'] {
  const known = new Set(classes.map(({ facts }) => facts.id));
  const own: WrittenState['lots'] = [];
  const groups = new Map<string, Map<bigint, number>>();
  for (const { stakeholder_id, kind, stock_class_id, quantity } of positions) {
    if (kind !== 'STOCK' || stock_class_id === null || !known.has(stock_class_id)) continue;
    if (shown.has(stakeholder_id)) own.push([stakeholder_id, stock_class_id, formatDecimal(quantity), 1]);
    else {
      const group = groups.get(stock_class_id) ?? new Map<bigint, number>();
      groups.set(stock_class_id, group);
      group.set(quantity, (group.get(quantity) ?? 0) + 1);
    }
  }
  for (const [class_id, group] of groups)
    for (const [quantity, count] of group) own.push([null, class_id, formatDecimal(quantity), count]);
  return own;
}

interface RightRow {
  /** Of one security alone, or null. */
  id: string | null;
  holder: string | null;
  kind: string;
  class_id: string | null;
  plan_id: string | null;
  quantity: string;
  gone: string;
  strike: string | null;
  count: string;
}

/**
 * Warrants keep their holder: those of one holder and class are rounded down together. A strike that splits changed comes with the
 * one before them, from which the next split counts on, so in a company with splits each security is read for itself.
 */
async function rightsOf(
  source: Source,
  as_of: string,
  shown: readonly string[],
  over: ReadonlyMap<string, Decimal>,
): Promise<WrittenState['rights']> {
  const { tx, org } = source;
  const [split] = await tx.rows('select 1 from split where org_id = $1 and effective_date <= $2 limit 1', [org, as_of]);
  const rows = await ask<RightRow>(
    source,
    `select case when $5 then s.security_id end as id,
            case when s.kind = 'WARRANT' or s.stakeholder_id = any ($4::text[]) then s.stakeholder_id end as holder, s.kind, s.stock_class_id as class_id,
            p.stock_plan_id as plan_id, s.remaining::text as quantity, coalesce(o.quantity, 0)::text as gone,
            coalesce((select r.exercise_price from repricing r where r.org_id = $1 and r.security_id = s.security_id and r.effective_date <= $2
                      order by r.effective_date desc, r.tx_seq desc limit 1), s.share_price)::text as strike, count(*)::text as count
     from open_securities($1, $2, $3) s join security p on p.org_id = $1 and p.security_id = s.security_id
     left join unnest($6::text[], $7::numeric[]) o(id, quantity) on o.id = s.security_id
     where s.kind in ('EQUITY_COMPENSATION', 'WARRANT') and s.quantity is not null and s.remaining > 0
     group by 1, 2, 3, 4, 5, 6, 7, 8 order by 2, 3, 4, 5, 6, 7, 8`,
    [as_of, source.known, shown, split !== undefined, [...over.keys()], [...over.values()].map(formatDecimal)],
  );
  const strikes = new Map<string, Decimal>();
  for (const { id, strike } of rows) if (id !== null && strike !== null) strikes.set(id, decimal(strike));
  const origins = strikes.size === 0 ? null : await strikeOrigins(tx, org, strikes, as_of);
  const rights = new Map<string, WrittenState['rights'][number]>();
  for (const { id, kind, quantity, gone, strike, count, ...row } of rows) {
    const origin = (id !== null && origins?.get(id)) || null;
    const right: WrittenState['rights'][number] = {
      ...row,
      kind: kind === 'WARRANT' ? 'warrants' : 'options',
      quantity: formatDecimal(decimal(quantity)),
      ...(decimal(gone) > 0n && { over: formatDecimal(decimal(gone)) }),
      strike: strike === null ? null : formatDecimal(decimal(strike)),
      count: 0,
      ...(origin && { origin: [formatDecimal(origin.price), ...written(origin.ratio)] }),
    };
    const key = JSON.stringify(right);
    const same = rights.get(key) ?? right;
    same.count += Number(count);
    rights.set(key, same);
  }
  return [...rights.values()];
}

const written = ({ numerator, denominator }: Ratio): [string, string] => [
  formatDecimal(numerator),
  formatDecimal(denominator),
];

interface Terms {
  id: string;
  price: string | null;
  multiple: string | null;
  cap: string | null;
  seniority: number;
}

/** A class without a stated preference has none. A higher seniority is paid first. */
async function classesOf(
  { tx, org }: Source,
  classes: readonly ClassOnDay[],
  as_of: string,
): Promise<WrittenState['classes']> {
  const rows = await tx.rows<Terms>(
    `select id, trim_scale(class_price_in_shares_of(org_id, id, 'price_per_share', $2))::text as price, liquidation_preference_multiple::text as multiple,
            participation_cap_multiple::text as cap, seniority from share_class where org_id = $1`,
    [org, as_of],
  );
  const terms = new Map(rows.map((row) => [row.id, row]));
  const ofPreferred = classes.filter(({ facts }) => facts.class_type === 'PREFERRED');
  const most = Math.max(0, ...ofPreferred.map(({ facts }) => terms.get(facts.id)?.seniority ?? 0));
  return classes.map(({ facts, ratio, converts, places }) => {
    const isPreferred = facts.class_type === 'PREFERRED';
    const found = terms.get(facts.id);
    const times = (factor: string | null | undefined) =>
      isPreferred && factor && found?.price ? timesPrice(found.price, factor) : null;
    // One without a price has terms too: a round gives it one.
    const cap_per_share = times(found?.cap) ?? (isPreferred && found?.cap ? '0' : null);
    return {
      id: facts.id,
      name: facts.name,
      kind: isPreferred ? 'PREFERRED' : 'COMMON',
      ratio: [formatDecimal(ratio.numerator), formatDecimal(ratio.denominator)],
      converts_to: converts?.to ?? null,
      places,
      allows_fractions: facts.allows_fractions,
      preference_per_share: times(found?.multiple) ?? '0',
      participating: cap_per_share !== null,
      cap_per_share,
      preference_multiple: isPreferred ? (found?.multiple ?? null) : null,
      cap_multiple: isPreferred ? (found?.cap ?? null) : null,
      rank: isPreferred ? most - (found?.seniority ?? 0) : 0,
    };
  });
}

const timesPrice = (price: string, factor: string): string =>
  decimalOf(fraction(decimal(price) * decimal(factor), 10n ** 20n), 20);

/** Those that a round can convert: by SAFE or note terms, in the company's money. A note says what is left out. */
async function openConvertibles(
  { tx, actor }: CommandContext,
  { org }: Source,
  as_of: string,
): Promise<{ open: WrittenState['convertibles']; notes: string[] }> {
  const { currency } = await readCompany(tx, org);
  const { rows } = await listRecords(
    tx,
    actor,
    convertibles,
    rowsBy('id', {
      conditions: [
        { field: 'issued_on', operator: 'lte', value: as_of },
        { field: 'status', operator: 'eq', value: 'outstanding' },
      ],
      as_of,
    }),
  );
  const all = rows as unknown as Convertible[];
  const isCounted = (each: Convertible) =>
    (each.converts_by === 'SAFE' || each.converts_by === 'NOTE') && each.currency === currency;
  const notes = all.flatMap((each) => noteOf(each, currency));
  const open = all.filter(isCounted).map((each): WrittenState['convertibles'][number] => {
    const interest = each.interest_payout === 'CASH' ? 0n : (parseDecimal(each.accrued_interest) ?? 0n);
    return {
      id: each.id,
      name: String(each.convertible_number),
      holder: each.shareholder_id,
      invested: each.amount,
      amount: formatDecimal(decimal(each.amount) + interest),
      is_note: each.converts_by === 'NOTE',
      type: each.valuation_cap
        ? each.cap_basis === 'POST_MONEY'
          ? 'post_cap'
          : 'pre_cap'
        : each.discount && decimal(each.discount) > 0n
          ? 'discount'
          : 'round',
      cap: each.valuation_cap,
      discount: each.discount,
    };
  });
  return { open, notes };
}

function noteOf({ convertible_number, converts_by, currency: own, mfn }: Convertible, currency: string): string[] {
  const name = String(convertible_number);
  if (own !== currency) return [`${name} is in ${own}: nothing is converted between currencies, so it is not counted.`];
  if (converts_by !== 'SAFE' && converts_by !== 'NOTE')
    return [`${name} has terms that are not computed, so it is not counted.`];
  return mfn
    ? [
        `${name} has a most favoured nation clause. It converts by its own terms until it is amended to those of a later one.`,
      ]
    : [];
}
