// Where the charter or a plan falls short.
import { z } from 'zod';
import { amount } from './figures.ts';

export const shortClass = z.object({
  share_class_id: z.string(),
  share_class: z.string(),
  authorized: amount,
  needed: amount.describe('Outstanding, and kept for conversion, options, warrants and the pool.'),
  missing: amount,
  outstanding: amount,
  kept_for_conversion: amount,
  kept_for_options: amount,
  kept_for_warrants: amount,
  kept_in_pool: amount,
});
export const shortPlan = z.object({
  equity_plan_id: z.string(),
  equity_plan: z.string(),
  reserved: amount,
  needed: amount.describe('Granted and used.'),
  missing: amount,
});
export const charterShort = z.object({
  classes: z.array(shortClass).describe('Classes whose authorized shares do not suffice.'),
  plans: z.array(shortPlan).describe('Plans that granted more than was reserved.'),
});
