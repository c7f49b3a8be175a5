// The verbs that change a plan's pool: a new reserve from a day on, and returning shares to it.
import { equityPlans } from '../equityPlans.ts';
import { editors } from '../kit/access.ts';
import { date, reference, shares } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Writer } from '../kit/verb.ts';
import { reason } from './asked.ts';

const countOf = (value: unknown, write: Writer) => (value ? write.count(value) : 'shares');

export const equityPlanVerbs = defineVerbs(equityPlans, {
  adjust: {
    label: 'Change the reserve',
    summary: 'Change the reserve from a day on',
    roles: editors,
    fields: {
      reserved: shares({
        required: true,
        label: 'Shares reserved',
        definition: equityPlans.fields.reserved.definition,
        help: 'The total reserve after this change, not the number added.',
      }),
      date: date({ required: true, help: 'The day from which it applies.' }),
      reason: reason({ help: 'Such as "Board consent of 3 March 2026".' }),
    },
    more: { board_approval_date: date(), stockholder_approval_date: date() },
    starts: ({ reserved }) => ({ reserved }),
    title: ({ name }) => `Change the reserve of ${name}`,
    text: 'Record the board’s decision. Existing grants do not change.',
    submit: (_, write, { reserved }) => `Reserve ${countOf(reserved, write)}`,
    done: ({ name }) => `The reserve of ${name} changed`,
    answers: 'record',
  },
  return: {
    label: 'Return shares to the pool',
    summary: 'Give cancelled shares back to the pool',
    roles: editors,
    fields: {
      security_id: reference('grants', { required: true, label: 'Grant' }),
      quantity: shares({ required: true, positive: true, label: 'Shares' }),
      date: date({ required: true, help: 'The day from which they are available.' }),
      reason: reason(),
    },
    title: ({ name }) => `Return shares to ${name}`,
    text: 'Cancelled shares of a grant become available again. If the plan returns cancelled shares automatically, this is needed only for a grant that says otherwise.',
    submit: (_, write, { quantity }) => `Return ${countOf(quantity, write)}`,
    done: ({ name }) => `Shares returned to ${name}`,
    answers: 'record',
  },
});
