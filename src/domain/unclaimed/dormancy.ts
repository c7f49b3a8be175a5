// When money that nobody took counts as abandoned, and the state whose law says so.
import { say } from '#src/words/say.ts';
import { z } from 'zod';
import { addDays, addMonths } from '../dates.ts';

export const dormancyRule = z.strictObject({
  state: z.string().regex(/^[A-Z]{2}$/),
  name: z.string().min(1).max(60),
  years: z.int().min(1).max(50),
  source: z.string().min(1).max(300),
  date: z.iso.date(),
  is_checked: z.boolean().describe(say`Compared with a published table, not only named by a law.`),
});
export type DormancyRule = z.infer<typeof dormancyRule>;

export const dormancyTable = z.strictObject({
  about: z.string().max(2000).optional(),
  letters: z.strictObject({ from_days: z.int().min(0).max(730), to_days: z.int().min(0).max(730) }).optional(),
  rules: z.array(dormancyRule).min(1),
});
export type DormancyTable = z.infer<typeof dormancyTable>;

export interface Dormancy {
  state: string;
  state_name: string;
  years: number;
  dormant_on: string;
  /** When the holder is to be written to once more: due diligence. */
  letters_from: string;
  letters_to: string;
  source: string;
  is_checked: boolean;
}

/** The rule of a holder's address: two letters or the name of a state. None for another country, or without a state. */
export function ruleOf(
  table: DormancyTable,
  address: { country: string | null; state: string | null },
): DormancyRule | null {
  if (address.country !== null && address.country !== '' && address.country.toUpperCase() !== 'US') return null;
  const wanted = (address.state ?? '').replaceAll('.', '').trim().toLowerCase();
  return table.rules.find(({ state, name }) => state.toLowerCase() === wanted || name.toLowerCase() === wanted) ?? null;
}

/** `due_on`: the day the money was due. */
export function dormancyOf(table: DormancyTable, rule: DormancyRule, due_on: string): Dormancy {
  const { state, name, years, source, is_checked } = rule;
  const { from_days, to_days } = table.letters ?? { from_days: 120, to_days: 60 };
  const dormant_on = addMonths(due_on, years * 12);
  return {
    state,
    state_name: name,
    years,
    dormant_on,
    letters_from: addDays(dormant_on, -from_days),
    letters_to: addDays(dormant_on, -to_days),
    source,
    is_checked,
  };
}
