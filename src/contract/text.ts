// Texts of a body that has no declared fields.
import { z } from 'zod';
import { lineFault } from '../domain/text.ts';

/** A name, or an id: one line. */
export const line = (max: number) =>
  z
    .string('This must be text.')
    .max(max, `At most ${max} characters.`)
    .refine((value) => lineFault(value) === null, { error: ({ input }) => lineFault(String(input)) ?? '' });
