// Q14: what people answered about a table is remembered by the set of its headings, whatever their order. What nobody answered
// is not: a later file may show it itself.
import type { Field, Question, Role, SheetAnswers, TableAnswer } from '../reading.ts';
import { questionId } from '../values/forms.ts';
import { headingWords } from './headings.ts';

export interface RememberedTable {
  role?: Role;
  /** What a column was said to mean, by its heading as headings are compared. */
  columns: Readonly<Record<string, { field: Field | null; share_class: string | null }>>;
  /** What was answered, by the question's code, and the heading where it is about a column. */
  answers: Readonly<Record<string, string>>;
}

/** By the set of headings. */
export type SheetMemory = Readonly<Record<string, RememberedTable>>;

export interface HeadedTable {
  id: string;
  columns: readonly { column: string; heading: string }[];
}

/** A table with more text in its headings is not remembered. */
const SIGNATURE_MAX = 20_000;

const keyOf = (heading: string): string => {
  const { key, code } = headingWords(heading);
  return code === null ? key : `${key} (${code.toLowerCase()})`;
};

/** The same for two tables with the same headings in any order; empty for one that has none. */
export function signatureOf({ columns }: Pick<HeadedTable, 'columns'>): string {
  const text = [...new Set(columns.map(({ heading }) => keyOf(heading)))]
    .filter((key) => key !== '')
    .sort()
    .join('\n');
  return text.length > SIGNATURE_MAX ? '' : text;
}

/** The columns by their headings, without headings that the table has twice: nobody knows which one is meant. */
function columnsByKey({ columns }: HeadedTable): Map<string, string> {
  const letters = new Map<string, string>();
  const doubled = new Set<string>();
  for (const { column, heading } of columns) {
    const key = keyOf(heading);
    if (letters.has(key)) doubled.add(key);
    letters.set(key, column);
  }
  for (const key of [...doubled, '']) letters.delete(key);
  return letters;
}

const ROLE_ASKED = 'table_role';

/**
 * What to keep once a file is applied, of each set of headings that it has. Tables with the same headings are remembered as far as
 * they agree. `before` is what was remembered: an answer to a question that this file did not ask stays, and so does a meaning
 * that this file was not read by. A meaning that it was read by, and that somebody took back, is forgotten.
 */
export function rememberedOf(
  tables: readonly HeadedTable[],
  questions: readonly Question[],
  { tables: told = [], answers = {}, recalled = [] }: SheetAnswers,
  before: SheetMemory = {},
): SheetMemory {
  const codes = new Set(questions.map(({ code }) => code));
  const kept: Record<string, RememberedTable> = {};
  for (const table of tables) {
    const signature = signatureOf(table);
    if (signature === '') continue;
    const own = besideEarlier(
      toldOf(
        table,
        told.find(({ id }) => id === table.id),
        answers,
        codes,
      ),
      known(table, before),
      recalled.includes(table.id),
    );
    kept[signature] = Object.hasOwn(kept, signature) ? agreed(kept[signature]!, own) : own;
  }
  return kept;
}

function toldOf(
  table: HeadedTable,
  told: TableAnswer | undefined,
  answers: Readonly<Record<string, string>>,
  codes: ReadonlySet<string>,
): RememberedTable {
  const byLetters = new Map((told?.columns ?? []).map((each) => [each.column, each]));
  const columns: Record<string, RememberedTable['columns'][string]> = {};
  const given: Record<string, string> = {};
  const note = (key: string, answer: string | undefined) => {
    if (answer !== undefined) given[key] = answer;
  };
  note(ROLE_ASKED, answers[`${ROLE_ASKED}:${table.id}`]);
  for (const [key, letters] of columnsByKey(table)) {
    const column = byLetters.get(letters);
    if (column) columns[key] = { field: column.field, share_class: column.share_class ?? null };
    for (const code of codes) note(`${code} ${key}`, answers[questionId(code, table.id, letters)]);
  }
  return { ...(told?.role !== undefined && { role: told.role }), columns, answers: given };
}

function besideEarlier(own: RememberedTable, earlier: RememberedTable | null, wasRecalled: boolean): RememberedTable {
  if (!earlier) return own;
  const answers = { ...earlier.answers, ...own.answers };
  return wasRecalled
    ? { ...own, answers }
    : { ...earlier, ...own, columns: { ...earlier.columns, ...own.columns }, answers };
}

function agreed(one: RememberedTable, other: RememberedTable): RememberedTable {
  const both = <T>(a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(a).filter(([key, value]) => JSON.stringify(value) === JSON.stringify(b[key])));
  return {
    ...(one.role !== undefined && one.role === other.role && { role: one.role }),
    columns: both(one.columns, other.columns),
    answers: both(one.answers, other.answers),
  };
}

export const isNothing = ({ role, columns, answers }: RememberedTable): boolean =>
  role === undefined && Object.keys(columns).length === 0 && Object.keys(answers).length === 0;

const known = (table: HeadedTable, memory: SheetMemory): RememberedTable | null => {
  const signature = signatureOf(table);
  return Object.hasOwn(memory, signature) ? memory[signature]! : null;
};

/** What was said about tables with the same headings. */
export function recalledTables(tables: readonly HeadedTable[], memory: SheetMemory): TableAnswer[] {
  return tables.flatMap((table): TableAnswer[] => {
    const told = known(table, memory);
    if (!told) return [];
    const columns = [...columnsByKey(table)].flatMap(([key, column]) =>
      Object.hasOwn(told.columns, key) ? [{ column, ...told.columns[key]! }] : [],
    );
    if (told.role === undefined && columns.length === 0) return [];
    return [{ id: table.id, ...(told.role !== undefined && { role: told.role }), columns }];
  });
}

/** Answers to the questions that are open, as they were given about tables with the same headings: by the question's id. */
export function recalledAnswers(
  tables: readonly HeadedTable[],
  questions: readonly Question[],
  memory: SheetMemory,
): Record<string, string> {
  const open = new Map(questions.filter(({ answer }) => answer === null).map((question) => [question.id, question]));
  const answers: Record<string, string> = {};
  const recall = (told: RememberedTable, key: string, id: string) => {
    const question = open.get(id);
    if (!question || !Object.hasOwn(told.answers, key)) return;
    const answer = told.answers[key]!;
    if (question.choices.some(({ value }) => value === answer)) answers[id] = answer;
  };
  for (const table of tables) {
    const told = known(table, memory);
    if (!told) continue;
    recall(told, ROLE_ASKED, `${ROLE_ASKED}:${table.id}`);
    for (const [key, letters] of columnsByKey(table))
      for (const { code } of questions) recall(told, `${code} ${key}`, questionId(code, table.id, letters));
  }
  return answers;
}
