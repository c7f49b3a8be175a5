// The list of convertibles, with a button to convert several in a round.
import { Link } from 'react-router-dom';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import { CreateButton } from '../../kit/list/CreateButton.tsx';
import { ResourceList } from '../../kit/list/ResourceList.tsx';
import { listPath } from '../../kit/paths.ts';
import { useMe } from '../../session/useMe.ts';
import { mayConvert } from './roundForm.ts';

export default function ConvertibleList({ resource }: { resource: Resource }) {
  const { user } = useMe();
  const create = <CreateButton resource={resource} />;
  const buttons = (
    <>
      {mayConvert(user) && (
        <Link className="btn" to={`${listPath(resource.name)}/round`}>
          Convert in a round
        </Link>
      )}
      {create}
    </>
  );
  return <ResourceList resource={resource} createButton={buttons} emptyActions={create} />;
}
