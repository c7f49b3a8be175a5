// Shown when a screen fails to render: says so, offers a way out, and logs the cause.
import { say } from '#src/words/say.ts';
import { useEffect } from 'react';
import { Blank } from '../kit/parts/states.tsx';
import { dashboardPath } from '../paths.ts';
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
        title={say`This screen failed`}
        actions={
          <>
            <button type="button" className="btn primary" onClick={() => window.location.reload()}>
              {say`Reload the page`}
            </button>
            <a className="btn" href={dashboardPath}>
              {say`Back to dashboard`}
            </a>
          </>
        }
      >
        {say`Something went wrong on this page. Nothing was changed on the server.`}
      </Blank>
    </main>
  );
}
