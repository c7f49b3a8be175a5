// Shown when a screen fails to render: says so, offers a way out, and logs the cause.
import { useEffect } from 'react';
import { Blank } from '../kit/parts/states.tsx';
import { dashboardPath } from '../kit/paths.ts';
import { ScreenNotLoaded, isNotLoaded } from './ScreenNotLoaded.tsx';
import styles from '../kit/parts/states.module.css';

export function CrashScreen({ error }: { error: unknown }) {
  useEffect(() => console.error('A screen failed', error), [error]);
  if (isNotLoaded(error))
    return (
      <main className={styles.center}>
        <ScreenNotLoaded error={error} />
      </main>
    );
  return (
    <main className={styles.center}>
      <Blank
        level={1}
        bad
        icon="alert"
        title="This screen failed"
        actions={
          <>
            <button type="button" className="btn primary" onClick={() => window.location.reload()}>
              Reload the page
            </button>
            <a className="btn" href={dashboardPath}>
              Back to dashboard
            </a>
          </>
        }
      >
        Something went wrong on this page. Nothing was changed on the server.
      </Blank>
    </main>
  );
}
