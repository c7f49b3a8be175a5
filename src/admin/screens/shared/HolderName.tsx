// The holder of a security: a link to their page, for those who may open it.
import { Link } from 'react-router-dom';
import { isHolder } from '../../../resources/kit/access.ts';
import { showPath } from '../../kit/paths.ts';
import { useRole } from '../../session/useMe.ts';

export function HolderName({ record }: { record: { shareholder_id: string | null; shareholder: string | null } }) {
  const name = record.shareholder ?? 'a holder';
  if (isHolder(useRole())) return name;
  return (
    <Link className="link" to={showPath('shareholders', String(record.shareholder_id))}>
      {name}
    </Link>
  );
}
