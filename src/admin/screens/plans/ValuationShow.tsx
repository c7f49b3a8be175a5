// A valuation. A class may have many, so the page is titled with the class and the effective date.
import { say } from '#src/words/say.ts';
import { lazy, useState } from 'react';
import { useRefresh } from 'react-admin';
import { documents } from '#src/resources/documents.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { formatMoney } from '#src/admin/kit/format.ts';
import type { ValuationPage } from '#src/contract/recordPages.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { useMay } from '#src/admin/session/useMe.ts';
import { BesideHistory } from '#src/admin/kit/show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { RelatedTable } from '#src/admin/kit/list/RelatedTable.tsx';

const UploadDialog = lazy(() => import('../documents/UploadDialog.tsx'));

export default function ValuationShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<ValuationPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead resource={resource} record={record} about={aboutOf(record)} />
          <BesideHistory record={record}>
            <FactsCard resource={resource} record={record} />
            <Reports record={record} />
          </BesideHistory>
        </>
      )}
    </RecordScreen>
  );
}

function aboutOf({ price_per_share, price_today, currency }: ValuationPage): string {
  const money = (price: unknown) => formatMoney(String(price), currency);
  const recorded = say`${money(price_per_share)} per share from that day`;
  if (price_today === undefined || price_today === price_per_share) return recorded;
  return say`${money(price_today)} per share today, adjusted for splits; recorded as ${recorded}`;
}

const columns = ['name', 'type', 'created_at'];

/** The valuer's report and other attached documents. */
function Reports({ record }: { record: ValuationPage }) {
  const may = useMay();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const ids = record.document_ids;
  return (
    <Card
      title={say`Report`}
      flush
      className="padtop"
      end={
        may('create', documents) && (
          <button type="button" className="btn sm" onClick={() => setOpen(true)}>
            <Icon name="upload" />
            {say`Attach`}
          </button>
        )
      }
    >
      {ids.length === 0 ? (
        <p className="none">{say`No report is attached yet.`}</p>
      ) : (
        <RelatedTable resource={documents} filter={{ id: ids }} columns={columns} />
      )}
      {isOpen && (
        <LazyPart what={say`The dialog`} onClose={() => setOpen(false)}>
          <UploadDialog
            onClose={() => {
              setOpen(false);
              refresh();
            }}
            attachTo={{ id: record.id, name: say`this valuation`, field: 'valuation_id' }}
          />
        </LazyPart>
      )}
    </Card>
  );
}
