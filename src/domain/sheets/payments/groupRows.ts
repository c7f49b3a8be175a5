// Payments of the past, put together into distributions: by their name, else by day, class and currency. What the company has
// already is matched and not imported twice.
import { nameKey } from '../meanings/peopleWords.ts';
import { decimal, formatDecimal, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { NUMBER_LIMIT } from '#src/domain/ledger/core/fields.ts';
import { findingAt } from '../findings.ts';
import type { People } from '../people/holders.ts';
import type { Changes, SheetFinding } from '../reading.ts';
import type { PaymentRecord, Records } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import type { KnownPayment, PaidRow, SheetDistribution, SheetPayment } from './distributions.ts';
import { matchPayments } from './knownPayments.ts';

export interface Distributions {
  /** All of the file, those too that the company has. */
  distributions: SheetDistribution[];
  rows: PaidRow[];
  findings: SheetFinding[];
  changes: Pick<Changes, 'new' | 'same'>;
  /** What the company has of rows that it knows. */
  company: ReadonlyMap<PaidRow, KnownPayment>;
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
  findings.push(...tooMuch(tables, rows));
  const matched = matchPayments(tables, rows, input.known);
  return {
    distributions,
    rows,
    findings: [...findings, ...matched.findings],
    changes: matched.changes,
    company: matched.company,
  };
}

function classFault(tables: readonly MeantTable[], { place, class_name }: PaymentRecord): SheetFinding {
  const [code, message] =
    class_name === ''
      ? ['class_missing', 'The row names no class of shares. Enter the class, such as Common.']
      : [
          'class_unknown',
          `The company has no class “${class_name.slice(0, 80)}”, and this file has none of that name. Enter a class that the company has, or import its holdings first.`,
        ];
  return findingAt(tables, place, 'class', { code: code!, severity: 'error', message: message! });
}

/** A distribution whose payments together are more than the company's money columns hold: said at the first that is. */
function tooMuch(tables: readonly MeantTable[], rows: readonly PaidRow[]): SheetFinding[] {
  const message =
    'The payments of this distribution come to more than 28 digits before the point. Correct the amounts.';
  return [...Map.groupBy(rows, ({ distribution }) => distribution).values()].flatMap((paid) => {
    let sum = ZERO;
    const at = paid.find(({ payment }) => (sum += decimal(payment.gross)) >= NUMBER_LIMIT);
    return at
      ? [findingAt(tables, at.places[0]!, 'gross', { code: 'number_too_large', severity: 'error', message })]
      : [];
  });
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
      const holder = people.holders[people.holderOf[draft.holder]!]!.name;
      const row: PaidRow = { distribution, payment: paymentOf(draft), holder, places: [draft.place] };
      byHolder.set(keyOf(draft), { row, numbers: new Set([draft.number]) });
      distribution.payments.push(row.payment);
      rows.push(row);
    } else if (draft.number !== '' && !known.numbers.has(draft.number) && !known.numbers.has('')) {
      known.numbers.add(draft.number);
      known.row.places.push(draft.place);
      addTo(known.row.payment, draft);
    } else {
      const message = `${known.row.holder} is paid by ${distribution.name} for this class in row ${known.row.places[0]!.row} already. Leave one row out, or put both together into one.`;
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
  said,
}: Draft): SheetPayment => ({
  shareholder_id,
  share_class_id,
  shares: shares === null ? null : formatDecimal(shares),
  gross: formatDecimal(gross),
  tax: formatDecimal(tax),
  net: formatDecimal(net),
  paid_on,
  reference: reference || null,
  said,
});

/** A further certificate of the same holder and class. The last day on which it was paid counts. */
function addTo(payment: SheetPayment, { shares, gross, tax, net, paid_on, said }: Draft): void {
  const sum = (text: string, value: Decimal) => formatDecimal(decimal(text) + value);
  payment.shares = payment.shares === null || shares === null ? null : sum(payment.shares, shares);
  payment.gross = sum(payment.gross, gross);
  payment.tax = sum(payment.tax, tax);
  payment.net = sum(payment.net, net);
  payment.said = payment.said.filter((figure) => said.includes(figure));
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
