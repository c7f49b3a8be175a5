// A part of the account screens whose code is fetched when it is shown. If that fails, it says so in its place.
import { say } from '../words/say.ts';
import { Fragment, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Alert } from './Alert.tsx';

/** `Frame`: stands around the sentence of a failure, for a part that brings its own frame. */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Frame: ComponentType<{ children: ReactNode }> = Fragment,
) {
  return function Later(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | 'missing' | null>(null);
    useEffect(() => {
      load().then(
        (part) => setPart(() => part),
        (cause: unknown) => {
          console.error('A part of the page could not be loaded', cause);
          setPart('missing');
        },
      );
    }, []);
    if (Part !== 'missing') return Part && <Part {...props} />;
    return (
      <Frame>
        <Alert tone="error">{say`This page could not be loaded. Check the connection and reload the page.`}</Alert>
      </Frame>
    );
  };
}
