import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { datetime, id, number, text, values } from './kit/fields.ts';

/**
 * What is done and is no verb. `record`, `change` and `begin` are written by Sharebook itself: for the sample company, for
 * changes whose request named nothing, and as the first row of a company that had no trail.
 */
export const plainActions: Readonly<Record<string, string>> = {
  create: 'Create',
  update: 'Edit',
  delete: 'Delete',
  share: 'Link to a scenario',
  withdraw: 'Link withdrawn',
  draft: 'Drafts of a scenario',
  post: 'Drafts posted',
  import: 'Import',
  export: 'Export',
  notify: 'Shareholders notified',
  undelivered: 'Mail not delivered',
  make: 'Tax forms made',
  download: 'Download',
  'tax-profile/confirm': 'Confirm tax form',
  'tax-profile/reject': 'Reject tax form',
  'country/confirm': 'Confirm country',
  'bank-change/approve': 'Approve bank account',
  'bank-change/reject': 'Reject bank account',
  sign: 'Signature',
  reveal: 'Number shown in full',
  preview: 'Portal seen as a holder',
  login: 'Sign-in',
  login_failed: 'Failed sign-in',
  account: 'Own account',
  join: 'Join',
  record: 'Sample data',
  change: 'Other change',
  begin: 'Start of the trail',
};

/** A verb's name as words: "adjust-ratio" becomes "Adjust ratio". */
export const actionWords = (action: string): string =>
  plainActions[action] ?? action.charAt(0).toUpperCase() + action.slice(1).replaceAll('-', ' ');

export const audit = defineResource('audit', {
  path: '/api/audit/',
  label: 'Audit trail',
  singular: 'row of the trail',
  about: 'What each person did, in order: changes, sign-ins, exports and downloads. Rows are never changed or removed.',
  empty: 'Every change, sign-in, export and download is noted here.',
  icon: 'audit',
  table: 'audit',
  title: 'summary',
  fields: {
    id: id(),
    seq: number({ readOnly: true, label: 'No.' }),
    at: datetime({ readOnly: true, label: 'When' }),
    actor: text({ readOnly: true, label: 'Who', search: true, person: 'account_id' }),
    account_id: text({ readOnly: true, label: 'Account' }),
    action: text({ readOnly: true, label: 'Kind', words: actionWords }),
    resource: text({ readOnly: true, label: 'Records', words: (name) => actionWords(name) }),
    resource_id: text({ readOnly: true, label: 'Record' }),
    summary: text({ readOnly: true, label: 'What', search: true }),
    before: values({ readOnly: true }),
    after: values({ readOnly: true }),
    request_id: text({ readOnly: true, label: 'Request' }),
    prev_hash: text({ readOnly: true, label: 'Hash of the row before' }),
    hash: text({ readOnly: true, label: 'Hash' }),
  },
  list: ['at', 'actor', 'summary', 'action'],
  wraps: { summary: 'wide' },
  card: { details: ['actor', 'at'] },
  filters: ['at'],
  form: [],
  sort: ['seq', 'DESC'],
  writes: 'none',
  menu: 'records',
  forHolders: 'nothing',
  access: { administrators: 'read', editors: 'none', readers: 'none', holders: 'none' },
});
export type AuditEntry = RecordOf<typeof audit>;
