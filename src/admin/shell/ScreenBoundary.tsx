// Around a screen: what went wrong in it is told in its place, until another page is opened.
import { Component } from 'react';
import type { ReactNode } from 'react';
import { ScreenNotLoaded, isNotLoaded } from './ScreenNotLoaded.tsx';

interface ScreenBoundaryProps {
  /** The address: another page is a new attempt. */
  at: string;
  /** What stands in its place; undefined leaves the error to the boundary around this one. */
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

/** A screen whose code did not arrive. Anything else is a fault of the screen itself, which the outer page describes. */
const notLoaded = (error: unknown) => (isNotLoaded(error) ? <ScreenNotLoaded error={error} /> : undefined);
