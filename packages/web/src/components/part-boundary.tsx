import { Component, type ReactNode } from 'react';
import { showToast } from './toast.ts';

interface PartBoundaryProps {
  readonly children: ReactNode;
  /** Shows nothing where it fails: the part was loaded automatically, and nobody waits for it. */
  readonly isQuiet?: boolean;
}

/** Keeps the page where a part that floats above it cannot be loaded, and says so: nobody loses a canvas for a menu. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    if (!this.props.isQuiet)
      showToast('error', 'This part of the page could not be loaded. Reload the page once the server answers.');
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
