// What is answered about a file must be of that file: an answer that nothing asked for would be kept, do nothing, and let whoever
// sent it believe that it counts.
import type { SheetAnswersBody } from '#src/contract/sheets.ts';
import { isIsoDate, isNearDate } from '#src/domain/dates.ts';
import { sizeWith } from '#src/domain/sheets/gridPage.ts';
import type { Reading, SheetAnswers } from '#src/domain/sheets/reading.ts';
import { recentGrid } from '#server/sheets/recentGrids.ts';
import { invalidFields } from '../core/checked.ts';

type Read = Pick<Reading, 'tables' | 'questions'>;
type Fault = readonly [field: string, message: string];

interface Asked {
  change: SheetAnswersBody;
  /** The answers that are kept, and with the change. */
  before: SheetAnswers;
  after: SheetAnswers;
  /** The reading with the change; what another part of it settles may be asked no more. */
  read: Read;
  /** The reading without the change: takes as long as reading does, so it is asked for where something is not known. */
  readBefore: () => Promise<Read>;
  file: { sha256: string; bytes: Buffer };
}

/** Refuses (422): questions, values, tables, columns, rows and tabs that the file does not have, each by its field. */
export async function refuseUnknown(asked: Asked): Promise<void> {
  const { change, read } = asked;
  let faults = placesAtFault(asked, [read]);
  if (faults.length > 0 || choosesMeaning(change, read)) {
    const before = await asked.readBefore();
    faults = [...placesAtFault(asked, [read, before]), ...choicesAtFault(change, before)];
  }
  if (faults.length === 0 && (change.rows?.length || change.tables?.some((table) => table.heading_rows?.length)))
    faults = await rowsAtFault(asked);
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults));
}

function placesAtFault({ change, before }: Asked, reads: readonly Read[]): Fault[] {
  const { tables = [], rows = [], cells = [], answers = {} } = change;
  const known = new Map(reads.flatMap((read) => read.tables.map((table) => [table.id, table] as const)));
  const columns = new Set(
    reads.flatMap((read) => read.tables.flatMap(({ id, columns }) => columns.map(({ column }) => `${id} ${column}`))),
  );
  const tabs = new Set([...known.values()].map(({ tab }) => tab));
  return [
    ...tables.flatMap(({ id, columns: told = [] }, index): Fault[] =>
      known.has(id)
        ? told.flatMap(({ column }, at): Fault[] =>
            columns.has(`${id} ${column}`)
              ? []
              : [[`tables.${index}.columns.${at}.column`, 'The table has no such column.']],
          )
        : [[`tables.${index}.id`, 'The file has no such table.']],
    ),
    ...rows.flatMap(({ table }, index): Fault[] =>
      known.has(table) ? [] : [[`rows.${index}.table`, 'The file has no such table.']],
    ),
    ...cells.flatMap(({ tab }, index): Fault[] =>
      tabs.has(tab) ? [] : [[`cells.${index}.tab`, 'The file has no such tab.']],
    ),
    ...Object.entries(answers).flatMap(([id, value]): Fault[] => {
      // What was answered before may be sent again, also where nothing asks for it any more.
      if (before.answers?.[id] === value) return [];
      const questions = reads.flatMap((read) => read.questions.filter((question) => question.id === id));
      if (questions.length === 0) return [[`answers.${id}`, 'The file does not ask this.']];
      return questions.some((question) => offers(question, value)) ? [] : [[`answers.${id}`, NOT_OFFERED]];
    }),
  ];
}

const NOT_OFFERED = 'Choose one of the answers that the question offers.';

const offers = ({ code, choices }: Read['questions'][number], value: string): boolean =>
  code === 'as_of' ? isIsoDate(value) && isNearDate(value) : choices.some((choice) => choice.value === value);

/** A class that is answered exists from then on, so the reading with the answer offers it, whatever it is. */
const choosesMeaning = ({ answers = {} }: SheetAnswersBody, { questions }: Read): boolean =>
  questions.some(({ id, code }) => code === 'column_meaning' && answers[id] !== undefined);

const choicesAtFault = ({ answers = {} }: SheetAnswersBody, before: Read): Fault[] =>
  before.questions.flatMap((question): Fault[] => {
    const value = answers[question.id];
    return value === undefined || question.code !== 'column_meaning' || offers(question, value)
      ? []
      : [[`answers.${question.id}`, NOT_OFFERED]];
  });

async function rowsAtFault({ change, after, read, file, readBefore }: Asked): Promise<Fault[]> {
  const { grid, sizes } = await recentGrid(file.sha256, () => Promise.resolve(file.bytes));
  const last = new Map(
    grid.tabs.map(({ name }, index) => [name, sizeWith(sizes[index]!, name, after.cells ?? []).lastRow]),
  );
  const asked = [...(change.tables ?? []).map(({ id }) => id), ...(change.rows ?? []).map(({ table }) => table)];
  const isComplete = asked.every((id) => read.tables.some((table) => table.id === id));
  const tables = isComplete ? read.tables : [...(await readBefore()).tables, ...read.tables];
  const lastOf = (table: string) => last.get(tables.find(({ id }) => id === table)!.tab) ?? 0;
  return [
    ...(change.tables ?? []).flatMap(({ id, heading_rows: rows = [] }, index): Fault[] =>
      rows.some((row) => row > lastOf(id)) ? [[`tables.${index}.heading_rows`, 'The tab has no such row.']] : [],
    ),
    ...(change.rows ?? []).flatMap(({ table, row }, index): Fault[] =>
      row > lastOf(table) ? [[`rows.${index}.row`, 'The tab has no such row.']] : [],
    ),
  ];
}
