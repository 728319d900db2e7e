// What the page does without when it cannot be shown.

import { Component, type ReactNode } from 'react';

/** Shows nothing instead of what failed; the page around it stays. */
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
