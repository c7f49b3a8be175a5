// A warrant: the shares it buys, its expiry, where it came from and what became of it.
import type { Resource } from '../../../resources/kit/defineResource.ts';
import type { WarrantPage } from '../../../contract/recordPages.ts';
import { formatMoney, formatShares } from '../../kit/format.ts';
import { RecordPdf } from '../shared/RecordPdf.tsx';
import { FactsCard, RecordHead, RecordScreen } from '../../kit/show/ResourceShow.tsx';
import { Acknowledgement } from '../shared/Acknowledgement.tsx';
import { SecurityColumns } from '../shared/SecurityParts.tsx';

export default function WarrantShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<WarrantPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead
            resource={resource}
            record={record}
            extra={<RecordPdf resource={resource} record={record} />}
            about={aboutOf(record)}
          />
          <Acknowledgement resource={resource} record={record} />
          <SecurityColumns resource={resource} record={record}>
            <FactsCard resource={resource} record={record} omit={['currency']} />
          </SecurityColumns>
        </>
      )}
    </RecordScreen>
  );
}

function aboutOf(record: WarrantPage): string {
  const what = `${record.shareholder} may buy ${formatShares(String(record.quantity ?? '0'))} ${String(record.share_class ?? 'shares')}`;
  return record.exercise_price === null
    ? what
    : `${what} at ${formatMoney(record.exercise_price, record.currency)} a share`;
}
