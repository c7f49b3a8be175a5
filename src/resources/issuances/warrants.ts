// Issuing a warrant: the right to buy a number of shares at a fixed price until a day.
import { say } from '#src/words/say.ts';
import { money, shares, text } from '../kit/fields.ts';
import { limits } from '../kit/limits.ts';
import { warrants } from '../warrants.ts';
import { counselFields, counselInputOf, counselInputs, counselParts, counselRows, fileRows } from './counsel.ts';
import { defineIssuance } from './issuance.ts';
import type { BodyOfIssuance } from './issuance.ts';

const { shareholder_id, share_class_id, exercise_price, date, expiration_date } = warrants.fields;

export const warrantIssuance = defineIssuance(warrants, {
  title: say`Issue warrant`,
  about: say`Records the right to buy shares at a fixed price. No shares are issued until it is exercised.`,
  fields: {
    shareholder_id,
    share_class_id,
    quantity: shares({ required: true, positive: true, label: say`Number of shares` }),
    exercise_price,
    purchase_price: money({ scale: 10, label: say`Paid for the warrant`, help: say`Leave empty if nothing was paid.` }),
    date,
    expiration_date: { ...expiration_date, help: say`The last day on which it can be exercised.` },
    warrant_number: text({
      max: limits.securityNumber,
      label: say`Number`,
      help: say`Leave empty to take the next number.`,
    }),
    ...counselFields,
  },
  inputs: counselInputs,
  parts: counselParts,
  rows: (typed) => [
    ['shareholder_id'],
    ['share_class_id'],
    ['quantity', 'exercise_price'],
    ['date', 'expiration_date'],
    ['purchase_price', 'warrant_number'],
    [`#${say`Approvals and exemption`}`],
    ...counselRows(typed),
    ...fileRows,
  ],
  faults: (body) =>
    body.expiration_date && body.expiration_date < body.date
      ? { expiration_date: say`This cannot be before the issue date.` }
      : {},
  inputOf: counselInputOf,
  starts: (today) => ({ date: today }),
  submit: (typed, write) =>
    typed.quantity && typed.quantity !== '0'
      ? say`Issue warrant on ${write.count(typed.quantity)}`
      : say`Issue warrant`,
  done: (made) => say`${made.warrant_number} issued`,
});
export type WarrantBody = BodyOfIssuance<typeof warrantIssuance>;
