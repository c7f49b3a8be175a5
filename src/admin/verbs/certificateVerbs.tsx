// Transfer, repurchase and cancel: what each asks and what becomes of the certificate.
import { certificates } from '../../resources/certificates.ts';
import { date, money, reference, shares, text } from '../../resources/kit/fields.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { formatDay, formatMoney, formatShares, today } from '../format.ts';
import { KeyValues } from '../parts/Card.tsx';
import { amountOf, left, plainDecimal, typedDecimal } from './figures.ts';
import type { Values, VerbSpec } from './types.ts';

const nameOf = (record: AnyRecord) => String(record[certificates.title]);
const heldBy = (record: AnyRecord) =>
  `${formatShares(String(record.quantity))} ${String(record.share_class)} shares of ${String(record.shareholder)}`;
const day = { required: true, label: 'Date', help: 'The day on which it takes effect.' } as const;
const startingNow = (record: AnyRecord) => ({ quantity: String(record.quantity), date: today() });
const withFigures = (values: Values) => ({
  ...values,
  ...(values.quantity !== undefined && { quantity: plainDecimal(values.quantity) ?? values.quantity }),
  ...(values.price_per_share !== undefined && {
    price_per_share: plainDecimal(values.price_per_share) ?? values.price_per_share,
  }),
});
const moved = (record: AnyRecord, values: Values) =>
  formatShares(plainDecimal(values.quantity ?? record.quantity) ?? '0');

/** The seller's side after it: the certificate closes, and what is left gets one of its own. */
function BalanceLines({ record, values, verb }: { record: AnyRecord; values: Values; verb: string }) {
  const quantity = typedDecimal(values.quantity || record.quantity);
  const rest = quantity === null ? null : left(record.quantity, quantity);
  const price = typedDecimal(values.price_per_share);
  if (quantity === null) return null;
  return (
    <div className="preview" aria-live="polite">
      {rest === null ? (
        <p className="err">More than the {formatShares(String(record.quantity))} shares of this certificate.</p>
      ) : (
        <KeyValues
          items={[
            [`${nameOf(record)} closes as`, verb],
            [
              'Balance certificate for the holder',
              rest === '0' ? 'none, all shares go' : `${formatShares(rest)} shares`,
            ],
            ...(price === null ? [] : [['Amount', formatMoney(amountOf(quantity, price))] as [string, string]]),
          ]}
        />
      )}
    </div>
  );
}

export const certificateVerbs: Record<string, VerbSpec> = {
  'certificates.transfer': {
    title: (record) => `Transfer ${nameOf(record)}`,
    text: (record) => (
      <p>{heldBy(record)}. The buyer gets a new certificate; what is not moved stays with the holder on another.</p>
    ),
    fields: {
      to_shareholder_id: reference('shareholders', { required: true, label: 'To' }),
      quantity: shares({ required: true, positive: true, label: 'Shares' }),
      date: date(day),
      consideration: text({ max: 400, help: 'What is paid, in words, such as "Sale at $2.00 a share".' }),
    },
    defaults: startingNow,
    Preview: (props) => <BalanceLines {...props} verb="Transferred" />,
    submit: (record, values) => `Transfer ${moved(record, values)} shares`,
    body: withFigures,
    done: (record, values) => `${moved(record, values)} shares of ${nameOf(record)} transferred`,
  },
  'certificates.repurchase': {
    title: (record) => `Repurchase ${nameOf(record)}`,
    text: (record) => <p>The company buys back {heldBy(record)}. Bought shares stop being outstanding.</p>,
    fields: {
      quantity: shares({ required: true, positive: true, label: 'Shares' }),
      price_per_share: money({ required: true, scale: 10, label: 'Price per share' }),
      date: date(day),
    },
    defaults: startingNow,
    Preview: (props) => <BalanceLines {...props} verb="Repurchased" />,
    submit: (record, values) => `Repurchase ${moved(record, values)} shares`,
    body: withFigures,
    done: (record, values) => `${moved(record, values)} shares of ${nameOf(record)} repurchased`,
  },
  'certificates.cancel': {
    title: (record) => `Cancel certificate ${nameOf(record)}?`,
    text: (record) => (
      <p>
        {heldBy(record)}, issued {formatDay(String(record.issue_date))}, stop being outstanding. The entry stays in the
        ledger.
      </p>
    ),
    fields: {
      quantity: shares({ positive: true, label: 'Shares', help: 'All of them unless you say fewer.' }),
      reason: text({ required: true, max: 400 }),
      date: date(day),
    },
    defaults: startingNow,
    Preview: (props) => <BalanceLines {...props} verb="Cancelled" />,
    submit: (record, values) => `Cancel ${moved(record, values)} shares`,
    keep: 'Keep certificate',
    body: withFigures,
    done: (record, values) => `${moved(record, values)} shares of ${nameOf(record)} cancelled`,
  },
};
