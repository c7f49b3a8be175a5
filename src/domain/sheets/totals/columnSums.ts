// The running sums of a column: of all rows, of the block since the last sum or title, of each class, and of the rows below a sum.
import { ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { classKey } from '../meanings/headings.ts';
import type { KindOfRow } from '../tables/rowTypes.ts';

/** Rows that a printed total may count beside its holders. */
export const BESIDE = ['pool_granted', 'pool_available', 'pool_reserved', 'treasury', 'ended', 'not_issued'] as const;
export type Beside = (typeof BESIDE)[number];

/** A block: the rows between two sums or titles. */
interface Block {
  all: Decimal;
  classes: Map<string, Decimal>;
}

export interface Sums {
  all: Decimal;
  sinceSubtotal: Decimal;
  beside: Record<Beside, Decimal>;
  classes: Map<string, Decimal>;
  block: Block;
  /** By the words of the title above the rows. */
  groups: Map<string, Decimal>;
  /** What follows is a block of its own. */
  isClosed: boolean;
}

const noBlock = (): Block => ({ all: ZERO, classes: new Map() });

export const noSums = (): Sums => ({
  all: ZERO,
  sinceSubtotal: ZERO,
  beside: {
    pool_granted: ZERO,
    pool_available: ZERO,
    pool_reserved: ZERO,
    treasury: ZERO,
    ended: ZERO,
    not_issued: ZERO,
  },
  classes: new Map(),
  block: noBlock(),
  groups: new Map(),
  isClosed: false,
});

export const isBeside = (kind: KindOfRow['kind']): kind is Beside => BESIDE.some((each) => each === kind);

export function addTo(
  sum: Sums,
  { kind, share_class, group }: { kind: 'record' | Beside; share_class: string; group: string | null },
  value: Decimal | null,
): void {
  if (sum.isClosed) [sum.block, sum.isClosed] = [noBlock(), false];
  if (value === null) return;
  if (kind !== 'record') {
    sum.beside[kind] += value;
    return;
  }
  sum.all += value;
  sum.sinceSubtotal += value;
  sum.block.all += value;
  if (group !== null) sum.groups.set(group, (sum.groups.get(group) ?? ZERO) + value);
  if (share_class === '') return;
  const key = classKey(share_class);
  for (const { classes } of [sum, sum.block]) classes.set(key, (classes.get(key) ?? ZERO) + value);
}

/** The block below a sum or a title: it grows while its rows are read. */
export function blockBelow(sum: Sums): Block {
  [sum.block, sum.isClosed] = [noBlock(), false];
  return sum.block;
}

export const classSum = ({ classes }: Pick<Sums, 'classes'>, keys: readonly string[]): Decimal =>
  keys.reduce((sum, key) => sum + (classes.get(key) ?? ZERO), ZERO);

/** Every sum that a total may be of: of these rows, with or without those of the pool and of what is no longer outstanding. */
export function withBeside(sum: Decimal, beside: Record<Beside, Decimal>): Set<Decimal> {
  let sums = new Set([sum]);
  for (const kind of BESIDE)
    if (beside[kind] !== ZERO) sums = new Set([...sums, ...[...sums].map((each) => each + beside[kind])]);
  return sums;
}
