// The way to what a company has already: offered where records are missing that an import can bring.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import { headNamed } from '#src/resources/heads/headNamed.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { Icon } from '../icons.tsx';
import { listPath } from '#src/admin/paths.ts';

/** `by`: the resource that brings them in. Nothing for those who may not create one. */
export function BringIn({ by }: { by: string }) {
  const may = useMay();
  if (!may('create', headNamed(by))) return null;
  return (
    <Link className="btn" to={listPath(by)}>
      <Icon name="upload" />
      {say`Import what you have`}
    </Link>
  );
}
