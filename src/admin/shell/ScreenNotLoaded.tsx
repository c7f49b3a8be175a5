// The code of a screen did not load: the connection is down, or a newer version has replaced the files.
import { say } from '#src/words/say.ts';
import { useEffect, useState } from 'react';
import { readConfig } from '#src/auth/authApi.ts';
import { Icon } from '../kit/icons.tsx';
import { Blank } from '../kit/parts/states.tsx';

/** The messages of Chrome, Firefox and Safari, and of the build for a style sheet. */
const importFailure = /dynamically imported module|Importing a module script failed|Unable to preload/i;

export function isNotLoaded(error: unknown): boolean {
  return error instanceof Error && importFailure.test(error.message);
}

/**
 * Browsers cache a failed module load, so only a fresh page is sure to recover. It is opened once the server
 * can be reached: before that, the browser's own error page would replace Sharebook.
 */
export function useFreshPage() {
  const [isTrying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    try {
      await readConfig();
      window.location.reload();
    } catch (cause) {
      console.error('Sharebook still cannot be reached', cause);
      setTrying(false);
    }
  };
  return { retry: () => void retry(), isTrying };
}

export function ScreenNotLoaded({ error }: { error: unknown }) {
  const { retry, isTrying } = useFreshPage();
  useEffect(() => console.error('A screen could not be loaded', error), [error]);
  return (
    <div role="alert">
      <Blank
        level={1}
        bad
        icon="alert"
        title={say`This screen could not be loaded`}
        actions={
          <button type="button" className="btn" disabled={isTrying} onClick={retry}>
            <Icon name="retry" />
            {isTrying ? say`Trying…` : say`Retry`}
          </button>
        }
      >
        {say`Check the connection and try again.`}
      </Blank>
    </div>
  );
}
