// Which payment each line of a statement is, by what it names and by the amount; or why it is none. Nothing is guessed: what is
// not certain is listed.
import { say } from '#src/words/say.ts';
import { decimal } from '../figures/decimal.ts';
import { writtenMoney } from '../figures/money.ts';
import { stateInWords } from '../distribution/distributionMachine.ts';
import type { PaymentStatus } from '../distribution/distributionMachine.ts';
import { plural } from '../plural.ts';
import { answered, isFileOpen, questionsOf } from './questions.ts';
import type { Answers, StatementQuestion } from './questions.ts';
import type { StatementLine } from './statement.ts';

export interface KnownPayment {
  id: string;
  reference: string | null;
  amount: string;
  currency: string;
  status: PaymentStatus;
  record_date: string;
  completed_on: string | null;
  /** The last day on which it was tried again: what is older belongs to an earlier attempt. */
  retried_on: string | null;
  /** Nothing follows from a return of what was paid before it was imported. */
  is_brought_in: boolean;
  shareholder: string;
  distribution: string;
}

/** Why a line completes nothing. */
export const mismatches = [
  'unreadable',
  'not_booked',
  'asked',
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
  /** Money that came in, which a person may record as the return of the payment. */
  isReturn: boolean;
}

export interface MatchedStatement {
  lines: MatchedLine[];
  questions: StatementQuestion[];
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
  answers: Answers = {},
): MatchedStatement {
  const byId = new Map(payments.map((payment) => [compact(payment.id), payment]));
  const byEnd = Map.groupBy(payments, ({ id }) => compact(id).slice(-END_LENGTH));
  const byReference = new Map<string, KnownPayment[]>();
  for (const payment of payments) {
    const key = compact(payment.reference ?? '');
    if (key.length >= REFERENCE_MIN) byReference.set(key, [...(byReference.get(key) ?? []), payment]);
  }
  const named = new Map(
    lines.map((line) => {
      const { ids, references } = namesIn(line.reference);
      const found = [
        ...ids.map((id) => byId.get(id)),
        ...references.flatMap((each) => [...(byReference.get(each) ?? []), ...(byEnd.get(each) ?? [])]),
      ];
      return [line, [...new Set(found.filter((payment) => payment !== undefined))]];
    }),
  );
  const isOpen = isFileOpen(lines, answers);
  const found = lines.map((line) => matchLine(line, named.get(line)!, { today, answers, isFileOpen: isOpen }));
  return {
    lines: withoutDoubleReturns(withoutDoubles(found)),
    questions: questionsOf(lines, answers, (line) => named.get(line)!.length > 0),
  };
}

interface Circumstances {
  today: string;
  answers: Answers;
  isFileOpen: boolean;
}

function matchLine(given: StatementLine, named: KnownPayment[], at: Circumstances): MatchedLine {
  const { line, isOpen } = answered(given, at.answers);
  const none = (
    why: NonNullable<MatchedLine['why']>,
    detail: string,
    payment: KnownPayment | null = null,
  ): MatchedLine => ({ line, payment, why, detail, isReturn: false });
  const [first] = named;
  if (line.fault !== null || line.amount === null || line.date === null)
    return none('unreadable', line.fault ?? say`The day or the amount is missing.`);
  if (line.not_booked !== undefined)
    return none('not_booked', say`The bank says “${line.not_booked}”, so the line completes nothing.`, first);
  if (at.isFileOpen || (isOpen && first))
    return none('asked', say`It waits for an answer to a question of this file.`, first);
  if (line.direction === 'in') return returned(line, named, at.today);
  if (!first) return none('no_such_reference', say`No payment has the id or the reference that this line names.`);
  const equal = ofAmount(line, named);
  if (equal.length === 0) return none('amount_differs', amountDiffers(line, first), first);
  const inStatus = (wanted: PaymentStatus) => equal.filter(({ status }) => status === wanted);
  // One that is under way comes before those that are completed.
  const candidates = [inStatus('processing'), inStatus('completed')].find(({ length }) => length > 0) ?? [];
  if (candidates.length > 1)
    return none('two_candidates', say`${candidates.length} payments of this amount have this reference.`);
  const [payment] = candidates;
  if (!payment) {
    const [other] = equal;
    return none('not_processing', say`The payment is ${stateInWords(other!.status)}. Start it first.`, other);
  }
  const dayFault = dayNotPossible(line.date, payment, at.today);
  if (dayFault !== null) return none('day_not_possible', dayFault, payment);
  if (payment.retried_on !== null && line.date < payment.retried_on)
    return none('day_not_possible', `${earlierAttempt(payment.retried_on)}.`, payment);
  if (payment.status === 'processing') return { line, payment, why: null, detail: null, isReturn: false };
  const detail = payment.completed_on ? say`It was completed on ${payment.completed_on}.` : say`It is completed.`;
  return none(ALREADY_COMPLETED, detail, payment);
}

const ofAmount = ({ amount, currency }: StatementLine, named: readonly KnownPayment[]) =>
  named.filter(
    (payment) => decimal(payment.amount) === decimal(amount!) && (currency ?? payment.currency) === payment.currency,
  );

const amountDiffers = ({ amount, currency }: StatementLine, payment: KnownPayment) =>
  say`The statement says ${writtenMoney(amount!, currency ?? payment.currency)}, the payment is ${writtenMoney(payment.amount, payment.currency)}.`;

const dayNotPossible = (day: string, { record_date }: KnownPayment, today: string): string | null =>
  day < record_date || day > today
    ? say`${day} is not between the record date, ${record_date}, and today, ${today}.`
    : null;

const earlierAttempt = (retried_on: string) =>
  say`The payment was tried again on ${retried_on}, so this line is of an earlier attempt`;

/** Money that came in: a return of the one payment that it names, where that can have come back on this day. */
function returned(line: StatementLine, named: readonly KnownPayment[], today: string): MatchedLine {
  const cameIn = (more: string, payment: KnownPayment | null = null, isReturn = false): MatchedLine => ({
    line,
    payment,
    why: 'money_in',
    detail: say`This money came in. ${more}`,
    isReturn,
  });
  const [first] = named;
  if (!first) return cameIn(say`A payment that came back is recorded with Return.`);
  const equal = ofAmount(line, named);
  if (equal.length === 0) return cameIn(amountDiffers(line, first), first);
  const open = equal.filter(({ status }) => status === 'processing' || status === 'completed');
  if (open.length > 1) return cameIn(say`It names ${plural(open.length, say`payment`, say`payments`)} of this amount.`);
  const [payment] = open;
  if (!payment) return cameIn(say`The payment is ${stateInWords(equal[0]!.status)} already.`, equal[0]);
  const { completed_on, retried_on } = payment;
  const day = line.date!;
  const fault = dayNotPossible(day, payment, today);
  if (fault !== null) return cameIn(fault, payment);
  if (completed_on !== null && day < completed_on)
    return cameIn(say`The payment arrived on ${completed_on}, after this line.`, payment);
  if (retried_on !== null && day <= retried_on) return cameIn(`${earlierAttempt(retried_on)}.`, payment);
  if (payment.is_brought_in)
    return cameIn(say`The payment was imported from a file, so its return is not recorded here.`, payment);
  return cameIn(say`It names this payment, and can be recorded as its return.`, payment, true);
}

/** The payment that it would complete, or the one that was completed by it. */
const isPayment = ({ why }: MatchedLine) => why === null || why === ALREADY_COMPLETED;

/** Two lines that are the same payment: a person decides which one, and sees that a bank paid it twice. */
function withoutDoubles(found: readonly MatchedLine[]): MatchedLine[] {
  const lines = linesByPayment(found.filter(isPayment));
  return found.map((each) => {
    const numbers = isPayment(each) ? lines.get(each.payment!.id)! : [];
    if (numbers.length < 2) return each;
    return { ...each, why: 'two_candidates', detail: say`Lines ${numbers.join(', ')} are all of this payment.` };
  });
}

function withoutDoubleReturns(found: readonly MatchedLine[]): MatchedLine[] {
  const lines = linesByPayment(found.filter(({ isReturn }) => isReturn));
  return found.map((each) => {
    const numbers = each.isReturn ? lines.get(each.payment!.id)! : [];
    if (numbers.length < 2) return each;
    return {
      ...each,
      isReturn: false,
      detail: say`This money came in. Lines ${numbers.join(', ')} all name this payment.`,
    };
  });
}

function linesByPayment(found: readonly MatchedLine[]): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const { payment, line } of found) lines.set(payment!.id, [...(lines.get(payment!.id) ?? []), line.number]);
  return lines;
}
