// What falls short under the charter or in a plan, with its figures.
import type { ShortClass, ShortPlan } from '#src/domain/captable/charter.ts';
import { formatShares } from '#src/admin/kit/format.ts';

/** "11,000,000 authorized, 13,000,000 needed (8,000,000 outstanding, 3,500,000 for conversion, 1,500,000 in the pool), 2,000,000 missing." */
export function shortClassWords({ authorized, needed, missing, ...parts }: ShortClass): string {
  const named: [string, string][] = [
    [parts.outstanding, 'outstanding'],
    [parts.kept_for_conversion, 'for conversion'],
    [parts.kept_for_options, 'for options'],
    [parts.kept_for_warrants, 'for warrants'],
    [parts.kept_in_pool, 'in the pool'],
  ];
  const sum = named.flatMap(([figure, what]) => (figure === '0' ? [] : [`${formatShares(figure)} ${what}`])).join(', ');
  return `${formatShares(authorized)} authorized, ${formatShares(needed)} needed (${sum}), ${formatShares(missing)} missing.`;
}

export const shortPlanWords = ({ reserved, needed, missing }: ShortPlan): string =>
  `${formatShares(reserved)} reserved, ${formatShares(needed)} granted or used, ${formatShares(missing)} missing.`;
