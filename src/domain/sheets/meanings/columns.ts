// What each column of a table means. First match wins; a second column for one field is reported and not read (Q14).
import { FIELDS } from '../reading.ts';
import type { Field, Role, TableAnswer } from '../reading.ts';
import type { FoundTable, Head } from '../tables/findTables.ts';
import { cellAt, isNothing, isNumeric } from '../values/cells.ts';
import { classNameOf, headingWords, isClassHeading } from './headings.ts';
import { ratioInHeading } from './ratios.ts';
import type { Ratio } from './ratios.ts';
import { grantsUnder, isWideClass, partiesOf } from './roles.ts';
import { statusOf } from './statusWords.ts';
import { isDividendHeading, WEAK } from './paymentWords.ts';
import { windowOfHeading } from './windowHeadings.ts';
import { meaningOf, OUTSTANDING_HEADINGS, VESTED_HEADINGS } from './synonyms.ts';

export interface Column extends Head {
  field: Field | null;
  part: string;
  share_class: string | null;
  currency: string | null;
  isPercent: boolean;
  /** A figure that the ledger computes itself. */
  isVested: boolean;
  /** A column of what a class's shares convert into: the class, and the ratio that the heading has. */
  converted: { share_class: string; ratio: Ratio | null } | null;
}

export interface Columns {
  columns: Column[];
  /** Columns that would mean what another one does. */
  doubled: { column: Column; field: Field; read: Column }[];
  /** Columns of numbers whose heading is not known, where no other column holds shares. */
  unknown: Column[];
}

export function columnsOf(table: FoundTable, role: Role, answer?: TableAnswer): Columns {
  const asked = new Map((answer?.columns ?? []).map((each) => [each.column, each]));
  const isWide = role === 'snapshot' || role === 'totals';
  const longForm = table.heads.some(({ own }) => meaningOf(headingWords(own).key, role)?.field === 'class');
  const parties = role === 'transactions' ? partiesOf(table) : null;
  const found = table.heads.map((head) => {
    const chosen = asked.get(head.letters);
    const suggested =
      isWide && !longForm ? wideMeaning(head, role, table) : (partyMeaning(head, parties) ?? plainMeaning(head, role));
    const column = settled({ ...base(head), ...suggested }, table, role);
    return chosen ? asAnswered(column, chosen) : column;
  });
  withoutIssuer(found, table, asked);
  const doubled = withoutDoubled(found, asked);
  const hasShares = found.some(
    ({ field }) =>
      field === 'holding' || field === 'quantity_issued' || field === 'quantity_outstanding' || field === 'granted',
  );
  const unknown =
    role === 'snapshot' && !hasShares && !longForm
      ? found.filter((column) => column.field === null && !asked.has(column.letters) && holdsNumbers(table, column))
      : [];
  return { columns: found.map(({ rank: _rank, ...column }) => column), doubled, unknown };
}

type Ranked = Column & { rank: number };

function base(head: Head): Ranked {
  const { currency, isPercent, key } = headingWords(head.heading);
  const isVested = VESTED_HEADINGS.has(headingWords(head.own).key) || VESTED_HEADINGS.has(key);
  const converted = isVested ? null : ratioInHeading(head.own);
  return { ...head, field: null, part: '', share_class: null, currency, isPercent, isVested, converted, rank: 0 };
}

type Suggested = Pick<Ranked, 'field' | 'part' | 'share_class' | 'rank'>;
const NONE: Suggested = { field: null, part: '', share_class: null, rank: 0 };

function plainMeaning({ own, parent }: Head, role: Role): Suggested {
  if (role === 'ignore' || role === 'vendor_warnings') return role === 'ignore' ? NONE : warningMeaning(own);
  const window = role === 'options' || role === 'plans' ? windowOfHeading(`${parent} ${own}`) : null;
  if (window !== null) return { ...NONE, field: 'exercise_window', part: window };
  const words = headingWords(own);
  if (words.isPercent && !/discount|interest|rate/.test(words.key)) return NONE;
  const meaning =
    meaningOf(words.key, role) ?? (parent === '' ? null : meaningOf(headingWords(`${parent} ${own}`).key, role));
  return meaning ? { field: meaning.field, part: meaning.part, share_class: null, rank: meaning.rank } : NONE;
}

/** "From" and "To", which say something only together. */
function partyMeaning({ own }: Head, parties: ReturnType<typeof partiesOf>): Suggested | null {
  const { key } = headingWords(own);
  if (parties === null || (key !== parties.from && key !== parties.to)) return null;
  return key === parties.from ? { ...NONE, field: 'counterparty', part: 'name' } : { ...NONE, field: 'holder' };
}

/** What is written in digits and is no amount: “2023” names a distribution, “15.06.2023” is a day. */
const YEAR = /^(?:19|20)\d\d$/;
const DAY = /^\d{1,4}([./-])\d{1,2}\1\d{2,4}$/;

function holdsAmounts(table: FoundTable, column: Column, other: RegExp): boolean {
  const texts = table.rows.slice(0, 200).flatMap((row) => cellAt(row, column.column)?.text.trim() ?? []);
  return holdsNumbers(table, column) && !texts.every((text) => isNothing(text) || other.test(text));
}

/** A heading such as “Dividend” or “Paid” stands over names, days or amounts: the cells say which. */
function settled(column: Ranked, table: FoundTable, role: Role): Ranked {
  if (column.field === 'state' && holdsOnly(table, column, (text) => statusOf(text) !== null))
    return { ...column, field: 'status', part: '', rank: 0 };
  const dated =
    column.field === 'forfeited' && /terminat/.test(headingWords(column.own).key)
      ? 'termination_date'
      : column.field === null
        ? undefined
        : DATED[column.field];
  if (dated && holdsOnly(table, column, (text) => DAY.test(text))) return { ...column, field: dated };
  if (role !== 'payments') return column;
  const { key } = headingWords(column.own);
  const isName = column.field === 'distribution' && isDividendHeading(key);
  if (isName && holdsAmounts(table, column, YEAR)) return { ...column, field: 'gross' };
  if (column.field === 'paid_date' && holdsAmounts(table, column, DAY)) return { ...column, field: 'net', rank: WEAK };
  return column;
}

/** "Cancelled" stands over a number, or over the day of it. */
const DATED: Partial<Record<Field, Field>> = {
  cancelled: 'canceled_date',
  forfeited: 'canceled_date',
  exercised: 'exercise_date',
  expired: 'expiration_date',
};

/** Whether most cells of a column are of one kind. */
function holdsOnly({ rows }: FoundTable, { column }: Column, isOne: (text: string) => boolean): boolean {
  const cells = rows.slice(0, 200).flatMap((row) => cellAt(row, column) ?? []);
  const filled = cells.filter(({ text }) => !isNothing(text));
  const fitting = filled.filter((cell) => cell.format === 'date' || isOne(cell.text.trim().slice(0, 100)));
  return fitting.length > 0 && fitting.length * 2 > filled.length;
}

const warningMeaning = (own: string): Suggested =>
  headingWords(own).key === 'security id' ? { ...NONE, field: 'security_id' } : NONE;

/** A wide table has a column for each class; sums, percentages and as-converted counts are no class's. */
function wideMeaning(head: Head, role: Role, { rows }: FoundTable): Suggested {
  const { own, parent } = head;
  const words = headingWords(own);
  const plan = grantsUnder(head, rows);
  if (plan !== null) return { ...NONE, field: 'granted', part: plan };
  if (parent !== '') {
    if (words.isPercent) return NONE;
    const meaning = meaningOf(words.key, role);
    if (isWideClass(head, rows)) return { ...NONE, field: 'holding', share_class: classNameOf(parent).name };
    if (meaning?.field === 'quantity_issued') {
      const above = meaningOf(headingWords(parent).key, role);
      return above?.field === 'granted' ? { ...NONE, field: 'granted' } : NONE;
    }
    if (meaning && isClassHeading(parent))
      return { ...NONE, field: meaning.field, part: parent, share_class: classNameOf(parent).name };
    return meaning ? { ...NONE, field: meaning.field, part: meaning.part, rank: meaning.rank } : NONE;
  }
  if (isWideClass(head, rows)) return { ...NONE, field: 'holding', share_class: classNameOf(own).name };
  if (words.isPercent) return NONE;
  if (role === 'totals' && OUTSTANDING_HEADINGS.has(words.key)) return { ...NONE, field: 'quantity_outstanding' };
  const meaning = meaningOf(words.key, role);
  if (meaning === null) return NONE;
  // A sum over the classes is no holding.
  if (
    meaning.field === 'quantity_outstanding' &&
    role === 'snapshot' &&
    /^(?:outstanding|(?:shares|units) outstanding|outstanding (?:shares|units)|in circulation)$/.test(words.key)
  )
    return NONE;
  return { field: meaning.field, part: meaning.part, share_class: null, rank: meaning.rank };
}

function asAnswered(column: Ranked, chosen: { field: Field | null; share_class?: string | null }): Ranked {
  const field = chosen.field !== null && FIELDS.includes(chosen.field) ? chosen.field : null;
  const share_class =
    chosen.share_class ?? (field === 'holding' ? (column.share_class ?? classNameOf(column.own).name) : null);
  const part = field === column.field ? column.part : '';
  return {
    ...column,
    field,
    part,
    share_class: field === 'holding' || field === column.field ? share_class : null,
    rank: -1,
  };
}

/** One company beside every holder is the issuer, and nobody's institution. */
function withoutIssuer(columns: Ranked[], { rows }: FoundTable, asked: ReadonlyMap<string, unknown>): void {
  const isBeside = columns.some(({ field, part }) => field === 'holder' && part === '');
  for (const column of isBeside ? columns : []) {
    if (column.field !== 'holder' || column.part !== 'institution' || asked.has(column.letters)) continue;
    const texts = rows.slice(0, 200).flatMap((row) => {
      const text = cellAt(row, column.column)?.text.trim() ?? '';
      return isNothing(text) ? [] : [text.slice(0, 200).toLowerCase()];
    });
    if (texts.length >= 2 && new Set(texts).size === 1) column.field = null;
  }
}

function withoutDoubled(columns: Ranked[], asked: ReadonlyMap<string, unknown>): Columns['doubled'] {
  const read = new Map<string, Ranked>();
  const doubled: Columns['doubled'] = [];
  for (const column of columns) {
    if (column.field === null) continue;
    const key = [column.field, column.part, column.share_class ?? ''].join('\n');
    const other = read.get(key);
    if (!other) {
      read.set(key, column);
      continue;
    }
    const isPlainer = column.rank < other.rank && !(asked.has(other.letters) && !asked.has(column.letters));
    const [kept, left] = isPlainer ? [column, other] : [other, column];
    read.set(key, kept);
    if (left.rank < WEAK) doubled.push({ column: left, field: left.field!, read: kept });
    left.field = null;
    left.share_class = null;
  }
  return doubled;
}

function holdsNumbers({ rows }: FoundTable, { column, isPercent }: Column): boolean {
  if (isPercent) return false;
  const cells = rows
    .slice(0, 200)
    .flatMap((row) => cellAt(row, column) ?? [])
    .filter(({ text }) => !isNothing(text));
  return (
    cells.length > 0 && cells.every((cell) => isNumeric(cell) && cell.format !== 'date' && cell.format !== 'percent')
  );
}
