// The documents of a security, on its page: a signed certificate, a grant notice, a SAFE.
import { isHolder } from '../../../resources/kit/access.ts';
import { lazy, useState } from 'react';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import { documents } from '../../../resources/documents.ts';
import type { AnyRecord } from '../../kit/fieldKinds.tsx';
import { Icon } from '../../kit/icons.tsx';
import { Card } from '../../kit/parts/Card.tsx';
import { useMay, useRole } from '../../session/useMe.ts';
import { RelatedTable } from '../shared/RelatedTable.tsx';
import { LazyPart } from '../../kit/parts/LazyPart.tsx';

const UploadDialog = lazy(() => import('./UploadDialog.tsx'));

const columns = ['name', 'type', 'created_at'];

export function AttachedDocuments({ resource, record }: { resource: Resource; record: AnyRecord }) {
  const may = useMay();
  const role = useRole();
  const [isOpen, setOpen] = useState(false);
  const earlier = Array.isArray(record.earlier_documents) ? (record.earlier_documents as string[]) : [];
  const mayUpload = !isHolder(role) && may('create', documents);
  return (
    <Card
      title="Documents"
      flush
      className="padtop"
      end={
        mayUpload && (
          <button type="button" className="btn sm" onClick={() => setOpen(true)}>
            <Icon name="upload" />
            Attach
          </button>
        )
      }
    >
      <RelatedTable resource={documents} filter={{ security_id: record.id }} columns={columns} />
      {earlier.length > 0 && (
        <>
          <h3 className="small mut">Documents of earlier versions</h3>
          <RelatedTable resource={documents} filter={{ id: earlier }} columns={[...columns, 'security']} />
        </>
      )}
      {isOpen && (
        <LazyPart what="The dialog" onClose={() => setOpen(false)}>
          <UploadDialog
            onClose={() => setOpen(false)}
            attachTo={{ id: record.id, name: String(record[resource.title]) }}
          />
        </LazyPart>
      )}
    </Card>
  );
}
