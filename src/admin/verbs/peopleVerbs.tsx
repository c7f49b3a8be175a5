// Letting people in: an invitation to the portal, and the answer to who asks to join.
import { boolean, reference } from '../../resources/kit/fields.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import type { VerbSpec } from './types.ts';

const nameOf = (record: AnyRecord) =>
  String(record.name ?? [record.first_name, record.last_name].filter(Boolean).join(' '));

export const peopleVerbs: Record<string, VerbSpec> = {
  'shareholders.invite': {
    title: (record) => `Invite ${nameOf(record)} to the portal?`,
    text: (record) =>
      record.email ? (
        <p>
          A link that works once is mailed to <b>{String(record.email)}</b>. With it they see their own holdings,
          payments and documents, and nothing else.
        </p>
      ) : (
        <p>This shareholder has no email address yet. Add one first; the invitation is sent to it.</p>
      ),
    fields: {},
    submit: () => 'Send invitation',
    done: (record) => `Invitation sent to ${String(record.email)}`,
  },
  'join-requests.approve': {
    title: (record) => `Who is ${nameOf(record)}?`,
    text: (record) => (
      <p>
        {nameOf(record)} signed up with <b>{String(record.email)}</b>
        {record.phone_last4 ? `, phone ending in ${String(record.phone_last4)}` : ''}. Match the request to a
        shareholder of your records: they will see that holder’s certificates, payments and documents.
      </p>
    ),
    fields: (_, values) => ({
      ...(values.create === true ? {} : { shareholder_id: reference('shareholders', { label: 'Shareholder' }) }),
      create: boolean({
        required: true,
        label: 'If nobody matches',
        words: ['Create a new shareholder', 'Match to the one above'],
        default: false,
      }),
    }),
    defaults: (record) => ({ shareholder_id: record.invitation_shareholder_id ?? '', create: false }),
    check: (values) =>
      values.create !== true && !values.shareholder_id
        ? { shareholder_id: 'Choose who this is, or create a new shareholder.' }
        : {},
    submit: (_, values) => (values.create === true ? 'Approve as a new shareholder' : 'Approve and link'),
    body: (values) => (values.create === true ? { create: true } : { shareholder_id: values.shareholder_id }),
    done: (record) => `${nameOf(record)} was admitted`,
  },
  'join-requests.reject': {
    title: (record) => `Reject ${nameOf(record)}?`,
    text: () => <p>They see nothing of the company. They may ask again with the client name.</p>,
    fields: {},
    submit: () => 'Reject request',
    keep: 'Keep waiting',
    done: (record) => `The request of ${nameOf(record)} was rejected`,
  },
};
