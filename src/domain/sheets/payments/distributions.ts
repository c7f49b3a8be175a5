// Payments of the past, put together into distributions: by their name, else by day, class and currency. What the company has
// already is matched and not brought in twice.
import { decimal, formatDecimal, grouped } from '../../figures/decimal.ts';
import type { Decimal } from '../../figures/decimal.ts';
import { findingAt } from '../findings.ts';
import { nameKey } from '../people/holders.ts';
import type { People } from '../people/holders.ts';
import type { Changes, SheetFinding } from '../reading.ts';
import type { PaymentRecord, Place, Records } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';

export interface SheetPayment {
  shareholder_id: string;
  share_class_id: string;
  /** Null where the file does not say. */
  shares: string | null;
  gross: string;
  tax: string;
  net: string;
  paid_on: string;
  reference: string | null;
}

export interface SheetDistribution {
  name: string;
  type: 'dividend' | 'return_of_capital' | 'liquidation' | 'interest';
  currency: string;
  record_date: string;
  payment_date: string;
  payments: SheetPayment[];
}

/** What a holder was paid, or is to be paid, by a distribution that the company has. */
export interface KnownPayment {
  distribution: string;
  currency: string;
  payment_date: string;
  paid_on: string | null;
  shareholder_id: string;
  share_class_id: string;
  net: string;
}

/** A payment of the file with the rows that it comes from: several where a holder has several certificates. */
export interface PaidRow {
  distribution: SheetDistribution;
  payment: SheetPayment;
  places: Place[];
}

export interface Distributions {
  /** All of the file, those too that the company has. */
  distributions: SheetDistribution[];
  rows: PaidRow[];
  findings: SheetFinding[];
  changes: Pick<Changes, 'new' | 'same'>;
}

export interface DistributionsInput {
  records: Records;
  tables: readonly MeantTable[];
  people: People;
  holderIds: readonly string[];
  /** Null: there is no such class, or without a name more than one. */
  classIdOf: (name: string) => string | null;
  currency: string;
  known: readonly KnownPayment[];
}

interface Draft extends PaymentRecord {
  shareholder_id: string;
  share_class_id: string;
  ccy: string;
}

export function distributionsOf(input: DistributionsInput): Distributions {
  const { records, tables, people } = input;
  const findings: SheetFinding[] = [];
  const drafts = records.payments.flatMap((each): Draft[] => {
    const share_class_id = input.classIdOf(each.class_name);
    const shareholder_id = input.holderIds[people.holderOf[each.holder]!]!;
    if (share_class_id !== null)
      return [{ ...each, shareholder_id, share_class_id, ccy: each.currency ?? input.currency }];
    findings.push(classFault(tables, each));
    return [];
  });
  const rows: PaidRow[] = [];
  const distributions = groupsOf(drafts).map((group) => distributionOf(group, input, rows, findings));
  const changes = { new: 0, same: 0 };
  const match = matcherOf(input.known);
  for (const { distribution, payment, places } of rows) {
    const known = match(distribution, payment);
    if (known === null) changes.new += 1;
    else if (known.net === payment.net) changes.same += 1;
    else findings.push(difference(tables, places[0]!, distribution, payment, known));
  }
  return { distributions, rows, findings, changes };
}

function classFault(tables: readonly MeantTable[], { place, class_name }: PaymentRecord): SheetFinding {
  const [code, message] =
    class_name === ''
      ? ['class_missing', 'The row names no class of shares. Enter the class, such as Common.']
      : [
          'class_unknown',
          `The company has no class “${class_name.slice(0, 80)}”, and this file brings none of that name. Enter a class that it has, or bring in its holdings first.`,
        ];
  return findingAt(tables, place, 'class', { code: code!, severity: 'error', message: message! });
}

/** By name, days and currency. A name without a day of its own is one distribution, unless it pays a holder again on another day. */
function groupsOf(drafts: readonly Draft[]): Draft[][] {
  const groups = Map.groupBy(drafts, ({ distribution, payment_date, record_date, paid_on, share_class_id, ccy }) =>
    JSON.stringify(
      distribution === ''
        ? ['', payment_date ?? paid_on, record_date, share_class_id, ccy]
        : [nameKey(distribution), payment_date, record_date, ccy],
    ),
  );
  return [...groups.values()].flatMap((group) => {
    if (group[0]!.payment_date !== null) return [group];
    const days = new Map<string, string>();
    const isAgain = group.some((each) => {
      const first = days.get(keyOf(each));
      if (first === undefined) days.set(keyOf(each), each.paid_on);
      return first !== undefined && first !== each.paid_on;
    });
    return isAgain ? [...Map.groupBy(group, ({ paid_on }) => paid_on).values()] : [group];
  });
}

const keyOf = ({ shareholder_id, share_class_id }: Pick<Draft, 'shareholder_id' | 'share_class_id'>): string =>
  JSON.stringify([shareholder_id, share_class_id]);

function distributionOf(
  group: readonly Draft[],
  { tables, people }: DistributionsInput,
  rows: PaidRow[],
  findings: SheetFinding[],
): SheetDistribution {
  const first = group[0]!;
  const payment_date = first.payment_date ?? group.map(({ paid_on }) => paid_on).sort()[0]!;
  const record_date = first.record_date ?? payment_date;
  const name =
    first.distribution.replace(/^\d{4}$/, 'Dividend $&') ||
    `Dividend of ${payment_date}${first.class_name && `, ${first.class_name}`}`;
  const distribution: SheetDistribution = {
    name: name.slice(0, 120),
    type: typeOf(name),
    currency: first.ccy,
    record_date,
    payment_date,
    payments: [],
  };
  if (first.record_date === null) {
    const message = `The file names no record date of ${distribution.name}. The day of payment, ${payment_date}, counts as it.`;
    findings.push(findingAt(tables, first.place, null, { code: 'record_date_missing', severity: 'warning', message }));
  }
  const byHolder = new Map<string, { row: PaidRow; numbers: Set<string> }>();
  for (const draft of group) {
    const known = byHolder.get(keyOf(draft));
    if (!known) {
      const row: PaidRow = { distribution, payment: paymentOf(draft), places: [draft.place] };
      byHolder.set(keyOf(draft), { row, numbers: new Set([draft.number]) });
      distribution.payments.push(row.payment);
      rows.push(row);
    } else if (draft.number !== '' && !known.numbers.has(draft.number) && !known.numbers.has('')) {
      known.numbers.add(draft.number);
      known.row.places.push(draft.place);
      addTo(known.row.payment, draft);
    } else {
      const { name: holder } = people.holders[people.holderOf[draft.holder]!]!;
      const message = `${holder} is paid by ${distribution.name} for this class in row ${known.row.places[0]!.row} already. Leave one row out, or put both together into one.`;
      findings.push(findingAt(tables, draft.place, 'holder', { code: 'payment_doubled', severity: 'error', message }));
    }
  }
  return distribution;
}

const paymentOf = ({
  shareholder_id,
  share_class_id,
  shares,
  gross,
  tax,
  net,
  paid_on,
  reference,
}: Draft): SheetPayment => ({
  shareholder_id,
  share_class_id,
  shares: shares === null ? null : formatDecimal(shares),
  gross: formatDecimal(gross),
  tax: formatDecimal(tax),
  net: formatDecimal(net),
  paid_on,
  reference: reference || null,
});

/** A further certificate of the same holder and class. The last day on which it was paid counts. */
function addTo(payment: SheetPayment, { shares, gross, tax, net, paid_on }: Draft): void {
  const sum = (text: string, value: Decimal) => formatDecimal(decimal(text) + value);
  payment.shares = payment.shares === null || shares === null ? null : sum(payment.shares, shares);
  payment.gross = sum(payment.gross, gross);
  payment.tax = sum(payment.tax, tax);
  payment.net = sum(payment.net, net);
  if (paid_on > payment.paid_on) payment.paid_on = paid_on;
}

/** What a name says of the kind; a dividend where it says nothing. */
function typeOf(name: string): SheetDistribution['type'] {
  if (/\binterest\b|zins|\brente\b|\bränta\b|intérêts?\b/i.test(name)) return 'interest';
  if (/liquidation|avvikling|likvidation/i.test(name)) return 'liquidation';
  if (/(?:return|repayment) of capital|kapitalrückzahlung|remboursement de capital/i.test(name))
    return 'return_of_capital';
  return 'dividend';
}

/** Finds what the company has of a payment: the same name, holder, class and currency, due or paid on the same day. */
export function matcherOf(
  known: readonly KnownPayment[],
): (distribution: SheetDistribution, payment: SheetPayment) => KnownPayment | null {
  const key = (
    name: string,
    currency: string,
    { shareholder_id, share_class_id }: Pick<KnownPayment, 'shareholder_id' | 'share_class_id'>,
  ) => JSON.stringify([nameKey(name), currency, shareholder_id, share_class_id]);
  const byKey = Map.groupBy(known, (each) => key(each.distribution, each.currency, each));
  return ({ name, currency, payment_date }, payment) =>
    byKey
      .get(key(name, currency, payment))
      ?.find((each) => each.payment_date === payment_date || each.paid_on === payment.paid_on) ?? null;
}

function difference(
  tables: readonly MeantTable[],
  place: Place,
  { name }: SheetDistribution,
  { net }: SheetPayment,
  known: KnownPayment,
): SheetFinding {
  const message = `${name} has paid this holder ${grouped(decimal(known.net))} already, and the file says ${grouped(decimal(net))}. Correct the row, leave it out, or undo the import that brought the other amount.`;
  return findingAt(tables, place, 'net', { code: 'payment_differs', severity: 'error', message });
}
