// Issuing a SAFE or a note: money invested now for shares later.
import { say } from '#src/words/say.ts';
import { compare, formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { ACCRUAL_PERIODS, COMPOUNDINGS, CONVERTIBLE_KINDS, DAY_COUNTS } from '#src/domain/keywords.ts';
import { convertibles } from '../convertibles.ts';
import { boolean, choice, date, money, percent, reference, text } from '../kit/fields.ts';
import type { Fields } from '../kit/fields.ts';
import { limits } from '../kit/limits.ts';
import { currencyCode } from '../kit/validation.ts';
import { convertibleTerms } from './convertibleTerms.ts';
import type { ConvertibleTerms } from './convertibleTerms.ts';
import { counselFields, counselInputOf, counselInputs, counselParts, counselRows, fileRows } from './counsel.ts';
import { answeredOf, defineIssuance, part } from './issuance.ts';
import type { BodyOfIssuance, Faults, Typed } from './issuance.ts';

const isNote = ({ kind }: Typed) => kind === 'NOTE';

export const convertibleIssuance = defineIssuance(convertibles, {
  title: say`Issue convertible`,
  about: say`Records money invested now for shares later. The shares are recorded when it converts.`,
  fields: {
    kind: choice(CONVERTIBLE_KINDS, {
      required: true,
      label: say`Kind`,
      labels: { SAFE: 'SAFE', NOTE: say`Convertible note` },
    }),
    shareholder_id: reference('shareholders', { required: true, label: say`Investor` }),
    amount: money({ required: true, positive: true, scale: 10, label: say`Amount invested` }),
    date: date({ required: true, label: say`Issue date` }),
    convertible_number: text({
      max: limits.securityNumber,
      label: say`Number`,
      help: say`Leave empty to take the next number.`,
    }),
    ...counselFields,
  },
  inputs: (typed) => ({ ...termInputs(typed), ...counselInputs(typed) }),
  parts: {
    // The form always takes the company's currency.
    currency: part(currencyCode.nullish(), () => undefined),
    terms: part(convertibleTerms.nullish(), termsFrom),
    ...counselParts,
  },
  rows: (typed) => [
    ['kind'],
    ['shareholder_id'],
    ['amount', 'date'],
    [`#${say`Terms`}`],
    ['cap_kind', ...(typed.cap_kind === 'none' ? [] : ['cap'])],
    ['discount_percent', 'mfn'],
    ...(isNote(typed) ? [['rate_percent', 'compounding'], ['day_count', 'accrual_period'], ['maturity_date']] : []),
    ['convertible_number'],
    [`#${say`Approvals and exemption`}`],
    ...counselRows(typed),
    ...fileRows,
  ],
  faults: ({ kind, amount, date: issued_on, terms }) => (terms ? termFaults({ kind, amount, issued_on }, terms) : {}),
  inputOf: (member) => TERM_INPUTS[member] ?? counselInputOf(member),
  starts: (today) => ({
    kind: 'SAFE',
    cap_kind: 'post_money',
    mfn: false,
    compounding: 'SIMPLE',
    day_count: 'ACTUAL_365',
    accrual_period: 'ANNUAL',
    date: today,
  }),
  submit: (typed, write) => {
    const what = isNote(typed) ? say`note` : 'SAFE';
    return typed.amount && typed.amount !== '0'
      ? say`Issue ${what} over ${write.money(typed.amount)}`
      : say`Issue ${what}`;
  },
  done: (made) => say`${made.convertible_number} issued`,
});
export type ConvertibleBody = BodyOfIssuance<typeof convertibleIssuance>;

const TERM_INPUTS: Readonly<Record<string, string>> = {
  'terms.post_money_cap': 'cap',
  'terms.pre_money_cap': 'cap',
  'terms.discount': 'discount_percent',
  'terms.interest.rate': 'rate_percent',
  'terms.maturity_date': 'maturity_date',
};

function termInputs(typed: Typed): Fields {
  return {
    cap_kind: choice(['post_money', 'pre_money', 'none'], {
      required: true,
      label: say`Valuation cap`,
      labels: { post_money: say`Post-money`, pre_money: say`Pre-money`, none: say`No cap` },
    }),
    ...(typed.cap_kind === 'none'
      ? {}
      : {
          cap: money({ required: true, positive: true, scale: 2, label: say`Cap`, help: say`More than the amount.` }),
        }),
    discount_percent: percent({ label: say`Discount, %`, help: say`For example, 20 converts at 80% of the price.` }),
    mfn: boolean({
      required: true,
      label: say`Most favoured nation`,
      words: [say`Yes`, say`No`],
      definition: say`The investor may adopt better terms given to later investors.`,
    }),
    ...(isNote(typed) ? noteInputs : {}),
  };
}

const noteInputs: Fields = {
  rate_percent: percent({ label: say`Interest per year, %`, help: say`Such as 8.` }),
  compounding: choice(COMPOUNDINGS, { required: true, label: say`Interest` }),
  day_count: choice(DAY_COUNTS, {
    required: true,
    label: say`Day count`,
    labels: { ACTUAL_365: 'Actual/365', '30_360': '30/360' },
  }),
  accrual_period: choice(ACCRUAL_PERIODS, {
    required: true,
    label: say`Accrues`,
    labels: { SEMI_ANNUAL: say`Every six months` },
  }),
  maturity_date: date({ label: say`Maturity`, notBefore: 'date' }),
};

/** "20" -> "0.2"; undefined where nothing was typed. */
function partOfOne(value: unknown): string | undefined {
  const typed = typeof value === 'string' || typeof value === 'number' ? parseDecimal(String(value)) : null;
  return typed === null || typed === 0n ? undefined : formatDecimal(typed / 100n);
}

function termsFrom(typed: Typed): Record<string, unknown> {
  const [discount, rate] = [partOfOne(typed.discount_percent), partOfOne(typed.rate_percent)];
  return {
    ...(typed.cap_kind === 'none' ? {} : { [`${String(typed.cap_kind)}_cap`]: typed.cap }),
    ...(discount ? { discount } : {}),
    ...(typed.mfn === true ? { mfn: true } : {}),
    ...(isNote(typed) && rate
      ? { interest: { rate, ...answeredOf(typed, ['day_count', 'compounding', 'accrual_period']) } }
      : {}),
    ...(isNote(typed) ? answeredOf(typed, ['maturity_date']) : {}),
  };
}

/** A cap is above the amount; a SAFE has neither interest nor maturity; a note's maturity comes after its issue. */
function termFaults(issued: { kind: string; amount: string; issued_on: string }, terms: ConvertibleTerms): Faults {
  const { kind, amount, issued_on } = issued;
  const cap = terms.post_money_cap ?? terms.pre_money_cap;
  const name = terms.post_money_cap ? 'terms.post_money_cap' : 'terms.pre_money_cap';
  const isSafe = kind === 'SAFE';
  return {
    ...(cap &&
      compare(parseDecimal(cap)!, parseDecimal(amount)!) <= 0 && {
        [name]: say`The cap must be more than the amount. Otherwise the investor would get the whole company.`,
      }),
    ...(isSafe && terms.interest && { 'terms.interest': say`A SAFE bears no interest.` }),
    ...(terms.maturity_date &&
      terms.maturity_date <= issued_on && {
        'terms.maturity_date': say`The maturity date must be after the issue date.`,
      }),
    ...(isSafe && terms.maturity_date && { 'terms.maturity_date': say`A SAFE has no maturity.` }),
  };
}
