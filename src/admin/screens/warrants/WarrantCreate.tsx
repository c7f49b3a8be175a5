// Issues a warrant: number of shares, price and expiry.
import { say } from '#src/words/say.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatMoney } from '#src/admin/kit/format.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { CharterRoom } from '../shared/CharterRoom.tsx';
import { Loading } from '#src/admin/kit/parts/states.tsx';
import { useWholeRecord } from '#src/admin/session/useWholeRecord.ts';
import { amountOf, typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import { warrantIssuance } from '#src/resources/issuances/warrants.ts';
import { IssuanceForm } from '../shared/IssuanceForm.tsx';
import { PreviewCard } from '#src/admin/kit/parts/PreviewCard.tsx';

export default function WarrantCreate() {
  return <IssuanceForm issuance={warrantIssuance} Aside={Preview} />;
}

function Preview({ values }: { values: Values }) {
  const { record: holder } = useWholeRecord('shareholders', values.shareholder_id);
  const { record: shareClass, isLoading } = useWholeRecord('share-classes', values.share_class_id);
  const [shares, price] = [typedDecimal(values.quantity), typedDecimal(values.exercise_price)];
  return (
    <PreviewCard title={say`If you issue this`}>
      <div className="sect">
        <h3>{holder ? holder.name : say`The holder`}</h3>
        <KeyValues
          items={[
            [say`May buy`, shares === null ? '–' : countShares(formatDecimal(shares))],
            [say`Pays on exercise`, shares === null || price === null ? '–' : formatMoney(amountOf(shares, price))],
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
