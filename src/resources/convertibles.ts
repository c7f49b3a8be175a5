import { say } from '../words/say.ts';
import { ofSecurities } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, choice, date, id, money, percent, reference, status, text, tone } from './kit/fields.ts';
import { limits } from './kit/limits.ts';
import { COMPOUNDINGS, CONVERTIBLE_KINDS, DAY_COUNTS, INTEREST_PAYOUTS } from '../domain/keywords.ts';

export const convertibles = defineResource('convertibles', {
  path: '/api/convertibles/',
  label: say`SAFEs and notes`,
  singular: say`convertible`,
  many: say`SAFEs and notes`,
  several: say`convertibles`,
  about: say`SAFEs and notes: money invested now for shares later. Shown by amount until they convert.`,
  empty: say`SAFEs and convertible notes are listed here with their cap, discount and interest until they convert into shares.`,
  broughtInBy: 'imports',
  icon: 'convertibles',
  table: 'security',
  source: 'convertible_view',
  title: 'convertible_number',
  fields: {
    id: id(),
    convertible_number: text({ label: say`Number`, search: true, max: limits.securityNumber }),
    shareholder_id: reference('shareholders', { required: true, label: say`Holder`, shows: 'shareholder' }),
    shareholder: text({ required: true, readOnly: true, label: say`Holder`, search: true }),
    kind: choice([...CONVERTIBLE_KINDS, 'CONVERTIBLE_SECURITY'], {
      required: true,
      label: say`Kind`,
      labels: { SAFE: 'SAFE', NOTE: say`Note`, CONVERTIBLE_SECURITY: say`Other` },
    }),
    amount: money({ required: true, positive: true, scale: 10, label: say`Amount` }),
    currency: text({ readOnly: true, max: 3 }),
    date: date({ required: true, label: say`Issue date` }),
    valuation_cap: money({
      readOnly: true,
      scale: 10,
      label: say`Valuation cap`,
      definition: say`The highest valuation at which it converts, even if the round’s valuation is higher.`,
    }),
    cap_basis: choice(['POST_MONEY', 'PRE_MONEY'], {
      readOnly: true,
      label: say`Cap counts`,
      labels: { POST_MONEY: say`Post-money`, PRE_MONEY: say`Pre-money` },
    }),
    discount: percent({ readOnly: true, ofOne: true, label: say`Discount` }),
    mfn: boolean({ required: true, readOnly: true, label: say`Most favoured nation`, words: [say`Yes`, say`No`] }),
    interest_rate: percent({ readOnly: true, ofOne: true, label: say`Interest per year` }),
    accrued_interest: money({
      readOnly: true,
      label: say`Interest to date`,
      aside: (record: Readonly<Record<string, unknown>>) =>
        record.interest_payout === 'CASH' ? say`paid in cash` : null,
      definition: say`Accrued up to this day under the terms of the note, and not converted. Interest paid in cash never converts.`,
    }),
    interest_payout: choice(INTEREST_PAYOUTS, {
      readOnly: true,
      label: say`Interest is paid`,
      labels: { DEFERRED: say`On conversion`, CASH: say`In cash` },
    }),
    converted_interest: money({
      readOnly: true,
      label: say`Interest converted`,
      definition: say`Accrued up to the conversion date under the terms of the note, and converted with the amount.`,
    }),
    compounding: choice(COMPOUNDINGS, { readOnly: true, label: say`Interest` }),
    day_count: choice(DAY_COUNTS, {
      readOnly: true,
      label: say`Day count`,
      labels: { ACTUAL_365: 'Actual/365', '30_360': '30/360' },
    }),
    issued_on: date({
      required: true,
      readOnly: true,
      label: say`Current terms since`,
      definition: say`The date of the partial cancellation that created it, or the issue date.`,
    }),
    maturity_date: date({ readOnly: true, label: say`Maturity` }),
    converts_by: choice([...CONVERTIBLE_KINDS, 'OTHER', 'NONE'], {
      readOnly: true,
      label: say`Converts by`,
      labels: {
        SAFE: say`SAFE terms`,
        NOTE: say`Note terms`,
        OTHER: say`Its own terms`,
        NONE: say`No conversion right`,
      },
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
  createLabel: say`Issue Convertible`,
  forHolders: 'list',
  writes: 'command',
  menu: 'securities',
  asOf: { since: 'issued_on', first: 'date' },
  shownForm: 'shown_form_id',
  access: ofSecurities,
});
export type Convertible = RecordOf<typeof convertibles>;
