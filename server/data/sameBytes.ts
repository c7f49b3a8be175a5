import { timingSafeEqual } from 'node:crypto';

/** Takes the same time wherever the two differ. */
export const sameBytes = (left: Buffer, right: Buffer): boolean =>
  left.length === right.length && timingSafeEqual(left, right);
