// Addresses that are no tablet's: the link of a mail (R5), the code of a takeover (R7); every other one leads home. Loaded only there, the tablet's first screen needs none of it.

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
