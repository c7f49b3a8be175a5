// The yearly papers for the tax office of the United States: which form each completed payment goes on, and in which box. A pure
// rule on sums; docs/decisions/0176-yearly-tax-forms.md says where each code comes from.
import { say } from '#src/words/say.ts';
import { formatDecimal, parseDecimal, toFixed, ZERO } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';

export const yearlyTaxFormNames = ['1099-DIV', '1099-INT', '1042-S'] as const;
export type YearlyTaxFormName = (typeof yearlyTaxFormNames)[number];

/** The completed payments of a holder in a year, of one kind, currency and rate. */
export interface PaidSum {
  shareholder_id: string;
  /** The kind of distribution. */
  type: string;
  currency: string;
  withholding_rate: string | null;
  gross: string;
  tax: string;
  /** As whom the holder was taxed when it was approved; null where that was not kept. */
  is_foreign: boolean | null;
  treaty_country: string | null;
}

/** What decides about the form. */
export interface Recipient {
  /** Of the tax profile, once it is confirmed. */
  form: string | null;
  profile_country: string | null;
  /** Of the address, as the company recorded or confirmed it. */
  tax_country: string | null;
  /** What was told of the year already, where it does not depend on what the payment keeps. */
  told_as_foreign: boolean | null;
  type: 'individual' | 'entity';
  has_tax_number: boolean;
  has_address: boolean;
}

export interface TaxBox {
  box: string;
  label: string;
  value: string;
  /** An amount of money, or a code. */
  is_money: boolean;
}

export type Lacking = 'tax_form' | 'tax_number' | 'address' | 'exemption_code' | 'status_code';

export interface YearlyTaxFormFigures {
  shareholder_id: string;
  form: YearlyTaxFormName;
  /** Tells several forms of one holder apart: income code and rate; empty where there is one. */
  part: string;
  boxes: TaxBox[];
  gross: string;
  tax: string;
  net: string;
  lacking: Lacking[];
}

export type Unreported = PaidSum & { reason: 'not_in_dollars' | 'no_form_for_kind' };

const US = 'US';
/** Kinds of distributions by the box that they go into. */
const DIVIDEND_BOXES: Readonly<Record<string, string>> = {
  dividend: '1a',
  return_of_capital: '3',
  liquidation: '9',
};
const DIVIDEND_LABELS: Readonly<Record<string, string>> = {
  '1a': say`Total ordinary dividends`,
  '3': say`Nondividend distributions`,
  '4': say`Federal income tax withheld`,
  '9': say`Cash liquidation distributions`,
};
const INCOME_CODES: Readonly<Record<string, string>> = { interest: '01', dividend: '06', return_of_capital: '37' };

/** A W-9 makes a person of the United States, a W-8 a foreign one; without a form the country does. */
export function isForeign({
  form,
  profile_country,
  tax_country,
}: Pick<Recipient, 'form' | 'profile_country' | 'tax_country'>) {
  if (form === 'W-9') return false;
  if (form?.startsWith('W-8')) return true;
  return ((form === null ? null : profile_country) ?? tax_country ?? US) !== US;
}

function formOf(sum: PaidSum, foreign: boolean): { form: YearlyTaxFormName; part: string } | null {
  if (foreign) {
    const code = INCOME_CODES[sum.type];
    return code === undefined ? null : { form: '1042-S', part: `${code} ${percent(sum.withholding_rate)}` };
  }
  if (sum.type === 'interest') return { form: '1099-INT', part: '' };
  return DIVIDEND_BOXES[sum.type] === undefined ? null : { form: '1099-DIV', part: '' };
}

/** "0.15" -> "15.00", as the forms have it. */
const percent = (rate: string | null): string => toFixed((parseDecimal(rate) ?? ZERO) * 100n, 2);

/**
 * In: the sums of a year and their recipients. Out: a form for each holder and kind, in the order of the sums, and what goes on no
 * form. Together they are the completed payments, to the cent.
 */
export function yearlyTaxFormsOf(
  sums: readonly PaidSum[],
  recipients: ReadonlyMap<string, Recipient>,
): { papers: YearlyTaxFormFigures[]; unreported: Unreported[] } {
  const groups = new Map<string, { form: YearlyTaxFormName; part: string; sums: PaidSum[] }>();
  const unreported: Unreported[] = [];
  for (const sum of sums) {
    const recipient = recipients.get(sum.shareholder_id)!;
    const form = formOf(sum, sum.is_foreign ?? recipient.told_as_foreign ?? isForeign(recipient));
    if (sum.currency !== 'USD') unreported.push({ ...sum, reason: 'not_in_dollars' });
    else if (form === null) unreported.push({ ...sum, reason: 'no_form_for_kind' });
    else {
      const key = `${sum.shareholder_id}\u0000${form.form}\u0000${form.part}`;
      const group = groups.get(key) ?? { ...form, sums: [] };
      group.sums.push(sum);
      groups.set(key, group);
    }
  }
  const papers = [...groups.values()].map((group) => paperOf(group, recipients.get(group.sums[0]!.shareholder_id)!));
  return { papers, unreported };
}

interface Group {
  form: YearlyTaxFormName;
  part: string;
  sums: readonly PaidSum[];
}

function paperOf({ form, part, sums }: Group, recipient: Recipient): YearlyTaxFormFigures {
  const [gross, tax] = [totalOf(sums, 'gross'), totalOf(sums, 'tax')];
  const boxes =
    form === '1042-S' ? foreignBoxes(part, gross, tax, recipient, isUnderTreaty(sums)) : ownBoxes(form, sums, tax);
  const value = (name: string) => boxes.find(({ box }) => box === name)?.value;
  return {
    shareholder_id: sums[0]!.shareholder_id,
    form,
    part,
    boxes,
    gross: toFixed(gross, 2),
    tax: toFixed(tax, 2),
    net: toFixed(gross - tax, 2),
    lacking: [
      ...(recipient.form === null ? (['tax_form'] as const) : []),
      ...(recipient.has_tax_number ? [] : (['tax_number'] as const)),
      ...(recipient.has_address ? [] : (['address'] as const)),
      ...(value('3a') === '' ? (['exemption_code'] as const) : []),
      ...(value('13f') === '' ? (['status_code'] as const) : []),
    ],
  };
}

/** The same form of a year in which nothing is left to report: every amount is zero. */
export function emptied({ boxes, ...paper }: YearlyTaxFormFigures): YearlyTaxFormFigures {
  const zero = '0.00';
  return {
    ...paper,
    boxes: boxes.map((each) => (each.is_money ? { ...each, value: zero } : each)),
    gross: zero,
    tax: zero,
    net: zero,
    lacking: [],
  };
}

function ownBoxes(form: YearlyTaxFormName, sums: readonly PaidSum[], tax: Decimal): TaxBox[] {
  if (form === '1099-INT')
    return [
      money('1', say`Interest income`, totalOf(sums, 'gross')),
      money('4', say`Federal income tax withheld`, tax),
    ];
  return ['1a', '3', '4', '9'].map((box) => {
    const own = sums.filter(({ type }) => DIVIDEND_BOXES[type] === box);
    return money(box, DIVIDEND_LABELS[box]!, box === '4' ? tax : totalOf(own, 'gross'));
  });
}

const isUnderTreaty = (sums: readonly PaidSum[]) => sums.every(({ treaty_country }) => treaty_country !== null);

/** Nothing withheld under a treaty is exemption 04; of nothing withheld for another reason only the company knows the code. */
function foreignBoxes(part: string, gross: Decimal, tax: Decimal, { type }: Recipient, isTreaty: boolean): TaxBox[] {
  const [code, rate] = part.split(' ') as [string, string];
  const exemption = (parseDecimal(rate) ?? ZERO) > 0n ? '00' : isTreaty ? '04' : '';
  return [
    { box: '1', label: say`Income code`, value: code, is_money: false },
    money('2', say`Gross income`, gross),
    { box: '3', label: say`Chapter indicator`, value: '3', is_money: false },
    { box: '3a', label: say`Exemption code`, value: exemption, is_money: false },
    { box: '3b', label: say`Tax rate`, value: rate, is_money: false },
    money('7a', say`Federal tax withheld`, tax),
    money('10', say`Total withholding credit`, tax),
    { box: '13f', label: say`Chapter 3 status code`, value: type === 'individual' ? '16' : '', is_money: false },
  ];
}

const money = (box: string, label: string, value: Decimal): TaxBox => ({
  box,
  label,
  value: toFixed(value, 2),
  is_money: true,
});

const totalOf = (sums: readonly PaidSum[], name: 'gross' | 'tax'): Decimal =>
  sums.reduce((total, sum) => total + (parseDecimal(sum[name]) ?? ZERO), ZERO);

/** What a form says, to compare it with an earlier one. */
export const figuresOf = ({ boxes }: Pick<YearlyTaxFormFigures, 'boxes'>): string =>
  boxes
    .filter(({ is_money }) => is_money)
    .map(({ box, value }) => `${box} ${formatDecimal(parseDecimal(value) ?? ZERO)}`)
    .join('\n');
