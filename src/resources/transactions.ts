import { objectWord } from '../domain/ledger/core/objectWords.ts';
import { own } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, date, datetime, id, number, reference, status, text, tone } from './kit/fields.ts';

export const transactions = defineResource('transactions', {
  path: '/api/transactions/',
  label: 'Ledger',
  singular: 'entry',
  many: 'entries',
  about: 'All entries of the ledger, in the order in which they were recorded. Entries are never changed.',
  empty: 'Every issue, transfer, cancellation and repurchase is recorded here as it happens.',
  filledBy: 'certificates',
  icon: 'transactions',
  table: 'ledger_tx',
  source: 'transaction_view',
  title: 'summary',
  fields: {
    id: id(),
    seq: number({ required: true, readOnly: true, label: 'No.' }),
    object_type: text({ required: true, readOnly: true, label: 'Kind', search: true, words: objectWord }),
    date: date({ readOnly: true, label: 'Date' }),
    security_id: reference('certificates', { readOnly: true, label: 'Certificate' }),
    summary: text({ required: true, readOnly: true, search: true }),
    recorded_at: datetime({ required: true, readOnly: true, label: 'Recorded' }),
    actor: text({ required: true, readOnly: true, label: 'By', person: 'actor_id' }),
    actor_id: text({ required: true, readOnly: true, label: 'Account' }),
    status: status(
      { in_force: tone('neutral', 'voided'), voided: tone('error'), voiding: tone('warning') },
      { labels: { voided: 'Undone', voiding: 'Undoes another' } },
    ),
    voids_seq: number({ readOnly: true, label: 'Undoes entry' }),
    voided_by_seq: number({ readOnly: true, label: 'Undone by entry' }),
    is_imported: boolean({ required: true, readOnly: true, label: 'From import' }),
  },
  list: ['seq', 'date', 'summary', 'object_type', 'status', 'recorded_at', 'actor'],
  wraps: { summary: 'wide' },
  card: { details: ['date', 'object_type'] },
  filters: ['status', 'date'],
  form: [],
  sort: ['seq', 'DESC'],
  thenBy: ['seq'],
  writes: 'none',
  menu: 'records',
  access: {
    administrators: 'read',
    editors: 'read',
    readers: 'read',
    holders: own('read', { column: 'stakeholder_id', match: 'shareholder' }),
  },
});
export type Transaction = RecordOf<typeof transactions>;
