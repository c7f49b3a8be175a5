// The list of convertibles, with a button to convert several in a round.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { CreateButton } from '#src/admin/kit/list/CreateButton.tsx';
import { ResourceList } from '#src/admin/kit/list/ResourceList.tsx';
import { listPath } from '#src/admin/paths.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { mayConvert } from './roundForm.ts';

export default function ConvertibleList({ resource }: { resource: Resource }) {
  const { user } = useMe();
  const create = <CreateButton resource={resource} />;
  const buttons = (
    <>
      {mayConvert(user) && (
        <Link className="btn" to={`${listPath(resource.name)}/round`}>
          {say`Convert in a round`}
        </Link>
      )}
      {create}
    </>
  );
  return <ResourceList resource={resource} createButton={buttons} emptyActions={create} />;
}
