// Routes of the patients' app (R1, R2, R5, R6, R7); what is not built yet leads home.

import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { Booting } from '../tablet/Booting.tsx';
import { TabletApp } from './TabletApp.tsx';

const TakeoverRoute = lazy(() => import('./TakeoverRoute.tsx'));
const UnsubscribeRoute = lazy(() => import('./UnsubscribeRoute.tsx'));

export function App() {
  return (
    <Switch>
      <Route path="/"><TabletApp /></Route>
      <Route path="/task"><TabletApp /></Route>
      <Route path="/done"><TabletApp /></Route>
      <Route path="/unsubscribe/:mail/:unsubscribeToken"><Suspense fallback={<Booting />}><UnsubscribeRoute /></Suspense></Route>
      <Route path="/takeover/*?"><Suspense fallback={<Booting />}><TakeoverRoute /></Suspense></Route>
      <Route><Redirect to="/" replace /></Route>
    </Switch>
  );
}
