// Routes of the patients' app (R1, R2, R5, R6, R7); unknown paths lead home.

import { lazy, Suspense } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { Booting } from '../tablet/Booting.tsx';
import { TabletApp } from './TabletApp.tsx';

const Elsewhere = lazy(() => import('./screens/Elsewhere.tsx'));

/**
 * Paths of the tablet's own screens (R1, R2, R6); the router for all others is loaded with them.
 */
const ON_TABLET = /^\/(?:task|done)?$/;

export function App() {
  const path = usePathname();
  if (ON_TABLET.test(path)) return <TabletApp />;
  return (
    <Suspense fallback={<Booting />}>
      <Elsewhere />
    </Suspense>
  );
}
