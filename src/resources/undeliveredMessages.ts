import { say } from '../words/say.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, datetime, id, number, text } from './kit/fields.ts';

export const undeliveredMessages = defineResource('undelivered-messages', {
  path: '/api/undelivered-messages/',
  label: say`Undelivered mail`,
  singular: say`undelivered message`,
  several: say`undelivered messages`,
  about: say`Mail of the company that did not arrive and is not tried any more. Correct the address, or send it again.`,
  empty: say`Every mail of the company was accepted by the mail server of its recipient, or is still being tried.`,
  icon: 'messages',
  table: 'undelivered_message',
  title: 'subject',
  fields: {
    id: id(),
    recipient: text({ required: true, readOnly: true, search: true }),
    subject: text({ required: true, readOnly: true, search: true }),
    reason: text({ required: true, readOnly: true }),
    attempts: number({ required: true, readOnly: true }),
    queued_at: datetime({ required: true, readOnly: true, label: say`Written` }),
    can_send_again: boolean({ required: true, readOnly: true, label: say`Can be sent again` }),
    given_up_at: datetime({ required: true, readOnly: true, label: say`Given up` }),
  },
  list: ['recipient', 'subject', 'reason', 'queued_at', 'given_up_at'],
  card: { details: ['recipient', 'reason'] },
  filters: ['given_up_at'],
  form: [],
  sort: ['given_up_at', 'DESC'],
  writes: 'none',
  // The dashboard leads to it, once there is something in it.
  menu: 'hidden',
  access: { administrators: 'read', editors: 'read', readers: 'none', holders: 'none' },
});
export type UndeliveredMessage = RecordOf<typeof undeliveredMessages>;
