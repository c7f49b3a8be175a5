// Reads the rows of all tables: records, faults, rows left out, and columns that have to be asked about.
import type { SheetFinding, Skipped } from '../reading.ts';
import type { KindOfRow } from '../tables/rowKinds.ts';
import { certificateOf } from './certificates.ts';
import { holdingsOf } from './holdings.ts';
import { checkHolder, namedOf } from './named.ts';
import { convertibleOf, optionOf, warrantOf } from './otherSecurities.ts';
import { paymentOf } from './payments.ts';
import { emptyRecords } from './records.ts';
import type { ClassRecord, Event, Named, PlanRecord, Records, Security } from './records.ts';
import { RowReader } from './rowReader.ts';
import type { OpenColumn } from './rowReader.ts';
import type { FileFacts, MeantTable } from './table.ts';

export interface Collected {
  records: Records;
  findings: SheetFinding[];
  skipped: Skipped[];
  open: (OpenColumn & { table: MeantTable })[];
}

export function collect(tables: readonly MeantTable[], facts: FileFacts): Collected {
  const collected: Collected = { records: emptyRecords(), findings: [], skipped: [], open: [] };
  const numbers = new Map<string, number>();
  for (const table of tables) {
    if (table.role === 'ignore') continue;
    for (const kind of table.kinds) {
      if (kind.kind === 'record') readRow(table, kind, facts, collected, numbers);
      else if (!(table.role === 'totals' && isSummary(table))) skip(table, kind, collected);
    }
  }
  return collected;
}

/** A vendor's summary has no holders: none of its rows is left out. */
const isSummary = (table: MeantTable): boolean =>
  !table.columns.some(({ field }) => field === 'holder' || field === 'first_name' || field === 'last_name');

function skip(table: MeantTable, { row, kind, label }: KindOfRow, { skipped, findings }: Collected): void {
  if (kind === 'record') return;
  skipped.push({ tab: table.tab, row: row.number, label: label.slice(0, 200), reason: kind });
  if (kind !== 'placeholder' || table.role === 'totals') return;
  const message = `“${label.slice(0, 80)}” stands for something that is not yet decided or not there, so the row is left out.`;
  const holder = table.columns.find(({ field }) => field === 'holder');
  const place = { tab: table.tab, row: row.number, column: holder?.letters ?? null, heading: holder?.heading ?? null };
  findings.push({ code: 'placeholder_row_skipped', severity: 'warning', ...place, value: label.slice(0, 80), message });
}

function readRow(
  table: MeantTable,
  { row, label, group }: KindOfRow,
  facts: FileFacts,
  { records, findings, skipped, open }: Collected,
  numbers: Map<string, number>,
): void {
  const reader = new RowReader(table.tab, row, table.columns, table.formsOf);
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
  const named = role === 'classes' || role === 'plans' || isSummary(table) ? null : namedOf(reader, table);
  const hasHolder = named === null || role === 'totals' || checkHolder(reader, named);
  if (row.hidden && role !== 'totals')
    reader.warn(
      'hidden_row_included',
      null,
      'The row is hidden in the file. It is read, because the printed totals count it.',
    );
  checkNumber(reader, role, numbers);
  const before = reader.findings.length;
  const securities = role === 'totals' ? [] : securitiesOf(reader, table, facts, named);
  const payment = role === 'payments' ? paymentOf(reader, table, facts, group) : null;
  const isIncomplete = reader.findings.slice(before).some(({ code }) => code === 'incomplete_row');
  if (isIncomplete && !reader.hasError && reader.open.length === 0)
    skipped.push({ tab: table.tab, row: row.number, label: label.slice(0, 200), reason: 'incomplete' });
  findings.push(...reader.reported());
  for (const each of reader.open) open.push({ ...each, table });
  const isUnreadable = reader.hasError || reader.open.length > 0;
  if (isUnreadable) securities.length = 0;
  if (named && hasHolder && named.name !== '') {
    named.isFaulty = isUnreadable;
    const holder = records.named.push(named) - 1;
    for (const security of securities) records.securities.push({ ...security, holder } as Security);
    if (payment && !isUnreadable) records.payments.push({ ...payment, holder });
    if (role === 'transactions' && !isUnreadable) {
      const event = eventOf(reader, table, holder);
      if (event) records.events.push(event);
    }
  }
  if ((role === 'certificates' || role === 'snapshot') && !isUnreadable) notePar(reader, records);
  if (role === 'classes' && !reader.hasError) records.classes.push(classOf(reader, table));
  if (role === 'plans' && !reader.hasError) records.plans.push(planOf(reader, table));
}

/** A register that has the nominal value beside each holding says it of the class. */
function notePar(reader: RowReader, { classes }: Records): void {
  const par_value = reader.money('par_value');
  const name = reader.text('class');
  if (par_value === null || name === '' || classes.some((each) => each.name === name)) return;
  classes.push({
    place: null,
    name,
    code: '',
    type: '',
    authorized: null,
    price: null,
    par_value,
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
      return one(convertibleOf(reader, table));
    case 'warrants':
      return one(warrantOf(reader, table, facts));
    case 'snapshot': {
      const { stock, options, wide } = holdingsOf(reader, table, facts);
      if (named) named.wide = wide;
      return [...stock, ...options];
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
      `${number} stands in row ${first} already. Enter the security's own number.`,
    );
}

function checkEvent(reader: RowReader): void {
  const column = reader.column('class');
  if (column && reader.text('class') === '' && reader.valueOf(column).faults.length === 0)
    reader.error('class_missing', 'class', 'The row names no class of shares. Enter the class, such as Ordinary.');
  const quantity = reader.number('quantity_issued');
  if (reader.column('price') && reader.value('price')?.text === '')
    reader.warn('price_missing', 'price', 'The row has no price. It is taken without one.');
  if (reader.hasError || (quantity !== null && quantity > 0n && reader.day('issue_date') !== null)) return;
  const field = quantity === null || quantity <= 0n ? 'quantity_issued' : 'issue_date';
  reader.warn(
    'incomplete_row',
    field,
    `The row has no ${field === 'issue_date' ? 'day' : 'quantity'}, so it is not brought in.`,
  );
}

function eventOf(reader: RowReader, table: MeantTable, holder: number): Event | null {
  const [quantity, date] = [reader.number('quantity_issued'), reader.day('issue_date')];
  if (quantity === null || quantity <= 0n || date === null) return null;
  const [name, email] = [reader.text('counterparty', 'name'), reader.text('counterparty', 'email')];
  const id = reader.text('counterparty', 'id');
  const hasSeller = name !== '' || email !== '' || id !== '';
  const class_name = reader.text('class');
  return {
    place: { table: table.index, row: reader.row.number },
    holder,
    class_name,
    quantity,
    date,
    price: reader.money('price'),
    consideration: reader.money('consideration'),
    type: reader.text('instrument', 'event'),
    number: reader.text('security_id'),
    seller: hasSeller ? { name, email, id, class_name: reader.text('counterparty', 'class') || class_name } : null,
  };
}

const classOf = (reader: RowReader, { index }: MeantTable): ClassRecord => ({
  place: { table: index, row: reader.row.number },
  name: reader.text('class'),
  code: reader.text('class_code'),
  type: reader.text('class_type'),
  authorized: reader.number('authorized'),
  price: reader.money('price'),
  par_value: reader.money('par_value'),
  board_approval_date: reader.day('board_approval_date'),
});

const planOf = (reader: RowReader, { index }: MeantTable): PlanRecord => ({
  place: { table: index, row: reader.row.number },
  name: reader.text('plan'),
  class_name: reader.text('class'),
  reserved: reader.number('authorized'),
  board_approval_date: reader.day('board_approval_date'),
});
