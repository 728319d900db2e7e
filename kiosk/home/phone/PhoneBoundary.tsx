/** Catches render errors of the pages on private phones. */
import { lazy, type ReactNode } from 'react';
import { Boundary } from '../../ui/crash/Boundary.tsx';

// Fetched while the page stands: after an outage it would be too late.
const loading = import('./Crash.tsx');
loading.catch(() => undefined);
const Crash = lazy(() => loading);

export function PhoneBoundary({ children }: { readonly children: ReactNode }) {
  return <Boundary page={Crash}>{children}</Boundary>;
}
