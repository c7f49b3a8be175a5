// What diluted a holder: their share of the fully diluted table from the start to the last step, one cause after another.
//
// A round has up to three causes. They are told in this order: what converts, the increase of the pool, the new money. Another
// order would give each another part of the same change, so the order travels with the figures.
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { decimalOf } from '../figures.ts';
import { fraction, minus, NOTHING } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import type { Run, RunTable } from './runScenario.ts';
import type { Step } from './steps.ts';

export type DilutionCause = 'start' | 'conversions' | 'pool_increase' | 'new_money' | Exclude<Step['kind'], 'round'>;

export interface DilutionBar {
  /** 0: before the first step. */
  step: number;
  cause: DilutionCause;
  /** The holder's own shares, and all shares, once this cause has worked. */
  own: string;
  total: string;
  /** In percent, four places, a half rounded up. */
  percent: string;
  /** In points of percent, of the exact shares. */
  change: string;
}

/** Without causes that change nothing. Of a holder whom the tables do not name: no bar but the start, at zero. */
export function dilutionOf({ tables }: Run, steps: readonly Step[], shareholder_id: string): DilutionBar[] {
  const ownOf = ({ rows }: RunTable): Decimal =>
    decimal(rows.find((row) => row.shareholder_id === shareholder_id)?.total ?? '0');
  const bars: DilutionBar[] = [];
  let last: Fraction = NOTHING;
  const tell = (step: number, cause: DilutionCause, own: Decimal, total: Decimal) => {
    const part = total === 0n ? NOTHING : fraction(own * 100n, total);
    const change = minus(part, last);
    if (cause !== 'start' && change.n === 0n) return;
    const written = { own: formatDecimal(own), total: formatDecimal(total) };
    bars.push({ step, cause, ...written, percent: decimalOf(part, 4), change: decimalOf(change, 4) });
    last = part;
  };
  const first = tables[0]!;
  tell(0, 'start', ownOf(first), decimal(first.total));
  for (const [index, table] of tables.entries()) {
    const step = steps[index - 1];
    if (!step) continue;
    const [own, total] = [ownOf(table), decimal(table.total)];
    if (step.kind !== 'round' || table.round === null) {
      tell(index, step.kind as DilutionCause, own, total);
      continue;
    }
    const { conversions, investors, pool_increase } = table.round;
    const before = tables[index - 1]!;
    const sharesOf = (all: readonly { shareholder_id: string; shares: string }[], id: string | null): Decimal =>
      all.reduce((sum, each) => (id === null || each.shareholder_id === id ? sum + decimal(each.shares) : sum), 0n);
    const converted = {
      own: ownOf(before) + sharesOf(conversions, shareholder_id),
      total: decimal(before.total) + sharesOf(conversions, null),
    };
    tell(index, 'conversions', converted.own, converted.total);
    tell(index, 'pool_increase', converted.own, converted.total + decimal(pool_increase));
    // The table itself, so that the last bar is what the table shows.
    if (investors.length > 0) tell(index, 'new_money', own, total);
  }
  return bars;
}
