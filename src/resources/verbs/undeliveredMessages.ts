// What becomes of a mail that did not arrive.
import { editors } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { undeliveredMessages } from '../undeliveredMessages.ts';

export const undeliveredMessageVerbs = defineVerbs(undeliveredMessages, {
  'send-again': {
    label: 'Send again',
    summary: 'Send a mail again that did not arrive',
    roles: editors,
    when: ({ can_send_again }) => can_send_again === true,
    fields: {},
    title: ({ recipient }) => `Send it again to ${String(recipient)}?`,
    text: 'The same mail goes to the same address. It leaves this list, and comes back if it does not arrive. If the address is wrong, correct it in the record and write anew.',
    submit: 'Send again',
    done: ({ recipient }) => `The mail to ${String(recipient)} is being sent again`,
    answers: 'record',
  },
  dismiss: {
    label: 'Take off the list',
    summary: 'Take a mail off the list without sending it',
    roles: editors,
    destructive: true,
    fields: {},
    title: ({ recipient }) => `Take the mail to ${String(recipient)} off the list?`,
    text: 'It is not sent, and its text is deleted. The company’s history keeps that it did not arrive.',
    submit: 'Take off the list',
    keep: 'Keep it',
    done: ({ recipient }) => `The mail to ${String(recipient)} was taken off the list`,
    answers: 'record',
  },
});
