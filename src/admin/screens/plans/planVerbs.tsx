// What changes a plan's pool: another reserve from a day on, and shares that come back to it.
import { equityPlans } from '../../../resources/equityPlans.ts';
import { date, reference, shares, text } from '../../../resources/kit/fields.ts';
import { formatDecimal } from '../../../domain/figures/decimal.ts';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import { countShares, formatShares, today } from '../../kit/format.ts';
import { KeyValues } from '../../kit/parts/Card.tsx';
import { CharterRoomOf } from '../../kit/parts/CharterRoom.tsx';
import { plainDecimal, typedDecimal } from '../../kit/verbs/figures.ts';
import type { Values, VerbSpec } from '../../kit/verbs/types.ts';

const shown = (value: unknown) => {
  const plain = plainDecimal(value);
  return plain === undefined ? 'shares' : countShares(plain);
};

function Room({ record, values }: { record: AnyRecord; values: Values }) {
  const [reserved, available, asked] = [
    typedDecimal(record.reserved),
    typedDecimal(record.available),
    typedDecimal(values.reserved),
  ];
  const classes = Array.isArray(record.share_class_ids) ? (record.share_class_ids as string[]) : [];
  const after = reserved === null || available === null || asked === null ? null : available + asked - reserved;
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          ['Reserved now', shown(record.reserved)],
          ['Outstanding and exercised', `${shown(record.outstanding)} and ${shown(record.exercised)}`],
          ['Available after this', after === null ? '–' : formatShares(formatDecimal(after))],
        ]}
      />
      {after !== null && after < 0n && (
        <p className="err">This is less than what has been granted and used from the plan.</p>
      )}
      {classes.map((id) => (
        <CharterRoomOf
          key={id}
          id={id}
          change={{ pooled: asked === null || reserved === null ? 0n : asked - reserved }}
        />
      ))}
    </div>
  );
}

export const planVerbs: Record<string, VerbSpec> = {
  'equity-plans.adjust': {
    title: (record) => `Change the reserve of ${String(record.name)}`,
    text: () => <p>Record what the board decided. Grants that exist are not touched.</p>,
    fields: {
      reserved: shares({
        required: true,
        label: 'Shares reserved',
        definition: equityPlans.fields.reserved.definition,
        help: 'The whole reserve after this, not what is added to it.',
      }),
      date: date({ required: true, help: 'The day from which it counts.' }),
      reason: text({ required: true, max: 400, help: 'Such as "Board consent of 3 March 2026".' }),
    },
    defaults: (record) => ({ reserved: plainDecimal(record.reserved) ?? '', date: today() }),
    Preview: Room,
    submit: (_, values) => `Reserve ${shown(values.reserved)}`,
    body: (values) => ({ ...values, reserved: plainDecimal(values.reserved) ?? values.reserved }),
    done: (record) => `The reserve of ${String(record.name)} changed`,
  },
  'equity-plans.return': {
    title: (record) => `Return shares to ${String(record.name)}`,
    text: () => (
      <p>
        What was cancelled of a grant becomes available again. A plan whose cancelled shares return by themselves needs
        this only where a grant says otherwise.
      </p>
    ),
    fields: {
      security_id: reference('grants', { required: true, label: 'Grant' }),
      quantity: shares({ required: true, positive: true, label: 'Shares' }),
      date: date({ required: true, help: 'The day from which they are available.' }),
      reason: text({ required: true, max: 400 }),
    },
    defaults: () => ({ date: today() }),
    submit: (_, values) => `Return ${shown(values.quantity)}`,
    body: (values) => ({ ...values, quantity: plainDecimal(values.quantity) ?? values.quantity }),
    done: (record) => `Shares returned to ${String(record.name)}`,
  },
};
