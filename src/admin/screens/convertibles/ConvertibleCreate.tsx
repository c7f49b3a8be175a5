// Issuing a SAFE or a note: its terms, and their effect.
import { useGetOne } from 'react-admin';
import { boolean, choice, date, money, percent, reference, text } from '../../../resources/kit/fields.ts';
import type { Fields } from '../../../resources/kit/fields.ts';
import type { Convertible } from '../../../resources/convertibles.ts';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import { divide, formatDecimal, ONE, toFixed } from '../../../domain/figures/decimal.ts';
import type { Values } from '../../kit/form/CommandForm.tsx';
import type { Shareholder } from '../../../resources/shareholders.ts';
import { formatMoney, today } from '../../kit/format.ts';
import { KeyValues } from '../../kit/parts/Card.tsx';
import { plainDecimal, typedDecimal } from '../../kit/verbs/figures.ts';
import { answered, answeredFigures, SecurityForm } from '../shared/SecurityForm.tsx';
import { limits } from '../../../resources/kit/limits.ts';
import { ACCRUAL_PERIODS, COMPOUNDINGS, CONVERTIBLE_KINDS, DAY_COUNTS } from '../../../domain/keywords.ts';
import { PreviewCard } from '../../kit/parts/PreviewCard.tsx';

const percentField = (label: string, help: string) => percent({ label, help });

function fields(values: Values): Fields {
  const isNote = values.kind === 'NOTE';
  return {
    kind: choice(CONVERTIBLE_KINDS, {
      required: true,
      default: 'SAFE',
      label: 'Kind',
      labels: { SAFE: 'SAFE', NOTE: 'Convertible note' },
    }),
    shareholder_id: reference('shareholders', { required: true, label: 'Investor' }),
    amount: money({ required: true, positive: true, scale: 2, label: 'Amount invested' }),
    date: date({ required: true, label: 'Issue date' }),
    cap_kind: choice(['post_money', 'pre_money', 'none'], {
      required: true,
      default: 'post_money',
      label: 'Valuation cap',
      labels: { post_money: 'Post-money', pre_money: 'Pre-money', none: 'No cap' },
    }),
    ...(values.cap_kind === 'none'
      ? {}
      : { cap: money({ required: true, positive: true, scale: 2, label: 'Cap', help: 'More than the amount.' }) }),
    discount_percent: percentField('Discount, %', 'For example, 20 converts at 80% of the price.'),
    mfn: boolean({
      required: true,
      default: false,
      label: 'Most favoured nation',
      words: ['Yes', 'No'],
      definition: 'The investor may adopt better terms given to later investors.',
    }),
    ...(isNote
      ? {
          rate_percent: percentField('Interest per year, %', 'Such as 8.'),
          compounding: choice(COMPOUNDINGS, { required: true, label: 'Interest' }),
          day_count: choice(DAY_COUNTS, {
            required: true,
            label: 'Day count',
            labels: { ACTUAL_365: 'Actual/365', '30_360': '30/360' },
          }),
          accrual_period: choice(ACCRUAL_PERIODS, {
            required: true,
            label: 'Accrues',
            labels: { SEMI_ANNUAL: 'Every six months' },
          }),
          maturity_date: date({ label: 'Maturity', notBefore: 'date' }),
        }
      : {}),
    convertible_number: text({
      max: limits.securityNumber,
      label: 'Number',
      help: 'Leave empty to take the next number.',
    }),
  };
}

function rows(values: Values): string[][] {
  return [
    ['kind'],
    ['shareholder_id'],
    ['amount', 'date'],
    ['#Terms'],
    ['cap_kind', ...(values.cap_kind === 'none' ? [] : ['cap'])],
    ['discount_percent', 'mfn'],
    ...(values.kind === 'NOTE'
      ? [['rate_percent', 'compounding'], ['day_count', 'accrual_period'], ['maturity_date']]
      : []),
    ['convertible_number'],
  ];
}

/** "20" -> "0.2"; undefined where nothing was typed. */
function partOfOne(value: unknown): string | undefined {
  const typed = typedDecimal(value);
  return typed === null || typed === 0n ? undefined : formatDecimal(typed / 100n);
}

function check(values: Values): Record<string, string> {
  const [cap, amount] = [typedDecimal(values.cap), typedDecimal(values.amount)];
  const errors: Record<string, string> = {};
  if (values.cap_kind !== 'none' && cap !== null && amount !== null && cap <= amount)
    errors.cap = 'The cap must be more than the amount.';
  for (const name of ['discount_percent', 'rate_percent']) {
    const typed = typedDecimal(values[name]);
    if (typed !== null && typed >= 100n * ONE) errors[name] = 'Less than 100.';
  }
  return errors;
}

export function convertibleBody(values: Values): Values {
  const [discount, rate] = [partOfOne(values.discount_percent), partOfOne(values.rate_percent)];
  const isNote = values.kind === 'NOTE';
  return {
    ...answered(values, ['kind', 'shareholder_id', 'date', 'convertible_number']),
    ...answeredFigures(values, ['amount']),
    terms: {
      ...(values.cap_kind === 'none' ? {} : { [`${String(values.cap_kind)}_cap`]: plainDecimal(values.cap) }),
      ...(discount ? { discount } : {}),
      ...(values.mfn === true ? { mfn: true } : {}),
      ...(isNote && rate
        ? { interest: { rate, ...answered(values, ['day_count', 'compounding', 'accrual_period']) } }
        : {}),
      ...(isNote ? answered(values, ['maturity_date']) : {}),
    },
  };
}

const inputs: Record<string, string> = {
  'terms.post_money_cap': 'cap',
  'terms.pre_money_cap': 'cap',
  'terms.discount': 'discount_percent',
  'terms.interest.rate': 'rate_percent',
};

function label(values: Values): string {
  const amount = plainDecimal(values.amount);
  const what = values.kind === 'NOTE' ? 'note' : 'SAFE';
  return amount && amount !== '0' ? `Issue ${what} over ${formatMoney(amount)}` : `Issue ${what}`;
}

export default function ConvertibleCreate({ resource }: { resource: Resource }) {
  return (
    <SecurityForm<Convertible>
      resource={resource}
      title="Issue convertible"
      about="Records money invested now for shares later. The shares are recorded when it converts."
      fields={fields}
      rows={rows}
      defaults={{
        kind: 'SAFE',
        cap_kind: 'post_money',
        mfn: false,
        compounding: 'SIMPLE',
        day_count: 'ACTUAL_365',
        accrual_period: 'ANNUAL',
        date: today(),
      }}
      check={check}
      inputOf={(name) => inputs[name]}
      body={convertibleBody}
      submitLabel={label}
      done={(_, made) => `${String(made.convertible_number)} issued`}
      Aside={Preview}
    />
  );
}

function Preview({ values }: { values: Values }) {
  const id = typeof values.shareholder_id === 'string' ? values.shareholder_id : '';
  const { data: holder } = useGetOne<Shareholder>('shareholders', { id }, { enabled: id !== '', retry: false });
  const [amount, cap] = [typedDecimal(values.amount), typedDecimal(values.cap)];
  const hasCap = values.cap_kind !== 'none' && amount !== null && cap !== null && cap > amount;
  // Interest converts too; its amount is not known before the conversion date.
  const bearsInterest = values.kind === 'NOTE';
  return (
    <PreviewCard title="If you issue this">
      <div className="sect">
        <h3>{holder && id !== '' ? holder.name : 'The investor'}</h3>
        <KeyValues
          items={[
            ['Invests', amount === null ? '–' : formatMoney(formatDecimal(amount))],
            ...(hasCap && values.cap_kind === 'post_money'
              ? ([
                  [
                    `Owns at the cap, before new money${bearsInterest ? ' and interest' : ''}`,
                    `${percentOf(amount, cap)}%`,
                  ],
                ] as [string, string][])
              : []),
            ['Counts as shares now', 'no, until it converts'],
          ]}
        />
        {hasCap && values.cap_kind === 'post_money' && (
          <p className="small mut">
            {bearsInterest
              ? 'The amount divided by the post-money cap. Interest until conversion is added.'
              : 'The amount divided by the post-money cap: exact when the cap binds, whatever else converts.'}
          </p>
        )}
      </div>
    </PreviewCard>
  );
}

const percentOf = (part: bigint, whole: bigint) => toFixed(divide(part * 100n, whole, 2, 'HALF_UP'), 2);
