// Transfers a certificate, whole or in part, to one or several buyers, with the board's approval for unvested shares.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { certificateVerbs } from '#src/resources/verbs/certificates.ts';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { hasOrHave } from '#src/domain/inWords.ts';
import { reference, shares } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { ShownCertificate } from '#src/contract/recordPages.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { plural } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { nameOf, unvestedOn, useWholeCertificate } from './certificateFigures.ts';
import { left, plainDecimal, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import type { Values } from '#src/admin/kit/verbs/types.ts';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';

const MOST = 100;
const buyersOf = ({ buyers }: Values) => (typeof buyers === 'number' ? buyers : 1);
/** The input names of one buyer; the first uses the same names as a transfer to one person. */
const inputsOf = (index: number) =>
  index === 0
    ? { holder: 'to_shareholder_id', quantity: 'quantity' }
    : { holder: `to_${index + 1}`, quantity: `quantity_${index + 1}` };
const everyBuyer = (values: Values) => Array.from({ length: buyersOf(values) }, (_, index) => inputsOf(index));

/** The total of all buyers; null while one of the figures is missing. */
function taken(values: Values): bigint | null {
  let sum = 0n;
  for (const { quantity } of everyBuyer(values)) {
    const part = typedDecimal(values[quantity]);
    if (part === null) return null;
    sum += part;
  }
  return sum;
}

const takenText = (values: Values) => countShares(formatDecimal(taken(values) ?? 0n));

function fields(_: ShownCertificate, values: Values): Fields {
  const isOne = buyersOf(values) === 1;
  const asked: Fields = {};
  for (const [index, { holder, quantity }] of everyBuyer(values).entries()) {
    asked[holder] = reference('shareholders', { required: true, label: isOne ? say`To` : say`Buyer ${index + 1}` });
    asked[quantity] = shares({
      required: true,
      positive: true,
      label: isOne ? say`Shares` : say`Shares for buyer ${index + 1}`,
    });
  }
  const { date, price_per_share, consideration } = certificateVerbs.transfer.fields;
  return {
    ...asked,
    date,
    price_per_share: {
      ...price_per_share,
      help: say`What ${isOne ? say`the buyer pays` : say`the buyers pay`}, if known. It becomes their cost.`,
    },
    consideration,
  };
}

/** With several buyers, a buyer and their number share a row. */
function rows(names: string[]): string[][] {
  const buyers = names.slice(0, -3);
  const pairs = buyers.flatMap((name, index) => (index % 2 === 0 ? [[name, buyers[index + 1]!]] : []));
  return [
    ...(pairs.length > 1 ? pairs : buyers.map((name) => [name])),
    ['date'],
    ['price_per_share'],
    ['consideration'],
  ];
}

function Buyers({ record }: { record: ShownCertificate }) {
  const { setValue } = useFormContext();
  const values = useWatch();
  const count = buyersOf(values);
  const change = (next: number) => setValue('buyers', next);
  return (
    <>
      <div className="row-acts">
        {count < MOST && (
          <button type="button" className="btn" onClick={() => change(count + 1)}>
            <Icon name="plus" />
            {say`Add another buyer`}
          </button>
        )}
        {count > 1 && (
          <button type="button" className="btn text" onClick={() => change(count - 1)}>
            {sayAround`Remove buyer ${count}`}
          </button>
        )}
      </div>
      <BoardsWord record={record} values={values} />
    </>
  );
}

/** Shown only if more is transferred than has vested by the day. */
function BoardsWord({ record, values }: { record: ShownCertificate; values: Values }) {
  const whole = useWholeCertificate(record);
  const { field } = useController({ name: 'approves_unvested', defaultValue: false });
  const unvested = unvestedOn(whole, values.date);
  const quantity = taken(values);
  if (unvested === null || unvested === 0n || quantity === null || !typedDecimal(record.quantity)) return null;
  const vested = typedDecimal(record.quantity)! - unvested;
  if (quantity <= vested) return null;
  return (
    <div className="alert info">
      <div>
        <p>
          {sayAround`By that day ${countShares(formatDecimal(vested))} ${hasOrHave(vested)} vested. Unvested shares can be transferred only with the board’s approval. They keep vesting for the buyer while the original holder’s service continues; when it ends, they can be repurchased from the buyer.`}
        </p>
        <label className="box-choice">
          <input type="checkbox" checked={field.value === true} onChange={() => field.onChange(field.value !== true)} />
          {say`The board has approved the transfer of unvested shares`}
        </label>
      </div>
    </div>
  );
}

function Moved({ record, values }: { record: ShownCertificate; values: Values }) {
  const quantity = taken(values);
  if (quantity === null) return null;
  const rest = left(record.quantity, quantity);
  const count = buyersOf(values);
  return (
    <div className="preview" aria-live="polite">
      {rest === null ? (
        <p className="err">
          {sayAround`${takenText(values)} would be more than the ${countShares(record.quantity)} of this certificate.`}
        </p>
      ) : (
        <KeyValues
          items={[
            [say`${nameOf(record)} closes as`, say`Transferred`],
            [
              say`New certificates for buyers`,
              `${plural(count, say`certificate`, say`certificates`)}, ${takenText(values)}`,
            ],
            [say`Balance certificate for the holder`, rest === '0' ? say`none, no shares remain` : countShares(rest)],
          ]}
        />
      )}
    </div>
  );
}

function body({ buyers, ...values }: Values): Values {
  const { date: on, consideration, price_per_share, approves_unvested, to_shareholder_id, quantity } = values;
  const rest = {
    date: on,
    ...(consideration ? { consideration } : {}),
    ...(price_per_share ? { price_per_share: plainDecimal(price_per_share) ?? price_per_share } : {}),
    ...(approves_unvested === true ? { approves_unvested } : {}),
  };
  const many = everyBuyer({ buyers });
  if (many.length === 1) return { to_shareholder_id, quantity: plainDecimal(quantity) ?? quantity, ...rest };
  return {
    recipients: many.map((inputs) => ({
      shareholder_id: values[inputs.holder],
      quantity: plainDecimal(values[inputs.quantity]) ?? values[inputs.quantity],
    })),
    ...rest,
  };
}

/** "recipients.1.quantity" is the second buyer's input. */
function fieldOf(name: string): string {
  const [, index, part] = /^recipients\.(\d+)\.(shareholder_id|quantity)$/.exec(name) ?? [];
  if (index === undefined) return name === 'recipients' ? 'to_shareholder_id' : name;
  const inputs = inputsOf(Number(index));
  return part === 'quantity' ? inputs.quantity : inputs.holder;
}

export const transferVerb = viewsOf<ShownCertificate>({
  'certificates.transfer': {
    fields,
    rows,
    Extra: Buyers,
    extra: { buyers: say`Buyers`, approves_unvested: say`Approval of the board` },
    starts: () => ({ buyers: 1 }),
    Preview: Moved,
    submit: (_, values) => (taken(values) === null ? say`Transfer shares` : say`Transfer ${takenText(values)}`),
    body,
    fieldOf,
    done: (record, values) => say`${takenText(values)} of ${nameOf(record)} transferred`,
  },
});
