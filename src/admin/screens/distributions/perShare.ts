// What a share of each class gets, where a distribution reaches its classes in steps. One amount per share for all is nobody's then.
import { say } from '#src/words/say.ts';
import type { DistributionPreview } from '#src/contract/distributions/distributionPreview.ts';
import { decimalOf, parseFigure } from '#src/domain/model/figures.ts';
import { plus, NOTHING } from '#src/domain/figures/fraction.ts';
import { formatMoney } from '#src/admin/kit/format.ts';

type Steps = DistributionPreview['steps'];
type ClassPart = Steps[number]['classes'][number];

/** Quotients are shown to so many places, and called about. */
const PLACES = 6;

/** Whether some classes come first, or get another amount for a share than others. */
export function isOrdered(steps: Steps): boolean {
  const rates = new Set(steps.flatMap(({ classes }) => classes.flatMap(({ per_share }) => per_share ?? [])));
  return steps.some(({ kind }) => kind !== 'rest') || rates.size > 1;
}

/** Out: each class, in the order of the steps, with the sum of its steps. None where an older distribution did not keep them. */
export function classShares(steps: Steps, currency: unknown): { name: string; figure: string }[] {
  const parts = steps.flatMap(({ classes }) => classes);
  const byClass = [...Map.groupBy(parts, ({ share_class_id }) => share_class_id).values()];
  return byClass.flatMap((own) => {
    const figure = sumIn(own);
    return figure === null ? [] : [{ name: own[0]!.name, figure: shown(figure, currency) }];
  });
}

function sumIn(parts: readonly ClassPart[]) {
  const rates = parts.map(({ per_share }) => (per_share === undefined ? null : parseFigure(per_share)));
  return rates.reduce((sum, rate) => (sum === null || rate === null ? null : plus(sum, rate)), NOTHING);
}

function shown(figure: NonNullable<ReturnType<typeof sumIn>>, currency: unknown): string {
  const short = decimalOf(figure, PLACES);
  const isWhole = short === decimalOf(figure, PLACES + 20);
  const written = formatMoney(short, currency);
  return isWhole ? written : say`about ${written}`;
}
