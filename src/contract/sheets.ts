// The reading of a spreadsheet, and what its reader may answer.
import { z } from 'zod';
import { FIELDS, QUESTION_CODES, ROLES, SKIP_REASONS, SOURCES } from '../domain/sheets/reading.ts';
import { amount } from './figures.ts';

const field = z.enum(FIELDS);
const role = z.enum(ROLES);

const readTable = z.object({
  id: z.string(),
  tab: z.string().nullable().describe('Null for a CSV.'),
  hidden: z.boolean(),
  role,
  heading_rows: z.array(z.int()),
  first_row: z.int().nullable(),
  last_row: z.int().nullable(),
  columns: z.array(
    z.object({
      column: z.string(),
      heading: z.string(),
      field: field.nullable(),
      share_class: z.string().nullable(),
    }),
  ),
});

const question = z.object({
  id: z.string(),
  code: z.enum(QUESTION_CODES),
  text: z.string(),
  tab: z.string().nullable(),
  column: z.string().nullable(),
  rows: z.array(z.int()),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  answer: z.string().nullable(),
});

const sheetFinding = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  tab: z.string().nullable(),
  row: z.int().nullable(),
  column: z.string().nullable(),
  heading: z.string().nullable(),
  value: z.string().nullable().describe('As the file has it, cut to 80 characters.'),
  message: z.string(),
});

const tieOutLine = z.object({
  what: z.enum(['class', 'holder', 'granted', 'available', 'outstanding', 'fully_diluted', 'principal']),
  name: z.string().nullable(),
  file: amount,
  ours: amount,
  difference: amount,
});

export const sheetReading = z.object({
  id: z.string(),
  status: z.enum(['questions', 'errors', 'ready', 'applied']),
  import_id: z.string().nullable(),
  file_name: z.string().nullable(),
  source: z.enum(SOURCES),
  company: z.string().nullable(),
  as_of: z.iso.date().nullable(),
  tables: z.array(readTable),
  questions: z.array(question),
  findings: z.array(sheetFinding),
  skipped: z.array(
    z.object({ tab: z.string().nullable(), row: z.int(), label: z.string(), reason: z.enum(SKIP_REASONS) }),
  ),
  links: z.array(z.object({ from: z.string(), to: z.string(), as: z.enum(['transfer', 'exercise', 'conversion']) })),
  tie_out: z.array(tieOutLine),
  records: z.object({
    stakeholders: z.int(),
    stock_issuances: z.int(),
    grants: z.int(),
    convertibles: z.int(),
    warrants: z.int(),
    transactions: z.int(),
  }),
  changes: z.object({ new: z.int(), changed: z.int(), same: z.int(), gone: z.int() }),
});

/** The body of PUT: what is not named stays as it was. */
export const sheetAnswers = z.strictObject({
  as_of: z.iso.date().nullish(),
  tables: z
    .array(
      z.strictObject({
        id: z.string(),
        role: role.optional(),
        heading_rows: z.array(z.int().positive()).max(2).optional(),
        columns: z
          .array(
            z.strictObject({
              column: z.string().regex(/^[A-Z]{1,3}$/),
              field: field.nullable(),
              share_class: z.string().max(200).nullish(),
            }),
          )
          .max(500)
          .optional(),
      }),
    )
    .max(100)
    .optional(),
  answers: z.record(z.string().max(500), z.string().max(200)).optional(),
  rows: z
    .array(z.strictObject({ table: z.string(), row: z.int().positive(), use: z.enum(['import', 'skip']) }))
    .max(10_000)
    .optional(),
});
