// Addresses outside the tablet: unsubscribe link of a mail (R5), takeover code (R7); all others
// lead home. Lazy-loaded, because the tablet's first screen needs none of it.

import { Redirect, Route, Switch } from 'wouter';
import TakeoverRoute from './TakeoverRoute.tsx';
import UnsubscribeRoute from './UnsubscribeRoute.tsx';

export default function Elsewhere() {
  return (
    <Switch>
      <Route path="/unsubscribe/:mail/:unsubscribeToken">
        <UnsubscribeRoute />
      </Route>
      <Route path="/takeover/*?">
        <TakeoverRoute />
      </Route>
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  );
}
