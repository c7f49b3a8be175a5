// How far the company is in few hands on a day.
import type { Basis } from '#src/domain/captable/capTableBasis.ts';
import { ownedByHolder } from '#src/domain/captable/capTableShown.ts';
import { concentrationOf } from '#src/domain/captable/concentration.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { ConcentrationAnswer } from '#src/contract/analytics.ts';
import type { Source } from '../capTable/capTableSource.ts';
import { seriesOn } from './series.ts';

const NAMED = 10;

/** The pool counts as a line of its own where the basis counts it, as in the percentages of the table. It is no holder. */
export async function concentration(source: Source, day: string, basis: Basis): Promise<ConcentrationAnswer> {
  const [sums] = (await seriesOn(source, [day], basis))();
  const lines = ownedByHolder(sums!).filter(({ counted }) => counted > 0n);
  const owned = lines.filter((row): row is typeof row & { id: string } => row.id !== null);
  const pool = lines.find(({ id }) => id === null);
  return {
    as_of: day,
    basis,
    holders: owned.length,
    ...concentrationOf(lines.map(({ counted }) => counted)),
    pool: pool ? { quantity: formatDecimal(pool.counted), percent: pool.percent } : null,
    top: owned.slice(0, NAMED).map(({ id, name, counted, percent }) => ({
      shareholder_id: id,
      name,
      quantity: formatDecimal(counted),
      percent,
    })),
  };
}
