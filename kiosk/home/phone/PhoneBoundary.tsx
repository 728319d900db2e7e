/**
 * Catches render errors of the pages on private phones: input is outside of React, so that the
 * person goes on where it happened.
 */
import { Component, lazy, Suspense, type ReactNode } from 'react';

// Fetched while the page stands: after an outage it would be too late.
const loading = import('./Crash.tsx');
loading.catch(() => undefined);
const Crash = lazy(() => loading);

/** After this many errors the page is loaded again. */
const RELOAD_AFTER = 3;

// React can catch render errors only in a class.
export class PhoneBoundary extends Component<
  { readonly children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };
  private count = 0;
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }
  override componentDidCatch(): void {
    this.count += 1;
  }
  private readonly again = (): void => {
    if (this.count >= RELOAD_AFTER) globalThis.location.reload();
    else this.setState({ hasFailed: false });
  };
  override render(): ReactNode {
    return this.state.hasFailed ? (
      <Suspense>
        <Crash onAgain={this.again} />
      </Suspense>
    ) : (
      this.props.children
    );
  }
}
