// The input of a split: every open certificate, grant and warrant of the class on that day, its plans, its authorized number,
// and the conversion rights into and out of it.
import { conversionsOn } from '#src/domain/captable/capTableBasis.ts';
import { decimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import { limitOrigin } from '#src/domain/ledger/rules/limitOrigin.ts';
import { splitRatios } from '#src/domain/ledger/rules/splits.ts';
import type { LedgerState } from '#src/domain/ledger/core/state.ts';
import { conversionPriceOrigin } from '#src/domain/split/conversionPriceOrigin.ts';
import { priceAfter, strikeAfter } from '#src/domain/split/splitPlan.ts';
import type { Origin, SplitConversion, SplitInput } from '#src/domain/split/splitPlan.ts';
import type { Tx } from '#server/db/database.ts';
import { classFacts, ratioChanges } from '#server/reports/capTable/capTableSource.ts';
import type { Source } from '#server/reports/capTable/capTableSource.ts';

type Held = {
  security_id: string;
  kind: string;
  number: string;
  stakeholder_id: string;
  quantity: string;
  strike: string | null;
};

export async function splitInput(
  tx: Tx,
  org: string,
  state: LedgerState,
  asked: {
    classId: string;
    ratio: Ratio;
    date: string;
    price: Decimal | null;
    price_origin: Origin | null;
    conversions: readonly SplitConversion[];
  },
): Promise<SplitInput> {
  const { classId, date } = asked;
  const held = await tx.rows<Held>(
    `select s.security_id, s.kind, s.custom_id as number, s.stakeholder_id,
            s.remaining::text as quantity,
            coalesce((select r.exercise_price from repricing r where r.org_id = $1 and r.security_id = s.security_id and r.effective_date <= $3
                      order by r.effective_date desc, r.tx_seq desc limit 1), s.share_price)::text as strike
     from open_securities($1) s where s.stock_class_id = $2 and s.quantity is not null and s.issued_on < $3
     order by s.issued_on, s.custom_id, s.security_id`,
    [org, classId, date],
  );
  const open = held.map((row) => ({ ...row, quantity: decimal(row.quantity) })).filter((row) => row.quantity > 0n);
  const origins = await pricesBeforeSplits(
    tx,
    org,
    open.map((row) => row.security_id),
    date,
  );
  const rights = (kind: string) =>
    open
      .filter((row) => row.kind === kind)
      .map((row) => {
        const strike = row.strike === null ? null : decimal(row.strike);
        return { ...row, strike, strike_origin: madeBySplits(origins.get(row.security_id), strike, strikeAfter) };
      });
  const withPriceOrigin = (row: (typeof open)[number]) => {
    const price_origin = madeBySplits(origins.get(row.security_id), parseDecimal(row.strike), stockPriceBehind);
    return { ...row, price_origin };
  };
  const { facts, cap } = state.classes.get(classId)!;
  const change = cap.changes
    .filter((each) => each.effective_date <= date)
    .sort((a, b) => (a.effective_date < b.effective_date ? -1 : 1))
    .at(-1);
  const authorized = change?.authorized ?? cap.initial;
  const places = facts.allows_fractions ? 10 : 0;
  return {
    stock_class_id: classId,
    ratio: asked.ratio,
    price: asked.price,
    price_origin: asked.price_origin,
    allows_fractions: facts.allows_fractions,
    certificates: open.filter((row) => row.kind === 'STOCK').map(withPriceOrigin),
    grants: rights('EQUITY_COMPENSATION'),
    warrants: rights('WARRANT'),
    plans: [],
    authorized: authorized.kind === 'FIXED' && authorized.shares !== null ? decimal(authorized.shares) : null,
    authorized_origin: limitOrigin(cap, splitRatios(state.splits.values(), classId), date, places),
    conversions: asked.conversions,
  };
}

type PriceOrigin = { id: string; price: string | null; numerator: string; denominator: string };

const PRICE = (security: string) => `coalesce((select c.exercise_price from repricing c
  where c.org_id = $1 and c.security_id = ${security}.security_id and c.effective_date <= $3
  order by c.effective_date desc, c.tx_seq desc limit 1), ${security}.share_price)`;

/**
 * The price before all splits of each security's line, followed through what kept the price in between (the rest of a
 * partly sold certificate, or of a grant whose holder left), as long as nobody entered another price. A consolidation
 * has several predecessors and ends the line.
 */
async function pricesBeforeSplits(tx: Tx, org: string, ids: readonly string[], date: string) {
  const rows = await tx.rows<PriceOrigin>(
    `with recursive line (id, at, numerator, denominator, step) as (
       select s.security_id::text, s.security_id::text, 1::numeric, 1::numeric, 0 from security s
       where s.org_id = $1 and s.security_id = any ($2) and s.share_price > 0
       union all
       select l.id, f.security_id::text, (l.numerator * coalesce(p.numerator, 1))::numeric, (l.denominator * coalesce(p.denominator, 1))::numeric, l.step + 1
       from line l
       join security a on a.org_id = $1 and a.security_id = l.at
       join resulting r on r.org_id = $1 and r.result_security_id = l.at
       join termination t on t.org_id = $1 and t.security_id = r.from_security_id and t.verb <> 'consolidated'
       join security f on f.org_id = $1 and f.security_id = r.from_security_id and f.kind = a.kind and f.stock_class_id = a.stock_class_id
       join ledger_tx e on e.org_id = $1 and e.seq = t.tx_seq
       left join split p on p.org_id = $1 and p.stock_class_id = f.stock_class_id and p.effective_date = t.on_date and t.verb = 'reissued'
         and (f.kind <> 'STOCK' or e.ocf->>'split_transaction_id' is not null)
       where not exists (select 1 from repricing c where c.org_id = $1 and c.security_id = l.at and c.effective_date <= $3)
         and (p.tx_seq is not null or ${PRICE('f')} = a.share_price)
         and not exists (select 1 from split o where o.org_id = $1 and o.stock_class_id = p.stock_class_id and o.effective_date = p.effective_date and o.tx_seq <> p.tx_seq))
     select distinct on (l.id) l.id, trim_scale(l.numerator)::text as numerator, trim_scale(l.denominator)::text as denominator,
            ${PRICE('s')}::text as price
     from line l join security s on s.org_id = $1 and s.security_id = l.at where l.step > 0 order by l.id, l.step desc`,
    [org, ids, date],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A strike on a given day: the price before all splits of its line, divided by the splits since. */
export async function strikeSince(
  tx: Tx,
  org: string,
  { id, price, date }: { id: string; price: Decimal; date: string },
  since: Ratio,
): Promise<Decimal> {
  const origin = (await pricesBeforeSplits(tx, org, [id], date)).get(id);
  return strikeAfter(madeBySplits(origin, price, strikeAfter) ?? { price, ratio: ONE_FOR_ONE }, since);
}

/** Of options and warrants: the strike before all splits of its line, and the splits since; nothing where there were none. */
export async function strikeOrigins(
  tx: Tx,
  org: string,
  strikes: ReadonlyMap<string, Decimal>,
  date: string,
): Promise<Map<string, Origin>> {
  const origins = await pricesBeforeSplits(tx, org, [...strikes.keys()], date);
  const found = new Map<string, Origin>();
  for (const [id, strike] of strikes) {
    const origin = madeBySplits(origins.get(id), strike, strikeAfter);
    if (origin) found.set(id, origin);
  }
  return found;
}

const ONE_FOR_ONE: Ratio = { numerator: 1n, denominator: 1n };
const stockPriceBehind = (origin: Origin) => priceAfter(origin.price, origin, { numerator: 1n, denominator: 1n });

/** Null when the splits do not lead to the present price: then somebody set that price. */
function madeBySplits(
  origin: PriceOrigin | undefined,
  price: Decimal | null,
  behind: (origin: Origin) => Decimal,
): Origin | null {
  const first = parseDecimal(origin?.price);
  const [numerator, denominator] = [parseDecimal(origin?.numerator), parseDecimal(origin?.denominator)];
  if (first === null || price === null || !numerator || !denominator) return null;
  const made = { price: first, ratio: { numerator, denominator } };
  return behind(made) === price ? made : null;
}

/**
 * What converts into the class or out of it on that day, as the tables count it; and the names of preferred classes
 * that may convert into it but do not name their common class.
 */
export async function splitConversions(
  source: Source,
  classId: string,
  date: string,
): Promise<{ conversions: SplitConversion[]; unnamed: string[] }> {
  const all = await classFacts(source);
  const classes = new Map(all.map((each) => [each.id, each]));
  const changes = await ratioChanges(source);
  const found = all.flatMap((facts) =>
    conversionsOn(facts, changes, classes, date).map((conversion) => ({ facts, ...conversion })),
  );
  return {
    conversions: found
      .filter(({ facts, to }) => facts.id === classId || to === classId)
      .map(({ facts, to, ratio, price }) => ({
        stock_class_id: facts.id,
        converts_to_stock_class_id: to,
        numerator: ratio.numerator,
        denominator: ratio.denominator,
        conversion_price: price,
        price_origin: conversionPriceOrigin(facts, changes, classes, { to, date }),
      })),
    unnamed:
      classes.get(classId)?.class_type === 'COMMON'
        ? found.filter(({ to }) => to === null).map(({ facts }) => facts.name)
        : [],
  };
}
