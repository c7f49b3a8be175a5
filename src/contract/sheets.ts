// Spreadsheets: what reading one answers, and what may be answered to its questions.
import { z } from 'zod';
import { FIELDS, PERSON_FIELDS, QUESTION_CODES, ROLES, SKIP_REASONS, SOURCES } from '../domain/sheets/reading.ts';
import type { SheetAnswers } from '../domain/sheets/reading.ts';
import { amount } from './figures.ts';

const LISTED_MAX = 5000;
const tab = z.string().nullable().describe('Null for a text file.');
const column = z.string().describe('The letter: "C".');
const tieOutKinds = ['class', 'holder', 'granted', 'available', 'outstanding', 'fully_diluted', 'principal'] as const;

const sheetTable = z.object({
  id: z.string(),
  tab,
  hidden: z.boolean(),
  role: z.enum(ROLES),
  heading_rows: z.array(z.int()),
  first_row: z.int().nullable(),
  last_row: z.int().nullable(),
  columns: z.array(
    z.object({
      column,
      heading: z.string(),
      field: z.enum(FIELDS).nullable(),
      share_class: z.string().nullable(),
    }),
  ),
});

const sheetQuestion = z.object({
  id: z.string(),
  code: z.enum(QUESTION_CODES),
  text: z.string(),
  tab,
  column: column.nullable(),
  rows: z.array(z.int()),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  answer: z.string().nullable(),
});

const sheetFinding = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  tab,
  row: z.int().nullable(),
  column: column.nullable(),
  heading: z.string().nullable(),
  value: z.string().nullable().describe('As the file has it, cut to 80 characters.'),
  message: z.string(),
});

const tieOutLine = z.object({
  what: z.enum(tieOutKinds),
  name: z.string().nullable().describe('Null for a whole.'),
  file: amount,
  ours: amount,
  difference: amount,
});

const sheetPerson = z.object({
  name: z.string(),
  state: z.enum(['new', 'changed', 'same']),
  stakeholder_id: z.string().nullable().describe('Null of a new one.'),
  differences: z.array(z.object({ field: z.enum(PERSON_FIELDS), ours: z.string(), file: z.string() })),
  near: z.array(z.string()).describe('Of a new one: shareholders that it may be. Suggested, never merged.'),
});

export const sheetReading = z.object({
  id: z.string(),
  status: z.enum(['questions', 'errors', 'ready', 'applied']),
  import_id: z.string().nullable(),
  file_name: z.string(),
  created_at: z.string(),
  source: z.enum(SOURCES),
  company: z.string().nullable(),
  as_of: z.string().nullable(),
  tables: z.array(sheetTable),
  questions: z.array(sheetQuestion),
  findings: z.array(sheetFinding),
  skipped: z.array(z.object({ tab, row: z.int(), label: z.string(), reason: z.enum(SKIP_REASONS) })),
  links: z.array(z.object({ from: z.string(), to: z.string(), as: z.enum(['transfer', 'exercise', 'conversion']) })),
  tie_out: z.array(tieOutLine).describe('The file’s own totals beside what the cap table will say.'),
  records: z.object({
    stakeholders: z.int(),
    stock_issuances: z.int(),
    grants: z.int(),
    convertibles: z.int(),
    warrants: z.int(),
    transactions: z.int(),
  }),
  changes: z
    .object({ new: z.int(), changed: z.int(), same: z.int(), gone: z.int() })
    .describe('Securities, each once, beside what earlier files brought. What is gone stays in the ledger.'),
  people: z
    .array(sheetPerson)
    .describe(
      'Holders of the file that the company does not have, or has otherwise: the changed ones first, at most 1,000.',
    ),
  people_counts: z
    .object({ new: z.int(), changed: z.int(), same: z.int() })
    .describe('All holders of the file, each once, also those that people does not list.'),
});
export type SheetReading = z.infer<typeof sheetReading>;

export const sheetSummary = sheetReading
  .pick({
    id: true,
    status: true,
    import_id: true,
    file_name: true,
    created_at: true,
  })
  .extend({ status: z.enum(['open', 'applied']) });
export type SheetSummary = z.infer<typeof sheetSummary>;

const answerText = z.string('This must be text.').max(400, 'At most 400 characters.');
const asOf = z.iso.date('Enter a date such as 2026-01-31.');

export const sheetAnswersBody = z.strictObject({
  as_of: asOf.nullable().optional(),
  tables: z
    .array(
      z.strictObject({
        id: answerText,
        role: z.enum(ROLES, `One of ${ROLES.join(', ')}.`).optional(),
        heading_rows: z.array(z.int().min(1)).max(5, 'At most 5 rows.').optional(),
        columns: z
          .array(
            z.strictObject({
              column: z.string().regex(/^[A-Z]{1,3}$/, 'A column’s letter, such as C.'),
              field: z.enum(FIELDS, 'Choose one of the meanings.').nullable(),
              share_class: answerText.nullish(),
            }),
          )
          .max(500)
          .optional(),
      }),
    )
    .max(500)
    .optional(),
  answers: z.record(z.string().max(400), answerText).optional(),
  rows: z
    .array(
      z.strictObject({ table: answerText, row: z.int().min(1), use: z.enum(['import', 'skip'], 'import or skip.') }),
    )
    .max(LISTED_MAX, `At most ${LISTED_MAX} rows.`)
    .optional(),
}) satisfies z.ZodType<SheetAnswers>;
export type SheetAnswersBody = z.infer<typeof sheetAnswersBody>;

export const pastedSheet = z.strictObject({
  text: z.string('This must be text.').min(1, 'Paste the table.'),
  as_of: asOf.optional(),
});

export const sheetApplyBody = z.strictObject({
  accept_warnings: z.boolean('This must be true or false.').optional(),
  differences: z
    .array(
      z.strictObject({
        what: z.enum(tieOutKinds, `One of ${tieOutKinds.join(', ')}.`),
        name: answerText.nullable(),
        reason: z.string().trim().min(1, 'Say why they differ.').max(1000, 'At most 1,000 characters.'),
      }),
    )
    .max(LISTED_MAX)
    .optional(),
  people: z
    .strictObject({
      change: z
        .union(
          [z.enum(['none', 'all']), z.array(z.string().max(200)).max(LISTED_MAX)],
          'none, all, or a list of shareholders’ ids.',
        )
        .describe('Whose details become those of the file. The others keep theirs.'),
    })
    .optional(),
});
export type SheetApplyBody = z.infer<typeof sheetApplyBody>;

export const sheetApplied = z.object({
  import_id: z.string(),
  applied: z.literal(true),
  counts: z.record(z.string(), z.int()).describe('Objects, by type.'),
  transactions: z.int().describe('How many entries the ledger got.'),
  people_changed: z.int().describe('How many shareholders got the file’s details.'),
  already_applied_at: z
    .string()
    .optional()
    .describe('The same file with the same meanings was applied then; nothing was added.'),
});
export type SheetApplied = z.infer<typeof sheetApplied>;
