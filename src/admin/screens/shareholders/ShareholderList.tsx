// The shareholders: the generic list, and the invitation of all who were never invited.
import { lazy, useState } from 'react';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import { CreateButton, ResourceList } from '../../kit/list/ResourceList.tsx';
import { LazyPart } from '../../kit/parts/LazyPart.tsx';
import { isStaff, useRole } from '../../session/useMe.ts';

const InviteAllDialog = lazy(() => import('./InviteAllDialog.tsx'));

export default function ShareholderList({ resource }: { resource: Resource }) {
  const role = useRole();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const create = <CreateButton resource={resource} />;
  return (
    <>
      <ResourceList
        resource={resource}
        createButton={
          <>
            {isStaff(role) && (
              <button type="button" className="btn" onClick={() => setOpen(true)}>
                Invite all
              </button>
            )}
            {create}
          </>
        }
        emptyActions={create}
      />
      {isOpen && (
        <LazyPart what="The dialog" onClose={close}>
          <InviteAllDialog onClose={close} />
        </LazyPart>
      )}
    </>
  );
}
