import { said } from '../words/said.ts';
import { say } from '../words/say.ts';
import { objectWord } from '../domain/ledger/core/objectWords.ts';
import { own } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, date, datetime, id, number, reference, status, text, tone } from './kit/fields.ts';

export const transactions = defineResource('transactions', {
  path: '/api/transactions/',
  label: say`Ledger`,
  singular: say`entry`,
  many: say`entries`,
  about: say`All entries of the ledger, in the order in which they were recorded. Entries are never changed.`,
  empty: say`Every issue, transfer, cancellation and repurchase is recorded here as it happens.`,
  filledBy: 'certificates',
  icon: 'transactions',
  table: 'ledger_tx',
  source: 'transaction_view',
  title: 'summary',
  fields: {
    id: id(),
    seq: number({ required: true, readOnly: true, label: say`No.` }),
    object_type: text({
      required: true,
      readOnly: true,
      label: say`Kind`,
      search: true,
      words: (type) => said(objectWord(type)),
    }),
    date: date({ readOnly: true, label: say`Date` }),
    security_id: reference('certificates', { readOnly: true, label: say`Certificate` }),
    summary: text({ required: true, readOnly: true, search: true }),
    recorded_at: datetime({ required: true, readOnly: true, label: say`Recorded` }),
    actor: text({ required: true, readOnly: true, label: say`By`, person: 'actor_id' }),
    actor_id: text({ required: true, readOnly: true, label: say`Account` }),
    status: status(
      { in_force: tone('neutral', 'voided'), voided: tone('error'), voiding: tone('warning') },
      { labels: { voided: say`Undone`, voiding: say`Undoes another` } },
    ),
    voids_seq: number({ readOnly: true, label: say`Undoes entry` }),
    voided_by_seq: number({ readOnly: true, label: say`Undone by entry` }),
    is_imported: boolean({ required: true, readOnly: true, label: say`From import` }),
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
