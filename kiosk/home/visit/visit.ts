/**
 * One visit of a link: current screen and input; without React, so that every path can be tested
 * without it.
 */

import { createEditing } from './editing.ts';
import { createHanding } from './handing.ts';
import { createLocking } from './locking.ts';
import { createOpening } from './opening.ts';
import { createVisitCore } from './visitCore.ts';
import type { Visit, VisitDeps } from './visitState.ts';

/** Creates the visit of an opened page. */
export function createVisit(deps: VisitDeps): Visit {
  const core = createVisitCore(deps);
  const { get, put, keeper } = core;
  return {
    get,
    subscribe: core.subscribe,
    ...createOpening(core, deps),
    ...createEditing(core, deps),
    ...createHanding(core),
    ...createLocking(core),
    async remove() {
      core.sending.stop();
      put({ screen: 'removed', draft: null, copy: null, sending: null, found: { kind: 'none' } });
      await keeper.remove();
    },
    back() {
      const { screen } = get();
      if (screen === 'form') {
        put({ screen: 'person' });
        return true;
      }
      if (screen === 'person') {
        put({ screen: 'start' });
        return true;
      }
      return false;
    },
    flush: () => keeper.flush(),
  };
}
