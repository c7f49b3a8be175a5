// Transfer, repurchase and cancel: what each asks and what becomes of the certificate.
import { said } from '#src/words/said.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useEffect } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { ShownCertificate } from '#src/contract/recordPages.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatMoney, formatShares, today } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { nameOf, unvestedOn, useWholeCertificate } from './certificateFigures.ts';
import { consolidateVerb } from './consolidateVerb.tsx';
import { amountOf, left, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import { paperVerbs } from './paperVerbs.tsx';
import { transferVerb } from './transferVerb.tsx';
import type { Values } from '#src/admin/kit/verbs/types.ts';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';

/**
 * The effect for the holder: the certificate closes, unvested shares go first, the rest gets a balance certificate. A cancellation
 * without a number takes all; of a repurchase the number is asked.
 */
function Ended({
  record,
  values,
  verb,
}: {
  record: ShownCertificate;
  values: Values;
  verb: 'Repurchased' | 'Cancelled';
}) {
  const whole = useWholeCertificate(record);
  const quantity = typedDecimal(values.quantity || (verb === 'Cancelled' ? record.quantity : null));
  if (quantity === null) return null;
  const rest = left(record.quantity, quantity);
  const price = typedDecimal(values.price_per_share);
  const unvested = unvestedOn(whole, values.date);
  return (
    <div className="preview" aria-live="polite">
      {rest === null ? (
        <p className="err">{sayAround`More than the ${countShares(record.quantity)} of this certificate.`}</p>
      ) : (
        <KeyValues
          items={[
            [say`${nameOf(record)} closes as`, said(verb)],
            ...(unvested === null || unvested === 0n
              ? []
              : ([
                  [say`Unvested shares included`, shown(unvested < quantity ? unvested : quantity)],
                  [say`Vested shares included`, shown(unvested < quantity ? quantity - unvested : 0n)],
                ] as [string, string][])),
            [say`Balance certificate for the holder`, rest === '0' ? say`none, no shares remain` : countShares(rest)],
            ...(price === null
              ? []
              : [[say`Amount`, formatMoney(amountOf(quantity, price), record.currency)] as [string, string]]),
          ]}
        />
      )}
    </div>
  );
}

const shown = (quantity: bigint) => formatShares(formatDecimal(quantity));

const UNVESTED = 'unvested_shares';
const TAKES_VESTED = 'takes_vested';

/** Of a record with its vesting; one of a list gets its figures once they are read. */
function startsUnvested(record: ShownCertificate): Values {
  const unvested = unvestedOn(record, today());
  // Nobody knows which have vested: how many are repurchased is asked.
  if (unvested === null) return { quantity: '' };
  if (unvested === 0n) return {};
  const paid = record.is_price_entered === false ? null : record.price_per_share;
  const figure = formatDecimal(unvested);
  return { quantity: figure, [UNVESTED]: figure, ...(paid && { price_per_share: String(paid) }) };
}

/** Stock that vests: what has not vested by the day is repurchased, at the price paid for it. Vested shares are a choice of their own. */
function WhichShares({ record }: { record: ShownCertificate }) {
  const { setValue } = useFormContext();
  const values = useWatch();
  const { field } = useController({ name: TAKES_VESTED, defaultValue: false });
  const whole = useWholeCertificate(record);
  const unvested = unvestedOn(whole, values.date);
  const figure = unvested === null || unvested === 0n ? null : formatDecimal(unvested);
  const paid = record.is_price_entered === false ? null : record.price_per_share;
  useEffect(() => {
    setValue(UNVESTED, figure);
    if (figure === null) return;
    setValue(TAKES_VESTED, false);
    setValue('quantity', figure);
    if (paid) setValue('price_per_share', String(paid));
  }, [figure, paid, setValue]);
  const vested = figure === null ? null : left(record.quantity, decimal(figure));
  if (figure === null || vested === null || vested === '0') return null;
  const choose = () => {
    setValue('quantity', field.value === true ? figure : record.quantity, { shouldValidate: true });
    field.onChange(field.value !== true);
  };
  return (
    <label className="box-choice">
      <input type="checkbox" checked={field.value === true} onChange={choose} />
      {sayAround`Also repurchase from the ${countShares(vested)} that ${vested === '1' ? say`has` : say`have`} vested`}
    </label>
  );
}

function checkVested(values: Values): Partial<Record<string, string>> {
  const [unvested, quantity] = [typedDecimal(values[UNVESTED]), typedDecimal(values.quantity)];
  if (!values.quantity) return { quantity: say`Enter how many shares are repurchased.` };
  if (unvested === null || quantity === null || quantity <= unvested || values[TAKES_VESTED] === true) return {};
  return {
    quantity: say`Only ${formatShares(formatDecimal(unvested))} have not vested. Tick the box below to repurchase vested shares too.`,
  };
}

export const certificateVerbs = {
  ...transferVerb,
  ...viewsOf<ShownCertificate>({
    'certificates.repurchase': {
      starts: startsUnvested,
      Extra: WhichShares,
      check: checkVested,
      Preview: (props) => <Ended {...props} verb="Repurchased" />,
    },
    'certificates.cancel': { Preview: (props) => <Ended {...props} verb="Cancelled" /> },
  }),
  ...paperVerbs,
  ...consolidateVerb,
};
