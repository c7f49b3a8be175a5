// What rows and labels of a table say of its plans.
import { decimal, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Column } from '../meanings/columns.ts';
import type { MeantTable } from '../records/table.ts';
import { figureInLabel, planInLabel } from '../tables/labels.ts';
import type { KindOfRow } from '../tables/rowTypes.ts';
import { plainNumber, valueOf } from './facts.ts';
import type { PoolFact, Totals } from './facts.ts';

/** Q9: a row of the pool is an aggregate: granted is compared, available sets the reserve. A row may have a figure under each plan. */
export function poolsOf(table: MeantTable, each: KindOfRow, diluted: Column | undefined): PoolFact[] {
  const place = { table: table.index, row: each.row.number };
  const fact = (plan: string | null, namedBy: PoolFact['namedBy'], value: Decimal): PoolFact => ({
    place,
    plan,
    namedBy,
    granted: each.kind === 'pool_granted' ? value : null,
    available: each.kind === 'pool_available' ? value : null,
    reserved: each.kind === 'pool_reserved' ? value : null,
  });
  const under = table.columns.flatMap((column) => {
    const value = column.field === 'granted' ? valueOf(table, each, column) : null;
    return value === null ? [] : [{ column, value }];
  });
  const named = under.filter(({ column }) => column.part !== '');
  if (named.length > 0) return named.map(({ column, value }) => fact(column.part, 'column', value));
  const other = table.columns.find(
    (column) =>
      column !== diluted && !column.isPercent && HELD.has(column.field ?? '') && valueOf(table, each, column) !== null,
  );
  const held = table.columns.flatMap((column) =>
    column.field === 'holding' ? (valueOf(table, each, column) ?? []) : [],
  );
  const value =
    under[0]?.value ??
    (held.length > 1 ? held.reduce((sum, figure) => sum + figure, ZERO) : null) ??
    (other && valueOf(table, each, other)) ??
    (diluted && plainNumber(table, each, diluted.column)) ??
    firstNumber(table, each) ??
    numberInLabel(each.label);
  if (value === null || value === undefined) return [];
  const plan = planInLabel(each.label) ?? planLabel(each);
  return [fact(plan, plan === null ? null : 'label', value)];
}

const HELD: ReadonlySet<string> = new Set(['holding', 'quantity_outstanding', 'quantity_issued']);

/** A number of shares is whole: whatever parts its digits parts thousands. */
function numberInLabel(label: string): Decimal | null {
  const figure = figureInLabel(label);
  return figure === null ? null : decimal(figure.replace(/\D/g, ''));
}

/** Several rows of one table may say of one plan what is free: "Unissued" and "Reserved for future issuance". */
export function addPools(found: readonly PoolFact[], { facts, pools }: Totals): void {
  const plus = (a: Decimal | null, b: Decimal | null) => (a === null ? b : b === null ? a : a + b);
  for (const own of Map.groupBy(found, ({ plan }) => plan?.toLowerCase() ?? '').values())
    pools.push(
      own.reduce((sum, each) => ({
        ...sum,
        granted: plus(sum.granted, each.granted),
        available: plus(sum.available, each.available),
        reserved: plus(sum.reserved, each.reserved),
      })),
    );
  for (const what of ['granted', 'available'] as const) {
    const value = found.reduce<Decimal | null>((sum, each) => plus(sum, each[what]), null);
    if (value !== null) facts.push({ what, name: null, value });
  }
}

/** "2025 Option Plan" above the rows of its pool. */
const planLabel = ({ group }: KindOfRow): string | null =>
  group !== null && /\b(?:plan|pool|esop|options?|incentive|equity)\b/i.test(group) ? group : null;

function firstNumber(table: MeantTable, each: KindOfRow): Decimal | null {
  for (const { column } of each.row.cells) {
    const value = plainNumber(table, each, column);
    if (value !== null) return value;
  }
  return null;
}
