import { own } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, choice, datetime, email, id, number, text } from './kit/fields.ts';

export const shareholders = defineResource('shareholders', {
  path: '/api/shareholders/',
  label: 'Shareholders',
  singular: 'shareholder',
  about: 'Everyone who holds, held or may hold shares of the company: people and entities.',
  empty: 'People and entities that hold your shares are listed here. Add the founders first, or import a cap table.',
  icon: 'shareholders',
  table: 'shareholder',
  title: 'name',
  fields: {
    id: id(),
    type: choice(['individual', 'entity'], { required: true, default: 'individual' }),
    name: text({ readOnly: true, search: true }),
    first_name: text({ max: 100, label: 'First Name' }),
    last_name: text({ max: 100, label: 'Last Name' }),
    entity_name: text({ max: 200, label: 'Entity Name' }),
    email: email({ search: true }),
    relationship: choice(
      [
        'founder',
        'employee',
        'ex_employee',
        'investor',
        'advisor',
        'consultant',
        'board_member',
        'officer',
        'executive',
        'non_us_employee',
        'other',
      ],
      {
        label: 'Relationship',
        labels: { ex_employee: 'Former employee', non_us_employee: 'Employee outside the US' },
      },
    ),
    street_1: text({ max: 200, label: 'Street' }),
    street_2: text({ max: 200, label: 'Street, second line' }),
    city: text({ max: 100 }),
    state: text({ max: 100, label: 'State or province' }),
    postal_code: text({ max: 20, label: 'Postal code' }),
    country: text({
      max: 2,
      pattern: /^[A-Z]{2}$/,
      patternHelp: 'Two capital letters, such as US.',
      help: 'Two letters, such as US.',
    }),
    is_active: boolean({ label: 'Status', words: ['Active', 'Inactive'], default: true, required: true }),
    created_at: datetime({ readOnly: true, label: 'Added' }),
    version: number({ readOnly: true }),
  },
  list: ['id', 'type', 'name', 'email', 'is_active'],
  filters: ['type', 'is_active', 'relationship'],
  form: [
    ['type'],
    ['first_name', 'last_name'],
    ['entity_name'],
    ['email'],
    ['relationship'],
    ['street_1'],
    ['street_2'],
    ['city', 'state'],
    ['postal_code', 'country'],
    ['is_active'],
  ],
  sort: ['name', 'ASC'],
  createLabel: 'Add Shareholder',
  writes: 'command',
  access: {
    owner: 'all',
    admin: 'all',
    staff: 'read create update',
    viewer: 'read',
    shareholder: own('read update', { column: 'id', match: 'shareholder' }),
  },
  actions: {
    invite: { label: 'Invite to portal', roles: ['owner', 'admin', 'staff'] },
    unlink: { label: 'Unlink account', roles: ['owner', 'admin', 'staff'], destructive: true },
    terminate: { label: 'End service', roles: ['owner', 'admin', 'staff'], destructive: true },
  },
});
export type Shareholder = RecordOf<typeof shareholders>;

/** What a shareholder may change in their own row; the rest is the company's record of them. */
export const shareholderOwnFields = [
  'email',
  'street_1',
  'street_2',
  'city',
  'state',
  'postal_code',
  'country',
] as const;
