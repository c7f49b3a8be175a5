// New paper for the same holding, a lost one replaced, one that was never accepted taken back, and conversion.
import { decimal, formatDecimal, multiplyByRatio } from '../../../domain/figures/decimal.ts';
import type { RoundingMode } from '../../../domain/figures/decimal.ts';
import { choice, date, shares, text } from '../../../resources/kit/fields.ts';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import { countShares, formatShares, today } from '../../kit/format.ts';
import { KeyValues } from '../../kit/parts/Card.tsx';
import { heldBy, moved, nameOf, unvestedText, vestingOf } from './certificateFigures.ts';
import { left, typedDecimal } from '../../kit/verbs/figures.ts';
import type { Values, VerbSpec } from '../../kit/verbs/types.ts';

const day = { required: true, label: 'Date', help: 'The day on which it takes effect.' } as const;
const starting = () => ({ date: today() });

interface Conversion {
  share_class_id: string;
  share_class: string;
  numerator: string;
  denominator: string;
  rounding: RoundingMode;
}
export const conversionsOf = (record: AnyRecord): Conversion[] =>
  Array.isArray(record.converts_to) ? (record.converts_to as Conversion[]) : [];

function OnNewPaper({ record, values, verb }: { record: AnyRecord; values: Values; verb: string }) {
  const vesting = vestingOf(record);
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          [`${nameOf(record)} closes as`, verb],
          ['New certificate, next number', countShares(String(record.quantity))],
          ['Holder, price and legends', 'as before'],
          ...(vesting ? [['Unvested, goes on vesting', unvestedText(record, values.date)] as [string, string]] : []),
        ]}
      />
    </div>
  );
}

function TakenBack({ record }: { record: AnyRecord }) {
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          [`${nameOf(record)} closes as`, 'Retracted'],
          ['Stop being outstanding', countShares(String(record.quantity))],
          ['The number', 'is not used again'],
        ]}
      />
    </div>
  );
}

function Converted({ record, values }: { record: AnyRecord; values: Values }) {
  const chosen = conversionsOf(record).find((each) => each.share_class_id === values.to_share_class_id);
  const quantity = typedDecimal(values.quantity || record.quantity);
  if (!chosen || quantity === null) return null;
  const rest = left(record.quantity, quantity);
  const ratio = { numerator: decimal(chosen.numerator), denominator: decimal(chosen.denominator) };
  const becomes = formatDecimal(multiplyByRatio(quantity, ratio, 0, chosen.rounding));
  return (
    <div className="preview" aria-live="polite">
      {rest === null ? (
        <p className="err">More than the {countShares(String(record.quantity))} of this certificate.</p>
      ) : (
        <KeyValues
          items={[
            ['Ratio today, new for old', `${formatShares(chosen.numerator)} for ${formatShares(chosen.denominator)}`],
            [`Becomes ${chosen.share_class}`, countShares(becomes)],
            [
              `Balance certificate of ${String(record.share_class)}`,
              rest === '0' ? 'none, all shares go' : countShares(rest),
            ],
          ]}
        />
      )}
      {becomes === '0' && <p className="err">Too few shares to become one {chosen.share_class} share.</p>}
    </div>
  );
}

export const paperVerbs: Record<string, VerbSpec> = {
  'certificates.reissue': {
    title: (record) => `Reissue ${nameOf(record)}`,
    text: (record) => <p>{heldBy(record)}, on a new certificate with the next number. Nothing else changes.</p>,
    fields: {
      reason: text({ required: true, max: 400, help: 'Such as "Name changed by marriage".' }),
      date: date(day),
    },
    defaults: starting,
    Preview: (props) => <OnNewPaper {...props} verb="Reissued" />,
    submit: (record) => `Reissue ${nameOf(record)}`,
    done: (record) => `${nameOf(record)} reissued on new paper`,
  },
  'certificates.replace': {
    title: (record) => `Replace ${nameOf(record)}`,
    text: (record) => (
      <p>For a lost or destroyed certificate: {heldBy(record)} on a new one. The old number is void and never used.</p>
    ),
    fields: {
      reason: text({ required: true, max: 400, label: 'What happened to it', help: 'Such as "Lost in a move".' }),
      date: date(day),
    },
    defaults: starting,
    Preview: (props) => <OnNewPaper {...props} verb="Reissued" />,
    submit: (record) => `Replace ${nameOf(record)}`,
    done: (record) => `${nameOf(record)} replaced`,
  },
  'certificates.convert': {
    title: (record) => `Convert ${nameOf(record)}`,
    text: (record) => <p>{heldBy(record)} become shares of another class, at the ratio of their right.</p>,
    fields: (record) => ({
      to_share_class_id: choice(
        conversionsOf(record).map((each) => each.share_class_id),
        {
          required: true,
          label: 'Into',
          labels: Object.fromEntries(conversionsOf(record).map((each) => [each.share_class_id, each.share_class])),
        },
      ),
      quantity: shares({ required: true, positive: true, label: 'Shares' }),
      date: date(day),
    }),
    defaults: (record) => ({
      to_share_class_id: conversionsOf(record)[0]?.share_class_id ?? '',
      quantity: String(record.quantity),
      date: today(),
    }),
    Preview: Converted,
    submit: (record, values) => `Convert ${moved(record, values)}`,
    done: (record, values) => `${moved(record, values)} of ${nameOf(record)} converted`,
  },
  'certificates.retract': {
    title: (record) => `Retract ${nameOf(record)}?`,
    text: (record) => (
      <p>
        {heldBy(record)} are taken back as if they had not been issued. Only a certificate that its holder has not
        accepted can be retracted.
      </p>
    ),
    fields: { reason: text({ required: true, max: 400 }), date: date(day) },
    defaults: starting,
    Preview: TakenBack,
    submit: (record) => `Retract ${nameOf(record)}`,
    keep: 'Keep certificate',
    done: (record) => `${nameOf(record)} retracted`,
  },
};
