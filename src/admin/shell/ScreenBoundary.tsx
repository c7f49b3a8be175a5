// Around what is fetched when it is opened: a screen whose code did not arrive says so and offers to try again.
import { Component } from 'react';
import type { ReactNode } from 'react';
import { ScreenNotLoaded, isNotLoaded } from './ScreenNotLoaded.tsx';

interface ScreenBoundaryProps {
  /** The address: another page is a new attempt. */
  at: string;
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
    if (!caught) return this.props.children;
    // Anything else is a fault of the screen itself, which the outer page describes.
    if (!isNotLoaded(caught.error)) throw caught.error;
    return <ScreenNotLoaded error={caught.error} />;
  }
}
