// The areas of an exit: one above the other, straight between the points of its curve. Floats only draw.
import type { ExitFigures } from '#src/domain/model/scenario/exitStep.ts';

export interface Area {
  id: string;
  /** Corners from left to right along the lower edge, and back along the upper one; 0 to 1, from the top left. */
  points: string;
}

export interface Drawn {
  areas: Area[];
  /** The net proceeds at the right edge. */
  most: number;
}

const WIDTH = 1000;
const HEIGHT = 400;
export const VIEW_BOX = `0 0 ${WIDTH} ${HEIGHT}`;

/** `groups`: each area's parts of a point, in the order from the bottom. */
export function stackedAreas(
  curve: ExitFigures['curve'],
  groups: readonly { id: string; amountAt: (point: ExitFigures['curve'][number]) => number }[],
): Drawn {
  const most = Number(curve.at(-1)?.proceeds ?? 1) || 1;
  const xs = curve.map(({ proceeds }) => (Number(proceeds) / most) * WIDTH);
  let below = curve.map(() => 0);
  const areas = groups.map(({ id, amountAt }) => {
    const above = curve.map((point, index) => below[index]! + amountAt(point));
    const corner = (height: number, index: number) =>
      `${xs[index]!.toFixed(1)},${(HEIGHT - (height / most) * HEIGHT).toFixed(1)}`;
    const points = [...below.map(corner), ...above.map(corner).toReversed()].join(' ');
    below = above;
    return { id, points };
  });
  return { areas, most };
}

/** The payout between two points of the curve, for the reader's mark. */
export const ticksOf = (most: number): number[] => {
  const size = 10 ** Math.floor(Math.log10(most));
  const unit = [0.1, 0.2, 0.25, 0.5, 1, 2].map((each) => each * size).find((each) => most / each <= 5) ?? size;
  return Array.from({ length: Math.floor(most / unit) + 1 }, (_, index) => index * unit);
};
