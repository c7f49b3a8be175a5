// The name of a referenced record, where the server did not send the name along.
import { say } from '#src/words/say.ts';
import { useReference } from 'react-admin';
import { Link } from 'react-router-dom';
import { headNamed } from '#src/resources/heads/headNamed.ts';
import { showPath } from '#src/admin/paths.ts';
import { isOpenTo } from '#src/resources/kit/recordState.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { Unknown } from './Card.tsx';

export function ReferenceName({ to, id }: { to: string; id: string }) {
  return isOpenTo(useRole(), headNamed(to)) ? (
    <ReadName to={to} id={id} />
  ) : (
    <Unknown why={say`Visible to the company only`} />
  );
}

function ReadName({ to, id }: { to: string; id: string }) {
  const { referenceRecord } = useReference<Record<string, unknown> & { id: string }>({ reference: to, id });
  const name = referenceRecord?.[headNamed(to).title];
  return (
    <RecordLink to={to} id={id}>
      {typeof name === 'string' ? name : say`Open`}
    </RecordLink>
  );
}

/** Plain text for readers who may not open the record's page. */
export function RecordLink({ to, id, children }: { to: string; id: string; children: string }) {
  const role = useRole();
  if (!isOpenTo(role, headNamed(to))) return children;
  return (
    <Link className="link" to={showPath(to, id)}>
      {children}
    </Link>
  );
}
