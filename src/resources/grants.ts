import { holderAnswers } from './acknowledgements.ts';
import { own } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, choice, date, id, money, reference, shares, status, text, tone } from './kit/fields.ts';

const staff = ['owner', 'admin', 'staff'] as const;

export const grants = defineResource('grants', {
  path: '/api/grants/',
  label: 'Grants',
  singular: 'grant',
  about: 'Options, restricted stock units and appreciation rights. Newest form first, before what it replaced.',
  empty:
    'Grants to the people who work here stand in this list, each with its schedule. Adopt an equity plan first, then grant from it.',
  icon: 'grants',
  table: 'security',
  source: 'grant_view',
  title: 'grant_number',
  fields: {
    id: id(),
    grant_number: text({ label: 'Number', search: true, max: 60 }),
    shareholder_id: reference('shareholders', { required: true, label: 'Holder', shows: 'shareholder' }),
    shareholder: text({ readOnly: true, label: 'Holder', search: true }),
    compensation_type: choice(['OPTION_ISO', 'OPTION_NSO', 'OPTION', 'RSU', 'SSAR', 'CSAR'], {
      required: true,
      label: 'Kind',
      labels: {
        OPTION_ISO: 'Option (ISO)',
        OPTION_NSO: 'Option (NSO)',
        OPTION: 'Option',
        RSU: 'RSU',
        SSAR: 'SAR, settled in stock',
        CSAR: 'SAR, settled in cash',
      },
    }),
    equity_plan_id: reference('equity-plans', { label: 'Plan', shows: 'equity_plan' }),
    equity_plan: text({ readOnly: true, label: 'Plan' }),
    share_class_id: reference('share-classes', { required: true, label: 'Share class', shows: 'share_class' }),
    share_class: text({ readOnly: true, label: 'Share class' }),
    granted: shares({
      readOnly: true,
      label: 'Granted',
      definition: 'As it was granted, in shares of today: times every split since.',
    }),
    exercised_total: shares({
      readOnly: true,
      label: 'Exercised',
      definition: 'Exercised, or released of units, since it was granted, in shares of today.',
    }),
    cancelled_total: shares({
      readOnly: true,
      label: 'Cancelled or replaced',
      definition: 'Granted and neither exercised nor outstanding, with fractions that a split settled.',
    }),
    outstanding: shares({
      readOnly: true,
      label: 'Outstanding',
      definition: 'Granted and neither exercised, released, cancelled nor replaced.',
    }),
    quantity: shares({
      required: true,
      positive: true,
      label: 'Quantity',
      definition: 'Of the grant in its present form: after a split or a partial cancellation, what was left.',
    }),
    exercised: shares({
      readOnly: true,
      label: 'Exercised of quantity',
      definition: 'Exercised, or released of units, in its present form.',
    }),
    vested: shares({
      readOnly: true,
      label: 'Vested',
      definition:
        'Earned by the schedule up to this day of all that was granted, also what was exercised since, in shares of today. A dash: the schedule is not known.',
    }),
    vested_outstanding: shares({
      readOnly: true,
      label: 'Vested and held',
      definition: 'Of what is outstanding, what is earned: with the unvested, all of it.',
    }),
    unvested: shares({ readOnly: true, label: 'Unvested', definition: 'Of what is outstanding, still to be earned.' }),
    exercise_price: money({ scale: 10, label: 'Exercise price' }),
    currency: text({ readOnly: true, max: 3 }),
    date: date({ required: true, label: 'Grant date' }),
    issued_on: date({
      readOnly: true,
      label: 'In this form since',
      definition: 'The day of the split or the partial cancellation that made it, else the grant date.',
    }),
    vesting_start: date({ readOnly: true, label: 'Vesting start' }),
    expiration_date: date({ label: 'Expires', notBefore: 'date' }),
    exercise_until: date({
      readOnly: true,
      label: 'Exercise until',
      definition: 'The end of the window that opened when the holder left.',
    }),
    service_ended_on: date({ readOnly: true, label: 'Holder left' }),
    vesting_terms_id: reference('vesting-terms', { label: 'Vesting schedule' }),
    early_exercisable: boolean({ label: 'Early exercise', default: false, words: ['Allowed', 'Not allowed'] }),
    status: status({
      active: tone('success', 'exercised', 'released', 'cancelled', 'expired', 'transferred', 'reissued', 'retracted'),
      upcoming: tone('info', 'active', 'cancelled', 'retracted'),
      expired: tone('warning', 'cancelled', 'reissued'),
      exercised: tone('neutral'),
      released: tone('neutral'),
      cancelled: tone('neutral'),
      transferred: tone('neutral'),
      reissued: tone('neutral'),
      retracted: tone('neutral'),
    }),
  },
  list: [
    'grant_number',
    'shareholder',
    'compensation_type',
    'granted',
    'exercised_total',
    'outstanding',
    'vested_outstanding',
    'date',
    'issued_on',
    'status',
  ],
  card: { figure: 'outstanding', details: ['shareholder', 'compensation_type'] },
  filters: ['status', 'compensation_type', 'equity_plan_id', 'shareholder_id', 'date'],
  form: [],
  sort: ['issued_on', 'DESC'],
  sortAmongEqual: 'issue_seq',
  createLabel: 'Grant Equity',
  writes: 'command',
  menu: 'equity',
  asOf: { since: 'issued_on' },
  access: {
    owner: 'read create',
    admin: 'read create',
    staff: 'read create',
    viewer: 'read',
    shareholder: own('read', { column: 'shareholder_id', match: 'shareholder' }),
  },
  actions: {
    ...holderAnswers('active'),
    exercise: { label: 'Exercise', roles: staff, from: ['active'] },
    release: { label: 'Release shares', roles: staff, from: ['active'] },
    accelerate: { label: 'Accelerate vesting', roles: staff, from: ['active'] },
    'vesting-event': { label: 'Record a milestone', roles: staff, from: ['active'] },
    reprice: { label: 'Change the price', roles: staff, from: ['active'] },
    cancel: { label: 'Cancel grant', roles: staff, from: ['active', 'expired', 'upcoming'], destructive: true },
  },
});
export type Grant = RecordOf<typeof grants>;
