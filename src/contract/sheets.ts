// Spreadsheets: what reading one answers, and what may be answered to its questions.
import { PERSON_FIELDS } from '../domain/sheets/people/personRead.ts';
import { z } from 'zod';
import {
  FIELDS,
  LEFT_OUT_REASONS,
  QUESTION_CODES,
  ROLES,
  SKIP_REASONS,
  SOURCES,
  TIE_OUT_KINDS,
} from '../domain/sheets/reading.ts';
import { isNearDate } from '../domain/dates.ts';
import { COLUMNS_MAX, ROW_NUMBER_MAX } from '../domain/sheets/grid.ts';
import { columnLetters, columnNumber } from '../domain/sheets/values/cells.ts';
import type { SheetAnswers } from '../domain/sheets/reading.ts';
import { amount } from './figures.ts';
import { wholeNumber } from './wholeNumber.ts';

const LISTED_MAX = 5000;
export const CORRECTIONS_MAX = 5000;
const CORRECTION_CHARACTERS_MAX = 1000;
const tab = z.string().nullable().describe('Null for a text file.');
const column = z.string().describe('The letter: "C".');

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
  what: z.enum(TIE_OUT_KINDS),
  name: z.string().nullable().describe('Null for a whole.'),
  file: amount,
  ours: amount,
  difference: amount,
});

const sheetPerson = z.object({
  name: z.string(),
  state: z.enum(['new', 'changed', 'same']),
  stakeholder_id: z.string().nullable().describe('Null of a new one.'),
  version: z.int().nullable().describe('Of the shareholder when the file was read, for applying. Null of a new one.'),
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
  left_out: z
    .array(
      z.object({
        tab,
        column: column.nullable().describe('Null for rows and for a whole tab.'),
        heading: z.string().nullable(),
        rows: z.array(z.int()).describe('Of a table under the first: its rows.'),
        cells: z.int().describe('How many of them have a value.'),
        reason: z.enum(LEFT_OUT_REASONS),
      }),
    )
    .describe('Columns, tables and tabs with values that are not imported.'),
  links: z.array(z.object({ from: z.string(), to: z.string(), as: z.enum(['transfer', 'exercise', 'conversion']) })),
  tie_out: z.array(tieOutLine).describe('The file’s own totals beside what the cap table and the payments will say.'),
  records: z.object({
    stakeholders: z.int(),
    stock_issuances: z.int(),
    grants: z.int(),
    convertibles: z.int(),
    warrants: z.int(),
    transactions: z.int(),
    distributions: z.int(),
    payments: z.int(),
  }),
  changes: z
    .object({ new: z.int(), changed: z.int(), same: z.int(), gone: z.int() })
    .describe(
      'Securities and payments, each once, beside what earlier files brought. What is gone stays in the ledger.',
    ),
  recalled: z
    .array(z.string())
    .describe('The ids of tables that are read as an earlier file with the same headings was.'),
  corrections: z
    .array(z.object({ tab, row: z.int(), column, text: z.string(), was: z.string() }))
    .describe('Cells that were corrected here, with what the file has in their place.'),
  can_undo: z.boolean().describe('Whether {undo: true} would take a change back.'),
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

/** Else the database could not keep it. */
const isWhole = (text: string) => !text.includes('\u0000') && text.isWellFormed();
const DAMAGED = 'This contains an incomplete character. Type it again.';
const answerText = z.string('This must be text.').max(400, 'At most 400 characters.').refine(isWhole, DAMAGED);
const asOf = z.iso
  .date('Enter a date such as 2026-01-31.')
  .refine(isNearDate, 'Enter a day from 1800-01-01 to 2199-12-31.');

const sheetAnswers = z.strictObject({
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
  answers: z.record(answerText, answerText).optional(),
  rows: z
    .array(
      z.strictObject({ table: answerText, row: z.int().min(1), use: z.enum(['import', 'skip'], 'import or skip.') }),
    )
    .max(LISTED_MAX, `At most ${LISTED_MAX} rows.`)
    .optional(),
}) satisfies z.ZodType<SheetAnswers>;

const correctedCell = z.strictObject({
  tab: answerText.nullable().describe('Null for a text file.'),
  row: z.int('A row’s number.').min(1, 'Rows count from 1.').max(ROW_NUMBER_MAX, 'A sheet has no such row.'),
  column: z
    .string('A column’s letter, such as C.')
    .regex(/^[A-Z]{1,3}$/, 'A column’s letter, such as C.')
    .refine((letters) => columnNumber(letters) <= COLUMNS_MAX, `The last column is ${columnLetters(COLUMNS_MAX)}.`),
  text: z
    .string('This must be text, or null for what the file has.')
    .max(CORRECTION_CHARACTERS_MAX, 'At most 1,000 characters.')
    .refine(isWhole, DAMAGED)
    .nullable()
    .describe('Null takes the correction back; an empty text empties the cell.'),
});

export const sheetAnswersBody = sheetAnswers
  .extend({
    cells: z.array(correctedCell).max(CORRECTIONS_MAX, 'At most 5,000 cells.').optional(),
    undo: z
      .literal(true, 'This must be true.')
      .optional()
      .describe('Takes the last change back, whatever it was. Of several, one at a time.'),
  })
  .refine((body) => body.undo === undefined || Object.keys(body).length === 1, {
    path: ['undo'],
    message: 'Take a change back by itself, without other answers.',
  });
export type SheetAnswersBody = z.infer<typeof sheetAnswersBody>;

const GRID_ROWS_MAX = 200;
export const sheetGridQuery = z.object({
  tab: wholeNumber(0, 1000).optional().describe('0 (the default) is the first tab.'),
  from: wholeNumber(1, ROW_NUMBER_MAX).optional().describe('The first row’s number, by default 1.'),
  rows: wholeNumber(1, GRID_ROWS_MAX).optional().describe('How many row numbers from there on, by default 200.'),
});

export const sheetGrid = z.object({
  tabs: z.array(
    z.object({
      name: tab,
      hidden: z.boolean(),
      last_row: z.int().describe('0 for an empty tab.'),
      last_column: z.int(),
    }),
  ),
  tab: z.int(),
  rows: z
    .array(
      z.object({
        number: z.int(),
        hidden: z.boolean(),
        cells: z.array(z.object({ column, text: z.string(), is_formula: z.boolean() })),
      }),
    )
    .describe('Rows that are not empty, with the corrected texts.'),
});
export type SheetGrid = z.infer<typeof sheetGrid>;

export const pastedSheet = z.strictObject({
  text: z.string('This must be text.').min(1, 'Paste the table.'),
  as_of: asOf.optional(),
});

const chosenId = z.string().max(200);
const chosenPerson = z.strictObject({ id: chosenId, version: z.int() });

export const sheetApplyBody = z.strictObject({
  accept_warnings: z.boolean('This must be true or false.').optional(),
  differences: z
    .array(
      z.strictObject({
        what: z.enum(TIE_OUT_KINDS, `One of ${TIE_OUT_KINDS.join(', ')}.`),
        name: answerText.nullable(),
        reason: z.string().trim().min(1, 'Say why they differ.').max(1000, 'At most 1,000 characters.'),
      }),
    )
    .max(LISTED_MAX)
    .optional(),
  notify_holders: z
    .boolean('This must be true or false.')
    .optional()
    .describe('Tell each holder with an account, once. Otherwise nobody is told.'),
  progress: z
    .string('This must be text.')
    .max(100, 'At most 100 characters.')
    .nullish()
    .describe('The caller’s name for this run, for GET /api/ocf/import/progress/:name.'),
  people: z
    .strictObject({
      change: z
        .union(
          [z.enum(['none', 'all']), z.array(z.union([chosenId, chosenPerson])).max(LISTED_MAX)],
          'none, all, or a list of shareholders, each an id or {id, version}.',
        )
        .describe(
          'Whose details become those of the file. The others keep theirs. With the version that people has of them, somebody who was changed since then is not overwritten: 409 stale_version.',
        ),
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
