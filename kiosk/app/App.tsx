// Routes of the patients' app (R1, R2, R6); what is not built yet leads home.

import { Redirect, Route, Switch } from 'wouter';
import { TabletApp } from './TabletApp.tsx';

export function App() {
  return (
    <Switch>
      <Route path="/"><TabletApp /></Route>
      <Route path="/task"><TabletApp /></Route>
      <Route path="/done"><TabletApp /></Route>
      <Route><Redirect to="/" replace /></Route>
    </Switch>
  );
}
