// Shares that came from exercises, where a table of grants names only how many were exercised. They are made where the file and the
// ledger have no shares that they could be, else it is asked: shares vanish as little as they are counted twice.
import { grouped, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { findingAt } from '../findings.ts';
import { classTypeOf } from '../meanings/headings.ts';
import type { Question, SheetFinding } from '../reading.ts';
import type { Option, Records, Security, Stock } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import { questionId } from '../values/forms.ts';
import { lostOf } from './existing.ts';
import type { Existing } from './existing.ts';
import { exerciseTarget } from './links.ts';

export interface Exercises {
  /** By grant, the shares that were made of its exercise. They are among the records, too. */
  made: ReadonlyMap<Security, Stock>;
  findings: SheetFinding[];
  questions: Question[];
}

export interface ExercisesInput {
  records: Records;
  tables: readonly MeantTable[];
  answers: Readonly<Record<string, string>>;
  existing: Existing;
  /** The day that counts where an exercise has none. */
  day: string;
  holderOf: readonly number[];
}

/** Adds the shares to the records. */
export function makeExercisedShares({ records, tables, answers, existing, day, holderOf }: ExercisesInput): Exercises {
  const made = new Map<Security, Stock>();
  const findings: SheetFinding[] = [];
  const questions = new Map<string, Question>();
  const stock = records.securities.filter((each): each is Stock => each.kind === 'stock');
  const hasStock = stock.length > 0 || records.events.length > 0 || existing.hasStock;
  const class_name = commonName(records, existing);
  for (const option of records.securities) {
    if (option.kind !== 'option' || option.exercised <= ZERO) continue;
    const quantity = option.exercised - lostOf(existing.security(option, ''));
    if (quantity <= ZERO || exerciseTarget(option, stock, holderOf) !== null) continue;
    const table = tables[option.place.table]!;
    const column = table.columns.find(({ field }) => field === 'exercised' || field === 'status');
    const id = questionId('exercise_shares', table.id, column?.letters ?? '');
    const answer = answers[id] ?? null;
    if (hasStock) {
      const asked = questions.get(id) ?? question(id, table, column?.letters ?? null, column?.heading ?? '', answer);
      questions.set(id, asked);
      asked.rows.push(option.place.row);
      if (asked.answer !== 'make') continue;
    }
    const share = shareOf(option, quantity, option.class_name || class_name, day);
    made.set(option, share);
    const message = `The ${grouped(quantity)} shares of this exercise are imported as issued on ${share.date} to the holder of the grant.`;
    const code = option.exercised_on === null ? 'date_missing' : 'exercise_shares_made';
    findings.push(findingAt(tables, option.place, column ?? null, { code, severity: 'warning', message }));
  }
  records.securities.push(...made.values());
  return { made, findings, questions: [...questions.values()] };
}

function question(
  id: string,
  table: MeantTable,
  column: string | null,
  heading: string,
  answer: string | null,
): Question {
  return {
    id,
    code: 'exercise_shares',
    text: `Are the shares that came from the exercises in “${heading}” among the shares of this file or of your records already?`,
    tab: table.tab,
    column,
    rows: [],
    choices: [
      { value: 'held', label: 'Yes, they are there' },
      { value: 'make', label: 'No, import them as issued by the exercise' },
    ],
    answer: answer === 'held' || answer === 'make' ? answer : null,
  };
}

/** The class that grants are of: the file's common stock, else the company's. */
function commonName({ classes, securities, plans }: Records, existing: Existing): string {
  const names = [
    ...plans.map((each) => each.class_name),
    ...classes.map(({ name }) => name),
    ...securities.flatMap((each) => (each.kind === 'stock' ? [each.class_name] : [])),
  ].filter((name) => name !== '');
  return names.find((name) => classTypeOf(name) === 'COMMON') ?? existing.commonClassName ?? 'Common Stock';
}

const shareOf = (option: Option, quantity: Decimal, class_name: string, day: string): Stock => {
  const date = option.exercised_on ?? (day > option.date ? day : option.date);
  return {
    kind: 'stock',
    place: option.place,
    holder: option.holder,
    number: '',
    date,
    isDateMissing: option.exercised_on === null,
    board_approval_date: null,
    ended_on: null,
    reason: '',
    destination: '',
    class_name,
    quantity,
    outstanding: null,
    cancelled: null,
    price: option.strike,
    consideration: null,
    debt: null,
    vesting: '',
    vesting_start: null,
    isOpening: false,
    isRestricted: false,
    legend: '',
    share_numbers: [],
  };
};
