import { say } from '../words/say.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, datetime, email, id, reference, status, text, tone } from './kit/fields.ts';

export const joinRequests = defineResource('join-requests', {
  path: '/api/join-requests/',
  label: say`Access requests`,
  singular: say`access request`,
  about: say`People who verified their phone and ask to be linked to a shareholder of the company.`,
  empty: say`When somebody signs up as a shareholder with your client name, the request waits here until you say who they are.`,
  icon: 'joinRequests',
  table: 'join_request',
  source: 'join_request_view',
  title: 'name',
  fields: {
    id: id(),
    name: text({ required: true, readOnly: true, search: true }),
    first_name: text({ required: true, readOnly: true, label: say`First Name` }),
    last_name: text({ required: true, readOnly: true, label: say`Last Name` }),
    email: email({ required: true, readOnly: true, search: true }),
    email_verified: boolean({ required: true, readOnly: true, label: say`Email proved` }),
    phone_last4: text({ required: true, readOnly: true, label: say`Phone ends in` }),
    phone_verified: boolean({ required: true, readOnly: true, label: say`Phone proved` }),
    invitation_shareholder_id: reference('shareholders', { readOnly: true, label: say`Invited as` }),
    email_shareholder_id: reference('shareholders', { readOnly: true, label: say`Has this email address` }),
    current_shareholder_id: reference('shareholders', { readOnly: true, label: say`Has access as` }),
    shareholder_id: reference('shareholders', { readOnly: true, label: say`Linked to` }),
    requested_at: datetime({ required: true, readOnly: true, label: say`Asked` }),
    status: status({
      pending: tone('warning', 'approved', 'rejected'),
      approved: tone('success'),
      rejected: tone('error'),
    }),
  },
  list: ['name', 'email', 'email_verified', 'phone_last4', 'phone_verified', 'requested_at', 'status'],
  card: { details: ['email', 'requested_at'] },
  filters: ['status', 'email_verified'],
  form: [],
  sort: ['requested_at', 'DESC'],
  writes: 'none',
  menu: 'people',
  access: { administrators: 'read', editors: 'read', readers: 'none', holders: 'none' },
});
export type JoinRequest = RecordOf<typeof joinRequests>;
