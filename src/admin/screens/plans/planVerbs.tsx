// The verbs that change a plan's pool: a new reserve from a date, and shares returned to it.
import { say } from '#src/words/say.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { ShownEquityPlan } from '#src/contract/recordPages.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { CharterRoomOf } from '../shared/CharterRoom.tsx';
import { plainDecimal, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import type { Values } from '#src/admin/kit/verbs/types.ts';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';

const shown = (value: unknown) => {
  const plain = plainDecimal(value);
  return plain === undefined ? say`shares` : countShares(plain);
};

function Room({ record, values }: { record: ShownEquityPlan; values: Values }) {
  const [reserved, available, asked] = [
    typedDecimal(record.reserved),
    typedDecimal(record.available),
    typedDecimal(values.reserved),
  ];
  const classes = record.share_class_ids ?? [];
  const after = reserved === null || available === null || asked === null ? null : available + asked - reserved;
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          [say`Reserved now`, shown(record.reserved)],
          [say`Outstanding and exercised`, say`${shown(record.outstanding)} and ${shown(record.exercised)}`],
          [say`Available after this`, after === null ? '–' : formatShares(formatDecimal(after))],
        ]}
      />
      {after !== null && after < 0n && (
        <p className="err">{say`This is less than what the plan has already granted.`}</p>
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

export const planVerbs = viewsOf<ShownEquityPlan>({ 'equity-plans.adjust': { Preview: Room } });
