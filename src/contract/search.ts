// The search over everything that a person may see.
import { z } from 'zod';
import { searchLimits } from '../domain/search/limits.ts';

export const searchQuery = z.object({
  q: z.string().max(searchLimits.longest, `Search for at most ${searchLimits.longest} characters.`),
  limit: z.coerce.number().int().min(1).max(searchLimits.most).default(searchLimits.found),
});

export const foundRecord = z.object({
  resource: z.string().describe('The list that has it; `threads` for messages.'),
  id: z.string(),
  title: z.string(),
  subtitle: z
    .string()
    .describe('What tells it from others of the same title, may be empty; of what was said in a thread, the line.'),
  why: z.string().describe('The field that meets the search; `messages` for what was said in a thread.'),
});
export type FoundRecord = z.infer<typeof foundRecord>;
