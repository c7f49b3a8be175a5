// Who owned how much on each of several days: by class, by holder, or by what the holders are to the company.
import { groupOf, groupWords, holderGroups } from '#src/domain/captable/holderGroups.ts';
import type { HolderGroup } from '#src/domain/captable/holderGroups.ts';
import type { Basis } from '#src/domain/captable/capTableBasis.ts';
import { holderTotals, ownedByClass, ownedByHolder } from '#src/domain/captable/capTableShown.ts';
import type { CapTableSums } from '#src/domain/captable/capTableHolders.ts';
import type { Owned } from '#src/domain/captable/capTableShown.ts';
import { instrumentWords } from '#src/domain/captable/capTableBasis.ts';
import { ZERO, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { percentages } from '#src/domain/figures/largestRemainder.ts';
import type { OwnershipAnswer } from '#src/contract/analytics.ts';
import { said } from '#src/words/said.ts';
import { ask } from '../capTable/capTableSource.ts';
import { inReadersLanguage } from '../inReadersLanguage.ts';
import type { Source } from '../capTable/capTableSource.ts';
import { seriesOn } from './series.ts';

interface Asked {
  days: readonly string[];
  basis: Basis;
  by: 'class' | 'holder' | 'group';
  /** By holder: how many of each day's largest are named. */
  holders: number;
}

/** Each point's rows are those of the cap table of its day. */
export async function ownership(source: Source, { days, basis, by, holders }: Asked): Promise<OwnershipAnswer> {
  const series = await seriesOn(source, days, basis);
  if (by === 'holder') return { basis, by, points: byHolder(series, holders) };
  const relationships = by === 'group' ? await relationshipsOf(source) : new Map<string, string>();
  const rowsOf = (sums: CapTableSums) => (by === 'class' ? ownedByClass(sums) : ownedByGroup(sums, relationships));
  return { basis, by, points: Array.from(series(), (sums) => pointOf(sums.date, rowsOf(sums), null)) };
}

function pointOf(date: string, owned: readonly Owned[], others: Others | null): OwnershipAnswer['points'][number] {
  return {
    date,
    total: formatDecimal(sumOf(owned) + (others?.sum ?? ZERO)),
    rows: owned.map(({ id, name, counted, percent }) => ({ id, name, quantity: formatDecimal(counted), percent })),
    others: others && { holders: others.holders, quantity: formatDecimal(others.sum), percent: others.percent },
  };
}

interface Others {
  holders: number;
  sum: Decimal;
  percent: string;
}

const sumOf = (owned: readonly { counted: Decimal }[]) => owned.reduce((sum, { counted }) => sum + counted, ZERO);

/** Whoever is among the largest on one of the days is named on all of them; the rest are counted together. */
function byHolder(series: () => Iterable<CapTableSums>, named: number): OwnershipAnswer['points'] {
  const largest = new Set<string>();
  for (const sums of series())
    for (const { id } of holderTotals(sums)
      .filter(({ total }) => total > ZERO)
      .sort((a, b) => (a.total < b.total ? 1 : a.total > b.total ? -1 : a.id < b.id ? -1 : 1))
      .slice(0, named))
      largest.add(id);
  return Array.from(series(), (sums) => {
    const rows = ownedByHolder(sums).filter(({ counted }) => counted > ZERO);
    const isNamed = ({ id }: Owned) => id === null || largest.has(id);
    const rest = rows.filter((row) => !isNamed(row));
    const others = rest.length > 0 ? { holders: rest.length, sum: sumOf(rest), percent: percentOf(rest) } : null;
    return pointOf(sums.date, rows.filter(isNamed), others);
  });
}

/** The sum of percentages with four places each. */
const percentOf = (rows: readonly Owned[]): string => {
  const units = rows
    .reduce((sum, { percent }) => sum + BigInt(percent.replace('.', '')), 0n)
    .toString()
    .padStart(5, '0');
  return `${units.slice(0, -4)}.${units.slice(-4)}`;
};

/** The groups in their order, then the pool; the percentages are of the whole and add up to 100. */
function ownedByGroup(sums: CapTableSums, relationships: ReadonlyMap<string, string>): Owned[] {
  const totals = new Map<HolderGroup, Decimal>();
  for (const { id, total } of holderTotals(sums)) {
    const group = groupOf(relationships.get(id) ?? null);
    totals.set(group, (totals.get(group) ?? ZERO) + total);
  }
  const word = (text: string) => inReadersLanguage(() => said(text));
  const rows = [
    ...holderGroups.map((group) => ({ id: group, name: word(groupWords[group]), counted: totals.get(group) ?? ZERO })),
    ...(sums.basis === 'fully_diluted' ? [{ id: 'pool', name: word(instrumentWords.pool), counted: sums.pool }] : []),
  ];
  const percents = percentages(rows.map(({ counted }) => counted));
  return rows.map((row, index) => ({ ...row, percent: percents[index]! }));
}

async function relationshipsOf(source: Source): Promise<Map<string, string>> {
  const rows = await ask<{ id: string; relationship: string }>(
    source,
    'select id, relationship from shareholder where org_id = $1 and relationship is not null',
    [],
  );
  return new Map(rows.map(({ id, relationship }) => [id, relationship]));
}
