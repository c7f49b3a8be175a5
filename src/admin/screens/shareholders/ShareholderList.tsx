// The shareholders: the generic list, a list of people that is pasted or dropped, and the invitation of all who were never
// invited.
import { say } from '#src/words/say.ts';
import { lazy, useState } from 'react';
import { administrators } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { CreateButton } from '#src/admin/kit/list/CreateButton.tsx';
import { ResourceList } from '#src/admin/kit/list/ResourceList.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { isStaff, useRole } from '#src/admin/session/useMe.ts';

const AddFromList = lazy(() => import('./AddFromList.tsx'));
const InviteAllDialog = lazy(() => import('./InviteAllDialog.tsx'));

export default function ShareholderList({ resource }: { resource: Resource }) {
  const role = useRole();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const [isListOpen, setListOpen] = useState(false);
  const closeList = () => setListOpen(false);
  const create = <CreateButton resource={resource} />;
  const fromList = administrators.includes(role) && (
    <button type="button" className="btn" onClick={() => setListOpen(true)}>
      {say`Add from a list`}
    </button>
  );
  return (
    <>
      <ResourceList
        resource={resource}
        createButton={
          <>
            {isStaff(role) && (
              <button type="button" className="btn" onClick={() => setOpen(true)}>
                {say`Invite all`}
              </button>
            )}
            {fromList}
            {create}
          </>
        }
        emptyActions={
          <>
            {create}
            {fromList}
          </>
        }
      />
      {isOpen && (
        <LazyPart what={say`The dialog`} onClose={close}>
          <InviteAllDialog onClose={close} />
        </LazyPart>
      )}
      {isListOpen && (
        <LazyPart what={say`The dialog`} onClose={closeList}>
          <AddFromList onClose={closeList} />
        </LazyPart>
      )}
    </>
  );
}
