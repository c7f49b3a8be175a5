// A part of a screen whose code is fetched when needed. If that fails, the part says so and the rest of the screen
// stays as it is.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Component, Suspense, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import { isNotLoaded, useFreshPage } from '#src/admin/shell/ScreenNotLoaded.tsx';
import styles from './toast.module.css';

interface LazyPartProps {
  /** The subject of the error sentence: "The entries behind this figure". */
  what: string;
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /** Closes a part that opens over the screen. */
  onClose?: () => void;
  children: ReactNode;
}

export class LazyPart extends Component<LazyPartProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { what, fallback = null, onClose, children } = this.props;
    const { error } = this.state;
    if (error === null) return <Suspense fallback={fallback}>{children}</Suspense>;
    // Anything else is a fault of the part itself, which the outer page describes.
    if (!isNotLoaded(error)) throw error;
    return <PartNotLoaded what={what} error={error} onClose={onClose} />;
  }
}

type PartNotLoadedProps = Pick<LazyPartProps, 'what' | 'onClose'> & { error: unknown };

function PartNotLoaded({ what, error, onClose }: PartNotLoadedProps) {
  const { retry, isTrying } = useFreshPage();
  useEffect(() => console.error(`${what} could not be loaded`, error), [what, error]);
  const told = (
    <>
      <Icon name="alert" />
      <span>{sayAround`${what} could not be loaded. Check the connection and try again.`}</span>
      <button type="button" className="btn small" disabled={isTrying} onClick={retry}>
        {isTrying ? say`Trying…` : say`Retry`}
      </button>
    </>
  );
  if (!onClose)
    return (
      <div className="alert error" role="alert">
        {told}
      </div>
    );
  return (
    <div className={styles.toasts}>
      <div className={`${styles.toast} ${styles.bad}`} role="alert">
        {told}
        <button type="button" className="icon-btn sm" aria-label={say`Close`} onClick={onClose}>
          <Icon name="close" small />
        </button>
      </div>
    </div>
  );
}
