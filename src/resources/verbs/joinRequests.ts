// The answer to a person who asks to join the company.
import { joinRequests } from '../joinRequests.ts';
import { editors } from '../kit/access.ts';
import { boolean, reference } from '../kit/fields.ts';
import { defineVerbs } from '../kit/verb.ts';
import type { Shown } from '../kit/verb.ts';

const nameOf = ({ name, first_name, last_name }: Shown) =>
  String(name ?? [first_name, last_name].filter(Boolean).join(' '));

export const joinRequestVerbs = defineVerbs(joinRequests, {
  approve: {
    label: 'Approve',
    summary: 'Link the person to a shareholder, or to a new one',
    roles: editors,
    from: ['pending'],
    fields: {
      create: boolean({
        required: true,
        label: 'Is this person in your records?',
        words: ['No: create a new shareholder', 'Yes: the shareholder chosen here'],
        default: false,
      }),
      shareholder_id: reference('shareholders', { required: true, label: 'Shareholder' }),
      unlink_current: boolean({
        required: true,
        label: 'Current shareholder of the account',
        words: ['Unlink', 'Keep linked'],
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
    title: (record) => `Who is ${nameOf(record)}?`,
    submit: ({ current_shareholder_id: current }, _, { create, unlink_current }) =>
      `${typeof current === 'string' && unlink_current === true ? 'Unlink the first and give' : 'Give'} access as ${create === true ? 'a new' : 'this'} shareholder`,
    done: (record) => `${nameOf(record)} was admitted`,
    answers: 'record',
  },
  reject: {
    label: 'Reject',
    summary: 'Reject the request',
    roles: editors,
    from: ['pending'],
    destructive: true,
    fields: {},
    title: (record) => `Reject ${nameOf(record)}?`,
    text: 'They see nothing of the company. They may ask again with the client name.',
    submit: 'Reject request',
    keep: 'Keep waiting',
    done: (record) => `The request of ${nameOf(record)} was rejected`,
    answers: 'record',
  },
});
