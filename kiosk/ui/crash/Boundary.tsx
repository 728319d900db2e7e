/**
 * Catches render errors: input is kept outside of React, so that the person goes on where it
 * happened.
 */
import { Component, Suspense, type ComponentType, type ReactNode } from 'react';

export interface BoundaryProps {
  readonly children: ReactNode;
  /** Called once per error. */
  readonly onError?: () => void;
  /** Page after an error, with its one way on. */
  readonly page: ComponentType<{ readonly onAgain: () => void }>;
}

/** After this many errors in a row the page is loaded again. */
const RELOAD_AFTER = 3;

// React can catch render errors only in a class.
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  private count = 0;
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }
  override componentDidCatch(): void {
    this.count += 1;
    this.props.onError?.();
  }
  private readonly again = (): void => {
    if (this.count >= RELOAD_AFTER) globalThis.location.reload();
    else this.setState({ hasFailed: false });
  };
  override render(): ReactNode {
    const { page: Page, children } = this.props;
    if (!this.state.hasFailed) return children;
    // Inside of the boundary: a page that is still loading must not draw the failed one again.
    return (
      <Suspense>
        <Page onAgain={this.again} />
      </Suspense>
    );
  }
}
