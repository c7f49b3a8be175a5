// Charter changes: the authorized shares of a class, its conversion ratio, and a split.
import { say } from '#src/words/say.ts';
import { editors } from '../kit/access.ts';
import { boolean, date, money, shares, text } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import { shareClasses } from '../shareClasses.ts';
import { effectiveDay, reason } from './asked.ts';

export const shareClassVerbs = defineVerbs(shareClasses, {
  authorize: {
    label: say`Change authorized shares`,
    summary: 'Change the authorized shares from a day on',
    roles: editors,
    fields: {
      // A limit can be changed but not removed: a class can be unlimited only from its creation.
      authorized_shares: text({
        required: true,
        max: 40,
        pattern: /^\d{1,28}(\.\d{1,10})?$/,
        patternHelp: say`A number such as 10000000. A limit can be changed, but not removed.`,
        label: say`Authorized shares`,
        definition: shareClasses.fields.authorized_shares.definition,
      }),
      date: date({ required: true, help: say`The day of the amendment.` }),
      reason: reason({ help: say`Such as "Amended charter of 3 March 2026".` }),
    },
    starts: ({ authorized_shares }) => ({ authorized_shares: /^\d/.test(authorized_shares) ? authorized_shares : '' }),
    title: ({ name }) => say`Change authorized shares of ${name}`,
    text: say`Record the charter amendment. Existing certificates do not change.`,
    submit: (_, write, { authorized_shares }) => say`Authorize ${write.shares(authorized_shares || '–')}`,
    done: ({ name }) => say`Authorized shares of ${name} changed`,
    answers: 'record',
  },
  'adjust-ratio': {
    label: say`Change the conversion ratio`,
    summary: 'Change the ratio at which a class converts, from a day on',
    roles: editors,
    when: ({ class_type, converts_to_share_class_id }) =>
      class_type === 'PREFERRED' || Boolean(converts_to_share_class_id),
    fields: {
      numerator: shares({ required: true, positive: true, label: say`New shares` }),
      denominator: shares({
        positive: true,
        label: say`For shares of this class`,
        help: say`One, unless you enter another number.`,
        definition: say`3 for 2 is numerator 3, denominator 2.`,
      }),
      date: date({ required: true, help: say`The first day of the new ratio.` }),
      reason: reason({ help: say`Such as "Anti-dilution after the round of 3 March 2026".` }),
    },
    starts: () => ({ denominator: '1' }),
    title: ({ name }) => say`Change the conversion ratio of ${name}`,
    text: say`From that day on its shares convert at this ratio. Cap tables of earlier days do not change.`,
    submit: say`Change the ratio`,
    done: ({ name }) => say`Conversion ratio of ${name} changed`,
    answers: 'record',
  },
  split: {
    label: say`Split`,
    summary: 'Split a class, or show what it would do (dry_run)',
    roles: editors,
    fields: {
      numerator: shares({ required: true, positive: true, label: say`New shares` }),
      denominator: shares({ required: true, positive: true, label: say`For every` }),
      date: effectiveDay({
        help: say`Today or earlier. A split must be the first entry of its day: the class may have no entry on that day or later.`,
      }),
      price_per_share: money({
        scale: 10,
        positive: true,
        label: say`Price per share`,
        help: say`Before the split, for cash in lieu of fractions. Empty: its last valuation or sale, or else the price on its record.`,
      }),
      notify_holders: boolean({
        default: false,
        label: say`Notify shareholders`,
        words: [say`Those with an account`, say`Nobody`],
      }),
    },
    more: { dry_run: boolean({ definition: say`Returns the preview and records nothing.` }) },
    title: ({ name }) => say`Split ${name}`,
    submit: say`Split`,
    done: ({ name }, write, { numerator, denominator }) =>
      say`${name} was split ${write.shares(numerator)} for ${write.shares(denominator)}`,
    answers: 'split',
  },
});
