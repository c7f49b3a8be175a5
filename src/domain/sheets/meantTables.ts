// Tables with their roles, the meanings of their columns, and what each row is: everything before a value is read.
import type { Grid, GridRow, Merge } from './grid.ts';
import { findingAt } from './findings.ts';
import { columnsOf } from './meanings/columns.ts';
import type { Column, Columns } from './meanings/columns.ts';
import { headingSets, issuesShares, rolesOf } from './meanings/roles.ts';
import { sourceOf } from './meanings/sources.ts';
import { meaningQuestion, roleQuestion, rowQuestion } from './questions.ts';
import { ROLES } from './reading.ts';
import type { Question, Role, SheetAnswers, SheetFinding, Source, TableAnswer } from './reading.ts';
import type { MeantTable } from './records/table.ts';
import { findTables } from './tables/findTables.ts';
import type { FoundTable } from './tables/findTables.ts';
import { wordsOf } from './tables/labels.ts';
import { mergedFigures, withMergedCells } from './tables/mergedCells.ts';
import { rowColumnsOf } from './tables/rowColumns.ts';
import { kindsOf } from './tables/rowKinds.ts';
import { ROW_MEANINGS } from './tables/rowTypes.ts';
import type { RowMeaning } from './tables/rowTypes.ts';
import { readEvents, statusKinds, WordMeanings } from './wordMeanings.ts';
import { isGrantClass } from './meanings/headings.ts';
import { cellAt, isGiven } from './values/cells.ts';
import { readValue } from './values/readTable.ts';
import type { Forms } from './values/readTable.ts';
import type { Decimal } from '../figures/decimal.ts';
import { classOfTitle, companyOfFile, dayOfFile } from './titles.ts';
import { formsOfAll, questionId } from './values/forms.ts';

export interface Meant {
  tables: MeantTable[];
  source: Source;
  company: string | null;
  /** The day that the file names. */
  day: string | null;
  questions: Question[];
  findings: SheetFinding[];
  words: WordMeanings;
  /** Second columns for a field that another one is read for, by table and letters: each is a finding of its own. */
  doubled: ReadonlySet<string>;
}

const MONTH_FIRST: ReadonlySet<Source> = new Set(['carta', 'ltse', 'pulley']);

export function meantTables(grid: Grid, { tables: told = [], answers = {}, rows = [] }: SheetAnswers): Meant {
  const found = findTables(grid, told);
  const source = sourceOf(headingSets(found));
  const company = companyOfFile(found);
  const questions: Question[] = [];
  const asked = new Map(told.map((answer) => [answer.id, answer]));
  const roles = rolesOfAll(found, asked, answers, questions);
  const meant = found.map((table, index) => {
    const role = roles[index]!;
    return { table, role, ...withAnswers(columnsOf(table, role, asked.get(table.id)), table, answers) };
  });
  const { formsOf, order } = formsOfAll(
    meant.map(({ table, columns }) => ({ id: table.id, columns, rows: table.rows })),
    grid,
    source,
    answers,
  );
  const hasGrants = meant.some(({ role, table, columns }) => grantsIn(role, table, columns));
  const merges = new Map(grid.tabs.map((tab, index) => [`t${index + 1}`, tab.merges]));
  const words = new WordMeanings(answers);
  const tables = meant.map(({ table, role, columns }, index): MeantTable => {
    const subject = role === 'classes' ? 'class' : role === 'plans' ? 'plan' : 'holder';
    const choices = new Map(rows.filter((each) => each.table === table.id).map(({ row, use }) => [row, use]));
    const own = (column: number) => formsOf(table.id, column);
    const filled = withMergedCells(table.rows, merges.get(table.id) ?? [], columns);
    const { kinds, open } =
      role === 'ignore'
        ? { kinds: [], open: [] }
        : kindsOf(filled, {
            columns: rowColumnsOf(columns, subject),
            choices,
            meaningOf: (row) => rowMeaning(answers[questionId('row_meaning', table.id, String(row))]),
            valueOf: valuesOf(columns, own),
            hasPools: HAS_POOLS.has(role),
            hasGrants,
            own: new Set(wordsOf(company ?? '')),
            statusKindOf: statusKinds(role, table.tab, columns, words),
          });
    let unanswered = 0;
    for (const row of open) {
      const question = rowQuestion({ ...table, columns }, row, answers);
      // The next ones are asked once these are answered.
      if (question.answer === null && ++unanswered > ROWS_ASKED) break;
      questions.push(question);
    }
    const titleClass = role === 'certificates' ? classOfTitle(table, company) : null;
    return { ...table, rows: filled, index, role, columns, kinds, titleClass, formsOf: own };
  });
  const names = [...new Set(tables.flatMap(({ columns }) => columns.flatMap(({ share_class }) => share_class ?? [])))];
  meant.forEach(({ unknown, columns }, index) => {
    const table = tables[index]!;
    const isClassless =
      table.role === 'snapshot' && names.length === 0 && !columns.some(({ field }) => field === 'class');
    const open = isClassless
      ? columns.filter(({ field }) => field === 'quantity_issued' || field === 'quantity_outstanding')
      : [];
    for (const column of [...unknown, ...open]) questions.push(meaningQuestion(table, column, names, answers));
  });
  const day = dayOfFile(found, order ?? (MONTH_FIRST.has(source) ? 'MDY' : null));
  const findings = doubledFindings(
    tables,
    meant.map(({ doubled }) => doubled),
  );
  for (const table of tables) {
    readEvents(table, words);
    findings.push(...mergedFindings(table, tables, merges.get(table.id) ?? []));
  }
  questions.push(...words.questions);
  const doubled = new Set(
    meant.flatMap((each) => each.doubled.map(({ column }) => `${each.table.id} ${column.letters}`)),
  );
  return { tables, source, company, day, questions, findings, words, doubled };
}

/** So many rows of a table are asked about at a time. */
const ROWS_ASKED = 50;

/** Tables whose rows may be of a plan. */
const HAS_POOLS: ReadonlySet<Role> = new Set(['snapshot', 'totals', 'certificates', 'options']);

const rowMeaning = (text: string | undefined): RowMeaning | null => ROW_MEANINGS.find((each) => each === text) ?? null;

/** Whether a table has what holders were granted. */
const grantsIn = (role: Role, { rows }: FoundTable, columns: readonly Column[]): boolean =>
  (role === 'options' && rows.length > 0) ||
  ((role === 'snapshot' || role === 'totals') &&
    columns.some(
      ({ field, column }) =>
        (field === 'granted' && rows.some((row) => isGiven(cellAt(row, column)?.text ?? ''))) ||
        (field === 'class' && rows.some((row) => isGrantClass((cellAt(row, column)?.text ?? '').slice(0, 200)))),
    ));

function valuesOf(columns: readonly Column[], formsOf: (column: number) => Forms) {
  const byNumber = new Map(columns.map((column) => [column.column, column]));
  return (row: GridRow, number: number): Decimal | null => {
    const column = byNumber.get(number);
    return column ? readValue(row, column, formsOf(number)).number : null;
  };
}

function rolesOfAll(
  found: readonly FoundTable[],
  told: ReadonlyMap<string, TableAnswer>,
  answers: Readonly<Record<string, string>>,
  questions: Question[],
): Role[] {
  const chosen = found.map(({ id }) => told.get(id)?.role ?? roleNamed(answers[`table_role:${id}`]));
  const suggested = found.map((table) => rolesOf(table));
  const roles = found.map(
    ({ hidden }, index) => chosen[index] ?? (hidden ? 'ignore' : (suggested[index]![0] ?? 'ignore')),
  );
  // Ledgers go before tables of holdings: both together would count everything twice.
  const hasLedger = roles.some(
    (role, index) => role === 'certificates' || (role === 'transactions' && issuesShares(found[index]!)),
  );
  return found.map((table, index) => {
    const role = roles[index]!;
    const isOpen = !table.hidden && told.get(table.id)?.role === undefined;
    const fitting = suggested[index]!;
    if (isOpen && fitting.length > 1)
      questions.push(roleQuestion(table.id, table.tab, table.headingRows, fitting, answers));
    if (isOpen && fitting.length === 0 && holdsFigures(table))
      questions.push(
        roleQuestion(
          table.id,
          table.tab,
          table.headingRows,
          ['snapshot', 'certificates', 'options', 'convertibles'],
          answers,
        ),
      );
    return role === 'snapshot' && hasLedger && chosen[index] === undefined ? 'totals' : role;
  });
}

const roleNamed = (text: string | undefined): Role | undefined => ROLES.find((role) => role === text);

/** Headings that are known above rows with numbers: it may be a table that has to be imported. */
const holdsFigures = ({ heads, rows }: FoundTable): boolean =>
  heads.length >= 2 &&
  rows.slice(0, 50).some(({ cells }) => cells.some(({ kind, text }) => kind === 'number' || /^\d[\d.,]*$/.test(text)));

/** A column that was answered to hold the shares of a class. */
function withAnswers(found: Columns, table: FoundTable, answers: Readonly<Record<string, string>>): Columns {
  const columns = found.columns.map((column): Column => {
    const answer = answers[questionId('column_meaning', table.id, column.letters)];
    if (answer === undefined || column.share_class !== null) return column;
    if (answer === 'ignore') return { ...column, field: null };
    return { ...column, field: 'holding', share_class: answer };
  });
  return { ...found, columns };
}

/** A figure that is merged over rows or classes is said at each place that has no figure of its own. */
function mergedFindings(table: MeantTable, tables: readonly MeantTable[], merges: readonly Merge[]): SheetFinding[] {
  if (table.role === 'ignore' || table.role === 'totals' || merges.length === 0) return [];
  return mergedFigures(table.kinds, merges, table.columns).map(({ row, column, first, text }) => {
    const message = `The cell is merged with ${first.column.letters}${first.row}, which has ${text.slice(0, 40)}. How much of it belongs here is not known. Enter the figure of each row in its own cell, and 0 for none.`;
    return findingAt(tables, { table: table.index, row }, column, {
      code: 'figure_merged',
      severity: 'error',
      message,
    });
  });
}

/** Two columns for one field are reported once, also where several tabs have both. */
function doubledFindings(tables: readonly MeantTable[], doubled: readonly Columns['doubled'][]): SheetFinding[] {
  const seen = new Set<string>();
  return doubled.flatMap((list, index) =>
    list.flatMap(({ column, field, read }) => {
      const key = `${field} ${column.heading} ${read.heading}`;
      const table = tables[index]!;
      if (seen.has(key) || table.role === 'totals') return [];
      seen.add(key);
      const message = `“${column.heading}” means the same as “${read.heading}”, which is read. Choose the other one if it is the right one.`;
      const place = { table: index, row: table.headingRows.at(-1) ?? 1 };
      const finding = findingAt(tables, place, column, { code: 'column_doubled', severity: 'warning', message });
      return [{ ...finding, value: column.heading.slice(0, 80) }];
    }),
  );
}
