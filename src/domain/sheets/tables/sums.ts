// Whether the figures of a row are the sums of rows above it: of its block, of its class, or of all. Sums are only taken where a row
// may be one, so a long table without such rows costs nothing.
import { ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { GridRow } from '../grid.ts';

export type SumScope = 'all' | 'block' | 'class';

interface Counted {
  row: GridRow;
  part: 'record' | 'granted' | 'available';
  share_class: string;
}

interface Sum {
  records: number;
  record: Decimal;
  granted: Decimal;
  available: Decimal;
}

const SHORT = 2000;

const none = (): Sum => ({ records: 0, record: ZERO, granted: ZERO, available: ZERO });

export class RunningSums {
  private readonly columns: readonly number[];
  private readonly valueOf: (row: GridRow, column: number) => Decimal | null;
  private counted = 0;
  private pending: (Counted | 'block')[] = [];
  private readonly all = new Map<number, Sum>();
  private block = new Map<number, Sum>();
  private readonly classes = new Map<string, Map<number, Sum>>();

  constructor(columns: readonly number[], valueOf: (row: GridRow, column: number) => Decimal | null) {
    this.columns = columns;
    this.valueOf = valueOf;
  }

  /** Each row of a short table is compared; of a long one those at the end of a block. */
  get isShort(): boolean {
    return this.counted < SHORT;
  }

  count(counted: Counted): void {
    this.counted += 1;
    this.pending.push(counted);
  }

  /** A sum, a title or an empty line: what follows is a block of its own. */
  endBlock(): void {
    if (this.pending.at(-1) !== 'block') this.pending.push('block');
  }

  /** The widest scope of at least `least` records whose sums the row has in each of its figures; null for a row that is no sum. */
  scopeOf(row: GridRow, share_class: string, least: number): SumScope | null {
    const figures = this.columns.flatMap((column) => {
      const value = this.valueOf(row, column);
      return value === null ? [] : [{ column, value }];
    });
    if (!figures.some(({ value }) => value !== ZERO)) return null;
    this.take();
    const scopes: [SumScope, ReadonlyMap<number, Sum> | undefined][] = [
      ['all', this.all],
      ['block', this.block],
      ['class', share_class === '' ? undefined : this.classes.get(share_class)],
    ];
    for (const [scope, sums] of scopes) {
      if (sums === undefined) continue;
      const records = Math.max(0, ...[...sums.values()].map((sum) => sum.records));
      if (records >= least && figures.every(({ column, value }) => isSum(sums.get(column) ?? none(), value)))
        return scope;
    }
    return null;
  }

  private take(): void {
    for (const each of this.pending) {
      if (each === 'block') {
        this.block = new Map();
        continue;
      }
      const own = this.classes.get(each.share_class) ?? new Map<number, Sum>();
      this.classes.set(each.share_class, own);
      for (const column of this.columns) {
        const value = this.valueOf(each.row, column);
        if (value === null) continue;
        for (const sums of [this.all, this.block, own]) {
          const sum = sums.get(column) ?? none();
          sums.set(column, sum);
          sum[each.part] += value;
          if (each.part === 'record') sum.records += 1;
        }
      }
    }
    this.pending = [];
  }
}

const isSum = ({ record, granted, available }: Sum, value: Decimal): boolean =>
  [record, record + granted, record + available, record + granted + available].includes(value);
