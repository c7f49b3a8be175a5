// Granting options, units or appreciation rights.
import { say } from '#src/words/say.ts';
import { grants } from '../grants.ts';
import { boolean, date, money, reference, shares, text } from '../kit/fields.ts';
import { limits } from '../kit/limits.ts';
import { counselFields, counselInputOf, counselInputs, counselParts, counselRows, fileRows } from './counsel.ts';
import { defineIssuance, part } from './issuance.ts';
import type { BodyOfIssuance, Typed } from './issuance.ts';
import { vestingFaults, vestingInputOf, vestingInputs, vestingParts, vestingRows, vestingStarts } from './vesting.ts';
import { WINDOW_HEADING, windowFields, windowRows, windowsBody, windowsTyped, windowValues } from './windows.ts';

const isUnit = ({ compensation_type }: Typed) => compensation_type === 'RSU';
const isRight = ({ compensation_type }: Typed) => String(compensation_type ?? '').endsWith('SAR');
const wordFor = (typed: Typed) => (isUnit(typed) ? say`units` : isRight(typed) ? say`rights` : say`options`);
const oneFor = (typed: Typed) => (isUnit(typed) ? say`unit` : isRight(typed) ? say`right` : say`option`);

export const grantIssuance = defineIssuance(grants, {
  title: say`Grant equity`,
  about: say`Records a grant in the ledger. It can be cancelled by a later entry, never edited.`,
  fields: {
    shareholder_id: reference('shareholders', { required: true, label: say`Holder` }),
    equity_plan_id: reference('equity-plans', {
      takesOnly: true,
      label: say`Plan`,
      help: say`Leave empty for a grant outside of any plan.`,
    }),
    share_class_id: reference('share-classes', { required: true, takesOnly: true, label: say`Share class` }),
    compensation_type: grants.fields.compensation_type,
    quantity: shares({ required: true, positive: true, label: say`Number of shares` }),
    exercise_price: money({
      scale: 10,
      label: say`Exercise price`,
      help: say`At least the fair market value of a share on the grant date.`,
    }),
    date: date({ required: true, label: say`Grant date`, help: say`The day the board granted it.` }),
    expiration_date: date({ label: say`Expires`, notBefore: 'date', help: say`Usually ten years less a day.` }),
    early_exercisable: boolean({ label: say`Exercise before vesting`, words: [say`Allowed`, say`Not allowed`] }),
    grant_number: text({
      max: limits.securityNumber,
      label: say`Number`,
      help: say`Leave empty to take the next number.`,
    }),
    ...counselFields,
  },
  inputs: (typed) => ({
    ...vestingInputs(typed, ['standard', 'terms', 'none']),
    ...(isUnit(typed) ? {} : windowFields()),
    ...counselInputs(typed),
  }),
  parts: {
    ...vestingParts,
    termination_exercise_windows: part(windowsBody.nullish(), (typed) =>
      isUnit(typed) ? undefined : windowsTyped(typed),
    ),
    ...counselParts,
  },
  asked: (typed) =>
    isUnit(typed)
      ? { quantity: { label: say`Number of units` }, exercise_price: null, early_exercisable: null }
      : {
          exercise_price: { required: true, label: isRight(typed) ? say`Base price` : say`Exercise price` },
          early_exercisable: { required: true },
        },
  rows: (typed) => [
    ['shareholder_id'],
    ['compensation_type', 'equity_plan_id'],
    ['share_class_id'],
    ['quantity', ...(isUnit(typed) ? [] : ['exercise_price'])],
    ['date', 'expiration_date'],
    [`#${say`Vesting`}`],
    ...vestingRows(typed),
    ...(isUnit(typed) ? [] : [['early_exercisable']]),
    ['grant_number'],
    ...(isUnit(typed) ? [] : [[WINDOW_HEADING], ...windowRows()]),
    [`#${say`Approvals and exemption`}`],
    ...counselRows(typed),
    ...fileRows,
  ],
  faults: (body) => ({
    ...priceFaults(body),
    ...vestingFaults(body),
    ...(body.expiration_date && body.expiration_date < body.date
      ? { expiration_date: say`This cannot be before the grant date.` }
      : {}),
  }),
  inputOf: (member) => vestingInputOf(member) ?? counselInputOf(member),
  starts: (today) => ({
    compensation_type: 'OPTION_ISO',
    date: today,
    early_exercisable: false,
    ...vestingStarts('standard', today),
    ...windowValues([]),
  }),
  named: ['shareholder_id', 'equity_plan_id'],
  submit: (typed, write) =>
    typed.quantity && typed.quantity !== '0'
      ? say`Grant ${write.shares(typed.quantity)} ${typed.quantity === '1' ? oneFor(typed) : wordFor(typed)}`
      : say`Grant ${wordFor(typed)}`,
  done: (made, typed, write) =>
    say`${write.shares(made.quantity)} granted as ${made.grant_number}${typed.equity_plan_id ? '' : say`, outside of any plan`}`,
});
export type GrantBody = BodyOfIssuance<typeof grantIssuance>;

function priceFaults(body: { compensation_type: string; exercise_price?: string | null }) {
  const isOfUnits = body.compensation_type === 'RSU';
  if (!isOfUnits && !body.exercise_price)
    return { exercise_price: say`An option or appreciation right needs an exercise price.` };
  return isOfUnits && body.exercise_price ? { exercise_price: say`A unit has no exercise price.` } : {};
}
