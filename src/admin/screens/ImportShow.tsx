// A past import: what was in the package, what was found, whether it was applied.
import type { Resource } from '../../resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { formatInstant } from '../format.ts';
import { PageHead } from '../parts/PageHead.tsx';
import { ToneChip } from '../parts/ToneChip.tsx';
import { listPath } from '../paths.ts';
import { FactsCard, RecordScreen } from '../show/ResourceShow.tsx';
import { Counts, Findings } from './Findings.tsx';
import type { Finding } from './importAnswer.ts';

export default function ImportShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen resource={resource}>
      {(record) => (
        <>
          <PageHead
            title={String(record.file_name)}
            back={{ to: listPath(resource.name), label: resource.label }}
            chip={
              <ToneChip tone={record.applied ? 'success' : 'neutral'}>
                {record.applied ? 'Applied' : 'Not applied'}
              </ToneChip>
            }
            about={uploadedLine(record)}
          />
          <div className="cols imp">
            <Findings findings={Array.isArray(record.findings) ? (record.findings as Finding[]) : []} />
            <div className="stack">
              <FactsCard resource={resource} record={record} one />
              <Counts counts={(record.counts ?? {}) as Record<string, number>} />
            </div>
          </div>
        </>
      )}
    </RecordScreen>
  );
}

function uploadedLine(record: AnyRecord): string {
  const by = record.actor ? ` by ${String(record.actor)}` : '';
  return `Uploaded${by}, ${formatInstant(String(record.created_at))}.`;
}
