// Error boundary for optional parts of the page.

import { Component, type ReactNode } from 'react';

/** Renders nothing instead of the failed part; the page around it stays. */
export class Dispensable extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }
  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
