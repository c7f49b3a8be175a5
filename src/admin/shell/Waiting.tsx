// A plain count beside a menu entry or a tab, shown only if something is waiting there.
import { say } from '#src/words/say.ts';
import { useGetList } from 'react-admin';
import type { Role } from '#src/resources/kit/access.ts';
import { isStaff, membershipStatus, useMe } from '../session/useMe.ts';

export function Waiting({ of }: { of: string }) {
  return of === 'join-requests' ? <Requests /> : null;
}

function Requests() {
  const { user } = useMe();
  const { total = 0 } = useGetList(
    'join-requests',
    { filter: { status: 'pending' }, pagination: { page: 1, perPage: 1 } },
    { enabled: isStaff(user.role as Role) && membershipStatus(user) === 'active', retry: false, onError: () => {} },
  );
  if (total === 0) return null;
  return (
    <em>
      {total}
      <span className="vh"> {say`waiting`}</span>
    </em>
  );
}
