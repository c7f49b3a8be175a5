// A page of notices, newest first, and below it the older ones when they are asked for.
import { say } from '#src/words/say.ts';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { OwnNotice, OwnNotices } from '#src/contract/notices.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Instant } from '#src/admin/kit/parts/Instant.tsx';
import { Blank, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { noticePath } from '#src/admin/paths.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { NOTICES, useNoticeReading } from './useNoticeReading.ts';
import styles from './notices.module.css';

interface NoticeRowsProps {
  /** Shows those before this one. */
  before?: string;
  /** Offers older ones below. */
  hasOlder?: boolean;
  onFollow?: () => void;
}

export function NoticeRows({ before, hasOlder = false, onFollow }: NoticeRowsProps) {
  const { data, error, isPending, refetch } = useRead<OwnNotices>(before ? `${NOTICES}?before=${before}` : NOTICES);
  const [isOlderShown, setOlderShown] = useState(false);
  if (error) return <Failed what={say`Your notices`} error={error} retry={() => void refetch()} />;
  if (isPending) return <Loading />;
  const last = data.notices.at(-1);
  if (!last)
    return before ? null : (
      <Blank icon="bell" title={say`Nothing new`}>
        {say`Payments, documents, tasks, messages and changes of holdings that concern you are listed here.`}
      </Blank>
    );
  return (
    <>
      <ul className={`rows ${styles.rows}`} aria-label={before ? say`Older notices` : say`Notices`}>
        {data.notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onFollow={onFollow} />
        ))}
      </ul>
      {hasOlder &&
        data.has_more &&
        (isOlderShown ? (
          <NoticeRows before={last.id} hasOlder />
        ) : (
          <div className={styles.older}>
            <button type="button" className="btn" onClick={() => setOlderShown(true)}>
              {say`Show older`}
            </button>
          </div>
        ))}
    </>
  );
}

function NoticeRow({ notice, onFollow }: { notice: OwnNotice; onFollow?: (() => void) | undefined }) {
  const { id, text, advice, client_display_name, created_at, read_at } = notice;
  const { markRead } = useNoticeReading();
  const isUnread = read_at === null;
  const link = useRef<HTMLAnchorElement>(null);
  const mark = async () => {
    await markRead(id);
    // The pressed button is gone.
    link.current?.focus();
  };
  return (
    <li className={isUnread ? styles.new : undefined}>
      <div>
        <Link ref={link} className={styles.text} to={noticePath(id)} onClick={onFollow}>
          {isUnread && <span className={styles.hidden}>{say`New:`} </span>}
          {text}
        </Link>
        {advice && <p>{advice}</p>}
        <p className={styles.of}>
          <span>{client_display_name}</span>
          <Instant at={created_at} />
        </p>
      </div>
      {isUnread && (
        <button
          type="button"
          className="icon-btn sm"
          aria-label={say`Mark as read: ${text}`}
          title={say`Mark as read`}
          onClick={() => void mark()}
        >
          <Icon name="check" small />
        </button>
      )}
    </li>
  );
}
