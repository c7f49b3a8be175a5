// The name of a record this one points at, where the server did not send the name along.
import { useReference } from 'react-admin';
import { Link } from 'react-router-dom';
import { resourceNamed } from '../../resources/index.ts';
import { showPath } from '../paths.ts';

export function ReferenceName({ to, id }: { to: string; id: string }) {
  const { referenceRecord } = useReference<Record<string, unknown> & { id: string }>({ reference: to, id });
  const name = referenceRecord?.[resourceNamed(to).title];
  return (
    <Link className="link" to={showPath(to, id)}>
      {typeof name === 'string' ? name : 'Open'}
    </Link>
  );
}
