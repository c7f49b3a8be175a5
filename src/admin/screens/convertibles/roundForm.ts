// The fields of the round form, and the request it sends.
import { say } from '#src/words/say.ts';
import { CONVERTS_INTO, CONVERTS_INTO_LABELS } from '#src/domain/round/ownSeries.ts';
import { PRICING_METHODS } from '#src/domain/model/roundTerms.ts';
import type { SessionUser } from '#src/auth/sessionUser.ts';
import { convertibleVerbs } from '#src/resources/verbs/convertibles.ts';
import type { Role } from '#src/resources/kit/access.ts';
import { choice, date, money, reference, shares, text } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { today } from '#src/admin/kit/format.ts';
import { membershipStatus } from '#src/admin/session/useMe.ts';
import { plainDecimal, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import { answeredOf } from '#src/resources/issuances/issuance.ts';
import { limits } from '#src/resources/kit/limits.ts';

export const CONVERTIBLES = '@convertibles';
export const INVESTORS = '@investors';
export const PREVIEW = '@preview';
export const MOST_INVESTORS = 100;

export const mayConvert = (user: SessionUser): boolean =>
  membershipStatus(user) === 'active' && convertibleVerbs['convert-in-round'].roles.includes(user.role as Role);

export const investorCount = ({ investors }: Values) => (typeof investors === 'number' ? investors : 1);
const inputsOf = (index: number) => ({ holder: `investor_${index + 1}`, amount: `amount_${index + 1}` });
const everyInvestor = (values: Values) => Array.from({ length: investorCount(values) }, (_, index) => inputsOf(index));

export const roundDefaults = (): Values => ({
  date: today(),
  pricing: 'pre_money',
  pricing_method: 'percent_ownership',
  investors: 1,
  left_out: [],
  converts_into: CONVERTS_INTO[0],
});

export function roundFields(values: Values): Fields {
  const isOne = investorCount(values) === 1;
  const investors: Fields = {};
  for (const [index, { holder, amount }] of everyInvestor(values).entries()) {
    investors[holder] = reference('shareholders', {
      required: true,
      label: isOne ? say`Investor` : say`Investor ${index + 1}`,
    });
    investors[amount] = money({
      required: true,
      positive: true,
      scale: 2,
      label: isOne ? say`Amount` : say`Amount from investor ${index + 1}`,
    });
  }
  return {
    date: date({ required: true, label: say`Date of the round`, help: say`Interest is counted up to this day.` }),
    share_class_id: reference('share-classes', {
      required: true,
      label: say`Share class`,
      help: say`For the new shares. SAFEs and notes convert into series of their own, unless you choose otherwise below.`,
    }),
    pricing: choice(['pre_money', 'price'], {
      required: true,
      label: say`Agreed price term`,
      labels: { pre_money: say`Pre-money valuation`, price: say`Price per share` },
    }),
    ...(values.pricing === 'price'
      ? { price_per_share: money({ required: true, positive: true, scale: 10, label: say`Price per share` }) }
      : {
          pre_money: money({ required: true, positive: true, scale: 2, label: say`Pre-money valuation` }),
          pricing_method: choice(PRICING_METHODS, {
            required: true,
            label: say`Shares that the valuation is divided by`,
            help: say`As in the term sheet. The price is rounded to four places.`,
            labels: {
              percent_ownership: say`Fully diluted shares including the pool increase and conversions`,
              pre_money: say`Fully diluted shares including the pool increase`,
              pre_money_before_increase: say`Current fully diluted shares`,
              dollars_invested: say`Including the pool increase and conversions, with the converted money added to the valuation`,
            },
          }),
        }),
    converts_into: choice(CONVERTS_INTO, {
      required: true,
      label: say`Converts into`,
      help: say`Their own series has the rights of the class, and a preference of what was paid per share.`,
      labels: CONVERTS_INTO_LABELS,
    }),
    ...investors,
    equity_plan_id: reference('equity-plans', { label: say`Plan whose pool grows` }),
    pool_increase: shares({
      positive: true,
      label: say`Shares added to it`,
      help: say`Leave empty to keep the pool as it is.`,
    }),
    board_approval_date: date({ label: say`Board approval` }),
    stockholder_approval_date: date({ label: say`Stockholder approval` }),
    exemption: text({
      max: limits.exemption,
      label: say`Securities exemption`,
      help: say`Such as "Regulation D, 506(b)".`,
    }),
    jurisdiction: text({ max: limits.jurisdiction, label: say`Jurisdiction`, help: say`Such as US or US-CA.` }),
  };
}

export function roundRows(values: Values): string[][] {
  return [
    ['date', 'share_class_id'],
    ...(values.pricing === 'price' ? [['pricing', 'price_per_share']] : [['pricing', 'pre_money'], ['pricing_method']]),
    [`#${say`What converts`}`],
    [CONVERTIBLES],
    ['converts_into'],
    [`#${say`New money`}`],
    ...everyInvestor(values).map(({ holder, amount }) => [holder, amount]),
    [INVESTORS],
    [`#${say`Pool increase`}`],
    ['equity_plan_id', 'pool_increase'],
    [`#${say`Approvals and exemption`}`],
    ['board_approval_date', 'stockholder_approval_date'],
    ['exemption', 'jurisdiction'],
    [PREVIEW],
  ];
}

export const chosenOf = ({ chosen }: Values): string[] => (Array.isArray(chosen) ? (chosen as string[]) : []);

export function checkRound(values: Values): Record<string, string> {
  const errors: Record<string, string> = {};
  if (chosenOf(values).length === 0) errors.chosen = say`Choose at least one convertible.`;
  if (values.pool_increase && !values.equity_plan_id) errors.equity_plan_id = say`Choose the plan whose pool grows.`;
  if (values.equity_plan_id && !values.pool_increase) errors.pool_increase = say`Enter the number of shares to add.`;
  if (values.exemption && !values.jurisdiction) errors.jurisdiction = say`Enter the exemption’s jurisdiction.`;
  return errors;
}

export function roundBody(values: Values): Values {
  const { exemption, jurisdiction, pricing } = values;
  const priced = pricing === 'price' ? ['price_per_share'] : ['pre_money'];
  return {
    ...answered(values, [
      'date',
      'share_class_id',
      'converts_into',
      'board_approval_date',
      'stockholder_approval_date',
    ]),
    ...answeredFigures(values, priced),
    ...(pricing === 'price' ? {} : { pricing_method: values.pricing_method }),
    convertibles: chosenOf(values).map((id) => ({ id })),
    investors: everyInvestor(values).map(({ holder, amount }) => ({
      shareholder_id: values[holder],
      ...answeredFigures({ amount: values[amount] }, ['amount']),
    })),
    ...(values.equity_plan_id && values.pool_increase
      ? {
          pool_increase: {
            equity_plan_id: values.equity_plan_id,
            ...answeredFigures({ quantity: values.pool_increase }, ['quantity']),
          },
        }
      : {}),
    ...(exemption ? { security_law_exemptions: [{ description: exemption, jurisdiction }] } : {}),
  };
}

/** Says which inputs the preview still needs; null if none. */
export function missing(values: Values): string | null {
  const isFigure = (name: string) => (typedDecimal(values[name]) ?? 0n) > 0n;
  const parts = [
    ...(values.date ? [] : [say`the date`]),
    ...(values.share_class_id ? [] : [say`the share class`]),
    ...(isFigure(values.pricing === 'price' ? 'price_per_share' : 'pre_money')
      ? []
      : [values.pricing === 'price' ? say`the price` : say`the valuation`]),
    ...(chosenOf(values).length > 0 ? [] : [say`what converts`]),
    ...(everyInvestor(values).every(({ holder, amount }) => values[holder] && isFigure(amount))
      ? []
      : [say`each investor and amount`]),
  ];
  if (parts.length === 0) return null;
  const last = parts.pop()!;
  return say`Enter ${parts.length > 0 ? say`${parts.join(', ')} and ${last}` : last} to see the round.`;
}

/** "investors.1.amount" is the second investor's input; an error about a convertible belongs to their list. */
export function roundInput(name: string): string | undefined {
  const [, index, part] = /^investors\.(\d+)\.(shareholder_id|amount)$/.exec(name) ?? [];
  if (index !== undefined) return inputsOf(Number(index))[part === 'amount' ? 'amount' : 'holder'];
  if (name.startsWith('convertibles')) return 'chosen';
  if (name === 'pool_increase.quantity') return 'pool_increase';
  return undefined;
}

const answered = (values: Values, names: readonly string[]): Values => answeredOf(values, names) ?? {};

/** As `answered`, figures without their separators. */
const answeredFigures = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(answered(values, names)).map(([name, value]) => [name, plainDecimal(value) ?? value]),
  );
