// A warrant is exercised or cancelled, whole or in part.
import { date, shares, text } from '../../../resources/kit/fields.ts';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import { formatMoney, countShares, formatShares, today } from '../../kit/format.ts';
import { KeyValues } from '../../kit/parts/Card.tsx';
import { amountOf, left, plainDecimal, typedDecimal } from '../../kit/verbs/figures.ts';
import type { Values, VerbSpec } from '../../kit/verbs/types.ts';

const nameOf = (record: AnyRecord) => String(record.warrant_number);
const day = { required: true, label: 'Date', help: 'The day on which it takes effect.' } as const;
const typed = (record: AnyRecord, values: Values) =>
  countShares(plainDecimal(values.quantity || record.outstanding) ?? '0');
const startingNow = (record: AnyRecord) => ({ quantity: String(record.outstanding ?? ''), date: today() });
const plain = (values: Values): Values =>
  values.quantity === undefined ? values : { ...values, quantity: plainDecimal(values.quantity) ?? values.quantity };

interface RestProps {
  record: AnyRecord;
  values: Values;
  first?: [string, string][];
}

function Rest({ record, values, first = [] }: RestProps) {
  const quantity = typedDecimal(values.quantity || record.outstanding);
  const rest = quantity === null ? null : left(record.outstanding, quantity);
  if (quantity !== null && rest === null)
    return (
      <div className="preview" aria-live="polite">
        <p className="err">More than the {formatShares(String(record.outstanding))} of this warrant.</p>
      </div>
    );
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[...first, ['A new warrant for the rest', rest === null || rest === '0' ? 'none' : countShares(rest)]]}
      />
    </div>
  );
}

function Exercised({ record, values }: { record: AnyRecord; values: Values }) {
  const quantity = typedDecimal(values.quantity || record.outstanding);
  const price = typedDecimal(record.exercise_price);
  const pays: [string, string][] =
    quantity === null || price === null ? [] : [['To pay', formatMoney(amountOf(quantity, price), record.currency)]];
  return <Rest record={record} values={values} first={pays} />;
}

export const warrantVerbs: Record<string, VerbSpec> = {
  'warrants.exercise': {
    title: (record) => `Exercise ${nameOf(record)}`,
    text: (record) => (
      <p>
        {String(record.shareholder)} buys {String(record.share_class)} at{' '}
        {formatMoney(String(record.exercise_price ?? '0'), record.currency)} a share. The warrant closes; for what is
        not exercised a new one of the same terms is issued.
      </p>
    ),
    fields: {
      quantity: shares({ required: true, positive: true, label: 'Shares' }),
      date: date(day),
      consideration_text: text({ max: 400, label: 'Payment', help: 'Such as "Wire of 12 May 2026".' }),
    },
    defaults: startingNow,
    Preview: Exercised,
    submit: (record, values) => `Exercise ${typed(record, values)}`,
    body: plain,
    done: (record, values) => `${typed(record, values)} of ${nameOf(record)} exercised`,
  },
  'warrants.cancel': {
    title: (record) => `Cancel ${nameOf(record)}?`,
    text: () => <p>The entry stays in the ledger. Of a part, the rest becomes a new warrant of the same terms.</p>,
    fields: {
      quantity: shares({ positive: true, label: 'Shares', help: 'All of them unless you say fewer.' }),
      reason: text({ required: true, max: 400 }),
      date: date(day),
    },
    defaults: startingNow,
    Preview: Rest,
    submit: (record, values) => `Cancel ${typed(record, values)}`,
    keep: 'Keep warrant',
    body: plain,
    done: (record, values) => `${typed(record, values)} of ${nameOf(record)} cancelled`,
  },
};
