import { expect, it } from 'vitest';
import { withoutAccounts } from '#src/domain/reconciliation/statement.ts';

/** A part of it has the form of an account number, and its check digits are right by chance. */
const ID = '01a21aa4-fcaa-760d-ac10-16719e7bf4ca';

it('the id of a payment is kept, with and without dashes, also where a part of it looks like an account', () => {
  const text = `Dividend ${ID} ${ID.replaceAll('-', '')}`;
  expect(withoutAccounts(text)).toBe(text);
});

it('an account beside it is not kept', () => {
  expect(withoutAccounts(`${ID} DE89 3704 0044 0532 0130 00`)).toBe(`${ID} …3000`);
  expect(withoutAccounts(`DE89370400440532013000 ${ID}`)).toBe(`…3000 ${ID}`);
});
