// What reading, checking and applying an Open Cap Format package answers.
import { z } from 'zod';
import { amount } from './figures.ts';

export const finding = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  object_type: z.string().nullable(),
  object_id: z.string().nullable(),
  message: z.string(),
  times: z
    .int()
    .describe('How many findings this one stands for: the last of a rule may stand for all that are not listed.'),
});
export type Finding = z.infer<typeof finding>;

export const importAnswer = z.object({
  import_id: z.string(),
  applied: z.boolean(),
  counts: z.record(z.string(), z.int()).describe('Objects of the package, by type.'),
  findings: z.array(finding),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

/** Which version of an object counts: the company's, or the package's. */
export const side = z.enum(['ours', 'theirs']);
export type Side = z.infer<typeof side>;

const tieOutClass = z.object({
  share_class_id: z.string(),
  name: z.string(),
  authorized: z.string(),
  before: amount,
  after: amount,
});

const tieOutHolder = z.object({
  shareholder_id: z.string().nullable(),
  name: z.string(),
  before: amount,
  after: amount,
  options: amount,
  options_before: amount,
  warrants: amount,
  warrants_before: amount,
  holdings: z.unknown(),
});

const conflict = z.object({
  object_type: z.string(),
  object_id: z.string(),
  name: z.string(),
  differences: z.array(z.object({ field: z.string(), ours: z.unknown(), theirs: z.unknown() })),
});
export type Conflict = z.infer<typeof conflict>;

/** The outstanding stock of a day without the package and with it, and each object that the company has with other content. */
export const tieOutAnswer = z.object({
  as_of: z.iso.date(),
  changes_nothing: z.boolean().describe('The company has everything in the package already.'),
  total: z.object({ before: amount, after: amount }),
  classes: z.array(tieOutClass),
  rows: z.array(tieOutHolder),
  instruments: z.array(z.object({ kind: z.enum(['options', 'warrants']), before: amount, after: amount })),
  convertibles: z.array(
    z.object({ kind: z.string(), count: z.int(), currency: z.string().nullable(), amount, before: amount }),
  ),
  conflicts: z.array(conflict),
});
export type TieOut = z.infer<typeof tieOutAnswer>;

export const importProgress = z.object({
  stage: z.enum(['waiting', 'reading', 'checking', 'writing', 'done']),
  done: z.int().optional(),
  total: z.int().optional(),
});
export type ImportProgress = z.infer<typeof importProgress>;
