// The verbs of a grant: exercising, releasing, accelerating, repricing and cancelling it.
import { say } from '#src/words/say.ts';
import type { Milestone } from '#src/contract/securityPages.ts';
import { grants } from '../grants.ts';
import { editors } from '../kit/access.ts';
import { date, money, shares, text } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Answers, Shown, Writer } from '../kit/verb.ts';
import { holderAnswers } from './acknowledgements.ts';
import { certificateNumber, effectiveDay, quantityOrAll, reason, remark } from './asked.ts';
import { retraction } from './retraction.ts';

const nameOf = ({ grant_number }: Shown) => String(grant_number);
const isUnit = ({ compensation_type }: Shown) => compensation_type === 'RSU';
const typed = (record: Shown, write: Writer, { quantity }: Answers) => write.shares(quantity ?? record.outstanding);
/** "Exercise 400", once a number is entered. */
const isEmpty = (quantity: unknown): boolean => quantity === undefined || quantity === null || quantity === '';

/** Milestones of a grant's schedule that are not recorded yet; only its page has the schedule. */
export function openMilestones(record: Shown): Milestone[] {
  const schedule = record.schedule as { milestones?: Milestone[] } | null | undefined;
  return (schedule?.milestones ?? []).filter(({ reached_on }) => reached_on === null);
}

/** Vested and outstanding: what may be exercised on the day of the record's figures. Null if not known. */
export const exercisable = ({ early_exercisable, outstanding, vested_outstanding }: Shown) =>
  (early_exercisable === true ? outstanding : vested_outstanding) ?? null;

const startsWithVested = (record: Shown) => {
  const free = exercisable(record);
  return { quantity: free === null || free === '0' ? '' : String(free) };
};

export const grantVerbs = defineVerbs(grants, {
  ...holderAnswers({ singular: say`grant`, open: 'active', nameOf }),
  exercise: {
    label: say`Exercise`,
    summary: 'Exercise options or rights',
    roles: editors,
    from: ['active'],
    // A grant without a class never becomes stock.
    when: (record) => !isUnit(record) && Boolean(record.share_class_id),
    fields: {
      quantity: shares({ required: true, positive: true, label: say`Options` }),
      shares_issued: shares({
        positive: true,
        label: say`Shares issued`,
        help: say`The number of shares that the gain is worth on that day.`,
        definition: say`For a right settled in stock: the number of shares that its gain is worth.`,
      }),
      date: effectiveDay(),
      consideration_text: remark({ label: say`Payment`, help: say`Such as "Wire of 12 May 2026".` }),
    },
    more: { certificate_number: certificateNumber() },
    starts: startsWithVested,
    title: (record) => say`Exercise ${nameOf(record)}`,
    text: (record, write) =>
      say`${record.shareholder} buys shares${record.share_class === null ? '' : say` of ${record.share_class}`} at ${write.money(record.exercise_price ?? '0')} each. They get a certificate; the rest of the grant stays.`,
    submit: (_, write, { quantity }) => (isEmpty(quantity) ? say`Exercise` : say`Exercise ${write.shares(quantity)}`),
    done: (record, write, answers) => say`${typed(record, write, answers)} of ${nameOf(record)} exercised`,
    answers: 'moved',
  },
  release: {
    label: say`Release shares`,
    summary: 'Release units as stock',
    roles: editors,
    from: ['active'],
    when: (record) => isUnit(record) && Boolean(record.share_class_id),
    fields: {
      quantity: shares({ required: true, positive: true, label: say`Units` }),
      withheld: shares({
        label: say`Withheld for tax`,
        definition: say`Withheld for tax: these shares are not issued.`,
      }),
      release_price: money({
        scale: 10,
        label: say`Value of a share`,
        help: say`The latest valuation of the class, unless you enter another.`,
      }),
      date: effectiveDay(),
      settlement_date: date({ label: say`Settlement date`, help: say`The same day, unless you enter another.` }),
    },
    more: { consideration_text: remark(), certificate_number: certificateNumber() },
    starts: startsWithVested,
    title: (record) => say`Release shares of ${nameOf(record)}`,
    text: (record) => say`Vested units of ${record.shareholder} become stock. Shares withheld for tax are not issued.`,
    submit: (_, write, { quantity }) =>
      isEmpty(quantity) ? say`Release` : say`Release ${write.count(quantity, say`units`, say`unit`)}`,
    done: (record, write, { quantity }) =>
      say`${write.count(quantity ?? record.outstanding, say`units`, say`unit`)} of ${nameOf(record)} released`,
    answers: 'moved',
  },
  accelerate: {
    label: say`Accelerate vesting`,
    summary: 'Vest some or all of a grant early',
    roles: editors,
    from: ['active'],
    when: ({ unvested }) => unvested !== '0' && unvested !== null,
    fields: {
      quantity: shares({
        positive: true,
        label: say`Shares`,
        help: say`All that is unvested on that day, unless you enter fewer.`,
      }),
      date: effectiveDay(),
      reason: reason(),
    },
    title: (record) => say`Accelerate ${nameOf(record)}`,
    text: (record, write) =>
      say`${write.shares(record.unvested ?? '–')} of ${record.shareholder} are unvested today. What you accelerate is vested from that day on. The schedule continues at its rate and ends earlier.`,
    submit: (_, write, { quantity }) => (quantity ? say`Vest ${write.count(quantity)}` : say`Vest all of it`),
    done: (record) => say`Vesting of ${nameOf(record)} accelerated`,
    answers: 'record',
  },
  'vesting-event': {
    label: say`Record a milestone`,
    summary: 'Record a milestone of a schedule',
    roles: editors,
    from: ['active'],
    when: (record) => openMilestones(record).length > 0,
    fields: {
      vesting_condition_id: text({ required: true, max: 200, label: say`Milestone` }),
      date: effectiveDay({ help: say`The day on which it was reached.` }),
    },
    title: (record) => say`A milestone of ${nameOf(record)} was reached`,
    text: say`The part of the schedule that depends on it vests from that day on.`,
    submit: say`Record milestone`,
    done: (record) => say`Milestone of ${nameOf(record)} recorded`,
    answers: 'record',
  },
  reprice: {
    label: say`Change the price`,
    summary: 'Change the exercise price from a day on',
    roles: editors,
    from: ['active'],
    when: (record) => !isUnit(record),
    fields: {
      exercise_price: money({ required: true, scale: 10, label: say`New exercise price` }),
      date: effectiveDay(),
      reason: remark({ help: say`Such as "Board consent of 3 March 2026".` }),
    },
    title: (record) => say`Change the exercise price of ${nameOf(record)}`,
    text: (record, write) =>
      say`It is ${write.money(record.exercise_price ?? '0')} now. The new price applies from its date. Earlier exercises keep the price that was paid.`,
    submit: (_, write, { exercise_price: price }) => (price ? say`Set to ${write.money(price)}` : say`Set the price`),
    done: (record) => say`The price of ${nameOf(record)} changed`,
    answers: 'record',
  },
  ...retraction({
    summary: 'Take back a grant that was made on its own and not accepted',
    from: ['active', 'upcoming'],
    nameOf,
    text: (record, write) =>
      say`${write.shares(record.outstanding ?? '–')} of ${record.shareholder} are taken back as if they had not been granted, and return to the plan. Only a grant that was made on its own, of which nothing was exercised or released, and that its holder has not accepted, can be retracted.`,
    keep: say`Keep grant`,
  }),
  cancel: {
    label: say`Cancel grant`,
    summary: 'Cancel a grant, whole or in part',
    roles: editors,
    from: ['active', 'expired', 'upcoming'],
    destructive: true,
    fields: { quantity: quantityOrAll(), reason: reason(), date: effectiveDay() },
    starts: ({ outstanding }) => ({ quantity: outstanding ?? '' }),
    title: (record) => say`Cancel ${nameOf(record)}?`,
    text: (record, write) =>
      say`${write.shares(record.outstanding ?? '–')} of ${record.shareholder}, granted ${write.day(record.date)}. If you cancel a part, what vests last is cancelled first. The entry stays in the ledger.`,
    submit: (record, write, answers) => say`Cancel ${typed(record, write, answers)}`,
    keep: say`Keep grant`,
    done: (record, write, answers) => say`${typed(record, write, answers)} of ${nameOf(record)} cancelled`,
    answers: 'moved',
  },
});
