import { describe, expect, it } from 'vitest';
import {
  distributionMachine,
  next,
  nextPayment,
  paymentMachine,
  refuseApproval,
  refuseCancellation,
  statusByPayments,
} from '#src/domain/distribution/distributionMachine.ts';
import type {
  DistributionStatus,
  PaymentCommand,
  PaymentStatus,
} from '#src/domain/distribution/distributionMachine.ts';
import { AppError } from '#src/domain/errors.ts';
import { hasShared, sharedJson } from '../sharedMaterial.ts';
import { distributions } from '#src/resources/distributions.ts';
import { payments } from '#src/resources/payments.ts';

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return `${error.status} ${error.code}: ${error.detail}`;
    throw error;
  }
  return 'nothing';
}

type Step = [command: 'approve' | PaymentCommand, payment?: string];
/** Plays commands and returns the distribution's and the payments' statuses after each. */
function play(steps: Step[]): [DistributionStatus, Record<string, PaymentStatus>][] {
  let status: DistributionStatus = 'pending';
  const payments: Record<string, PaymentStatus> = { p1: 'pending', p2: 'pending' };
  return steps.map(([command, id]) => {
    if (command === 'approve') status = next(distributionMachine, status, command);
    else if (id) payments[id] = nextPayment(status, payments[id] ?? 'pending', command);
    status = statusByPayments(status, Object.values(payments));
    return [status, { ...payments }];
  });
}

const DV_06: Step[] = [
  ['approve'],
  ['start', 'p1'],
  ['complete', 'p1'],
  ['start', 'p2'],
  ['fail', 'p2'],
  ['retry', 'p2'],
  ['start', 'p2'],
  ['complete', 'p2'],
];

describe('the life of a distribution', () => {
  it('ends in paid after one failed payment and its retry (DV-06)', () => {
    expect(play(DV_06)).toEqual([
      ['approved', { p1: 'pending', p2: 'pending' }],
      ['approved', { p1: 'processing', p2: 'pending' }],
      ['approved', { p1: 'completed', p2: 'pending' }],
      ['approved', { p1: 'completed', p2: 'processing' }],
      ['approved', { p1: 'completed', p2: 'failed' }],
      ['approved', { p1: 'completed', p2: 'pending' }],
      ['approved', { p1: 'completed', p2: 'processing' }],
      ['paid', { p1: 'completed', p2: 'completed' }],
    ]);
  });
  it('goes back to approved when a payment is returned', () => {
    expect(play([...DV_06, ['return', 'p1']]).at(-1)).toEqual(['approved', { p1: 'failed', p2: 'completed' }]);
  });
  it('accepts a command only in a state that lists it', () => {
    for (const machine of [distributionMachine, paymentMachine]) {
      for (const [state, commands] of Object.entries(machine.transitions)) {
        for (const command of Object.keys(machine.participles)) {
          const act = () => next(machine as typeof paymentMachine, state as PaymentStatus, command as PaymentCommand);
          expect(refusal(act) === 'nothing').toBe(command in commands);
        }
      }
    }
  });
  it('names the statuses that allow the command when it refuses one', () => {
    expect(refusal(() => next(distributionMachine, 'paid', 'approve'))).toBe(
      '409 distribution_not_pending: This distribution is paid; only a pending one can be approved.',
    );
    expect(refusal(() => next(distributionMachine, 'paid', 'cancel'))).toBe(
      '409 distribution_not_pending: This distribution is paid; only a pending or approved one can be cancelled.',
    );
    expect(refusal(() => next(paymentMachine, 'pending', 'complete'))).toBe(
      '409 payment_not_processing: This payment is pending; only a processing one can be completed.',
    );
    expect(refusal(() => next(paymentMachine, 'failed', 'return'))).toBe(
      '409 payment_not_completed: This payment has failed; only a completed one can be returned.',
    );
  });
  it('starts and retries payments only while approved, and voids them even when cancelled', () => {
    expect(refusal(() => nextPayment('cancelled', 'failed', 'retry'))).toContain('distribution_not_approved');
    expect(refusal(() => nextPayment('pending', 'pending', 'start'))).toContain('distribution_not_approved');
    expect(nextPayment('cancelled', 'pending', 'void')).toBe('failed');
  });
  it('can be approved from the record date on, by a second person where there is one', () => {
    const facts = {
      status: 'pending',
      today: '2026-03-31',
      record_date: '2026-03-31',
      entered_by: ['alice', 'carol'],
      approver_id: 'bob',
      needs_second_person: true,
    } as const;
    expect(refusal(() => refuseApproval(facts))).toBe('nothing');
    expect(refusal(() => refuseApproval({ ...facts, today: '2026-03-30' }))).toBe(
      '409 record_date_ahead: The record date, 2026-03-31, is in the future. Who is entitled is known only at its end.',
    );
    expect(refusal(() => refuseApproval({ ...facts, approver_id: 'alice' }))).toContain('second_person_needed');
    expect(refusal(() => refuseApproval({ ...facts, approver_id: 'alice', needs_second_person: false }))).toBe(
      'nothing',
    );
    expect(refusal(() => refuseApproval({ ...facts, status: 'approved' }))).toContain('already_approved');
  });
  it('can be cancelled only while no payment is processing or completed', () => {
    expect(refusal(() => refuseCancellation('approved', ['pending', 'failed']))).toBe('nothing');
    expect(refusal(() => refuseCancellation('approved', ['pending', 'processing']))).toContain('payments_under_way');
    expect(refusal(() => refuseCancellation('approved', ['completed']))).toContain('payments_under_way');
  });
  it('does not become paid without payments, or once it is cancelled', () => {
    expect(statusByPayments('approved', [])).toBe('approved');
    expect(statusByPayments('cancelled', ['completed'])).toBe('cancelled');
  });
});

it.each([
  [distributions.fields.status, distributionMachine],
  [payments.fields.status, paymentMachine],
] as const)(
  'the statuses that a resource declares match the transitions of its machine',
  ({ states }, { transitions }) => {
    const declared = Object.entries(states).map(([from, { next }]) => [from, [...next].sort()]);
    expect(declared).toEqual(
      Object.entries(transitions).map(([from, moves]) => [from, [...new Set(Object.values(moves))].sort()]),
    );
  },
);

type Published = {
  id: string;
  inputs: {
    machine: Record<string, { transitions: [string, string, string][] }>;
    commands: { do: string; pay?: string }[];
  };
  expected: { steps: { distribution: string; payments: Record<string, string> }[] };
};
const CASES = 'cases/distributions.json';
describe.skipIf(!hasShared(CASES))('the published case DV-06', () => {
  const published = () =>
    (sharedJson(CASES) as { cases: Published[] }).cases.find((each) => each.id === 'DV-06') as Published;
  it('lists the same transitions as our machines', () => {
    const ours = { distribution: distributionMachine, payment: paymentMachine };
    for (const [name, machine] of Object.entries(ours)) {
      const listed = Object.entries(machine.transitions).flatMap(([from, commands]) =>
        Object.entries(commands).map(([command, to]) => [from, command, String(to)] as const),
      );
      const its = published().inputs.machine[name]?.transitions ?? [];
      const statuses = new Set<string>(its.flatMap(([from, , to]) => [from, to]));
      // The published machine knows no batches, and no status that was added since.
      const known = listed.filter(
        ([from, command, to]) => command !== 'withdraw' && statuses.has(from) && statuses.has(to),
      );
      expect(known.sort()).toEqual([...its].sort());
    }
  });
  it('passes through the same statuses', () => {
    const { inputs, expected } = published();
    const steps = inputs.commands.map((each): Step => [each.do as PaymentCommand, each.pay]);
    expect(play(steps)).toEqual(expected.steps.map((step) => [step.distribution, step.payments]));
  });
});
