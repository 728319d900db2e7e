/** Catches render errors of the pages on private phones. */
import { lazy, Suspense, type ReactNode } from 'react';
import { Boundary } from '../../ui/Boundary.tsx';

// Fetched while the page stands: after an outage it would be too late.
const loading = import('./Crash.tsx');
loading.catch(() => undefined);
const Crash = lazy(() => loading);

export function PhoneBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <Suspense>
      <Boundary page={Crash}>{children}</Boundary>
    </Suspense>
  );
}
