// A whole number in the query of an address.
import { z } from 'zod';

/** In: digits. Out: the number, from `min` to `max`. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/, 'This must be a whole number.')
    .transform(Number)
    .pipe(
      z
        .int()
        .min(min, `At least ${min}.`)
        .max(max, `At most ${max.toLocaleString('en-US')}.`),
    );
