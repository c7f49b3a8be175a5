import { say } from '../words/say.ts';
import { own } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, choice, datetime, id, number, text } from './kit/fields.ts';
import { limits } from './kit/limits.ts';

export const messages = defineResource('messages', {
  path: '/api/messaging/threads',
  label: say`Messages`,
  singular: say`thread`,
  several: say`threads`,
  about: say`Conversations between the company and its shareholders.`,
  empty: say`No messages yet`,
  icon: 'messages',
  table: 'thread',
  source: 'thread_view',
  title: 'subject',
  fields: {
    id: id(),
    subject: text({ required: true, max: limits.subject, search: true }),
    mode: choice(['broadcast', 'group'], {
      required: true,
      readOnly: true,
      label: say`Answers`,
      labels: { broadcast: say`Go to the company only`, group: say`Everyone in it sees them` },
    }),
    addressed_to: text({ readOnly: true, search: true, label: say`To` }),
    updated_at: datetime({ required: true, readOnly: true, label: say`Last updated` }),
    is_closed: boolean({ required: true, readOnly: true, label: say`Status`, words: [say`Closed`, say`Open`] }),
    created_at: datetime({ required: true, readOnly: true, label: say`Started` }),
    version: number({ required: true, readOnly: true }),
  },
  list: ['subject', 'addressed_to', 'updated_at', 'is_closed'],
  filters: ['is_closed'],
  form: [],
  sort: ['updated_at', 'DESC'],
  createLabel: say`New Message`,
  forHolders: 'list',
  writes: 'command',
  access: {
    administrators: 'read create update',
    editors: 'read create update',
    readers: 'read',
    holders: own('read create', {
      column: 'shareholder_id',
      match: 'shareholder',
      via: { table: 'thread_participant', on: 'thread_id' },
    }),
  },
});
export type Thread = RecordOf<typeof messages>;
