// Payments of a file against those that the company has: the same, another figure, still to be paid, or alike under another name.
import { nameKey } from '../meanings/peopleWords.ts';
import { addDays } from '#src/domain/dates.ts';
import { decimal, grouped, ZERO } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { findingAt } from '../findings.ts';
import type { Changes, Field, SheetFinding } from '../reading.ts';
import { PAID_FIGURES } from '../records/records.ts';
import type { PaidFigure } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import type { KnownPayment, PaidRow, SheetDistribution, SheetPayment } from './distributions.ts';

/** Payments of one name and amount so few days apart may be the same one. */
const DAYS_NEAR = 30;

export type Match =
  | { kind: 'same'; known: KnownPayment }
  | { kind: 'open'; known: KnownPayment }
  | { kind: 'differs'; known: KnownPayment; figure: PaidFigure };

export interface Matched {
  findings: SheetFinding[];
  changes: Pick<Changes, 'new' | 'same'>;
  /** What the company has of rows that it knows. */
  company: ReadonlyMap<PaidRow, KnownPayment>;
}

export function matchPayments(
  tables: readonly MeantTable[],
  rows: readonly PaidRow[],
  known: readonly KnownPayment[],
): Matched {
  const match = matcherOf(known);
  const found = rows.map((row) => ({ row, match: match(row.distribution, row.payment) }));
  const company = new Map(
    found.flatMap(({ row, match: each }) =>
      each === null || each.kind === 'open' ? [] : [[row, each.known] as const],
    ),
  );
  const alike = likeFinder(known, new Set(company.values()));
  const matched: Matched = { findings: [], changes: { new: 0, same: 0 }, company };
  for (const { row, match: each } of found) {
    if (each === null) {
      matched.changes.new += 1;
      const near = alike(row);
      if (near) matched.findings.push(likeness(tables, row, near));
    } else if (each.kind === 'same') matched.changes.same += 1;
    else if (each.kind === 'open') matched.findings.push(openFault(tables, row, each.known));
    else matched.findings.push(difference(tables, row, each));
  }
  return matched;
}

/**
 * Finds what the company has of a payment, by name, holder, class and currency: paid or due on the same day, else still to be
 * paid and not paid before its record date came near. Null where it has none.
 */
export function matcherOf(
  known: readonly KnownPayment[],
): (distribution: SheetDistribution, payment: SheetPayment) => Match | null {
  const key = (
    name: string,
    currency: string,
    { shareholder_id, share_class_id }: Pick<KnownPayment, 'shareholder_id' | 'share_class_id'>,
  ) => JSON.stringify([nameKey(name), currency, shareholder_id, share_class_id]);
  const byKey = Map.groupBy(known, (each) => key(each.distribution, each.currency, each));
  return (distribution, payment) => {
    const { name, currency, payment_date } = distribution;
    const ofName = byKey.get(key(name, currency, payment)) ?? [];
    const isOnDay = (each: KnownPayment) => each.payment_date === payment_date || each.paid_on === payment.paid_on;
    const closed = ofName
      .filter((each) => !each.is_open && isOnDay(each))
      .map((each) => ({ known: each, figure: differing(each, distribution, payment) }));
    const [best] = [...closed.filter(({ figure }) => figure === null), ...closed];
    if (best)
      return best.figure === null
        ? { kind: 'same', known: best.known }
        : { kind: 'differs', known: best.known, figure: best.figure };
    const open = ofName.find(
      (each) => each.is_open && (isOnDay(each) || payment.paid_on >= addDays(each.record_date, -DAYS_NEAR)),
    );
    return open ? { kind: 'open', known: open } : null;
  };
}

/** The first figure that both say and that is not the same. */
function differing(known: KnownPayment, { record_date }: SheetDistribution, payment: SheetPayment): PaidFigure | null {
  const stated: Record<PaidFigure, string | null> = { ...payment, record_date };
  return (
    PAID_FIGURES.find((figure) => {
      const [ours, theirs] = [known[figure], stated[figure]];
      if (!payment.said.includes(figure) || ours === null || theirs === null) return false;
      return figure === 'record_date' ? ours !== theirs : decimal(ours) !== decimal(theirs);
    }) ?? null
  );
}

/** A payment of the holder that may be the same one. Those that another row of the file is already are none. */
function likeFinder(
  known: readonly KnownPayment[],
  taken: ReadonlySet<KnownPayment>,
): (row: PaidRow) => KnownPayment | undefined {
  const key = ({ shareholder_id, share_class_id }: Pick<KnownPayment, 'shareholder_id' | 'share_class_id'>) =>
    JSON.stringify([shareholder_id, share_class_id]);
  const byHolder = Map.groupBy(
    known.filter((each) => !taken.has(each)),
    key,
  );
  return ({ distribution, payment }) => {
    const days = [payment.paid_on, distribution.payment_date];
    const from = addDays(payment.paid_on, -DAYS_NEAR);
    const until = addDays(payment.paid_on, DAYS_NEAR);
    return byHolder.get(key(payment))?.find((each) => {
      const net = decimal(payment.net);
      // Where all was withheld, nothing paid is no likeness.
      const isAmount = (net !== ZERO && decimal(each.net) === net) || decimal(each.gross) === decimal(payment.gross);
      if (!isAmount) return false;
      const theirs = [each.payment_date, ...(each.paid_on === null ? [] : [each.paid_on])];
      if (theirs.some((day) => days.includes(day))) return true;
      return (
        nameKey(each.distribution) === nameKey(distribution.name) && theirs.some((day) => day >= from && day <= until)
      );
    });
  };
}

function likeness(tables: readonly MeantTable[], { holder, places }: PaidRow, known: KnownPayment): SheetFinding {
  const amount = writtenMoney(known.net, known.currency);
  const message = known.is_open
    ? `${holder} is to be paid ${amount} for this class on ${known.payment_date} by ${known.distribution}, which is approved here. If it is the same payment, leave this row out.`
    : `${holder} was paid ${amount} for this class on ${known.paid_on ?? known.payment_date} by ${known.distribution} already. If it is the same payment, leave this row out.`;
  return findingAt(tables, places[0]!, null, { code: 'payment_alike', severity: 'warning', message });
}

function openFault(tables: readonly MeantTable[], { holder, places }: PaidRow, known: KnownPayment): SheetFinding {
  const message = `${known.distribution} is approved here, and its payment of ${writtenMoney(known.net, known.currency)} to ${holder} is still to be made. Record the payment there, or cancel it first. If this row is about another payment, give its distribution another name.`;
  return findingAt(tables, places[0]!, 'distribution', { code: 'payment_open', severity: 'error', message });
}

const FIGURE_WORDS: Record<PaidFigure, { field: Field; words: string }> = {
  net: { field: 'net', words: 'after tax' },
  gross: { field: 'gross', words: 'before tax' },
  tax: { field: 'tax', words: 'of tax' },
  shares: { field: 'quantity_issued', words: 'shares' },
  record_date: { field: 'record_date', words: '' },
};

function difference(
  tables: readonly MeantTable[],
  { distribution, payment, holder, places }: PaidRow,
  { known, figure }: Extract<Match, { kind: 'differs' }>,
): SheetFinding {
  const { words } = FIGURE_WORDS[figure];
  const [ours, theirs] =
    figure === 'record_date'
      ? [`the record date ${known.record_date}`, distribution.record_date]
      : [`${grouped(decimal(known[figure]!))} ${words}`, grouped(decimal(payment[figure]!))];
  const message = `The company has ${ours} for ${distribution.name}, paid to ${holder} already, and the file says ${theirs}. Correct the row, leave it out, or undo the import that brought the other.`;
  return findingAt(tables, places[0]!, fieldOf(tables, places[0]!.table, figure), {
    code: 'payment_differs',
    severity: 'error',
    message,
  });
}

/** Shares may stand in one of two columns. */
function fieldOf(tables: readonly MeantTable[], table: number, figure: PaidFigure): Field {
  const { field } = FIGURE_WORDS[figure];
  const has = (wanted: Field) => tables[table]!.columns.some((each) => each.field === wanted);
  return figure === 'shares' && !has('quantity_issued') ? 'quantity_outstanding' : field;
}
