// The first action of a list.
import { Link } from 'react-router-dom';
import { isHolder } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import { Icon } from '../icons.tsx';
import { createPath } from '#src/admin/paths.ts';

/** The specification's button, for users who may create and are not shareholders. */
export function CreateButton({ resource }: { resource: Resource }) {
  const may = useMay();
  const role = useRole();
  if (!resource.createLabel || isHolder(role) || !may('create', resource)) return null;
  return (
    <Link className="btn primary" aria-keyshortcuts="n" to={createPath(resource.name)}>
      <Icon name="plus" />
      {resource.createLabel}
    </Link>
  );
}
