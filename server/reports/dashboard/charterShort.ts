// Classes whose authorized shares do not cover what is outstanding and kept, and plans that granted more than was reserved.
import { decimal } from '#src/domain/figures/decimal.ts';
import { charterShort } from '#src/domain/captable/charter.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import type { WaitingRows } from '#src/contract/dashboard.ts';
import type { Tx } from '#server/db/database.ts';
import { charterSums } from '../capTable/charterSums.ts';
import { sourceOf } from '../capTable/capTableSource.ts';

type Short = { classes: WaitingRows['charter_short'][]; plans: WaitingRows['pool_short'][] };

/** The largest first. */
export async function shortToday(tx: Tx, actor: Actor, today: string): Promise<Short> {
  const { classes, plans } = charterShort(await charterSums(await sourceOf(tx, actor, null), today));
  const largest = <T extends { missing: string }>(all: readonly T[]) =>
    [...all].sort((a, b) => (decimal(a.missing) < decimal(b.missing) ? 1 : -1));
  return {
    classes: largest(classes).map((each) => ({ id: each.share_class_id, ...each })),
    plans: largest(plans).map((each) => ({ id: each.equity_plan_id, ...each })),
  };
}
