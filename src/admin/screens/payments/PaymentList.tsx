// The list of payments, with the ways to bank statements and to what is unclaimed.
import { Link } from 'react-router-dom';
import { isHolder } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { ResourceList } from '#src/admin/kit/list/ResourceList.tsx';
import { statementsPath, unclaimedPath } from '../shared/screenPaths.ts';
import { useRole } from '#src/admin/session/useMe.ts';

export default function PaymentList({ resource }: { resource: Resource }) {
  const isOwn = isHolder(useRole());
  return <ResourceList resource={resource} createButton={isOwn ? null : <Ways />} emptyActions={null} />;
}

const Ways = () => (
  <>
    <Link className="btn" to={statementsPath()}>
      Bank statements
    </Link>
    <Link className="btn" to={unclaimedPath}>
      Unclaimed money
    </Link>
  </>
);
