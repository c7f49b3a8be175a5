// The states of a distribution and of its payments, the commands that change them, and the conditions between the two.
import { inSentence } from '#src/words/inSentence.ts';
import { said } from '#src/words/said.ts';
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';

export type DistributionStatus = keyof typeof distributionMoves;
type DistributionCommand = 'approve' | 'cancel' | 'settle' | 'reopen';
export const paymentStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
/** Of a payment in a batch: a pending one is in none. */
export type BatchedStatus = Exclude<PaymentStatus, 'pending'>;
export type PaymentCommand = 'start' | 'complete' | 'fail' | 'retry' | 'return' | 'withdraw' | 'void';

type Machine<S extends string, C extends string> = {
  name: string;
  transitions: Readonly<Record<S, Readonly<Partial<Record<C, S>>>>>;
  participles: Readonly<Record<C, () => string>>;
};

const distributionMoves = {
  pending: { approve: 'approved', cancel: 'cancelled' },
  approved: { cancel: 'cancelled', settle: 'paid' },
  paid: { reopen: 'approved' },
  cancelled: {},
} as const;

/**
 * Whether what each holder is owed is fixed in this status: no entry may then move shares up to the record date, and the
 * distribution counts as declared.
 */
const isFixedIn: Readonly<Record<DistributionStatus, boolean>> = {
  pending: false,
  approved: true,
  paid: true,
  cancelled: false,
};
export const isFixed = (status: DistributionStatus): boolean => isFixedIn[status];
export const fixedStatuses = (Object.keys(isFixedIn) as DistributionStatus[]).filter(isFixed);

/** `settle` and `reopen` follow from the payments. No user gives these commands. */
export const distributionMachine: Machine<DistributionStatus, DistributionCommand> = {
  name: 'distribution',
  transitions: distributionMoves,
  participles: {
    approve: () => say`approved`,
    cancel: () => say`cancelled`,
    settle: () => say`settled`,
    reopen: () => say`reopened`,
  },
};

/** `void` is given to pending payments when their distribution is cancelled, `withdraw` to those of a batch that is cancelled. */
export const paymentMachine: Machine<PaymentStatus, PaymentCommand> = {
  name: 'payment',
  transitions: {
    pending: { start: 'processing', void: 'failed' },
    processing: { complete: 'completed', fail: 'failed', withdraw: 'pending' },
    completed: { return: 'failed' },
    failed: { retry: 'pending' },
  },
  participles: {
    start: () => say`started`,
    complete: () => say`completed`,
    fail: () => say`marked as failed`,
    retry: () => say`released to be reissued`,
    return: () => say`returned`,
    withdraw: () => say`taken out of its batch`,
    void: () => say`voided`,
  },
};

/**
 * The state after a command. Throws <name>_not_<state> (409), such as distribution_not_pending, naming the state from
 * which the command is allowed.
 */
export function next<S extends string, C extends string>(machine: Machine<S, C>, state: S, command: C): S {
  const to: S | undefined = machine.transitions[state][command];
  if (to !== undefined) return to;
  const states = Object.keys(machine.transitions) as S[];
  const from = states.filter((each) => machine.transitions[each][command] !== undefined);
  throw notIn(machine, state, from, machine.participles[command]());
}

/** “Pending” -> “pending”: as the choices of a status have it. */
export function stateInWords(state: string): string {
  const words = state.replaceAll('_', ' ');
  return inSentence(said(words.charAt(0).toUpperCase() + words.slice(1)));
}

const nounOf = (name: string) =>
  name === 'payment' ? say`payment` : name === 'distribution' ? say`distribution` : name;

/** The refusal names the current state, which may differ from the one on the user's screen. */
export function notIn<S extends string>(
  { name }: { name: string },
  state: S,
  from: readonly S[],
  participle: string,
): AppError {
  const now = state === 'failed' ? say`has failed` : say`is ${stateInWords(state)}`;
  const detail = say`This ${nounOf(name)} ${now}; only a ${from.map(stateInWords).join(say` or `)} one can be ${participle}.`;
  return new AppError(`${name}_not_${from[0]}`, detail, { status: 409 });
}

/** An approved distribution whose payments are all completed is paid; a paid one with a returned payment is approved again. */
export function statusByPayments(status: DistributionStatus, payments: readonly PaymentStatus[]): DistributionStatus {
  const areAllCompleted = payments.length > 0 && payments.every((payment) => payment === 'completed');
  if (status === 'approved' && areAllCompleted) return next(distributionMachine, status, 'settle');
  if (status === 'paid' && !areAllCompleted) return next(distributionMachine, status, 'reopen');
  return status;
}

/**
 * Throws already_approved, record_date_ahead (409), second_person_needed (403) or what `next` throws.
 * `entered_by`: who created it and who saved it last: theirs is the first consent. `needs_second_person`: the company
 * has the two-person rule, and another account that could approve.
 */
export function refuseApproval(facts: {
  status: DistributionStatus;
  today: string;
  record_date: string;
  entered_by: readonly string[];
  approver_id: string;
  needs_second_person: boolean;
}): void {
  if (isFixed(facts.status)) {
    throw new AppError('already_approved', say`This distribution has already been approved.`, { status: 409 });
  }
  next(distributionMachine, facts.status, 'approve');
  if (facts.needs_second_person && facts.entered_by.includes(facts.approver_id)) {
    throw new AppError('second_person_needed', say`A different administrator must approve this.`, { status: 403 });
  }
  if (facts.today < facts.record_date) {
    const detail = say`The record date, ${facts.record_date}, is in the future. Who is entitled is known only at its end.`;
    throw new AppError('record_date_ahead', detail, { status: 409 });
  }
}

/** Whether no money has moved and none is under way. */
export const canBeCancelled = (status: DistributionStatus, payments: readonly PaymentStatus[]): boolean =>
  distributionMachine.transitions[status].cancel !== undefined &&
  payments.every((payment) => payment === 'pending' || payment === 'failed');

/** Throws payments_under_way (409) when money has moved or is under way, or what `next` throws. */
export function refuseCancellation(status: DistributionStatus, payments: readonly PaymentStatus[]): void {
  next(distributionMachine, status, 'cancel');
  if (canBeCancelled(status, payments)) return;
  const detail = say`Payments of this distribution are completed or under way, so it can no longer be cancelled.`;
  throw new AppError('payments_under_way', detail, { status: 409 });
}

/** What may be done to a payment also depends on its distribution. Throws distribution_not_approved (409) or as `next`. */
export function nextPayment(
  distribution: DistributionStatus,
  payment: PaymentStatus,
  command: PaymentCommand,
): PaymentStatus {
  const needsApproved = command === 'start' || command === 'retry';
  if (needsApproved && distribution !== 'approved') {
    const detail = say`Payments can be started and retried only while their distribution is approved.`;
    throw new AppError('distribution_not_approved', detail, { status: 409 });
  }
  return next(paymentMachine, payment, command);
}
