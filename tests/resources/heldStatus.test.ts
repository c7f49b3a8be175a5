// A held payment reads "Held", with the reason, wherever its status stands.
import { expect, it } from 'vitest';
import { csvValue } from '#src/resources/kit/csv.ts';
import { exceptionOf } from '#src/resources/kit/defineResource.ts';
import { payments } from '#src/resources/payments.ts';

const label = (record: object) => exceptionOf(payments.fields.status, { ...record })?.label ?? null;

it('a held payment says so, and why', () => {
  const held = { status: 'pending', is_held: true, hold_reasons: ['no_bank_details', 'disputed'] };
  expect(label(held)).toBe('Held: no bank account, disputed');
  expect(label({ ...held, hold_reasons: undefined })).toBe('Held');
  expect(csvValue(payments, 'status', held)).toBe('Held: no bank account, disputed');
  expect(label({ ...held, is_held: false, hold_reasons: [] })).toBeNull();
  expect(label({ status: 'failed', failure_reason: 'distribution_cancelled' })).toBe('Cancelled');
});
