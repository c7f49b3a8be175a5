import { decimal, toFixed } from '../../figures/decimal.ts';
import type { ExitFigures } from './exitStep.ts';

/** What each class and convertible is paid, in cents that add up to the net proceeds. */
export function paidInCents({ curve, net }: Pick<ExitFigures, 'curve' | 'net'>): Record<string, string> {
  const cents = toFixed(decimal(net), 2);
  return curve.find(({ proceeds }) => toFixed(decimal(proceeds), 2) === cents)!.payout;
}
