// The series of a round: what converts at another price than the round's has a class of its own beside the round's class.
import { classesOn } from '#src/domain/captable/capTable.ts';
import type { ClassOnDay } from '#src/domain/captable/capTableBasis.ts';
import { decimal, formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { addClass } from '#src/domain/ledger/core/state.ts';
import { classFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import type { ClassFacts } from '#src/domain/ledger/core/types.ts';
import { ownSeries } from '#src/domain/round/ownSeries.ts';
import type { OwnSeries } from '#src/domain/round/ownSeries.ts';
import type { PricedRound } from '#src/domain/round/pricedRound.ts';
import { sameValue } from '#src/resources/kit/validation.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { stockClassObjectOf } from '#server/data/staticRows.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import type { Slice } from '#server/commands/ledger/ledgerEntry.ts';
import { seriesBody } from '#server/commands/shareClasses/seriesBody.ts';
import { createShareClass } from '#server/commands/shareClasses/shareClasses.ts';
import type { RoundBody } from './roundBody.ts';

export interface RoundSeries extends OwnSeries {
  id: string;
  shares: bigint;
  /** What is given to `createShareClass`; of one that exists, its record. */
  body: Row;
  /** False: it is left of a round that was taken back. */
  isNew: boolean;
  facts: ClassFacts;
}

interface Asked {
  body: RoundBody;
  slice: Slice;
  currency: string;
  round: PricedRound;
}

/** Adds them to the slice too, as if they existed; nothing is written. None beside common stock, which has no preference. */
export async function roundSeries(
  context: CommandContext,
  { body, slice, currency, round }: Asked,
): Promise<RoundSeries[]> {
  if (body.converts_into === 'round_class') return [];
  const beside = (await findRecord(context.tx, context.actor, shareClasses, body.share_class_id))!;
  if (beside.class_type !== 'PREFERRED') return [];
  const classes = await context.tx.rows<{ name: string }>('select name from share_class where org_id = $1', [
    slice.org,
  ]);
  const empty = await emptyClasses(context, slice.org);
  const sharesAt = (price: bigint) =>
    round.conversions.reduce((sum, made) => (made.price === price ? sum + made.shares : sum), 0n);
  const bodyOf = ({ name, price, number }: OwnSeries) =>
    seriesBody(beside, {
      name,
      number,
      price: formatDecimal(price),
      authorized_shares: formatDecimal(sharesAt(price)),
    });
  const found = (name: string, price: bigint) =>
    empty.find((each) => each.name === name && isSameSeries(each, bodyOf({ name, price, number: 0 })));
  const series = ownSeries({
    class_name: String(beside.name),
    round_price: round.price,
    prices: round.conversions.map(({ price }) => price),
    taken: classes.map(({ name }) => name),
    isEmptySeries: (name, price) => found(name, price) !== undefined,
  });
  return series.map((each) => {
    const existing = found(each.name, each.price);
    const terms = existing ?? bodyOf(each);
    const id = existing ? String(existing.id) : context.deps.newId();
    const allows_fractions = beside.allows_fractions === true;
    const facts = { ...classFactsOf(stockClassObjectOf({ ...terms, id, currency }, null)), allows_fractions };
    addClass(slice.state, facts);
    return { ...each, id, shares: sharesAt(each.price), body: terms, isNew: !existing, facts };
  });
}

/** Preferred classes of which nothing was issued that is in force, and that no entry changed. */
async function emptyClasses(context: CommandContext, org: string): Promise<Row[]> {
  const ids = await context.tx.rows<{ id: string }>(
    `select id from share_class c where org_id = $1 and class_type = 'PREFERRED'
       and not exists (select 1 from security s where s.org_id = $1 and s.stock_class_id = c.id)
       and not exists (select 1 from class_authorized a where a.org_id = $1 and a.stock_class_id = c.id)
       and not exists (select 1 from ratio_change r where r.org_id = $1 and r.stock_class_id = c.id)`,
    [org],
  );
  const records: Row[] = [];
  for (const { id } of ids) {
    const record = await findRecord(context.tx, context.actor, shareClasses, id);
    if (record) records.push(record);
  }
  return records;
}

/** The same terms, and enough shares authorized. */
function isSameSeries(record: Row, { prefix: _prefix, authorized_shares, ...wanted }: Row): boolean {
  const authorized = parseDecimal(record.authorized_shares);
  const isEnough = authorized !== null && authorized >= decimal(String(authorized_shares));
  return isEnough && Object.entries(wanted).every(([field, value]) => sameValue(record[field], value));
}

/** The class of what converts at this price. */
export const classAt = (price: bigint, series: readonly RoundSeries[], otherwise: string): string =>
  series.find((each) => each.price === price)?.id ?? otherwise;

/** The classes of a day with these beside them. */
export function withSeries(classes: readonly ClassOnDay[], series: readonly RoundSeries[], date: string): ClassOnDay[] {
  const made = series.filter(({ isNew }) => isNew).map(({ facts }) => facts);
  const all = classesOn([...classes.map(({ facts }) => facts), ...made], [], [], date);
  return [...classes, ...all.slice(classes.length)];
}

/** Call before the round is written. */
export async function createSeries(
  context: CommandContext,
  series: readonly RoundSeries[],
  currency: string,
): Promise<void> {
  for (const { id, body, isNew } of series) if (isNew) await createShareClass(context, body, { id, currency });
}
