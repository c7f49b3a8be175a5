// Wraps a screen: shows its error in its place until another page is opened.
import { Component } from 'react';
import type { ReactNode } from 'react';
import { ScreenNotLoaded, isNotLoaded } from './ScreenNotLoaded.tsx';

interface ScreenBoundaryProps {
  /** The address: opening another page resets the error. */
  at: string;
  /** The content shown instead; undefined passes the error to the outer boundary. */
  shown?: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface Caught {
  error: unknown;
  at: string;
}

export class ScreenBoundary extends Component<ScreenBoundaryProps, { caught: Caught | null }> {
  override state: { caught: Caught | null } = { caught: null };

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error, at: '' } };
  }

  static getDerivedStateFromProps({ at }: ScreenBoundaryProps, { caught }: { caught: Caught | null }) {
    if (!caught || caught.at === at) return null;
    return { caught: caught.at === '' ? { ...caught, at } : null };
  }

  override render() {
    const { caught } = this.state;
    const { children, shown = notLoaded } = this.props;
    if (!caught) return children;
    const instead = shown(caught.error);
    if (instead === undefined) throw caught.error;
    return instead;
  }
}

/** Handles a screen whose code did not load. Any other error is the screen's own, and the outer boundary shows it. */
const notLoaded = (error: unknown) => (isNotLoaded(error) ? <ScreenNotLoaded error={error} /> : undefined);
