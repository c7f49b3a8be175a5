// The verbs that change a plan's pool: a new reserve from a day on, and returning shares to it.
import { say } from '#src/words/say.ts';
import { equityPlans } from '../equityPlans.ts';
import { editors } from '../kit/access.ts';
import { date, reference, shares } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Writer } from '../kit/verb.ts';
import { reason } from './asked.ts';

const countOf = (value: unknown, write: Writer) => (value ? write.count(value) : say`shares`);

export const equityPlanVerbs = defineVerbs(equityPlans, {
  adjust: {
    label: say`Change the reserve`,
    summary: 'Change the reserve from a day on',
    roles: editors,
    fields: {
      reserved: shares({
        required: true,
        label: say`Shares reserved`,
        definition: equityPlans.fields.reserved.definition,
        help: say`The total reserve after this change, not the number added.`,
      }),
      date: date({ required: true, help: say`The day from which it applies.` }),
      reason: reason({ help: say`Such as "Board consent of 3 March 2026".` }),
    },
    more: { board_approval_date: date(), stockholder_approval_date: date() },
    starts: ({ reserved }) => ({ reserved }),
    title: ({ name }) => say`Change the reserve of ${name}`,
    text: say`Record the board’s decision. Existing grants do not change.`,
    submit: (_, write, { reserved }) => say`Reserve ${countOf(reserved, write)}`,
    done: ({ name }) => say`The reserve of ${name} changed`,
    answers: 'record',
  },
  return: {
    label: say`Return shares to the pool`,
    summary: 'Give cancelled shares back to the pool',
    roles: editors,
    fields: {
      security_id: reference('grants', { required: true, label: say`Grant` }),
      quantity: shares({ required: true, positive: true, label: say`Shares` }),
      date: date({ required: true, help: say`The day from which they are available.` }),
      reason: reason(),
    },
    title: ({ name }) => say`Return shares to ${name}`,
    text: say`Cancelled shares of a grant become available again. If the plan returns cancelled shares automatically, this is needed only for a grant that says otherwise.`,
    submit: (_, write, { quantity }) => say`Return ${countOf(quantity, write)}`,
    done: ({ name }) => say`Shares returned to ${name}`,
    answers: 'record',
  },
});
