// Transfer, repurchase and cancel: what each asks and what becomes of the certificate.
import { useFormContext, useWatch } from 'react-hook-form';
import { formatDecimal } from '../../../domain/figures/decimal.ts';
import type { ShownCertificate } from '../../../contract/recordPages.ts';
import { formatMoney, countShares, formatShares } from '../../kit/format.ts';
import { KeyValues } from '../../kit/parts/Card.tsx';
import { nameOf, unvestedOn, unvestedText, useWholeCertificate } from './certificateFigures.ts';
import { consolidateVerb } from './consolidateVerb.tsx';
import { amountOf, left, typedDecimal } from '../../kit/verbs/figures.ts';
import { paperVerbs } from './paperVerbs.tsx';
import { transferVerb } from './transferVerb.tsx';
import type { Values } from '../../kit/verbs/types.ts';
import { viewsOf } from '../../kit/verbs/viewsOf.ts';

/** The effect for the holder: the certificate closes, unvested shares go first, the rest gets a balance certificate. */
function Ended({ record, values, verb }: { record: ShownCertificate; values: Values; verb: string }) {
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
              : [['Unvested shares included', shown(unvested < quantity ? unvested : quantity)] as [string, string]]),
            ['Balance certificate for the holder', rest === '0' ? 'none, no shares remain' : countShares(rest)],
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

/** Founders' stock: one press fills in the shares unvested on the day, at the price paid for them. */
function FillUnvested({ record }: { record: ShownCertificate }) {
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

export const certificateVerbs = {
  ...transferVerb,
  ...viewsOf<ShownCertificate>({
    'certificates.repurchase': {
      Extra: FillUnvested,
      Preview: (props) => <Ended {...props} verb="Repurchased" />,
    },
    'certificates.cancel': { Preview: (props) => <Ended {...props} verb="Cancelled" /> },
  }),
  ...paperVerbs,
  ...consolidateVerb,
};
