// Reissue, replacement of a lost certificate, retraction of one that was not accepted, and conversion.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { certificateVerbs } from '#src/resources/verbs/certificates.ts';
import { decimal, formatDecimal, multiplyByRatio } from '#src/domain/figures/decimal.ts';
import { choice } from '#src/resources/kit/fields.ts';
import type { ShownCertificate } from '#src/contract/recordPages.ts';
import type { Conversion } from '#src/contract/securityPages.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { nameOf, unvestedText, vestingOf } from './certificateFigures.ts';
import { left, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import type { Values } from '#src/admin/kit/verbs/types.ts';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';

export const conversionsOf = ({ converts_to = [] }: ShownCertificate): Conversion[] => converts_to;

function OnNewPaper({ record, values, verb }: { record: ShownCertificate; values: Values; verb: string }) {
  const vesting = vestingOf(record);
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          [say`${nameOf(record)} closes as`, verb],
          [say`New certificate, next number`, countShares(record.quantity)],
          [say`Holder, price and legends`, say`as before`],
          ...(vesting ? [[say`Unvested, keeps vesting`, unvestedText(record, values.date)] as [string, string]] : []),
        ]}
      />
    </div>
  );
}

function TakenBack({ record }: { record: ShownCertificate }) {
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          [say`${nameOf(record)} closes as`, say`Retracted`],
          [say`No longer outstanding`, countShares(record.quantity)],
          [say`Certificate number`, say`will not be used again`],
        ]}
      />
    </div>
  );
}

function Converted({ record, values }: { record: ShownCertificate; values: Values }) {
  const chosen = conversionsOf(record).find((each) => each.share_class_id === values.to_share_class_id);
  const quantity = typedDecimal(values.quantity || record.quantity);
  if (!chosen || quantity === null) return null;
  const rest = left(record.quantity, quantity);
  const ratio = { numerator: decimal(chosen.numerator), denominator: decimal(chosen.denominator) };
  const becomes = formatDecimal(multiplyByRatio(quantity, ratio, 0, chosen.rounding));
  return (
    <div className="preview" aria-live="polite">
      {rest === null ? (
        <p className="err">{sayAround`More than the ${countShares(record.quantity)} of this certificate.`}</p>
      ) : (
        <KeyValues
          items={[
            [
              say`Ratio today, new for old`,
              say`${formatShares(chosen.numerator)} for ${formatShares(chosen.denominator)}`,
            ],
            [say`Becomes ${chosen.share_class}`, countShares(becomes)],
            [
              say`Balance certificate of ${record.share_class}`,
              rest === '0' ? say`none, no shares remain` : countShares(rest),
            ],
          ]}
        />
      )}
      {becomes === '0' && (
        <p className="err">{sayAround`Too few shares to convert into one ${chosen.share_class} share.`}</p>
      )}
    </div>
  );
}

export const paperVerbs = viewsOf<ShownCertificate>({
  'certificates.reissue': { Preview: (props) => <OnNewPaper {...props} verb={say`Reissued`} /> },
  'certificates.replace': { Preview: (props) => <OnNewPaper {...props} verb={say`Reissued`} /> },
  'certificates.convert': {
    // Only classes that its own class may convert into.
    fields: (record) => ({
      ...certificateVerbs.convert.fields,
      to_share_class_id: choice(
        conversionsOf(record).map((each) => each.share_class_id),
        {
          required: true,
          label: say`Into`,
          labels: Object.fromEntries(conversionsOf(record).map((each) => [each.share_class_id, each.share_class])),
        },
      ),
    }),
    starts: (record) => ({ to_share_class_id: conversionsOf(record)[0]?.share_class_id ?? '' }),
    Preview: Converted,
  },
  'certificates.retract': { Preview: TakenBack },
});
