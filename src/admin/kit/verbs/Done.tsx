// The message after something was recorded, with the way to undo it.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import { useRole } from '#src/admin/session/useMe.ts';
import { undoPath, undoVerb } from './undo.ts';

export function Done({ text, resource, id }: { text: string; resource: string; id: unknown }) {
  const role = useRole();
  if (!undoVerb.roles.includes(role)) return text;
  return (
    <>
      {text}{' '}
      <Link className="btn" to={undoPath(resource, id)}>
        {say`Undo`}
      </Link>
    </>
  );
}
