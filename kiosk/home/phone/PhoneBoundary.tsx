/** Catches render errors of the pages on private phones. */
import { lazy, Suspense, type ReactNode } from 'react';
import { Boundary } from '../../ui/Boundary.tsx';

// Fetched while the page stands: after an outage it would be too late.
const loading = import('./Crash.tsx');
loading.catch(() => undefined);
const Crash = lazy(() => loading);

/** Inside of the boundary: a page that is still loading must not draw the failed one again. */
function Page({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <Suspense>
      <Crash onAgain={onAgain} />
    </Suspense>
  );
}

export function PhoneBoundary({ children }: { readonly children: ReactNode }) {
  return <Boundary page={Page}>{children}</Boundary>;
}
