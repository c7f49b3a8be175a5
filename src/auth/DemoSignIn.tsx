// The demo company, if this installation has one: one click signs in. If it was removed, a note says so; without one,
// or without an answer, nothing is shown.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { useEffect, useState } from 'react';
import { type PublicConfig, readConfig } from './authApi.ts';

export type Demo = NonNullable<PublicConfig['demo']>;

/** As the server wrote it into the page (signInPicture.tsx). */
export function demoOfPage(): Demo | null {
  const [email, password] = document.getElementById('root')?.dataset.demo?.split(' ') ?? [];
  return email && password ? { email, password } : null;
}

interface DemoSignInProps {
  known: Demo | null;
  busy: boolean;
  onChoose: (demo: Demo) => void;
}

export function DemoSignIn({ known, busy, onChoose }: DemoSignInProps) {
  const [demo, setDemo] = useState(known);
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
          {say`The demo is not available: the sample company of this installation was removed. Sign up to create your own company.`}
        </p>
      </>
    );
  if (!demo) return null;
  return (
    <>
      <hr />
      <div className="demo">
        <p className="small muted">
          {sayAround`Looking around? The sample company is open: ${(<code>{demo.email}</code>)}, ${(<code>{demo.password}</code>)}`}
        </p>
        <button type="button" className="btn sm" disabled={busy} onClick={() => onChoose(demo)}>
          {say`View the demo`}
        </button>
      </div>
    </>
  );
}
