// A warrant is exercised or cancelled, whole or in part.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import type { ShownWarrant } from '#src/contract/recordPages.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatMoney, formatShares } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { amountOf, left, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import type { Values } from '#src/admin/kit/verbs/types.ts';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';

interface RestProps {
  record: ShownWarrant;
  values: Values;
  first?: [string, string][];
}

function Rest({ record, values, first = [] }: RestProps) {
  const quantity = typedDecimal(values.quantity || record.outstanding);
  const rest = quantity === null ? null : left(record.outstanding, quantity);
  if (quantity !== null && rest === null)
    return (
      <div className="preview" aria-live="polite">
        <p className="err">{sayAround`More than the ${formatShares(record.outstanding ?? '0')} of this warrant.`}</p>
      </div>
    );
  return (
    <div className="preview" aria-live="polite">
      <KeyValues
        items={[
          ...first,
          [say`A new warrant for the rest`, rest === null || rest === '0' ? say`none` : countShares(rest)],
        ]}
      />
    </div>
  );
}

function Exercised({ record, values }: { record: ShownWarrant; values: Values }) {
  const quantity = typedDecimal(values.quantity || record.outstanding);
  const price = typedDecimal(record.exercise_price);
  const pays: [string, string][] =
    quantity === null || price === null ? [] : [[say`To pay`, formatMoney(amountOf(quantity, price), record.currency)]];
  return <Rest record={record} values={values} first={pays} />;
}

export const warrantVerbs = viewsOf<ShownWarrant>({
  'warrants.exercise': { Preview: Exercised },
  'warrants.cancel': { Preview: Rest },
});
