// The records that stay as they are, each with why.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useGetMany } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { withDays } from '../format.ts';
import { ScrollBox } from '../parts/ScrollBox.tsx';
import { TableHead } from '../parts/TableHead.tsx';
import { showPath } from '#src/admin/paths.ts';
import { nameInList } from './RowMenu.tsx';

/** So many are shown by name. */
const NAMED_MAX = 100;

export function Refused({
  resource,
  refused,
}: {
  resource: Resource;
  refused: readonly { id: string; detail: string }[];
}) {
  const shown = refused.slice(0, NAMED_MAX);
  const { data = [] } = useGetMany<Parameters<typeof nameInList>[1]>(
    resource.name,
    { ids: shown.map(({ id }) => id) },
    { retry: false },
  );
  const named = new Map(data.filter(Boolean).map((record) => [record.id, nameInList(resource, record)]));
  return (
    <>
      <ScrollBox label={say`Refused, table`}>
        <table className="dense as-cards">
          <TableHead
            columns={[resource.singular.replace(/^./, (letter) => letter.toUpperCase()), say`Why it stays as it is`]}
          />
          <tbody>
            {shown.map(({ id, detail }) => (
              <tr key={id}>
                <td>
                  <Link className="link" to={showPath(resource.name, id)}>
                    {named.get(id) ?? id}
                  </Link>
                </td>
                <td>{withDays(detail)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {refused.length > shown.length && (
        <p className="small mut">{sayAround`And ${refused.length - shown.length} more.`}</p>
      )}
    </>
  );
}
