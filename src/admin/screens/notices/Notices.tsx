// All notices of the account, of every company.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import { focusHeading } from '#src/admin/kit/parts/focusHeading.ts';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { youPath } from '#src/admin/paths.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { NoticeRows } from './NoticeRows.tsx';
import { useNoticeReading } from './useNoticeReading.ts';

export default function Notices() {
  const { unread_notices: unread = 0 } = useMe();
  const { markAllRead } = useNoticeReading();
  return (
    <>
      <PageHead title={say`Notices`} about={say`What concerns you in all your companies`}>
        <Link className="btn" to={youPath('notifications')}>
          {say`Choose your mails`}
        </Link>
        {unread > 0 && (
          <button type="button" className="btn" onClick={() => void markAllRead().then(() => focusHeading())}>
            {say`Mark all as read`}
          </button>
        )}
      </PageHead>
      <div className="card">
        <NoticeRows hasOlder />
      </div>
    </>
  );
}
