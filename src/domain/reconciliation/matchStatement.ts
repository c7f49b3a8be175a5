// Which payment each line of a statement is, by what it names and by the amount; or why it is none. Nothing is guessed: what is
// not certain is listed.
import { decimal } from '../figures/decimal.ts';
import { writtenMoney } from '../figures/money.ts';
import type { PaymentStatus } from '../distribution/distributionMachine.ts';
import type { StatementLine } from './statement.ts';

export interface KnownPayment {
  id: string;
  reference: string | null;
  amount: string;
  currency: string;
  status: PaymentStatus;
  record_date: string;
  completed_on: string | null;
  shareholder: string;
  distribution: string;
}

/** Why a line completes nothing. */
export const mismatches = [
  'unreadable',
  'money_in',
  'no_such_reference',
  'amount_differs',
  'two_candidates',
  'not_processing',
  'day_not_possible',
] as const;
type Mismatch = (typeof mismatches)[number];

/** Its payment is completed, and it fits. */
const ALREADY_COMPLETED = 'already_completed';

export interface MatchedLine {
  line: StatementLine;
  /** The payment that it is, or the one that it names. */
  payment: KnownPayment | null;
  /** Null: it is this payment, and can be completed. */
  why: Mismatch | typeof ALREADY_COMPLETED | null;
  detail: string | null;
}

const compact = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
/** A reference of fewer characters is found in every other text. */
const REFERENCE_MIN = 4;
const ID_LENGTH = 32;
/** A NACHA file names a payment by the end of its id. */
const END_LENGTH = 15;
const WINDOWS_MAX = 64;

/** What a line may name: ids of payments as 32 hexadecimal digits, whatever breaks them up; and whole words as references. */
export function namesIn(reference: string): { ids: string[]; references: string[] } {
  const whole = compact(reference);
  const ids = new Set<string>();
  for (const [run] of whole.matchAll(/[0-9a-f]{32,}/g))
    for (let at = 0; at + ID_LENGTH <= run.length && ids.size < WINDOWS_MAX; at += 1)
      ids.add(run.slice(at, at + ID_LENGTH));
  const words = [whole, ...reference.split(/[\s,;|/]+/).map(compact)];
  return { ids: [...ids], references: [...new Set(words.filter((word) => word.length >= REFERENCE_MIN))] };
}

/** `today`: the company's. */
export function matchStatement(
  lines: readonly StatementLine[],
  payments: readonly KnownPayment[],
  today: string,
): MatchedLine[] {
  const byId = new Map(payments.map((payment) => [compact(payment.id), payment]));
  const byEnd = Map.groupBy(payments, ({ id }) => compact(id).slice(-END_LENGTH));
  const byReference = new Map<string, KnownPayment[]>();
  for (const payment of payments) {
    const key = compact(payment.reference ?? '');
    if (key.length >= REFERENCE_MIN) byReference.set(key, [...(byReference.get(key) ?? []), payment]);
  }
  const found = lines.map((line) => {
    const { ids, references } = namesIn(line.reference);
    const named = [
      ...ids.map((id) => byId.get(id)),
      ...references.flatMap((each) => [...(byReference.get(each) ?? []), ...(byEnd.get(each) ?? [])]),
    ];
    return matchLine(line, [...new Set(named.filter((payment) => payment !== undefined))], today);
  });
  return withoutDoubles(found);
}

function matchLine(line: StatementLine, named: KnownPayment[], today: string): MatchedLine {
  const none = (why: NonNullable<MatchedLine['why']>, detail: string, payment: KnownPayment | null = null) => ({
    line,
    payment,
    why,
    detail,
  });
  if (line.fault !== null || line.amount === null || line.date === null)
    return none('unreadable', line.fault ?? 'The day or the amount is missing.');
  if (line.direction === 'in')
    return none('money_in', 'This money came in. A payment that came back is recorded with Return.');
  const [first] = named;
  if (!first) return none('no_such_reference', 'No payment has the id or the reference that this line names.');
  const { amount, currency } = line;
  const equal = named.filter(
    (payment) => decimal(payment.amount) === decimal(amount) && (currency ?? payment.currency) === payment.currency,
  );
  if (equal.length === 0) {
    const written = writtenMoney(amount, currency ?? first.currency);
    return none(
      'amount_differs',
      `The statement says ${written}, the payment is ${writtenMoney(first.amount, first.currency)}.`,
      first,
    );
  }
  const inStatus = (wanted: PaymentStatus) => equal.filter(({ status }) => status === wanted);
  // One that is under way comes before those that are completed.
  const candidates = [inStatus('processing'), inStatus('completed')].find(({ length }) => length > 0) ?? [];
  if (candidates.length > 1)
    return none('two_candidates', `${candidates.length} payments of this amount have this reference.`);
  const [payment] = candidates;
  if (!payment) {
    const [other] = equal;
    return none('not_processing', `The payment is ${other!.status}. Start it first.`, other);
  }
  if (line.date < payment.record_date || line.date > today)
    return none(
      'day_not_possible',
      `${line.date} is not between the record date, ${payment.record_date}, and today, ${today}.`,
      payment,
    );
  if (payment.status === 'processing') return { line, payment, why: null, detail: null };
  const detail = payment.completed_on ? `It was completed on ${payment.completed_on}.` : 'It is completed.';
  return none(ALREADY_COMPLETED, detail, payment);
}

/** The payment that it would complete, or the one that was completed by it. */
const isPayment = ({ why }: MatchedLine) => why === null || why === ALREADY_COMPLETED;

/** Two lines that are the same payment: a person decides which one, and sees that a bank paid it twice. */
function withoutDoubles(found: MatchedLine[]): MatchedLine[] {
  const lines = new Map<string, number[]>();
  for (const each of found.filter(isPayment)) {
    const { id } = each.payment!;
    lines.set(id, [...(lines.get(id) ?? []), each.line.number]);
  }
  return found.map((each) => {
    const numbers = isPayment(each) ? lines.get(each.payment!.id)! : [];
    if (numbers.length < 2) return each;
    return { ...each, why: 'two_candidates', detail: `Lines ${numbers.join(', ')} are all of this payment.` };
  });
}
