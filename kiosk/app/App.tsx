// Routes of the patients' app (R1, R2, R5, R6, R7); what is not built yet leads home.

import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { Booting } from '../tablet/Booting.tsx';
import { TabletApp } from './TabletApp.tsx';

const Elsewhere = lazy(() => import('./Elsewhere.tsx'));

export function App() {
  return (
    <Switch>
      <Route path={/^\/(?:task|done)?$/}><TabletApp /></Route>
      <Route><Suspense fallback={<Booting />}><Elsewhere /></Suspense></Route>
    </Switch>
  );
}
