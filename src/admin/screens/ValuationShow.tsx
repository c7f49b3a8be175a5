// A valuation: many are of the same class, so its page is named by the class and the day it counts from.
import type { Resource } from '../../resources/kit/defineResource.ts';
import { formatDay, formatMoney, signOf } from '../format.ts';
import { BesideHistory } from '../show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '../show/ResourceShow.tsx';

export default function ValuationShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen resource={resource}>
      {(record) => (
        <>
          <RecordHead
            resource={resource}
            record={record}
            title={`${String(record.share_class)}, ${formatDay(String(record.effective_date))}`}
            about={`${formatMoney(String(record.price_per_share), signOf(record.currency))} a share from that day`}
          />
          <BesideHistory record={record}>
            <FactsCard resource={resource} record={record} />
          </BesideHistory>
        </>
      )}
    </RecordScreen>
  );
}
