// How many shares of a class may still be issued: the authorized number, less the shares outstanding, less the shares kept for
// conversions, for options and warrants, and for grants from the pools of its plans.
import { ZERO, decimal, formatDecimal, multiplyByRatio } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import type { ClassOnDay, Position } from './capTableBasis.ts';
import type { ClassFacts } from '../ledger/core/types.ts';

export type ClassAvailability = {
  kept_for_conversion: string;
  /** The names of preferred classes with shares that do not say into which common class they convert: none keeps shares for them. */
  unnamed_conversions: string[];
  kept_for_options: string;
  kept_for_warrants: string;
  /** What plans may still grant of it. A plan of several classes counts whole in each of them. */
  kept_in_pool: string;
  /** The sum of these. */
  kept: string;
  /** Null where the charter sets no number; "0" where it falls short. */
  free: string | null;
  /** By how much the charter falls short of what is outstanding and kept; null where it does not. */
  short: string | null;
};

/** By class. `pools`: what may still be granted of each class. No shares are kept for convertibles until they convert. */
export function availabilityOfClasses(
  classes: readonly ClassOnDay[],
  positions: readonly Position[],
  pools: ReadonlyMap<string, Decimal>,
): Map<string, ClassAvailability> {
  const held = {
    STOCK: new Map(),
    EQUITY_COMPENSATION: new Map(),
    WARRANT: new Map(),
    CONVERTIBLE: new Map(),
  } as const;
  for (const { kind, stock_class_id, quantity } of positions)
    if (stock_class_id !== null) add(held[kind], stock_class_id, quantity);
  const sum = (id: string, ...kinds: ('STOCK' | 'EQUITY_COMPENSATION' | 'WARRANT')[]) =>
    kinds.reduce((all, kind) => all + (held[kind].get(id) ?? ZERO), ZERO);
  const conversions = new Map<string, Decimal>();
  const unnamed: ClassFacts[] = [];
  for (const { facts, converts, places } of classes) {
    // Shares from exercises may be converted as well.
    const shares = sum(facts.id, 'STOCK', 'EQUITY_COMPENSATION', 'WARRANT');
    if (!converts || shares === ZERO) continue;
    if (converts.to === null) unnamed.push(facts);
    else add(conversions, converts.to, multiplyByRatio(shares, converts.ratio, places, 'DOWN'));
  }
  return new Map(
    classes.map(({ facts: { id, class_type }, authorized }) => {
      const [conversion, options] = [conversions.get(id) ?? ZERO, sum(id, 'EQUITY_COMPENSATION')];
      const [warrants, pool] = [sum(id, 'WARRANT'), pools.get(id) ?? ZERO];
      const kept = conversion + options + warrants + pool;
      const left = /^\d/.test(authorized) ? decimal(authorized) - sum(id, 'STOCK') - kept : null;
      const room: ClassAvailability = {
        kept_for_conversion: formatDecimal(conversion),
        unnamed_conversions: unnamed
          .filter((each) => class_type === 'COMMON' || each.id === id)
          .map(({ name }) => name),
        kept_for_options: formatDecimal(options),
        kept_for_warrants: formatDecimal(warrants),
        kept_in_pool: formatDecimal(pool),
        kept: formatDecimal(kept),
        free: left === null ? null : formatDecimal(left > 0n ? left : ZERO),
        short: left === null || left >= 0n ? null : formatDecimal(-left),
      };
      return [id, room];
    }),
  );
}

function add(map: Map<string, Decimal>, id: string, quantity: Decimal): void {
  map.set(id, (map.get(id) ?? ZERO) + quantity);
}
