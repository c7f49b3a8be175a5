// The bell: how many notices are unread in all companies of the account; pressed, it shows them.
import { say } from '#src/words/say.ts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon } from '../kit/icons.tsx';
import { LazyPart } from '../kit/parts/LazyPart.tsx';
import { useMe } from '../session/useMe.ts';
import styles from './shell.module.css';

const NoticePanel = lazy(() => import('../screens/notices/NoticePanel.tsx'));

/** The server counts to this. */
const MOST = 100;

export function NoticeBell() {
  const { unread_notices: unread = 0 } = useMe();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useCountOnNavigation();
  const count = unread >= MOST ? `${MOST - 1}+` : String(unread);
  const close = () => setAnchor(null);
  return (
    <>
      <button
        type="button"
        className={`icon-btn ${styles.bell}`}
        aria-label={unread > 0 ? say`Notices, ${count} unread` : say`Notices`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className={styles.unread} aria-hidden="true">
            {count}
          </span>
        )}
      </button>
      {anchor && (
        <LazyPart what={say`Your notices`} onClose={close}>
          <NoticePanel anchor={anchor} onClose={close} />
        </LazyPart>
      )}
    </>
  );
}

/** Reads the count again when a page opens, at most once a minute: reading at intervals would keep an idle session alive. */
function useCountOnNavigation(): void {
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    void queryClient.refetchQueries({ queryKey: ['me'], stale: true }, { cancelRefetch: false });
  }, [pathname, queryClient]);
}
