// The address in a mail, and of each line under the bell: marks the notice as read and goes on to the record that it tells of,
// in the company to which it belongs.
import { say } from '#src/words/say.ts';
import { useEffect, useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { OwnNotice } from '#src/contract/notices.ts';
import { HttpError } from '#src/httpClient.ts';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Blank, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { noticesPath, showPath } from '#src/admin/paths.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { useSwitch } from '#src/admin/session/useSwitch.ts';
import { noticeUrl, useNoticeReading } from './useNoticeReading.ts';

export default function NoticeFollowed() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useRead<OwnNotice>(noticeUrl(id));
  useFollowing(data);
  const isGone = error instanceof HttpError && error.status === 404;
  return (
    <>
      <PageHead title={say`Notice`} back={{ to: noticesPath, label: say`Notices` }} />
      {isGone ? (
        <div className="card">
          <Blank
            icon="bell"
            title={say`This is no longer shown to you`}
            actions={
              <Link className="btn" to={noticesPath}>
                {say`All notices`}
              </Link>
            }
          >
            {say`It belongs to another account, or the record was removed or is not yours any more.`}
          </Blank>
        </div>
      ) : error ? (
        <div className="card">
          <Failed what={say`The notice`} error={error} retry={() => void refetch()} />
        </div>
      ) : (
        <Loading>{say`Opening…`}</Loading>
      )}
    </>
  );
}

function useFollowing(notice: OwnNotice | undefined): void {
  const { active } = useMe();
  const { switchTo } = useSwitch();
  const { markRead } = useNoticeReading();
  const navigate = useNavigate();
  const followed = useRef<string | null>(null);
  useEffect(() => {
    if (!notice || followed.current === notice.id) return;
    followed.current = notice.id;
    const path = showPath(notice.resource, notice.record_id);
    const follow = async () => {
      if (notice.read_at === null) await markRead(notice.id);
      if (notice.client_name === active) void navigate(path, { replace: true });
      else await switchTo(notice.client_name, path);
    };
    void follow();
  }, [notice, active, markRead, navigate, switchTo]);
}
