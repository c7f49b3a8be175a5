// What can be done about an invitation to work for the company.
import { administrators } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { members } from '../members.ts';

export const memberVerbs = defineVerbs(members, {
  resend: {
    label: 'Send again',
    summary: 'Mail the invitation again, with a new link',
    roles: administrators,
    from: ['invited', 'expired'],
    fields: {},
    title: ({ email }) => `Send the invitation to ${String(email)} again?`,
    text: 'The link sent before stops working.',
    submit: 'Send invitation',
    done: ({ email }) => `The invitation was sent to ${String(email)}`,
    answers: 'record',
  },
});
