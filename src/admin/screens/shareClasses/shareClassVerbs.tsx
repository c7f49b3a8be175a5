// Changes to the charter: the authorized shares of the class, and its conversion ratio.
import { say } from '#src/words/say.ts';
import { lazy } from 'react';
import type { ShownShareClass } from '#src/contract/recordPages.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { CharterRoomOf } from '../shared/CharterRoom.tsx';
import { formatDecimal, multiplyByRatio, ONE } from '#src/domain/figures/decimal.ts';
import { plainDecimal, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import type { Values } from '#src/admin/kit/verbs/types.ts';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';

function Room({ record, values }: { record: ShownShareClass; values: Values }) {
  const authorized = plainDecimal(values.authorized_shares);
  return (
    <div className="preview" aria-live="polite">
      <KeyValues items={[[say`Authorized now`, shown(record.authorized_shares)]]} />
      <CharterRoomOf id={record.id} change={authorized === undefined ? {} : { authorized }} />
    </div>
  );
}

/** Shows what 100 shares convert into, which is clearer than the ratio alone. */
function Converted({ record, values }: { record: ShownShareClass; values: Values }) {
  const [numerator, denominator] = [typedDecimal(values.numerator), typedDecimal(values.denominator || '1')];
  const isRatio = numerator !== null && numerator > 0n && denominator !== null && denominator > 0n;
  const into = isRatio ? multiplyByRatio(100n * ONE, { numerator, denominator }, 0, 'DOWN') : null;
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          [say`Ratio now`, `${shown(record.conversion_ratio ?? '1')}:1`],
          [
            say`100 shares of ${record.name} then convert into`,
            into === null ? '–' : formatShares(formatDecimal(into)),
          ],
        ]}
      />
    </div>
  );
}

function shown(value: unknown): string {
  const text = String(value ?? '–');
  return /^\d/.test(text) ? formatShares(text) : text;
}

export const shareClassVerbs = viewsOf<ShownShareClass>({
  'share-classes.split': { Dialog: lazy(() => import('./SplitDialog.tsx')) },
  'share-classes.adjust-ratio': { Preview: Converted },
  'share-classes.authorize': { Preview: Room },
});
