import { said } from '../words/said.ts';
import { say } from '../words/say.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { datetime, id, number, text, values } from './kit/fields.ts';

/**
 * What is done and is no verb. `record`, `change` and `begin` are written by Sharebook itself: for the sample company, for
 * changes whose request named nothing, and as the first row of a company that had no trail.
 */
export const plainActions: Readonly<Record<string, string>> = {
  create: say`Create`,
  update: say`Edit`,
  delete: say`Delete`,
  share: say`Link to a scenario`,
  withdraw: say`Link withdrawn`,
  draft: say`Drafts of a scenario`,
  post: say`Drafts posted`,
  import: say`Import`,
  export: say`Export`,
  notify: say`Shareholders notified`,
  undelivered: say`Mail not delivered`,
  make: say`Tax forms made`,
  download: say`Download`,
  'tax-profile/confirm': say`Confirm tax form`,
  'tax-profile/reject': say`Reject tax form`,
  'country/confirm': say`Confirm country`,
  'bank-change/approve': say`Approve bank account`,
  'bank-change/reject': say`Reject bank account`,
  sign: say`Signature`,
  reveal: say`Number shown in full`,
  preview: say`Portal seen as a holder`,
  login: say`Sign-in`,
  login_failed: say`Failed sign-in`,
  account: say`Own account`,
  join: say`Join`,
  record: say`Sample data`,
  change: say`Other change`,
  begin: say`Start of the trail`,
};

/** A verb's name as words: "adjust-ratio" becomes "Adjust ratio". */
export const actionWords = (action: string): string =>
  plainActions[action] ?? said(action.charAt(0).toUpperCase() + action.slice(1).replaceAll('-', ' '));

export const audit = defineResource('audit', {
  path: '/api/audit/',
  label: say`Audit trail`,
  singular: say`row of the trail`,
  about: say`What each person did, in order: changes, sign-ins, exports and downloads. Rows are never changed or removed.`,
  empty: say`Every change, sign-in, export and download is noted here.`,
  icon: 'audit',
  table: 'audit',
  title: 'summary',
  fields: {
    id: id(),
    seq: number({ readOnly: true, label: say`No.` }),
    at: datetime({ readOnly: true, label: say`When` }),
    actor: text({ readOnly: true, label: say`Who`, search: true, person: 'account_id' }),
    account_id: text({ readOnly: true, label: say`Account` }),
    action: text({ readOnly: true, label: say`Kind`, words: actionWords }),
    resource: text({ readOnly: true, label: say`Records`, words: (name) => actionWords(name) }),
    resource_id: text({ readOnly: true, label: say`Record` }),
    summary: text({ readOnly: true, label: say`What`, search: true }),
    before: values({ readOnly: true }),
    after: values({ readOnly: true }),
    request_id: text({ readOnly: true, label: say`Request` }),
    prev_hash: text({ readOnly: true, label: say`Hash of the row before` }),
    hash: text({ readOnly: true, label: say`Hash` }),
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
