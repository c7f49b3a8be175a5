// Each holder's part of the fully diluted table as known now, for pages of a list: what their holdings count, and the company's
// total. The table itself is server/reports/capTable; both count by src/domain/captable.
import { classesOn } from '#src/domain/captable/capTable.ts';
import { countedStock, countedWarrants } from '#src/domain/captable/capTableBasis.ts';
import type { Position } from '#src/domain/captable/capTableBasis.ts';
import { holdersInSlices } from '#src/domain/captable/capTableHolders.ts';
import { poolAvailable } from '#src/domain/captable/capTablePool.ts';
import { decimal, formatDecimal, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Tx } from '#server/db/database.ts';
import { runYielding } from '../runYielding.ts';
import { classFactsAt, EVERYTHING, planFactsAt, poolsAt, ratioChangesAt } from './facts.ts';
import type { Ask } from './facts.ts';

type Summed = Omit<Position, 'quantity'> & { quantity: string };
const read = (rows: readonly Summed[]): Position[] => rows.map((row) => ({ ...row, quantity: decimal(row.quantity) }));

/** `open`: what is read, ending in a condition. */
const sums = (
  open: string,
) => `select stakeholder_id, kind, stock_class_id, sum(remaining)::text as quantity from ${open}
  and kind <> 'CONVERTIBLE' and quantity is not null group by 1, 2, 3 having sum(remaining) > 0`;

interface Company {
  tx: Tx;
  id: string;
}

/** `ids`: the holders; `isPage`: so few that each is looked up. For readers who may see the whole, at the end of the day. */
export async function fullyDilutedOf(
  org: Company,
  ids: readonly string[],
  day: string,
  isPage: boolean,
): Promise<{ countedOf: (id: string) => Decimal; total: Decimal }> {
  const { tx } = org;
  const ask = asking(org);
  const open = isPage
    ? 'unnest($3::text[]) holder cross join lateral open_securities_of($1, holder, $2) o'
    : 'open_securities($1, $2) o';
  const [classes, positions, { total }] = await Promise.all([
    classesOf(tx, day),
    ask<Summed>(sums(`${open} where stakeholder_id = any ($3)`), [day, ids]).then(read),
    totalsOn(org, day),
  ]);
  const parts = {
    date: day,
    positions,
    open: [],
    classes,
    nameOf: String,
    pool: ZERO,
    pools: new Map<string, Decimal>(),
  };
  const holders = await runYielding(holdersInSlices({ ...parts, basis: 'fully_diluted' }));
  const counted = new Map(holders.map(({ id, total }) => [id, total]));
  return { countedOf: (id) => counted.get(id) ?? ZERO, total: decimal(total) };
}

const asking =
  ({ tx, id }: Company): Ask =>
  (text, values) =>
    tx.rows(text, [id, ...values]);

const classesOf = async (tx: Tx, day: string) =>
  classesOn(await classFactsAt(tx, EVERYTHING), [], await ratioChangesAt(tx, EVERYTHING), day);

/** The total of the whole table at the end of the day, and what of it may still be granted from the plans. */
export const totalsOn = (org: Company, day: string): Promise<{ total: string; pool: string }> =>
  org.tx.keptPart(`fully diluted on ${day}`, async () => {
    const pool = poolAvailable(
      await poolsAt(asking(org), await planFactsAt(org.tx, org.id, EVERYTHING), day, EVERYTHING),
    );
    return { total: formatDecimal((await issuedOn(org, day)) + pool), pool: formatDecimal(pool) };
  });

/**
 * What all holdings count. Each is rounded down by itself, which the sum of a class shows only at one to one: of other classes
 * each holder is read.
 */
async function issuedOn(org: Company, day: string): Promise<Decimal> {
  const [ask, classes] = [asking(org), await classesOf(org.tx, day)];
  const byId = new Map(classes.map((each) => [each.facts.id, each]));
  const converted = classes.filter(({ ratio }) => ratio.numerator !== ratio.denominator).map(({ facts }) => facts.id);
  const byClass = await ask<Summed>(
    `select '' as stakeholder_id, 'STOCK' as kind, stock_class_id, sum(change)::text as quantity
     from outstanding_change where org_id = $1 and on_date <= $2 and stock_class_id <> all ($3) group by stock_class_id`,
    [day, converted],
  );
  const byHolder = await ask<Summed>(
    sums("open_securities($1, $2) o where (kind <> 'STOCK' or stock_class_id = any ($3))"),
    [day, converted],
  );
  return read([...byClass, ...byHolder]).reduce((sum, { kind, stock_class_id, quantity }) => {
    const stockClass = byId.get(stock_class_id ?? '');
    if (kind === 'EQUITY_COMPENSATION') return sum + quantity;
    if (kind === 'WARRANT') return sum + countedWarrants(quantity, stockClass, 'fully_diluted');
    return stockClass ? sum + countedStock(quantity, stockClass, 'fully_diluted') : sum;
  }, ZERO);
}
