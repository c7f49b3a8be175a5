// Transfer, repurchase and cancel: what each asks and what becomes of the certificate.
import { useFormContext, useWatch } from 'react-hook-form';
import { formatDecimal } from '../../../domain/figures/decimal.ts';
import { date, money, shares, text } from '../../../resources/kit/fields.ts';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import { formatDay, formatMoney, countShares, formatShares, today } from '../../kit/format.ts';
import { KeyValues } from '../../kit/parts/Card.tsx';
import { heldBy, moved, nameOf, unvestedOn, unvestedText, useWholeCertificate } from './certificateFigures.ts';
import { consolidateVerb } from './consolidateVerb.tsx';
import { amountOf, left, typedDecimal } from '../../kit/verbs/figures.ts';
import { paperVerbs } from './paperVerbs.tsx';
import { transferVerb } from './transferVerb.tsx';
import type { Values, VerbSpec } from '../../kit/verbs/types.ts';

const day = { required: true, label: 'Date', help: 'The day on which it takes effect.' } as const;
const startingNow = (record: AnyRecord) => ({ quantity: String(record.quantity), date: today() });

/** The holder's side after it: the certificate closes, what has not vested leaves first, the rest gets one of its own. */
function Ended({ record, values, verb }: { record: AnyRecord; values: Values; verb: string }) {
  const whole = useWholeCertificate(record);
  const quantity = typedDecimal(values.quantity || record.quantity);
  if (quantity === null) return null;
  const rest = left(record.quantity, quantity);
  const price = typedDecimal(values.price_per_share);
  const unvested = unvestedOn(whole, values.date);
  return (
    <div className="preview" aria-live="polite">
      {rest === null ? (
        <p className="err">More than the {countShares(String(record.quantity))} of this certificate.</p>
      ) : (
        <KeyValues
          items={[
            [`${nameOf(record)} closes as`, verb],
            ...(unvested === null || unvested === 0n
              ? []
              : [['Of these unvested', shown(unvested < quantity ? unvested : quantity)] as [string, string]]),
            ['Balance certificate for the holder', rest === '0' ? 'none, all shares go' : countShares(rest)],
            ...(price === null
              ? []
              : [['Amount', formatMoney(amountOf(quantity, price), record.currency)] as [string, string]]),
          ]}
        />
      )}
    </div>
  );
}

const shown = (quantity: bigint) => formatShares(formatDecimal(quantity));

/** Founders' stock: what is unvested on the day is filled in by one press, at what was paid for it. */
function FillUnvested({ record }: { record: AnyRecord }) {
  const { setValue } = useFormContext();
  const values = useWatch();
  const whole = useWholeCertificate(record);
  const unvested = unvestedOn(whole, values.date);
  if (unvested === null || unvested === 0n) return null;
  const fill = () => {
    setValue('quantity', formatDecimal(unvested), { shouldDirty: true, shouldValidate: true });
    const paid = record.is_price_entered === false ? null : record.price_per_share;
    if (!values.price_per_share && paid) setValue('price_per_share', String(paid));
  };
  return (
    <button type="button" className="btn fill" onClick={fill}>
      Fill in the {unvestedText(whole, values.date)} unvested shares
    </button>
  );
}

export const certificateVerbs: Record<string, VerbSpec> = {
  ...transferVerb,
  'certificates.repurchase': {
    title: (record) => `Repurchase ${nameOf(record)}`,
    text: (record) => (
      <p>
        The company buys back {heldBy(record)}. Bought shares stop being outstanding; what has not vested goes first.
      </p>
    ),
    fields: {
      quantity: shares({ required: true, positive: true, label: 'Shares' }),
      price_per_share: money({ required: true, scale: 10, label: 'Price per share' }),
      date: date(day),
      reason: text({ max: 1000, label: 'Reason', help: 'Such as "Left the company on 3 March 2026".' }),
    },
    defaults: startingNow,
    Extra: FillUnvested,
    Preview: (props) => <Ended {...props} verb="Repurchased" />,
    submit: (record, values) => `Repurchase ${moved(record, values)}`,
    done: (record, values) => `${moved(record, values)} of ${nameOf(record)} repurchased`,
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
    Preview: (props) => <Ended {...props} verb="Cancelled" />,
    submit: (record, values) => `Cancel ${moved(record, values)}`,
    keep: 'Keep certificate',
    done: (record, values) => `${moved(record, values)} of ${nameOf(record)} cancelled`,
  },
  ...paperVerbs,
  ...consolidateVerb,
};
