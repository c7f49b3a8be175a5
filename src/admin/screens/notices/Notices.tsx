// All notices of the account, of every company.
import { Link } from 'react-router-dom';
import { focusHeading } from '#src/admin/kit/parts/focusHeading.ts';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { youPath } from '#src/admin/kit/paths.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { NoticeRows } from './NoticeRows.tsx';
import { useNoticeReading } from './useNoticeReading.ts';

export default function Notices() {
  const { unread_notices: unread = 0 } = useMe();
  const { markAllRead } = useNoticeReading();
  return (
    <>
      <PageHead title="Notices" about="What concerns you in all your companies">
        <Link className="btn" to={youPath('notifications')}>
          Choose your mails
        </Link>
        {unread > 0 && (
          <button type="button" className="btn" onClick={() => void markAllRead().then(() => focusHeading())}>
            Mark all as read
          </button>
        )}
      </PageHead>
      <div className="card">
        <NoticeRows hasOlder />
      </div>
    </>
  );
}
