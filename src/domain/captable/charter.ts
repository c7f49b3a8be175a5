// Where the charter or a plan falls short: the classes whose authorized shares do not cover what is outstanding and kept, and the plans
// that granted more than was reserved.
import { decimal, formatDecimal } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import type { ClassOnDay, Position } from './capTableBasis.ts';
import { poolByClass } from './capTablePool.ts';
import type { PoolFigures } from './capTablePool.ts';
import { availabilityOfClasses } from './classAvailability.ts';

/** `positions` may be sums of a class over all its holders. */
export type CharterSums = {
  classes: readonly ClassOnDay[];
  positions: readonly Position[];
  plans: readonly PoolFigures[];
};

export type ShortClass = {
  share_class_id: string;
  share_class: string;
  authorized: string;
  /** Outstanding and kept together. */
  needed: string;
  missing: string;
  outstanding: string;
  kept_for_conversion: string;
  kept_for_options: string;
  kept_for_warrants: string;
  kept_in_pool: string;
};
export type ShortPlan = {
  equity_plan_id: string;
  equity_plan: string;
  reserved: string;
  needed: string;
  missing: string;
};
export type CharterShort = { classes: ShortClass[]; plans: ShortPlan[] };

export function charterShort({ classes, positions, plans }: CharterSums): CharterShort {
  const rooms = availabilityOfClasses(classes, positions, poolByClass(plans));
  return {
    classes: classes.flatMap(({ facts, authorized }): ShortClass[] => {
      const { short, kept, kept_for_conversion, kept_for_options, kept_for_warrants, kept_in_pool } = rooms.get(
        facts.id,
      )!;
      if (short === null) return [];
      const parts = { kept_for_conversion, kept_for_options, kept_for_warrants, kept_in_pool };
      const needed = decimal(authorized) + decimal(short);
      return [
        {
          share_class_id: facts.id,
          share_class: facts.name,
          authorized,
          needed: formatDecimal(needed),
          missing: short,
          outstanding: formatDecimal(needed - decimal(kept)),
          ...parts,
        },
      ];
    }),
    plans: plans.flatMap(({ stock_plan_id, name, reserved, available }): ShortPlan[] => {
      const left = decimal(available);
      if (left >= 0n) return [];
      const needed = formatDecimal(decimal(reserved) - left);
      return [{ equity_plan_id: stock_plan_id, equity_plan: name, reserved, needed, missing: formatDecimal(-left) }];
    }),
  };
}

/** What of `after` falls short further than before. */
export function worsened(before: CharterShort, after: CharterShort): CharterShort {
  const missing = (all: readonly { missing: string }[], index: number): Decimal =>
    index < 0 ? 0n : decimal(all[index]!.missing);
  return {
    classes: after.classes.filter((each) => {
      const had = before.classes.findIndex(({ share_class_id }) => share_class_id === each.share_class_id);
      return decimal(each.missing) > missing(before.classes, had);
    }),
    plans: after.plans.filter((each) => {
      const had = before.plans.findIndex(({ equity_plan_id }) => equity_plan_id === each.equity_plan_id);
      return decimal(each.missing) > missing(before.plans, had);
    }),
  };
}
