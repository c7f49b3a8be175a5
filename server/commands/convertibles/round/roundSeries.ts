// The series of a round: what converts at another price than the round's has a class of its own beside the round's class.
import { classesOn } from '../../../../src/domain/captable/capTable.ts';
import type { ClassOnDay } from '../../../../src/domain/captable/capTableBasis.ts';
import { formatDecimal } from '../../../../src/domain/figures/decimal.ts';
import { addClass } from '../../../../src/domain/ledger/core/state.ts';
import { classFactsOf } from '../../../../src/domain/ledger/core/staticObjects.ts';
import type { ClassFacts } from '../../../../src/domain/ledger/core/types.ts';
import { ownSeries } from '../../../../src/domain/round/ownSeries.ts';
import type { OwnSeries } from '../../../../src/domain/round/ownSeries.ts';
import type { PricedRound } from '../../../../src/domain/round/pricedRound.ts';
import { shareClasses } from '../../../../src/resources/shareClasses.ts';
import { stockClassObjectOf } from '../../../data/staticRows.ts';
import { findRecord } from '../../../data/resourceRepository.ts';
import type { Row } from '../../../db/database.ts';
import type { CommandContext } from '../../core/context.ts';
import type { Slice } from '../../ledger/ledgerEntry.ts';
import { seriesBody } from '../../shareClasses/seriesBody.ts';
import { createShareClass } from '../../shareClasses/shareClasses.ts';
import type { RoundBody } from './roundBody.ts';

export interface RoundSeries extends OwnSeries {
  id: string;
  shares: bigint;
  /** What is given to `createShareClass`. */
  body: Row;
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
  const series = ownSeries({
    class_name: String(beside.name),
    round_price: round.price,
    prices: round.conversions.map(({ price }) => price),
    taken: classes.map(({ name }) => name),
  });
  return series.map((each) => {
    const shares = round.conversions.reduce((sum, made) => (made.price === each.price ? sum + made.shares : sum), 0n);
    const written = { ...each, price: formatDecimal(each.price), authorized_shares: formatDecimal(shares) };
    const own = seriesBody(beside, written);
    const id = context.deps.newId();
    const allows_fractions = beside.allows_fractions === true;
    const facts = { ...classFactsOf(stockClassObjectOf({ ...own, id, currency }, null)), allows_fractions };
    addClass(slice.state, facts);
    return { ...each, id, shares, body: own, facts };
  });
}

/** The class of what converts at this price. */
export const classAt = (price: bigint, series: readonly RoundSeries[], otherwise: string): string =>
  series.find((each) => each.price === price)?.id ?? otherwise;

/** The classes of a day with these beside them. */
export function withSeries(classes: readonly ClassOnDay[], series: readonly RoundSeries[], date: string): ClassOnDay[] {
  const made = series.map(({ facts }) => facts);
  const all = classesOn([...classes.map(({ facts }) => facts), ...made], [], [], date);
  return [...classes, ...all.slice(classes.length)];
}

/** Call before the round is written. */
export async function createSeries(
  context: CommandContext,
  series: readonly RoundSeries[],
  currency: string,
): Promise<void> {
  for (const { id, body } of series) await createShareClass(context, body, { id, currency });
}
