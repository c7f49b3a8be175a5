// The way to what a company has already: offered where records are missing that an import can bring.
import { Link } from 'react-router-dom';
import { imports } from '#src/resources/imports.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { Icon } from '../icons.tsx';
import { listPath } from '../paths.ts';

/** Nothing for those who may not import. */
export function BringIn() {
  const may = useMay();
  if (!may('create', imports)) return null;
  return (
    <Link className="btn" to={listPath(imports.name)}>
      <Icon name="upload" />
      Bring in what you have
    </Link>
  );
}
