// What becomes of a mail that did not arrive.
import { say } from '#src/words/say.ts';
import { editors } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { undeliveredMessages } from '../undeliveredMessages.ts';

export const undeliveredMessageVerbs = defineVerbs(undeliveredMessages, {
  'send-again': {
    label: say`Send again`,
    summary: 'Send a mail again that did not arrive',
    roles: editors,
    when: ({ can_send_again }) => can_send_again === true,
    fields: {},
    title: ({ recipient }) => say`Send it again to ${String(recipient)}?`,
    text: say`The same mail goes to the same address. It leaves this list, and comes back if it does not arrive. If the address is wrong, correct it in the record and write anew.`,
    submit: say`Send again`,
    done: ({ recipient }) => say`The mail to ${String(recipient)} is being sent again`,
    answers: 'record',
  },
  dismiss: {
    label: say`Take off the list`,
    summary: 'Take a mail off the list without sending it',
    roles: editors,
    destructive: true,
    fields: {},
    title: ({ recipient }) => say`Take the mail to ${String(recipient)} off the list?`,
    text: say`It is not sent, and its text is deleted. The company’s history keeps that it did not arrive.`,
    submit: say`Take off the list`,
    keep: say`Keep it`,
    done: ({ recipient }) => say`The mail to ${String(recipient)} was taken off the list`,
    answers: 'record',
  },
});
