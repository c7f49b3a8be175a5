// The holder of a security: a link to their page, for those who may open it.
import { say } from '#src/words/say.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { RecordLink } from '#src/admin/kit/parts/ReferenceName.tsx';
import { useRole } from '#src/admin/session/useMe.ts';

export function HolderName({ record }: { record: { shareholder_id: string; shareholder: string | null } }) {
  const name = record.shareholder ?? say`a holder`;
  if (isHolder(useRole())) return name;
  return (
    <RecordLink to="shareholders" id={record.shareholder_id}>
      {name}
    </RecordLink>
  );
}
