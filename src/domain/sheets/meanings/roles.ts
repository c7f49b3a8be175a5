// What a table's rows are, by its headings. A tab's own name only decides between two that the headings leave open.
import type { GridRow } from '../grid.ts';
import type { Field, Role } from '../reading.ts';
import { headingWords, isClassHeading } from './headings.ts';
import { arePaymentHeadings } from './paymentWords.ts';
import { eventOf } from './eventWords.ts';
import { PARTY_PAIRS } from './moreWords.ts';
import { planOfHeading } from './planHeadings.ts';
import { meaningOf, TOTALS_HEADINGS } from './synonyms.ts';
import { cellAt, isGiven, isNothing, isNumeric } from '../values/cells.ts';
import type { FoundTable, Head } from '../tables/findTables.ts';

interface Signs {
  has: (...fields: string[]) => boolean;
  keys: ReadonlySet<string>;
  hasHolder: boolean;
  classColumns: number;
  tab: string;
}

function signsOf({ heads, tab, rows }: FoundTable): Signs {
  const keys = new Set(heads.map(({ own }) => headingWords(own).key));
  const fields = new Set<string>();
  for (const key of keys) {
    const meaning = meaningOf(key, null);
    if (meaning) fields.add(meaning.field);
  }
  if (heads.some((head) => grantsUnder(head, rows) !== null)) fields.add('granted');
  const has = (...wanted: string[]) => wanted.some((field) => fields.has(field));
  const hasHolder = has('holder', 'first_name', 'last_name');
  const classColumns = heads.filter((head) => isWideClass(head, rows)).length;
  return { has, keys, hasHolder, classColumns, tab: (tab ?? '').toLowerCase() };
}

/** A column of a wide table that holds shares of one class. */
export const isWideClass = ({ parent, own, column }: Head, rows: FoundTable['rows']): boolean =>
  (parent === ''
    ? isClassHeading(own) && meaningOf(headingWords(own).key, null) === null
    : isClassHeading(parent) && meaningOf(headingWords(own).key, null)?.field === 'quantity_issued') &&
  mayHoldNumbers(rows, column);

/** The plan under which a column of a wide table has what holders were granted; null for any other column. */
export function grantsUnder({ own, parent, column }: Head, rows: FoundTable['rows']): string | null {
  const { key, isPercent } = headingWords(own);
  if (isPercent) return null;
  const field = meaningOf(key, null)?.field;
  const isOfParent = field === 'granted' || field === 'quantity_issued';
  const plan = planOfHeading(own) ?? (isOfParent && parent !== '' ? planOfHeading(parent) : null);
  return plan !== null && mayHoldNumbers(rows, column) ? plan : null;
}

/** Headings for who gave and who received: both, or a pair of short words. Null where a table has no giver. */
export function partiesOf({ heads, rows }: FoundTable): { from: string | null; to: string | null } | null {
  // "From" and "To" over figures or days are a range of shares or of time.
  const named = heads.filter(({ column }) => holdsNames(rows, column));
  const keys = new Set(named.map(({ own }) => headingWords(own).key));
  const pair = PARTY_PAIRS.find(([from, to]) => keys.has(from) && keys.has(to));
  if (pair) return { from: pair[0], to: pair[1] };
  const hasGiver = [...keys].some((key) => {
    const meaning = meaningOf(key, 'transactions');
    return meaning?.field === 'counterparty' && meaning.part === 'name';
  });
  return hasGiver ? { from: null, to: null } : null;
}

/** Texts that are neither numbers nor days, or nothing yet. */
function holdsNames(rows: FoundTable['rows'], column: number): boolean {
  let [names, others] = [0, 0];
  for (const row of rows.slice(0, 200)) {
    const cell = cellAt(row, column);
    if (cell === null || isNothing(cell.text)) continue;
    if (
      isNumeric(cell) ||
      cell.format === 'date' ||
      /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/.test(cell.text.trim().slice(0, 20))
    )
      others += 1;
    else names += 1;
  }
  return names >= others;
}

/** Whether a row has shares and nothing under the headings of these fields: then the table is one of holdings, with more beside them. */
function hasRowsOfShares({ heads, rows }: FoundTable, others: ReadonlySet<Field>): boolean {
  const own: number[] = [];
  const other: number[] = [];
  for (const head of heads) {
    const field = meaningOf(headingWords(head.own).key, null)?.field;
    if (isWideClass(head, rows)) own.push(head.column);
    else if (field !== undefined && others.has(field)) other.push(head.column);
    else if (field === 'quantity_issued' || field === 'quantity_outstanding' || field === 'granted')
      own.push(head.column);
  }
  const hasFigure = (row: GridRow, columns: readonly number[]) =>
    columns.some((column) => {
      const cell = cellAt(row, column);
      return cell !== null && isGiven(cell.text) && isNumeric(cell);
    });
  return own.length > 0 && rows.slice(0, 200).some((row) => hasFigure(row, own) && !hasFigure(row, other));
}

/** A column of a journal: most of its texts are events, and not all of them issues. */
function holdsEvents({ rows }: FoundTable, { column, own }: Head): boolean {
  if (meaningOf(headingWords(own).key, 'transactions')?.part !== 'event') return false;
  const texts = rows.slice(0, 200).flatMap((row) => cellAt(row, column)?.text ?? []);
  const events = texts.flatMap((text) => eventOf(text) ?? []);
  return events.length * 2 > texts.length && events.some((event) => event !== 'issue');
}

/** Whether a journal says how shares came to be, and not only what became of them. */
export function issuesShares(table: FoundTable): boolean {
  const parties = partiesOf(table);
  const columnOf = (part: string) =>
    table.heads.find(({ own }) => {
      const { key } = headingWords(own);
      const meaning = meaningOf(key, 'transactions');
      return meaning?.part === part || (part === 'name' && key === parties?.from);
    })?.column;
  const [event, giver] = [columnOf('event'), columnOf('name')];
  return table.rows.some((row) => {
    const word = event === undefined ? '' : (cellAt(row, event)?.text ?? '');
    if (!isNothing(word)) return eventOf(word) === 'issue';
    return giver === undefined || isNothing(cellAt(row, giver)?.text ?? '');
  });
}

/** A column of a class holds numbers, or nothing yet. */
function mayHoldNumbers(rows: FoundTable['rows'], column: number): boolean {
  let [numbers, texts] = [0, 0];
  for (const row of rows.slice(0, 200)) {
    const cell = cellAt(row, column);
    if (cell === null || isNothing(cell.text)) continue;
    if (isNumeric(cell) || cell.kind === 'error' || cell.formula !== null) numbers += 1;
    else texts += 1;
  }
  return numbers >= texts;
}

/** Whether several roles fit, the first is the likeliest. Empty: nothing in it is known. */
export function rolesOf(table: FoundTable): Role[] {
  if (table.heads.length === 0) return [];
  const { has, keys, hasHolder, classColumns, tab } = signsOf(table);
  const any = (...words: string[]) => words.some((word) => keys.has(word));
  if (any('warning', 'warnings') && any('code', 'security id', 'security type')) return ['vendor_warnings'];
  if (!hasHolder && [...keys].filter((key) => TOTALS_HEADINGS.has(key)).length >= 3) return ['totals'];
  if (partiesOf(table) !== null || any('seller email')) return ['transactions'];
  if (any('transaction type', 'event') && has('issue_date')) return ['transactions'];
  if (hasHolder && has('issue_date') && has('quantity_issued') && table.heads.some((head) => holdsEvents(table, head)))
    return ['transactions'];
  if (!hasHolder) {
    const isPlan =
      any('stock plan name', 'plan name', 'equity plan', 'stock plan', 'option plan') || /\bplans?\b/.test(tab);
    if (isPlan && has('authorized')) return ['plans'];
    const isClass =
      has('class') || any('name', 'stock class name', 'share class name', 'class name', 'unit class name');
    const isJournal = has('issue_date') && has('quantity_issued');
    if (isClass && !isJournal && (has('class_type', 'class_code', 'authorized', 'par_value') || any('type')))
      return ['classes'];
    return [];
  }
  if (!has('strike', 'award_type', 'principal', 'valuation_cap', 'granted') && arePaymentHeadings(keys))
    return ['payments'];
  const holdsBoth = (...fields: Field[]) => hasRowsOfShares(table, new Set(fields));
  const isConvertible =
    has('principal', 'valuation_cap', 'maturity_date') ||
    (has('discount') && any('amount', 'investment', 'purchase amount', 'investment amount'));
  if (isConvertible)
    return holdsBoth('principal', 'valuation_cap', 'discount', 'consideration') ? ['snapshot'] : ['convertibles'];
  const isWarrantTab =
    /\bwarrants?\b/.test(tab) ||
    any('number of warrants', 'warrantholder', 'warrant id') ||
    // Beside shares and options it is a column of a table of holdings.
    (any('warrants') && !any('shares', 'options'));
  if (isWarrantTab && has('quantity_issued', 'quantity_outstanding', 'strike') && classColumns === 0)
    return ['warrants'];
  if (has('strike', 'award_type') || (has('granted') && has('issue_date', 'vesting', 'vesting_start'))) {
    if (classColumns === 0) return ['options'];
    // Shares of a class beside the options, in each row: held besides, or what the options are for.
    return holdsBoth('granted', 'quantity_issued') ? ['snapshot'] : ['snapshot', 'options'];
  }
  const hasQuantity = has('quantity_issued', 'quantity_outstanding');
  if (has('security_id') && hasQuantity) return ['certificates'];
  if (has('class') && hasQuantity) return ['snapshot'];
  if (classColumns > 0 || has('granted')) return ['snapshot'];
  if (hasQuantity)
    return has('email', 'country', 'street_1') && !has('issue_date') ? ['snapshot', 'stakeholders'] : ['snapshot'];
  if (has('email', 'holder_kind', 'holder_id', 'street_1', 'city', 'country', 'first_name', 'last_name') || any('type'))
    return ['stakeholders'];
  return [];
}

/** The headings of every table of a file, for recognising its vendor. */
export const headingSets = (tables: readonly FoundTable[]): ReadonlySet<string>[] =>
  tables.map(({ heads }) => new Set(heads.map(({ own }) => headingWords(own).key)));
