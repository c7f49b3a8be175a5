// Rows of a table of holdings: classes across (wide), or a row for each holder and class (long).
import { divide, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Column } from '../meanings/columns.ts';
import { isGrantClass } from '../meanings/headings.ts';
import { planOfHeading } from '../meanings/planHeadings.ts';
import type { Drafted } from './certificates.ts';
import type { Field } from '../reading.ts';
import { shareNumbersOf } from './shareNumbers.ts';
import { convertibleOf } from './otherSecurities.ts';
import { noteLeaving } from './leaving.ts';
import type { Convertible, Money, Option, Stock } from './records.ts';
import type { RowReader } from './rowReader.ts';
import type { FileFacts, MeantTable } from './table.ts';
import { vestingText } from './vestingText.ts';

export interface Holdings {
  stock: Drafted<Stock>[];
  options: Drafted<Option>[];
  /** SAFEs and notes that stand beside holdings. */
  convertibles: Drafted<Convertible>[];
  /** The classes held, of a wide row. */
  wide: string[] | null;
}

export function holdingsOf(reader: RowReader, table: MeantTable, facts: FileFacts): Holdings {
  const isWide = !table.columns.some(({ field }) => field === 'class');
  const convertible = convertibleBeside(reader, table, facts);
  const held = isWide
    ? wideHoldings(reader, table, facts, convertible)
    : longHolding(reader, table, facts, convertible);
  if (held.stock.length > 0) noteLeaving(reader);
  return reader.hasError ? held : { ...held, convertibles: convertible ? [convertible] : [] };
}

/** What a row of holdings also says of a SAFE or a note. An amount beside a cap or a discount is its principal. */
function convertibleBeside(reader: RowReader, table: MeantTable, facts: FileFacts): Drafted<Convertible> | null {
  const principal = reader.money('principal') ?? (hasTerms(reader) ? reader.money('consideration') : null);
  if (principal === null || principal.amount <= ZERO || facts.hasConvertibleTable) return null;
  const convertible = namedBy(reader, convertibleOf(reader, table, facts, principal));
  if (convertible?.isDateMissing)
    reader.warn(
      'date_missing',
      reader.column('principal') ?? 'consideration',
      `The file has no issue date for this SAFE or note. It is imported as of ${facts.day}.`,
    );
  return convertible;
}

/** "Convertible notes" above the amounts says what they are. */
function namedBy(reader: RowReader, convertible: Drafted<Convertible> | null): Drafted<Convertible> | null {
  const heading = reader.column('principal')?.own ?? '';
  return convertible && convertible.instrument === '' && /safe|note|loan|darlehen/i.test(heading)
    ? { ...convertible, instrument: heading.slice(0, 80) }
    : convertible;
}

const hasTerms = (reader: RowReader): boolean =>
  reader.money('valuation_cap') !== null || reader.number('discount') !== null || reader.text('instrument') !== '';

/** "Common (cancelled)": a class does not end. */
const ENDED_CLASS =
  /\b(?:cancell?ed|repurchased|bought back|forfeited|expired|redeemed|voided?|retired|exercised|converted into|annulliert|storniert|zurückgekauft|annulée?s?|rachetée?s?|anulad[ao]s?|recomprad[ao]s?)\b/i;

/** SAFEs, notes and warrants are no shares yet, also where a column of classes names them. */
const NO_STOCK =
  /\b(?:safes?|asas?|kiss|convertibles?|(?:loan|promissory|convertible) notes?|notes?|wandeldarlehen|darlehen|bsa air|warrants?|phantom|sars?)\b/i;

function wideHoldings(
  reader: RowReader,
  table: MeantTable,
  facts: FileFacts,
  convertible: Drafted<Convertible> | null,
): Holdings {
  const stock: Drafted<Stock>[] = [];
  const options: Drafted<Option>[] = [];
  let dateless: Column | null = null;
  for (const column of table.columns) {
    const { field } = column;
    if (field !== 'holding' && field !== 'granted' && field !== 'quantity_issued' && field !== 'quantity_outstanding')
      continue;
    const quantity = reader.valueOf(column).number;
    if (quantity === null || quantity <= 0n) continue;
    if (field === 'granted') {
      if (!facts.hasOptionTable) options.push(grantOf(reader, table, facts, { quantity, plan: column.part, type: '' }));
      continue;
    }
    const class_name = column.share_class ?? facts.classOf(table.id, column.letters) ?? facts.onlyClass;
    if (class_name === null) continue;
    const held = stockOf(reader, table, facts, { class_name, quantity, column, isPaid: convertible === null });
    if (held.isDateMissing) dateless ??= column;
    stock.push(held);
  }
  if (dateless && !reader.hasError) noteDate(reader, dateless, facts);
  return reader.hasError
    ? { stock: [], options: [], convertibles: [], wide: null }
    : {
        stock,
        options,
        convertibles: [],
        wide: [...stock.map(({ class_name }) => class_name), ...options.map(({ plan }) => `options ${plan}`)],
      };
}

function longHolding(
  reader: RowReader,
  table: MeantTable,
  facts: FileFacts,
  convertible: Drafted<Convertible> | null,
): Holdings {
  const none: Holdings = { stock: [], options: [], convertibles: [], wide: null };
  const column = reader.column('class')!;
  const class_name = reader.text('class');
  const stated = reader.number('quantity_outstanding') ?? reader.number('quantity_issued');
  if (NO_STOCK.test(class_name.slice(0, 200))) {
    if (convertible === null || (stated !== null && stated > ZERO))
      reader.error(
        'class_is_no_stock',
        'class',
        `“${class_name.slice(0, 60)}” is not a class of shares. Enter the amount of a SAFE or a note in a column “Principal”, and import warrants as a table of their own.`,
      );
    return none;
  }
  if (ENDED_CLASS.test(class_name.slice(0, 200)))
    reader.error(
      'class_has_status',
      'class',
      `“${class_name.slice(0, 60)}” says what became of the shares. Enter the class alone, and the rest in a column “Status”.`,
    );
  if (convertible !== null && (stated === null || stated === ZERO)) return none;
  if (class_name === '' && reader.valueOf(column).faults.length === 0)
    reader.error('class_missing', 'class', 'The row names no class of shares. Enter the class, such as Common.');
  const quantity = stated;
  if (reader.hasError) return none;
  if (quantity === null || quantity <= 0n) return none;
  if (isGrantClass(class_name))
    return {
      ...none,
      options: facts.hasOptionTable
        ? []
        : [grantOf(reader, table, facts, { quantity, plan: planOf(class_name), type: class_name })],
    };
  if (reader.day('issue_date') === null) noteDate(reader, reader.column('issue_date') ?? column, facts);
  if (reader.column('price') && reader.text('price') === '' && reader.money('consideration') === null)
    reader.warn('price_missing', 'price', 'The row has no price. It is taken without one.');
  const held = stockOf(reader, table, facts, {
    class_name,
    quantity,
    column: null,
    isPaid: convertible === null || reader.column('principal') !== undefined,
  });
  return reader.hasError ? none : { ...none, stock: [held] };
}

/** "Options - 2021 Plan" names the plan. */
const planOf = (class_name: string): string =>
  planOfHeading(class_name) ??
  /^(?:stock )?options?\s*[-–—:(]\s*(.+?)\s*\)?$/i.exec(class_name.slice(0, 200))?.[1] ??
  '';

function noteDate(reader: RowReader, column: Column, { day }: FileFacts): void {
  reader.warn('date_missing', column, `The file has no issue date for this holding. It is imported as held on ${day}.`);
}

function stockOf(
  reader: RowReader,
  table: MeantTable,
  facts: FileFacts,
  held: { class_name: string; quantity: Decimal; column: Column | null; isPaid: boolean },
): Drafted<Stock> {
  const { class_name, quantity, column, isPaid } = held;
  // Of a wide table what stands under the class; a day may stand beside all of them.
  const under = (field: Field, share_class: string | null) =>
    column === null
      ? reader.column(field)
      : table.columns.find((each) => each.field === field && each.share_class === share_class);
  const own = column?.share_class ?? null;
  const [paid, price] = [under('consideration', own), under('price', own)];
  const consideration = paid && isPaid ? moneyOf(reader, paid) : null;
  const stated = price ? moneyOf(reader, price) : null;
  const dated = under('issue_date', own) ?? under('issue_date', null);
  const date = dated ? reader.valueOf(dated).day : null;
  const share_numbers = shareNumbersOf(reader, quantity, under('share_numbers', own));
  return {
    ...base(reader, table),
    kind: 'stock',
    number: reader.text('security_id'),
    date: date ?? facts.day,
    isDateMissing: date === null,
    class_name,
    quantity,
    outstanding: null,
    cancelled: null,
    price:
      stated ?? (consideration && { ...consideration, amount: divide(consideration.amount, quantity, 10, 'HALF_UP') }),
    consideration,
    debt: null,
    vesting: vestingText(reader),
    vesting_start: reader.day('vesting_start'),
    isOpening: true,
    legend: reader.value('legend')?.cell?.text ?? '',
    share_numbers,
    isRestricted: false,
  };
}

function grantOf(
  reader: RowReader,
  table: MeantTable,
  facts: FileFacts,
  { quantity, plan, type }: { quantity: Decimal; plan: string; type: string },
): Drafted<Option> {
  const date = reader.day('issue_date');
  return {
    ...base(reader, table),
    kind: 'option',
    number: '',
    date: date ?? facts.day,
    isDateMissing: date === null,
    plan: plan || reader.text('plan'),
    class_name: facts.onlyClass ?? '',
    quantity,
    outstanding: null,
    exercised: ZERO,
    exercised_on: null,
    forfeited: ZERO,
    expired: ZERO,
    strike: reader.money('strike'),
    type,
    vesting: vestingText(reader),
    vesting_start: reader.day('vesting_start'),
    termination_date: reader.day('termination_date'),
    expiration_date: null,
    windows: [],
  };
}

const base = (reader: RowReader, table: MeantTable) => ({
  place: { table: table.index, row: reader.row.number },
  board_approval_date: null,
  ended_on: null,
  reason: '',
  destination: '',
});

function moneyOf(reader: RowReader, column: Column): Money | null {
  const { number, currency } = reader.valueOf(column);
  return number === null ? null : { amount: number, currency: currency ?? column.currency };
}
