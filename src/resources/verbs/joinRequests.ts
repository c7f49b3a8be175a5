// The answer to a person who asks to join the company.
import { say } from '#src/words/say.ts';
import { joinRequests } from '../joinRequests.ts';
import { editors } from '../kit/access.ts';
import { boolean, reference } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Shown } from '../kit/verb.ts';

const nameOf = ({ name, first_name, last_name }: Shown) =>
  String(name ?? [first_name, last_name].filter(Boolean).join(' '));

export const joinRequestVerbs = defineVerbs(joinRequests, {
  approve: {
    label: say`Approve`,
    summary: 'Link the person to a shareholder, or to a new one',
    roles: editors,
    from: ['pending'],
    fields: {
      create: boolean({
        required: true,
        label: say`Is this person in your records?`,
        words: [say`No: create a new shareholder`, say`Yes: the shareholder chosen here`],
        default: false,
      }),
      shareholder_id: reference('shareholders', { required: true, label: say`Shareholder` }),
      unlink_current: boolean({
        required: true,
        label: say`Current shareholder of the account`,
        words: [say`Unlink`, say`Keep linked`],
        default: false,
      }),
    },
    starts: (record) => ({
      // An unproved address does not preselect a shareholder.
      shareholder_id:
        record.invitation_shareholder_id ?? (record.email_verified === true ? record.email_shareholder_id : null) ?? '',
      create: false,
      unlink_current: false,
    }),
    title: (record) => say`Who is ${nameOf(record)}?`,
    submit: ({ current_shareholder_id: current }, _, { create, unlink_current }) =>
      say`${typeof current === 'string' && unlink_current === true ? say`Unlink the first and give` : say`Give`} access as ${create === true ? say`a new` : say`this`} shareholder`,
    done: (record) => say`${nameOf(record)} was admitted`,
    answers: 'record',
  },
  reject: {
    label: say`Reject`,
    summary: 'Reject the request',
    roles: editors,
    from: ['pending'],
    destructive: true,
    fields: {},
    title: (record) => say`Reject ${nameOf(record)}?`,
    text: say`They see nothing of the company. They may ask again with the company’s client name.`,
    submit: say`Reject request`,
    keep: say`Keep waiting`,
    done: (record) => say`The request of ${nameOf(record)} was rejected`,
    answers: 'record',
  },
});
