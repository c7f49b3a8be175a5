// What figures are in an answer: exact, and therefore text.
import { z } from 'zod';

export const amount = z.string().describe('An exact decimal.');
/** Before and after what was done. */
export const change = z.object({ before: amount, after: amount });
