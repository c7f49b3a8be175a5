// The PDF of a grant, convertible, warrant or payment.
import { say } from '#src/words/say.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';

export function RecordPdf({
  resource,
  record,
}: {
  resource: Resource;
  record: { id: string; [field: string]: unknown };
}) {
  const name = resource.title === 'id' ? resource.singular : String(record[resource.title]);
  return (
    <DownloadButton
      path={`${resource.path.replace(/\/$/, '')}/${encodeURIComponent(record.id)}/pdf`}
      name={`${name}.pdf`}
      what={say`The ${resource.singular}`}
    />
  );
}
