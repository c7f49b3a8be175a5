// The documents of a security, on its page: a signed certificate, a grant notice, a SAFE.
import { say } from '#src/words/say.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { lazy, useState } from 'react';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { documents } from '#src/resources/documents.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import { RelatedTable } from '#src/admin/kit/list/RelatedTable.tsx';
import { titleOf } from '#src/admin/kit/titleOf.ts';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';

const UploadDialog = lazy(() => import('./UploadDialog.tsx'));

const columns = ['name', 'type', 'created_at'];

type Attachable = { id: string; earlier_documents?: readonly string[] };

export function AttachedDocuments({ resource, record }: { resource: Resource; record: Attachable }) {
  const may = useMay();
  const role = useRole();
  const [isOpen, setOpen] = useState(false);
  const { earlier_documents: earlier = [] } = record;
  const mayUpload = !isHolder(role) && may('create', documents);
  return (
    <Card
      title={say`Documents`}
      flush
      className="padtop"
      end={
        mayUpload && (
          <button type="button" className="btn sm" onClick={() => setOpen(true)}>
            <Icon name="upload" />
            {say`Attach`}
          </button>
        )
      }
    >
      <RelatedTable resource={documents} filter={{ security_id: record.id }} columns={columns} />
      {earlier.length > 0 && (
        <>
          <h3 className="small mut">{say`Documents of earlier versions`}</h3>
          <RelatedTable resource={documents} filter={{ id: earlier }} columns={[...columns, 'security']} />
        </>
      )}
      {isOpen && (
        <LazyPart what={say`The dialog`} onClose={() => setOpen(false)}>
          <UploadDialog onClose={() => setOpen(false)} attachTo={{ id: record.id, name: titleOf(resource, record) }} />
        </LazyPart>
      )}
    </Card>
  );
}
