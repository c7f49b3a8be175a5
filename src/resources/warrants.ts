import { ofSecurities } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { date, id, money, reference, shares, status, text, tone } from './kit/fields.ts';
import { limits } from './kit/limits.ts';

export const warrants = defineResource('warrants', {
  path: '/api/warrants/',
  label: 'Warrants',
  singular: 'warrant',
  about: 'Rights to buy stock at a fixed price until a day: one row a warrant. Its page has its earlier forms.',
  empty:
    'Warrants given to lenders, advisors or partners are listed here until they are exercised, cancelled or expire.',
  isBroughtIn: true,
  icon: 'warrants',
  table: 'security',
  source: 'warrant_view',
  title: 'warrant_number',
  fields: {
    id: id(),
    warrant_number: text({ label: 'Number', search: true, max: limits.securityNumber }),
    shareholder_id: reference('shareholders', { required: true, label: 'Holder', shows: 'shareholder' }),
    shareholder: text({ required: true, readOnly: true, label: 'Holder', search: true }),
    share_class_id: reference('share-classes', { required: true, label: 'Share class', shows: 'share_class' }),
    share_class: text({ readOnly: true, label: 'Share class', search: true }),
    quantity: shares({ required: true, positive: true, label: 'Shares' }),
    outstanding: shares({ readOnly: true, label: 'Outstanding', definition: 'Neither exercised nor cancelled.' }),
    exercise_price: money({ required: true, scale: 10, label: 'Exercise price' }),
    purchase_price: money({
      readOnly: true,
      label: 'Paid for it',
      definition: 'The purchase price of the warrant itself.',
    }),
    currency: text({ readOnly: true, max: 3 }),
    date: date({ required: true, label: 'Issue date' }),
    issued_on: date({
      required: true,
      readOnly: true,
      label: 'In this form since',
      definition: 'The date of the split or partial cancellation that created it, or the issue date.',
    }),
    expiration_date: date({ label: 'Expires', notBefore: 'date' }),
    status: status({
      active: tone('success', 'exercised', 'cancelled', 'expired', 'transferred', 'reissued', 'retracted'),
      upcoming: tone('info', 'active', 'cancelled', 'retracted'),
      expired: tone('warning', 'cancelled', 'reissued'),
      exercised: tone('neutral'),
      cancelled: tone('neutral'),
      transferred: tone('neutral'),
      reissued: tone('neutral'),
      retracted: tone('neutral'),
    }),
  },
  list: [
    'warrant_number',
    'shareholder',
    'share_class',
    'quantity',
    'outstanding',
    'exercise_price',
    'date',
    'issued_on',
    'expiration_date',
    'status',
  ],
  card: { figure: 'outstanding', details: ['shareholder', 'share_class'] },
  filters: ['status', 'share_class_id', 'shareholder_id', 'date'],
  form: [],
  sort: ['issued_on', 'DESC'],
  sortAmongEqual: 'issue_seq',
  createLabel: 'Issue Warrant',
  forHolders: 'list',
  writes: 'command',
  menu: 'equity',
  asOf: { since: 'issued_on' },
  laterForm: 'replaced_by_id',
  access: ofSecurities,
});
export type Warrant = RecordOf<typeof warrants>;
