import { ofSecurities } from './kit/access.ts';
import { holderLeft } from './holderLeft.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, choice, date, id, money, reference, shares, status, text, tone } from './kit/fields.ts';
import { limits } from './kit/limits.ts';
import { COMPENSATION_TYPES } from '../domain/keywords.ts';

export const grants = defineResource('grants', {
  path: '/api/grants/',
  label: 'Grants',
  singular: 'grant',
  about: 'Options, restricted stock units and appreciation rights: one row per grant. Its page has its earlier forms.',
  empty:
    'Grants to the people who work for the company are listed here, each with its schedule. Adopt an equity plan first, then grant from it.',
  broughtInBy: 'imports',
  icon: 'grants',
  table: 'security',
  source: 'grant_view',
  title: 'grant_number',
  fields: {
    id: id(),
    grant_number: text({ label: 'Number', search: true, max: limits.securityNumber }),
    shareholder_id: reference('shareholders', { required: true, label: 'Holder', shows: 'shareholder' }),
    shareholder: text({ required: true, readOnly: true, label: 'Holder', search: true }),
    compensation_type: choice(COMPENSATION_TYPES, {
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
      required: true,
      readOnly: true,
      label: 'Granted',
      definition: 'The number granted, adjusted for splits since then.',
    }),
    exercised_total: shares({
      required: true,
      readOnly: true,
      label: 'Exercised',
      definition: 'Exercised (units: released) since the grant, adjusted for splits.',
    }),
    cancelled_total: shares({
      required: true,
      readOnly: true,
      label: 'Lapsed or cancelled',
      definition: 'Granted, but neither exercised nor outstanding. Includes fractions settled in a split.',
    }),
    outstanding: shares({
      required: true,
      readOnly: true,
      label: 'Outstanding',
      definition: 'Granted, and not exercised, released, lapsed or cancelled.',
    }),
    quantity: shares({
      required: true,
      positive: true,
      label: 'Quantity',
      definition: 'The size of the grant in its present form, after any split or partial cancellation.',
    }),
    exercised: shares({
      required: true,
      readOnly: true,
      label: 'Exercised of quantity',
      definition: 'Exercised (units: released) in its present form.',
    }),
    vested: shares({
      readOnly: true,
      label: 'Vested',
      definition:
        'The part of the whole grant that has vested by this day, including what was exercised, adjusted for splits. A dash means that the schedule is not known.',
    }),
    vested_outstanding: shares({
      readOnly: true,
      label: 'Vested and held',
      definition: 'The vested part of what is outstanding.',
    }),
    unvested_outstanding: shares({
      readOnly: true,
      label: 'Unvested and held',
      definition: 'The part of what is outstanding that has not vested yet.',
    }),
    unvested: shares({
      readOnly: true,
      label: 'Unvested',
      definition:
        'The part of the whole grant that has neither vested nor lapsed by this day. What was exercised early and has not vested is part of it, unless that stock was repurchased or cancelled.',
    }),
    repurchased: shares({
      readOnly: true,
      label: 'Repurchased',
      definition:
        'Stock of an early exercise that the company repurchased or cancelled before it had vested, adjusted for splits. Granted = vested + unvested + lapsed or cancelled + repurchased, unless options lapsed after they had vested.',
    }),
    exercise_price: money({ scale: 10, label: 'Exercise price' }),
    currency: text({ readOnly: true, max: 3 }),
    date: date({ required: true, label: 'Grant date' }),
    issued_on: date({
      required: true,
      readOnly: true,
      label: 'Current terms since',
      definition: 'The date of the split or partial cancellation that created it, or the grant date.',
    }),
    vesting_start: date({ readOnly: true, label: 'Vesting start' }),
    expiration_date: date({ label: 'Expires', notBefore: 'date' }),
    exercise_until: date({
      readOnly: true,
      label: 'Exercise until',
      definition: 'The end of the exercise window that opened when the holder left.',
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
  marks: [{ ...holderLeft, on: 'shareholder' }],
  card: { figure: 'outstanding', details: ['shareholder', 'compensation_type'] },
  filters: ['status', 'compensation_type', 'equity_plan_id', 'shareholder_id', 'date'],
  form: [],
  sort: ['issued_on', 'DESC'],
  sortAmongEqual: 'issue_seq',
  createLabel: 'Grant Equity',
  forHolders: 'list',
  writes: 'command',
  menu: 'securities',
  asOf: { since: 'issued_on' },
  shownForm: 'shown_form_id',
  access: ofSecurities,
});
export type Grant = RecordOf<typeof grants>;
