// The demo company, if this installation has one: one click signs in. If it was removed, a note says so; without one,
// or without an answer, nothing is shown.
import { useEffect, useState } from 'react';
import { type PublicConfig, readConfig } from './authApi.ts';

type Demo = NonNullable<PublicConfig['demo']>;

export function DemoSignIn({ busy, onChoose }: { busy: boolean; onChoose: (demo: Demo) => void }) {
  const [demo, setDemo] = useState<Demo | null>(null);
  const [isRemoved, setRemoved] = useState(false);

  useEffect(() => {
    let wanted = true;
    readConfig()
      .then((config) => {
        if (!wanted) return;
        setDemo(config?.demo ?? null);
        setRemoved(config?.demo_removed ?? false);
      })
      .catch((cause: unknown) => console.warn('The demo could not be looked up.', cause));
    return () => {
      wanted = false;
    };
  }, []);

  if (isRemoved)
    return (
      <>
        <hr />
        <p className="small muted">
          The demo is not available: the sample company of this installation was removed. Sign up to create your own
          company.
        </p>
      </>
    );
  if (!demo) return null;
  return (
    <>
      <hr />
      <div className="demo">
        <p className="small muted">
          Looking around? The sample company is open: <code>{demo.email}</code>, <code>{demo.password}</code>
        </p>
        <button type="button" className="btn sm" disabled={busy} onClick={() => onChoose(demo)}>
          View the demo
        </button>
      </div>
    </>
  );
}
