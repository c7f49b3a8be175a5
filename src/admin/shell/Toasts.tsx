// Notifications in the bar: a success disappears by itself, a failure stays until it is closed.
import { say } from '#src/words/say.ts';
import { useNotificationContext, useTranslate } from 'react-admin';
import type { NotificationPayload } from 'react-admin';
import { useEffect, useState } from 'react';
import { Icon } from '../kit/icons.tsx';
import styles from '../kit/parts/toast.module.css';

const shownMs = 5_000;

export function Toasts() {
  const { notifications, takeNotification } = useNotificationContext();
  const [current, setCurrent] = useState<NotificationPayload | null>(null);
  const translate = useTranslate();

  useEffect(() => {
    if (notifications.length === 0) return;
    // The newest notification replaces an older one, because it belongs to the latest action.
    const next = takeNotification();
    // oxlint-disable-next-line react/set-state-in-effect -- the queue lives outside React's state and is emptied here.
    if (next) setCurrent(next);
  }, [notifications, takeNotification]);

  useEffect(() => {
    if (!current || current.type === 'error' || current.type === 'warning') return;
    const timer = setTimeout(() => setCurrent(null), shownMs);
    return () => clearTimeout(timer);
  }, [current]);

  return (
    <div className={styles.toasts} aria-live="polite">
      {current && (
        <div
          className={
            current.type === 'error' || current.type === 'warning' ? `${styles.toast} ${styles.bad}` : styles.toast
          }
        >
          <Icon name={current.type === 'success' ? 'check' : 'alert'} />
          <span>{textOf(current, translate)}</span>
          <button type="button" className="icon-btn sm" aria-label={say`Close`} onClick={() => setCurrent(null)}>
            <Icon name="close" small />
          </button>
        </div>
      )}
    </div>
  );
}

function textOf({ message, notificationOptions }: NotificationPayload, translate: ReturnType<typeof useTranslate>) {
  if (typeof message !== 'string') return message;
  return translate(message, { _: message, ...notificationOptions?.messageArgs });
}
