// Issues a warrant: number of shares, price and expiry.
import { warrants } from '../../../resources/warrants.ts';
import { money, text } from '../../../resources/kit/fields.ts';
import type { Warrant } from '../../../resources/warrants.ts';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import { formatDecimal } from '../../../domain/figures/decimal.ts';
import type { Values } from '../../kit/form/CommandForm.tsx';
import { formatMoney, countShares, today } from '../../kit/format.ts';
import { KeyValues } from '../../kit/parts/Card.tsx';
import { CharterRoom } from '../../kit/parts/CharterRoom.tsx';
import { Loading } from '../../kit/parts/states.tsx';
import { useWholeRecord } from '../../session/useWholeRecord.ts';
import { amountOf, plainDecimal, typedDecimal } from '../../kit/verbs/figures.ts';
import { answered, answeredFigures, SecurityForm } from '../shared/SecurityForm.tsx';
import { limits } from '../../../resources/kit/limits.ts';
import { PreviewCard } from '../../kit/parts/PreviewCard.tsx';

const { shareholder_id, share_class_id, quantity, exercise_price, date, expiration_date } = warrants.fields;
const fields = {
  shareholder_id,
  share_class_id,
  quantity: { ...quantity, label: 'Number of shares' },
  exercise_price,
  date,
  expiration_date: { ...expiration_date, help: 'The last day on which it can be exercised.' },
  purchase_price: money({ scale: 2, label: 'Paid for the warrant', help: 'Leave empty if nothing was paid.' }),
  warrant_number: text({ max: limits.securityNumber, label: 'Number', help: 'Leave empty to take the next number.' }),
};
const rows = [
  ['shareholder_id'],
  ['share_class_id'],
  ['quantity', 'exercise_price'],
  ['date', 'expiration_date'],
  ['purchase_price', 'warrant_number'],
];

export const warrantBody = (values: Values): Values => ({
  ...answered(values, ['shareholder_id', 'share_class_id', 'date', 'expiration_date', 'warrant_number']),
  ...answeredFigures(values, ['quantity', 'exercise_price', 'purchase_price']),
});

function label(values: Values): string {
  const shares = plainDecimal(values.quantity);
  return shares && shares !== '0' ? `Issue warrant on ${countShares(shares)}` : 'Issue warrant';
}

export default function WarrantCreate({ resource }: { resource: Resource }) {
  return (
    <SecurityForm<Warrant>
      resource={resource}
      title="Issue warrant"
      about="Records the right to buy shares at a fixed price. No shares are issued until it is exercised."
      fields={() => fields}
      rows={() => rows}
      defaults={{ date: today() }}
      body={warrantBody}
      submitLabel={label}
      done={(_, made) => `${String(made.warrant_number)} issued`}
      Aside={Preview}
    />
  );
}

function Preview({ values }: { values: Values }) {
  const { record: holder } = useWholeRecord('shareholders', values.shareholder_id);
  const { record: shareClass, isLoading } = useWholeRecord('share-classes', values.share_class_id);
  const [shares, price] = [typedDecimal(values.quantity), typedDecimal(values.exercise_price)];
  return (
    <PreviewCard title="If you issue this">
      <div className="sect">
        <h3>{holder ? holder.name : 'The holder'}</h3>
        <KeyValues
          items={[
            ['May buy', shares === null ? '–' : countShares(formatDecimal(shares))],
            ['Pays on exercise', shares === null || price === null ? '–' : formatMoney(amountOf(shares, price))],
          ]}
        />
      </div>
      {isLoading && <Loading />}
      {shareClass && (
        <div className="sect last">
          <h3>{String(shareClass.name)}</h3>
          <CharterRoom record={shareClass} change={{ promised: shares ?? 0n }} />
        </div>
      )}
    </PreviewCard>
  );
}
