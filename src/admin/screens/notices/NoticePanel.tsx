// What the bell opens: the newest notices, over any page.
import { say } from '#src/words/say.ts';
import Popover from '@mui/material/Popover';
import { useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Themed } from '#src/admin/kit/parts/Themed.tsx';
import { noticesPath, youPath } from '#src/admin/paths.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { NoticeRows } from './NoticeRows.tsx';
import { useNoticeReading } from './useNoticeReading.ts';
import styles from './notices.module.css';

export default function NoticePanel({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const id = useId();
  const { unread_notices: unread = 0 } = useMe();
  const { markAllRead } = useNoticeReading();
  const panel = useRef<HTMLDivElement>(null);
  const markAll = async () => {
    await markAllRead();
    // The pressed button is gone.
    panel.current?.focus();
  };
  return (
    <Themed>
      <Popover
        open
        anchorEl={anchor}
        onClose={onClose}
        transitionDuration={0}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id } }}
      >
        <div className={styles.panel} ref={panel} tabIndex={-1}>
          <div className={styles.head}>
            <h2 id={id}>{say`Notices`}</h2>
            {unread > 0 && (
              <button type="button" className="btn sm" onClick={() => void markAll()}>
                {say`Mark all as read`}
              </button>
            )}
          </div>
          <div className={styles.scrolls}>
            <NoticeRows onFollow={onClose} />
          </div>
          <div className={styles.foot}>
            <Link className="link" to={noticesPath} onClick={onClose}>
              {say`All notices`}
            </Link>
            <Link className="link" to={youPath('notifications')} onClick={onClose}>
              {say`Choose your mails`}
            </Link>
          </div>
        </div>
      </Popover>
    </Themed>
  );
}
