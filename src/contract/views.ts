// Views of lists that people save.
import { z } from 'zod';
import { viewLimits } from '#src/domain/viewLimits.ts';

export const densities = ['compact', 'standard'] as const;
export const viewAudiences = ['me', 'company'] as const;

const column = z.strictObject({
  field: z.string(),
  width: z.int().min(viewLimits.widthLeast).max(viewLimits.widthMost).optional().describe('In pixels.'),
});

export const viewBody = z.strictObject({
  resource: z.string().describe('The list’s name, such as `shareholders`.'),
  name: z
    .string()
    .trim()
    .min(1, 'Give the view a name.')
    .max(viewLimits.name, `At most ${viewLimits.name} characters.`),
  filter: z.record(z.string(), z.unknown()).default({}).describe('As a list’s `filter`.'),
  sort: z
    .tuple([z.string(), z.enum(['ASC', 'DESC'])])
    .nullish()
    .describe('As a list’s `sort`; by default the list’s own.'),
  columns: z.array(column).max(viewLimits.columns).default([]).describe('In order; none: the list’s own.'),
  density: z.enum(densities, `This must be one of: ${densities.join(', ')}.`).default('standard'),
  shared: z.enum(viewAudiences, `This must be one of: ${viewAudiences.join(', ')}.`).default('me'),
});
export type ViewBody = z.infer<typeof viewBody>;

export const viewEdit = viewBody.extend({ version: z.int() });

export const savedView = z.object({
  id: z.string(),
  ...viewBody.shape,
  sort: z.tuple([z.string(), z.enum(['ASC', 'DESC'])]),
  is_own: z.boolean().describe('The signed-in person made it.'),
  version: z.int(),
});
export type SavedView = z.infer<typeof savedView>;
