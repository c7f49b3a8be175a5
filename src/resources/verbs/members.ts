// What can be done about an invitation to work for the company.
import { say } from '#src/words/say.ts';
import { administrators } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { members } from '../members.ts';

export const memberVerbs = defineVerbs(members, {
  resend: {
    label: say`Send again`,
    summary: 'Mail the invitation again, with a new link',
    roles: administrators,
    from: ['invited', 'expired'],
    fields: {},
    title: ({ email }) => say`Send the invitation to ${String(email)} again?`,
    text: say`The link sent before stops working.`,
    submit: say`Send invitation`,
    done: ({ email }) => say`The invitation was sent to ${String(email)}`,
    answers: 'record',
  },
});
