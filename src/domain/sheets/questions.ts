// Questions about a table or a column: what the file does not say. Each is asked once for its column.
import type { MeantTable } from './records/table.ts';
import type { Collected } from './records/collect.ts';
import type { Column } from './meanings/columns.ts';
import type { Question, QuestionCode, Role } from './reading.ts';
import type { OpenRow, RowMeaning } from './tables/rowTypes.ts';
import { questionId } from './values/forms.ts';
import { ROLE_WORDS } from './words.ts';

type Answers = Readonly<Record<string, string>>;
type Choice = Question['choices'][number];

const OPEN: Record<
  'date_order' | 'decimal_sign' | 'percent_scale',
  { text: (heading: string, value: string) => string; choices: Choice[] }
> = {
  date_order: {
    text: (heading, value) => `In “${heading}”, does ${value} start with the day or with the month?`,
    choices: [
      { value: 'DMY', label: 'Day first' },
      { value: 'MDY', label: 'Month first' },
    ],
  },
  decimal_sign: {
    text: (heading, value) => `In “${heading}”, what does the separator in ${value} mean?`,
    choices: [
      { value: '.', label: 'The dot is the decimal sign, the comma separates thousands' },
      { value: ',', label: 'The comma is the decimal sign, the dot separates thousands' },
    ],
  },
  percent_scale: {
    text: (heading, value) => `In “${heading}”, is ${value} a fraction or per cent?`,
    choices: [
      { value: 'fraction', label: 'A fraction: 0.2 is 20 %' },
      { value: 'percent', label: 'Per cent: 0.2 is 0.2 %' },
    ],
  },
};

/** The columns that a cell could not be read without, and those that were answered. */
export function columnQuestions({ open }: Collected, tables: readonly MeantTable[], answers: Answers): Question[] {
  const asked = new Map<string, Question>();
  for (const { code, column, row, table } of open) {
    const id = questionId(code, table.id, column.letters);
    const known = asked.get(id);
    if (known) {
      if (known.rows.length < ROWS_MAX) known.rows.push(row);
      continue;
    }
    const cell = table.rows.find(({ number }) => number === row)?.cells.find((each) => each.column === column.column);
    asked.set(
      id,
      ask(
        code,
        table,
        column,
        [row],
        answers,
        OPEN[code].text(column.heading, `“${cell?.text.slice(0, 40) ?? ''}”`),
        OPEN[code].choices,
      ),
    );
  }
  for (const table of tables)
    for (const column of table.columns)
      for (const code of ['date_order', 'decimal_sign', 'percent_scale'] as const) {
        const id = questionId(code, table.id, column.letters);
        if (answers[id] === undefined || asked.has(id) || column.field === null) continue;
        asked.set(
          id,
          ask(code, table, column, [], answers, OPEN[code].text(column.heading, 'a value'), OPEN[code].choices),
        );
      }
  return [...asked.values()];
}

/** So many rows are named in one question. */
const ROWS_MAX = 100;

function ask(
  code: QuestionCode,
  table: MeantTable,
  column: Column,
  rows: number[],
  answers: Answers,
  text: string,
  choices: Choice[],
): Question {
  const id = questionId(code, table.id, column.letters);
  return { id, code, text, tab: table.tab, column: column.letters, rows, choices, answer: answers[id] ?? null };
}

/** A table with headings that several roles fit. */
export function roleQuestion(
  id: string,
  tab: string | null,
  rows: number[],
  roles: readonly Role[],
  answers: Answers,
): Question {
  const key = `table_role:${id}`;
  const choices = [...roles, 'ignore' as const].map((value) => ({ value, label: ROLE_WORDS[value] }));
  const text = tab === null ? 'What are the rows of this table?' : `What are the rows of “${tab}”?`;
  return { id: key, code: 'table_role', text, tab, column: null, rows, choices, answer: answers[key] ?? null };
}

/** Shares in a column that names no class, or numbers whose heading is not known. */
export function meaningQuestion(
  table: MeantTable,
  column: Column,
  classes: readonly string[],
  answers: Answers,
): Question {
  const names = [...new Set([...classes, 'Common Stock', 'Preferred Stock'])].slice(0, 20);
  const choices = [
    ...names.map((value) => ({ value, label: `Shares of ${value}` })),
    { value: 'ignore', label: 'Nothing to bring in' },
  ];
  const text = `Which shares are in “${column.heading}”?`;
  return ask('column_meaning', table, column, [], answers, text, choices);
}

const ROW_CHOICES: Record<RowMeaning, string> = {
  holder: 'A holder, with these shares',
  total: 'The sum of rows above',
  pool_granted: 'Granted from the plan, without names of holders',
  pool_available: 'What is still available in the plan',
  pool_reserved: 'The whole plan, with what was granted from it',
  treasury: 'Treasury or unissued shares, which nobody holds',
};

/** A row that may be a holder or something else. */
export function rowQuestion(
  table: Pick<MeantTable, 'id' | 'tab' | 'columns'>,
  { row, label, choices }: OpenRow,
  answers: Answers,
): Question {
  const id = questionId('row_meaning', table.id, `${row.number}`);
  const answer = answers[id] ?? null;
  return {
    id,
    code: 'row_meaning',
    text: label === '' ? `What is row ${row.number}?` : `What is “${label.slice(0, 80)}”?`,
    tab: table.tab,
    column: table.columns.find(({ field }) => field === 'holder')?.letters ?? null,
    rows: [row.number],
    choices: choices.map((value) => ({ value, label: ROW_CHOICES[value] })),
    answer: choices.some((value) => value === answer) ? answer : null,
  };
}

export function capBasisQuestion(table: MeantTable, rows: number[], answers: Answers): Question | null {
  const column = table.columns.find(({ field }) => field === 'valuation_cap');
  if (!column) return null;
  const choices = [
    { value: 'POST_MONEY', label: 'Post-money: with all SAFEs and notes that convert' },
    { value: 'PRE_MONEY', label: 'Pre-money: without them' },
  ];
  return ask(
    'cap_basis',
    table,
    column,
    rows,
    answers,
    `Are the caps in “${column.heading}” post-money or pre-money?`,
    choices,
  );
}

export function asOfQuestion(answer: string | null): Question {
  const text = 'On which day did the holders hold these shares?';
  return {
    id: 'as_of',
    code: 'as_of',
    text,
    tab: null,
    column: null,
    rows: [],
    choices: [],
    answer,
  };
}
