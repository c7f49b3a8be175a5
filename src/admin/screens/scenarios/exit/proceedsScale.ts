// The slider of an exit: from a hundred thousand to ten billion, each step the same part more.
const LEAST = 5;
const MOST = 10;
export const POSITIONS = 500;

/** Three digits, so that the typed figure beside it stays readable. */
export function proceedsAt(position: number): string {
  const exact = 10 ** (LEAST + (position / POSITIONS) * (MOST - LEAST));
  const unit = 10 ** (Math.floor(Math.log10(exact) + 1e-9) - 2);
  return String(Math.round(exact / unit) * unit);
}

/** The nearest position; the ends for what is beyond them. */
export function positionOf(proceeds: string): number {
  const value = Number(proceeds);
  if (!(value > 0)) return 0;
  return Math.min(POSITIONS, Math.max(0, Math.round(((Math.log10(value) - LEAST) / (MOST - LEAST)) * POSITIONS)));
}
