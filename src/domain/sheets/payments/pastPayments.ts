// All that a file says of payments of the past: distributions, what is wrong with them, and their totals.
import { decimal, ZERO } from '#src/domain/figures/decimal.ts';
import { findingAt } from '../findings.ts';
import { classNameOf, headingWords } from '../meanings/headings.ts';
import { isPlainAmount } from '../meanings/paymentWords.ts';
import type { Classes, ShareClass } from '../objects/classes.ts';
import type { Existing } from '../objects/existing.ts';
import type { People } from '../people/holders.ts';
import type { Changes, Reading, SheetFinding, TieOutLine } from '../reading.ts';
import type { PaymentRecord, Records } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import type { KnownPayment, PaidRow, SheetDistribution } from './distributions.ts';
import { distributionsOf } from './groupRows.ts';
import { paymentTotals } from './paymentTotals.ts';

export interface PastPayments {
  distributions: SheetDistribution[];
  findings: SheetFinding[];
  lines: TieOutLine[];
  counts: Pick<Reading['records'], 'distributions' | 'payments'>;
  changes: Pick<Changes, 'new' | 'same'>;
}

export interface PastPaymentsInput {
  records: Records;
  tables: readonly MeantTable[];
  people: People;
  classes: Classes;
  /** The ids of the holders and classes of the file. */
  built: { holderIds: readonly string[]; classIds: ReadonlyMap<ShareClass, string> };
  existing: Existing;
  currency: string;
  known: readonly KnownPayment[];
}

export function pastPaymentsOf(input: PastPaymentsInput): PastPayments {
  const { records, tables, people, built, currency, known } = input;
  const classIdOf = (name: string) => classIdIn(input, name);
  const paid = distributionsOf({ records, tables, people, holderIds: built.holderIds, classIdOf, currency, known });
  const totals = paymentTotals({
    tables,
    payments: records.payments,
    paid: paid.rows,
    company: paid.company,
    currency,
  });
  return {
    distributions: paid.distributions,
    findings: [...paid.findings, ...totals.findings, ...plainAmounts(tables, records.payments)],
    lines: totals.lines,
    counts: { distributions: paid.distributions.length, payments: paymentsIn(paid.rows) },
    changes: paid.changes,
  };
}

/** A line of which all was withheld is no payment. */
const paymentsIn = (rows: readonly PaidRow[]): number =>
  rows.filter(({ payment }) => decimal(payment.net) !== ZERO).length;

/** The class that a payment names: one of the file, else one of the company; without a name the only one there is. */
function classIdIn({ classes, built: { classIds }, existing }: PastPaymentsInput, name: string): string | null {
  if (name === '')
    return classIds.size === 0 ? existing.onlyClass : classIds.size === 1 ? [...classIds.values()][0]! : null;
  const found = classes.find(name);
  const { name: plain, code } = classNameOf(name);
  return (found && classIds.get(found)) ?? existing.shareClass({ name: plain, code: code ?? name.trim() });
}

/** “Amount” beside a tax does not say whether the tax is in it. */
function plainAmounts(tables: readonly MeantTable[], payments: readonly PaymentRecord[]): SheetFinding[] {
  return tables.flatMap(({ index, role, columns }) => {
    if (role !== 'payments' || columns.some(({ field }) => field === 'gross')) return [];
    const column = columns.find(({ field, own }) => field === 'net' && isPlainAmount(headingWords(own).key));
    const first = column && payments.find(({ place, tax }) => place.table === index && tax !== ZERO);
    if (!first) return [];
    const message = `“${column.heading}” is taken as what was paid, after tax. If the tax is in it, choose “Gross amount” as its meaning.`;
    return [findingAt(tables, first.place, column, { code: 'amount_after_tax', severity: 'warning', message })];
  });
}
