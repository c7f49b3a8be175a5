// Figures in an answer: exact, and therefore text.
import { z } from 'zod';

export const amount = z.string().describe('An exact decimal.');
/** A value before and after the action. */
export const change = z.object({ before: amount, after: amount });
