// What falls short under the charter or in a plan, with its figures.
import { say } from '#src/words/say.ts';
import type { ShortClass, ShortPlan } from '#src/domain/captable/charter.ts';
import { formatShares } from '#src/admin/kit/format.ts';

/** "11,000,000 authorized, 13,000,000 needed (8,000,000 outstanding, 3,500,000 for conversion, 1,500,000 in the pool), 2,000,000 missing." */
export function shortClassWords({ authorized, needed, missing, ...parts }: ShortClass): string {
  const named: [string, (figure: string) => string][] = [
    [parts.outstanding, (figure) => say`${figure} outstanding`],
    [parts.kept_for_conversion, (figure) => say`${figure} for conversion`],
    [parts.kept_for_options, (figure) => say`${figure} for options`],
    [parts.kept_for_warrants, (figure) => say`${figure} for warrants`],
    [parts.kept_in_pool, (figure) => say`${figure} in the pool`],
  ];
  const sum = named.flatMap(([figure, inWords]) => (figure === '0' ? [] : [inWords(formatShares(figure))])).join(', ');
  return say`${formatShares(authorized)} authorized, ${formatShares(needed)} needed (${sum}), ${formatShares(missing)} missing.`;
}

export const shortPlanWords = ({ reserved, needed, missing }: ShortPlan): string =>
  say`${formatShares(reserved)} reserved, ${formatShares(needed)} granted or used, ${formatShares(missing)} missing.`;
