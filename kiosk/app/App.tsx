// Routes of the patients' app (R1, R2, R5, R6, R7); what is not built yet leads home.

import { lazy, Suspense } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { Booting } from '../tablet/Booting.tsx';
import { TabletApp } from './TabletApp.tsx';

const Elsewhere = lazy(() => import('./screens/Elsewhere.tsx'));

/** Paths of a tablet's own screens (R1, R2, R6); the router for all others comes with them. */
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
