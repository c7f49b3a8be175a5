// Reads the rows of all tables: records, faults, rows left out, and columns that have to be asked about.
import { relationshipOf } from '../meanings/peopleWords.ts';
import type { SheetFinding, Skipped } from '../reading.ts';
import type { KindOfRow } from '../tables/rowTypes.ts';
import type { GridRow } from '../grid.ts';
import type { Column } from '../meanings/columns.ts';
import { textAt } from '../values/cells.ts';
import { valueKindOf } from '../values/readTable.ts';
import { ratioOf } from '../meanings/ratios.ts';
import type { Ratio } from '../meanings/ratios.ts';
import { certificateOf } from './certificates.ts';
import { checkEvent, eventOf, partiesOf } from './events.ts';
import { holdingsOf } from './holdings.ts';
import { checkHolder, giverOf, namedOf } from './named.ts';
import { convertibleOf, optionOf, warrantOf } from './otherSecurities.ts';
import { paymentOf } from './payments.ts';
import { emptyRecords } from './records.ts';
import type { ClassRecord, Named, PlanRecord, Records, Security } from './records.ts';
import { RowReader } from './rowReader.ts';
import { windowsOfPlanAt } from './windowColumns.ts';
import type { OpenColumn } from './rowReader.ts';
import type { FileFacts, MeantTable } from './table.ts';

export interface Collected {
  records: Records;
  findings: SheetFinding[];
  skipped: Skipped[];
  open: (OpenColumn & { table: MeantTable })[];
  /** By table: its columns that the reading of its rows asked for. */
  used: ReadonlyMap<number, ReadonlySet<number>>;
}

export function collect(tables: readonly MeantTable[], facts: FileFacts): Collected {
  const used = new Map(tables.map(({ index }) => [index, new Set<number>()]));
  const collected: Collected = { records: emptyRecords(), findings: [], skipped: [], open: [], used };
  const numbers = new Map<string, number>();
  for (const table of tables) {
    if (table.role === 'ignore') continue;
    collected.findings.push(...scaleFindings(table));
    const isNameless = lacksHolders(table);
    if (isNameless) collected.findings.push(columnMissing(table, 'holder_column_missing', 'the holders’ names'));
    else if (lacksShares(table))
      collected.findings.push(columnMissing(table, 'quantity_column_missing', 'the number of shares'));
    for (const kind of table.kinds) {
      if (kind.kind === 'record' && isNameless) continue;
      if (kind.kind === 'record') readRow(table, kind, facts, collected, { numbers, used: used.get(table.index)! });
      else if (!(table.role === 'totals' && isSummary(table))) skip(table, kind, collected);
    }
  }
  return collected;
}

const SCALE =
  /['’(]\s*0{3}s?\b|\b(?:in )?(?:000s|thousands?|millions?|tsd\.?|mio\.?|milliers|miles|migliaia|duizend|tusen)\b|\(\s*[km]\s*\)|[$€£]\s?[km]\b/i;

/** "Shares ('000)": the figures are not what they say, and a spreadsheet rounds what it shortens. */
function scaleFindings(table: MeantTable): SheetFinding[] {
  const isFigure = ({ field }: Column) => field !== null && ['shares', 'money'].includes(valueKindOf(field));
  const message =
    'The heading says that these figures are shortened, such as to thousands. Enter them in full, or change the heading where it is only a word.';
  const row = table.headingRows.at(-1) ?? null;
  const found = table.columns
    .filter((column) => isFigure(column) && SCALE.test(column.heading))
    .map(({ letters, heading }): SheetFinding => {
      const place = { tab: table.tab, row, column: letters, heading, value: heading.slice(0, 80) };
      return { code: 'heading_scale', severity: 'error', ...place, message };
    });
  const title = table.above.find(({ cells }) => cells.some(({ text }) => TITLE_SCALE.test(text.slice(0, 200))));
  if (!title || !table.columns.some(isFigure)) return found;
  const place = { tab: table.tab, row: title.number, column: null, heading: null, value: null };
  return [...found, { code: 'heading_scale', severity: 'error', ...place, message }];
}

const TITLE_SCALE = /\b(?:shares|figures|amounts|numbers|all)\b.{0,20}\bin (?:thousands|millions|000s|['’]000)/i;

/** A table of holders or of what they hold, none of whose columns is understood as their names. */
const lacksHolders = ({ role, columns, kinds }: MeantTable): boolean =>
  !['classes', 'plans', 'totals', 'vendor_warnings', 'ignore'].includes(role) &&
  kinds.some(({ kind }) => kind === 'record' || kind === 'footnote') &&
  !columns.some(({ field }) => field === 'holder' || field === 'first_name' || field === 'last_name');

/** Holdings by class, without a column of figures. */
const lacksShares = ({ role, columns, kinds }: MeantTable): boolean =>
  role === 'snapshot' &&
  kinds.some(({ kind }) => kind === 'record') &&
  columns.some(({ field }) => field === 'class') &&
  !columns.some(({ field }) => field !== null && FIGURES.has(field));

const FIGURES: ReadonlySet<string> = new Set(['quantity_issued', 'quantity_outstanding', 'granted', 'principal']);

function columnMissing(table: MeantTable, code: string, what: string): SheetFinding {
  const message = `No column of this table is understood as ${what}. Choose which one it is, or leave the table out.`;
  const place = { tab: table.tab, row: table.headingRows.at(-1) ?? null, column: null, heading: null, value: null };
  return { code, severity: 'error', ...place, message };
}

/** The title of a group of people, and not of a plan. */
const isPeople = (group: string): boolean =>
  relationshipOf(group) !== undefined && !/\b(?:plan|pool|options?|esop|incentive)\b/i.test(group);

/** A vendor's summary has no holders: none of its rows is left out. */
const isSummary = (table: MeantTable): boolean =>
  !table.columns.some(({ field }) => field === 'holder' || field === 'first_name' || field === 'last_name');

function skip(table: MeantTable, { row, kind, label }: KindOfRow, { skipped, findings }: Collected): void {
  if (kind === 'record') return;
  skipped.push({ tab: table.tab, row: row.number, label: label.slice(0, 200), reason: kind });
  if (table.role === 'totals') return;
  if (kind === 'ended' || kind === 'not_issued' || kind === 'treasury') noteSkipped(table, kind, row, label, findings);
  if (kind !== 'placeholder') return;
  const message = `“${label.slice(0, 80)}” stands for something that is not yet decided or not there, so the row is left out.`;
  const holder = table.columns.find(({ field }) => field === 'holder');
  const place = { tab: table.tab, row: row.number, column: holder?.letters ?? null, heading: holder?.heading ?? null };
  findings.push({ code: 'placeholder_row_skipped', severity: 'warning', ...place, value: label.slice(0, 80), message });
}

/** Rows with figures that nobody holds. */
function noteSkipped(
  table: MeantTable,
  kind: 'ended' | 'not_issued' | 'treasury',
  row: GridRow,
  label: string,
  findings: SheetFinding[],
): void {
  const column = table.columns.find(({ field }) => field === (kind === 'treasury' ? 'holder' : 'status'));
  const text = column ? textAt(row, column.column).slice(0, 80) : '';
  const what = table.role === 'payments' ? 'was not paid' : 'is not issued';
  const message =
    kind === 'treasury'
      ? `“${label.slice(0, 80)}” are shares that nobody holds. They are not outstanding, and are not imported.`
      : kind === 'ended'
        ? `The status is “${text}”, so this is not outstanding and is not imported.`
        : `The status is “${text}”: this ${what}, so the row is not imported.`;
  const code = kind === 'treasury' ? 'treasury_row' : kind === 'ended' ? 'row_ended' : 'not_issued';
  const place = { tab: table.tab, row: row.number, column: column?.letters ?? null, heading: column?.heading ?? null };
  findings.push({ code, severity: 'warning', ...place, value: text || label.slice(0, 80), message });
}

function readRow(
  table: MeantTable,
  { row, label, group }: KindOfRow,
  facts: FileFacts,
  { records, findings, skipped, open }: Collected,
  { numbers, used }: { numbers: Map<string, number>; used: Set<number> },
): void {
  const reader = new RowReader(table.tab, row, table.columns, table.formsOf, used);
  const { role } = table;
  if (role === 'vendor_warnings') {
    const words = row.cells
      .map(({ text }) => text.trim())
      .filter(Boolean)
      .join(' · ');
    reader.warn('vendor_warning', null, `The vendor's own export warns: ${words.slice(0, 300)}`);
    findings.push(...reader.reported());
    return;
  }
  const ofRow = role === 'classes' || role === 'plans' || isSummary(table) ? null : namedOf(reader, table);
  const parties = role === 'transactions' && ofRow ? partiesOf(reader, facts, ofRow.name) : null;
  const named = parties?.isOfGiver ? giverOf(reader, table) : ofRow;
  if (role === 'transactions' && parties === null && !reader.hasError) {
    // What its word means is asked, or it was answered that there is nothing to bring in.
    if (facts.eventOf(reader.text('instrument', 'event')) === 'ignore')
      skipped.push({ tab: table.tab, row: row.number, label: label.slice(0, 200), reason: 'by_choice' });
    return;
  }
  const hasHolder = named === null || role === 'totals' || checkHolder(reader, named);
  if (row.hidden && role !== 'totals')
    reader.warn(
      'hidden_row_included',
      null,
      'The row is hidden in the file. It is read, because the printed totals count it.',
    );
  checkNumber(reader, role, numbers);
  if (role === 'classes') {
    const share_class = classOf(reader, table);
    if (!reader.hasError) records.classes.push(share_class);
  }
  // It was read when it was decided what the row is.
  reader.column('status');
  const before = reader.findings.length;
  const securities = role === 'totals' ? [] : securitiesOf(reader, table, facts, named);
  const payment = role === 'payments' ? paymentOf(reader, table, facts, group) : null;
  const isIncomplete = reader.findings.slice(before).some(({ code }) => code === 'incomplete_row');
  if (isIncomplete && !reader.hasError && reader.open.length === 0)
    skipped.push({ tab: table.tab, row: row.number, label: label.slice(0, 200), reason: 'incomplete' });
  const windows = role === 'plans' ? windowsOfPlanAt(reader) : [];
  findings.push(...reader.reported());
  for (const each of reader.open) open.push({ ...each, table });
  const isUnreadable = reader.hasError || reader.open.length > 0;
  if (isUnreadable) securities.length = 0;
  // "Founders" above the rows says what they are to the company.
  if (named && group !== null && isPeople(group)) named.group = group;
  if (named && hasHolder && named.name !== '') {
    named.isFaulty = isUnreadable;
    const holder = records.named.push(named) - 1;
    for (const security of securities) records.securities.push({ ...security, holder } as Security);
    if (payment && !isUnreadable) records.payments.push({ ...payment, holder });
    if (parties && !isUnreadable) {
      const event = eventOf(reader, table, { holder, name: named.name, parties, onlyClass: facts.onlyClass });
      if (event) records.events.push(event);
    }
  }
  reader.noteWhole();
  if ((role === 'certificates' || role === 'snapshot') && !isUnreadable) notePar(reader, records);
  if (role === 'plans' && !reader.hasError) records.plans.push({ ...planOf(reader, table), windows });
}

/** A register that has the nominal value beside each holding says it of the class. */
function notePar(reader: RowReader, { classes }: Records): void {
  const par_value = reader.money('par_value');
  const ratio = reader.column('conversion_ratio') ? ratioAt(reader) : null;
  const name = reader.text('class');
  const known = classes.find((each) => each.name === name);
  if (known && ratio) known.ratio ??= ratio;
  if ((par_value === null && ratio === null) || name === '' || known) return;
  classes.push({
    place: null,
    name,
    code: '',
    type: '',
    authorized: null,
    price: null,
    par_value,
    ratio,
    board_approval_date: null,
  });
}

type Draft = Omit<Security, 'holder'>;

function securitiesOf(reader: RowReader, table: MeantTable, facts: FileFacts, named: Named | null): Draft[] {
  const one = (draft: Draft | null): Draft[] => (draft ? [draft] : []);
  switch (table.role) {
    case 'certificates':
      return one(certificateOf(reader, table, facts));
    case 'options':
      return one(optionOf(reader, table, facts));
    case 'convertibles':
      return one(convertibleOf(reader, table, facts));
    case 'warrants':
      return one(warrantOf(reader, table, facts));
    case 'snapshot': {
      const { stock, options, convertibles, wide } = holdingsOf(reader, table, facts);
      if (named) named.wide = wide;
      return [...stock, ...options, ...convertibles];
    }
    case 'transactions':
      checkEvent(reader);
      return [];
    default:
      return [];
  }
}

/** "CS-001" and "CS-1" are one number. */
export const securityKey = (number: string): string =>
  number
    .trim()
    .toLowerCase()
    .replace(/(^|\D)0+(?=\d)/g, '$1');

function checkNumber(reader: RowReader, role: MeantTable['role'], numbers: Map<string, number>): void {
  if (role === 'totals' || role === 'transactions' || role === 'stakeholders' || role === 'payments') return;
  const number = reader.text('security_id');
  if (number === '') return;
  const key = `${role === 'certificates' || role === 'snapshot' ? 'stock' : role} ${securityKey(number)}`;
  const first = numbers.get(key);
  if (first === undefined) numbers.set(key, reader.row.number);
  else
    reader.error(
      'security_id_duplicate',
      'security_id',
      `${number} is in row ${first} already. Enter the security's own number.`,
    );
}

const classOf = (reader: RowReader, { index }: MeantTable): ClassRecord => ({
  place: { table: index, row: reader.row.number },
  name: reader.text('class'),
  code: reader.text('class_code'),
  type: reader.text('class_type'),
  authorized: reader.number('authorized'),
  price: reader.money('price'),
  par_value: reader.money('par_value'),
  ratio: ratioAt(reader),
  board_approval_date: reader.day('board_approval_date'),
});

function ratioAt(reader: RowReader): Ratio | null {
  const text = reader.text('conversion_ratio');
  const ratio = text === '' ? null : ratioOf(text);
  if (text !== '' && ratio === null)
    reader.error('ratio_unclear', 'conversion_ratio', 'This is not read as a ratio. Enter it as 1:1.5 or 1.5.');
  return ratio;
}

const planOf = (reader: RowReader, { index }: MeantTable): Omit<PlanRecord, 'windows'> => ({
  place: { table: index, row: reader.row.number },
  name: reader.text('plan'),
  class_name: reader.text('class'),
  reserved: reader.number('authorized'),
  board_approval_date: reader.day('board_approval_date'),
});
