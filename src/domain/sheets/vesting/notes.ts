// Notes that speak of vesting. A note is not imported, so whether its holder's securities vest is asked, one row at a time: a
// schedule in a column of notes is never dropped in silence.
import { grouped } from '#src/domain/figures/decimal.ts';
import { findingAt, placeKey } from '../findings.ts';
import { headingWords } from '../meanings/headings.ts';
import { meaningOf } from '../meanings/synonyms.ts';
import type { Column } from '../meanings/columns.ts';
import type { Question, Role, SheetFinding } from '../reading.ts';
import type { Named, Place, Security } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import { textAt } from '../values/cells.ts';
import { questionId } from '../values/forms.ts';
import { valueKindOf } from '../values/readTable.ts';
import { choicesOf } from './choices.ts';
import type { AnsweredMeaning, Choice } from './choices.ts';
import { readNote, speaksOfVesting } from './noteText.ts';
import type { VestingSecurity, VestingTexts } from './texts.ts';

export interface NotesInput {
  tables: readonly MeantTable[];
  answers: Readonly<Record<string, string>>;
  named: readonly Named[];
  /** All of the file, and those of them that are written. */
  all: readonly Security[];
  isNew: (security: Security) => boolean;
  written: readonly Security[];
  nameOf: (security: Security) => string;
}

interface Note {
  table: MeantTable;
  column: Column;
  place: Place;
  text: string;
}

/** So many are open at a time: the next ones are asked once these are answered. */
const ASKED_MAX = 50;

const OF_HOLDERS: ReadonlySet<Role> = new Set([
  'stakeholders',
  'snapshot',
  'certificates',
  'options',
  'convertibles',
  'warrants',
  'transactions',
  // Tables that are compared: what they say beside their figures is in no other place.
  'totals',
]);

/** Settles what notes say that was confirmed. */
export function vestingNotesOf(
  input: NotesInput,
  vestings: VestingTexts,
): { questions: Question[]; findings: SheetFinding[] } {
  const notes = input.tables.flatMap(notesIn);
  if (notes.length === 0) return { questions: [], findings: [] };
  const atPlace = Map.groupBy(new Set([...input.all, ...input.written]), ({ place }) => placeKey(place));
  const written = new Set(input.written);
  const faulty = new Set(input.named.filter(({ isFaulty }) => isFaulty).map(({ place }) => placeKey(place)));
  const questions: Question[] = [];
  const findings: SheetFinding[] = [];
  let open = 0;
  for (const note of notes) {
    const key = placeKey(note.place);
    if (faulty.has(key)) continue;
    const here = (atPlace.get(key) ?? []).filter(mayVest);
    const bare = here.filter(({ vesting }) => vesting === '');
    if (bare.length === 0) findings.push(...unusedNote(input, note, here));
    const fresh = bare.filter((each) => written.has(each) && input.isNew(each));
    for (const [index, security] of fresh.entries()) {
      const id = idOf(note, index);
      if (input.answers[id] === undefined && open >= ASKED_MAX) {
        vestings.settle(security, { meaning: 'event', start: null, isOpen: true });
        continue;
      }
      const asked = ask(input, note, security, id);
      if (asked.question.answer === null) open += 1;
      questions.push(asked.question);
      vestings.settle(security, asked);
    }
  }
  return { questions, findings };
}

const mayVest = (security: Security): security is VestingSecurity =>
  security.kind === 'stock' || security.kind === 'option';

function notesIn(table: MeantTable): Note[] {
  const columns = OF_HOLDERS.has(table.role) ? table.columns.filter((each) => isNote(each, table.role)) : [];
  if (columns.length === 0) return [];
  return table.kinds.flatMap(({ row, kind }) =>
    kind === 'record'
      ? columns.flatMap((column) => {
          const text = textAt(row, column.column);
          return speaksOfVesting(text) ? [{ table, column, place: { table: table.index, row: row.number }, text }] : [];
        })
      : [],
  );
}

/** A column of notes, also a second one. */
const isNote = ({ field, own }: Column, role: Role): boolean =>
  field === 'note' || (field === null && meaningOf(headingWords(own).key, role)?.field === 'note');

/** A note beside a schedule, or beside nothing that can vest. */
function unusedNote({ tables }: NotesInput, { place, column }: Note, here: readonly VestingSecurity[]): SheetFinding[] {
  const message =
    here.length > 0
      ? 'The note speaks of vesting too. The schedule in its own column counts, and the note is not imported.'
      : 'The note speaks of vesting, and this row has no place for a schedule, so it is not imported. Enter the schedule beside the certificate or the grant itself.';
  return [findingAt(tables, place, column, { code: 'vesting_note_not_read', severity: 'warning', message })];
}

/** Of several securities on one row each has its own. */
const idOf = ({ table, column, place }: Note, index: number): string =>
  `${questionId('note_vesting', table.id, `${column.letters}${place.row}`)}${index > 0 ? `:${index + 1}` : ''}`;

function ask(
  { answers, nameOf }: NotesInput,
  { table, column, place, text }: Note,
  security: VestingSecurity,
  id: string,
): { question: Question; meaning: AnsweredMeaning; start: string | null; isOpen: boolean } {
  const { steps, likely, starts } = readNote(text, orderOf(table));
  const days = starts.length > 0 ? starts : [security.vesting_start ?? security.date];
  const offered = choicesOf(steps ? [steps] : likely, security.quantity).filter(
    ({ meaning }, at) => meaning !== 'vested' && (steps === null || at === 0),
  );
  const choices: (Choice & { start: string | null })[] = [
    ...offered.flatMap((choice): (Choice & { start: string | null })[] =>
      choice.meaning === 'event'
        ? [{ ...choice, start: null }]
        : days.map((start) => ({
            value: `${choice.value} from ${start}`,
            label: `From ${start}, ${choice.label}`,
            meaning: choice.meaning,
            start,
          })),
    ),
    { value: 'no', label: 'No: all of it has vested', meaning: 'vested', start: null },
  ];
  const answer = choices.find(({ value }) => value === answers[id]) ?? null;
  const what = `${grouped(security.quantity)} ${security.kind === 'stock' ? security.class_name : 'options'}`;
  return {
    question: {
      id,
      code: 'note_vesting',
      text: `The note says “${text.slice(0, 100)}”. Do the ${what} of ${nameOf(security).slice(0, 80)} vest that way?`,
      tab: table.tab,
      column: column.letters,
      rows: [place.row],
      choices: choices.map(({ value, label }) => ({ value, label })),
      answer: answer?.value ?? null,
    },
    meaning: answer?.meaning ?? 'event',
    start: answer?.start ?? null,
    isOpen: answer === null,
  };
}

/** The order of day and month that the table's days have. */
function orderOf({ columns, formsOf }: MeantTable) {
  for (const { field, column } of columns) {
    const order = field !== null && valueKindOf(field) === 'day' ? formsOf(column).order : null;
    if (order !== null) return order;
  }
  return null;
}
