// What a batch and a payment say, in the words of a treasurer.
import { describe, expect, it } from 'vitest';
import { paymentBatchVerbs } from '#src/resources/verbs/paymentBatches.ts';
import { paymentVerbs } from '#src/resources/verbs/payments.ts';
import type { Sentence, Shown, Writer } from '#src/resources/kit/verb.ts';

const write: Writer = {
  money: (value) => `$${String(value)}`,
  shares: String,
  count: String,
  day: String,
  today: '2026-01-15',
};
const say = (sentence: Sentence<never> | undefined, record: Shown) =>
  typeof sentence === 'function' ? (sentence as (...of: unknown[]) => string)(record, write, {}) : sentence;
const batch = { name: 'Batch 3', count: 4, prenotes: 0, total: '40.00' };

describe('cancelling a batch', () => {
  const { text, submit, keep } = paymentBatchVerbs.cancel;
  it('releases its payments, once the bank has not processed the file', () => {
    expect(say(text, batch)).toBe(
      'Its 4 payments, $40.00 in total, are pending again and can go out with another batch. Cancel only if the bank has not processed the file, or has recalled it: otherwise they are paid twice.',
    );
    expect([submit, keep]).toEqual(['Cancel batch', 'Keep batch']);
  });
  it('of prenotes says that the accounts are tested again, and nothing of payments', () => {
    expect(say(text, { ...batch, count: 0, prenotes: 1, total: '0.00' })).toBe(
      'Its prenote counts as not sent: the account is tested again by the next batch. Cancel only if the bank has not processed the file.',
    );
    expect(say(text, { ...batch, count: 1, prenotes: 2 })).toContain('Its payment, $40.00, is pending again');
    expect(say(text, { ...batch, count: 1, prenotes: 2 })).toContain('Its 2 prenotes count as not sent');
  });
});

it('a failed payment that is retried goes out with the next batch', () => {
  const { label, text, done } = paymentVerbs.retry;
  const failed = { amount: '10.00', shareholder: 'Ruth Aldane' };
  expect(label).toBe('Retry');
  expect(say(text, failed)).toBe(
    '$10.00 to Ruth Aldane is pending again. It goes out with the next batch, or when you start it.',
  );
  expect(say(done, failed)).toBe('Payment of $10.00 to Ruth Aldane is pending again');
});
