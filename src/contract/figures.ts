// Figures in an answer: exact, and therefore text.
import { z } from 'zod';

export const amount = z.string().describe('An exact decimal.');
/** A value before and after the action. */
export const change = z.object({ before: amount, after: amount });

/** Of the sources of a price (src/domain/priceSource.ts). */
export const PRICE_SOURCES =
  'last_round: what new money paid last, also for what converted on that day into a series of the class that was sold. conversion_price: what is on record is only what a SAFE or note paid, so there is no price. class_price: the price on the record of the class, which was never sold; it has no day.';
