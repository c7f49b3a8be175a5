import { ofSecurities } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, choice, date, id, money, percent, reference, status, text, tone } from './kit/fields.ts';
import { limits } from './kit/limits.ts';
import { COMPOUNDINGS, CONVERTIBLE_KINDS, DAY_COUNTS, INTEREST_PAYOUTS } from '../domain/keywords.ts';

export const convertibles = defineResource('convertibles', {
  path: '/api/convertibles/',
  label: 'SAFEs and notes',
  singular: 'convertible',
  many: 'SAFEs and notes',
  about: 'SAFEs and notes: money invested now for shares later. Shown by amount until they convert.',
  empty:
    'SAFEs and convertible notes are listed here with their cap, discount and interest until they convert into shares.',
  broughtInBy: 'imports',
  icon: 'convertibles',
  table: 'security',
  source: 'convertible_view',
  title: 'convertible_number',
  fields: {
    id: id(),
    convertible_number: text({ label: 'Number', search: true, max: limits.securityNumber }),
    shareholder_id: reference('shareholders', { required: true, label: 'Holder', shows: 'shareholder' }),
    shareholder: text({ required: true, readOnly: true, label: 'Holder', search: true }),
    kind: choice([...CONVERTIBLE_KINDS, 'CONVERTIBLE_SECURITY'], {
      required: true,
      label: 'Kind',
      labels: { SAFE: 'SAFE', NOTE: 'Note', CONVERTIBLE_SECURITY: 'Other' },
    }),
    amount: money({ required: true, positive: true, scale: 10, label: 'Amount' }),
    currency: text({ readOnly: true, max: 3 }),
    date: date({ required: true, label: 'Issue date' }),
    valuation_cap: money({
      readOnly: true,
      scale: 10,
      label: 'Valuation cap',
      definition: 'The highest valuation at which it converts, even if the round’s valuation is higher.',
    }),
    cap_basis: choice(['POST_MONEY', 'PRE_MONEY'], {
      readOnly: true,
      label: 'Cap counts',
      labels: { POST_MONEY: 'Post-money', PRE_MONEY: 'Pre-money' },
    }),
    discount: percent({ readOnly: true, ofOne: true, label: 'Discount' }),
    mfn: boolean({ required: true, readOnly: true, label: 'Most favoured nation', words: ['Yes', 'No'] }),
    interest_rate: percent({ readOnly: true, ofOne: true, label: 'Interest per year' }),
    accrued_interest: money({
      readOnly: true,
      label: 'Interest to date',
      aside: (record: Readonly<Record<string, unknown>>) => (record.interest_payout === 'CASH' ? 'paid in cash' : null),
      definition:
        'Accrued up to this day under the terms of the note, and not converted. Interest paid in cash never converts.',
    }),
    interest_payout: choice(INTEREST_PAYOUTS, {
      readOnly: true,
      label: 'Interest is paid',
      labels: { DEFERRED: 'On conversion', CASH: 'In cash' },
    }),
    converted_interest: money({
      readOnly: true,
      label: 'Interest converted',
      definition: 'Accrued up to the conversion date under the terms of the note, and converted with the amount.',
    }),
    compounding: choice(COMPOUNDINGS, { readOnly: true, label: 'Interest' }),
    day_count: choice(DAY_COUNTS, {
      readOnly: true,
      label: 'Day count',
      labels: { ACTUAL_365: 'Actual/365', '30_360': '30/360' },
    }),
    issued_on: date({
      required: true,
      readOnly: true,
      label: 'Current terms since',
      definition: 'The date of the partial cancellation that created it, or the issue date.',
    }),
    maturity_date: date({ readOnly: true, label: 'Maturity' }),
    converts_by: choice([...CONVERTIBLE_KINDS, 'OTHER', 'NONE'], {
      readOnly: true,
      label: 'Converts by',
      labels: { SAFE: 'SAFE terms', NOTE: 'Note terms', OTHER: 'Its own terms', NONE: 'No conversion right' },
    }),
    status: status({
      outstanding: tone('success', 'converted', 'cancelled', 'transferred', 'retracted'),
      upcoming: tone('info', 'outstanding', 'cancelled', 'retracted'),
      converted: tone('neutral'),
      cancelled: tone('neutral'),
      transferred: tone('neutral'),
      retracted: tone('neutral'),
    }),
  },
  list: [
    'convertible_number',
    'kind',
    'shareholder',
    'amount',
    'accrued_interest',
    'valuation_cap',
    'cap_basis',
    'discount',
    'date',
    'status',
  ],
  card: { details: ['shareholder', 'date'] },
  filters: ['status', 'kind', 'shareholder_id', 'date'],
  totals: { by: 'currency', of: ['amount'] },
  form: [],
  sort: ['date', 'DESC'],
  createLabel: 'Issue Convertible',
  forHolders: 'list',
  writes: 'command',
  menu: 'securities',
  asOf: { since: 'issued_on' },
  shownForm: 'shown_form_id',
  access: ofSecurities,
});
export type Convertible = RecordOf<typeof convertibles>;
