// How far the company is in few hands on a day.
import type { Basis } from '../../../src/domain/captable/capTableBasis.ts';
import { ownedByHolder } from '../../../src/domain/captable/capTableShown.ts';
import { concentrationOf } from '../../../src/domain/captable/concentration.ts';
import { formatDecimal } from '../../../src/domain/figures/decimal.ts';
import type { ConcentrationAnswer } from '../../../src/contract/analytics.ts';
import type { Source } from '../capTable/capTableSource.ts';
import { seriesOn } from './series.ts';

const NAMED = 10;

/** The pool belongs to nobody, so it counts in the percentages of the table alone. */
export async function concentration(source: Source, day: string, basis: Basis): Promise<ConcentrationAnswer> {
  const [sums] = (await seriesOn(source, [day], basis))();
  const owned = ownedByHolder(sums!).filter(
    (row): row is typeof row & { id: string } => row.id !== null && row.counted > 0n,
  );
  return {
    as_of: day,
    basis,
    ...concentrationOf(owned.map(({ counted }) => counted)),
    top: owned.slice(0, NAMED).map(({ id, name, counted, percent }) => ({
      shareholder_id: id,
      name,
      quantity: formatDecimal(counted),
      percent,
    })),
  };
}
