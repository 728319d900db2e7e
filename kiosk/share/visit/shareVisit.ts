/**
 * One visit of a share: sign-in, list, open item, end; without React, so that every path can be
 * tested without it.
 */

import { createItemList } from './itemList.ts';
import { createSession } from './session.ts';
import type { ShareVisit, ShareVisitDeps } from './shareState.ts';
import { createSignIn } from './signIn.ts';

/** Creates the visit of an opened page. */
export function createShareVisit(deps: ShareVisitDeps): ShareVisit {
  const session = createSession(deps);
  const { get, put } = session;
  const list = createItemList(session, deps);
  const lockServer = (): Promise<void> | undefined =>
    session
      .calls()
      ?.lock()
      .catch(() => undefined);
  return {
    get,
    subscribe: session.subscribe,
    ...createSignIn(session, deps, list.letIn),
    ...list.steps,
    async finish() {
      session.leave();
      const { contents } = get();
      await get()
        .item?.flush()
        .catch(() => undefined);
      put({ screen: 'finished', item: null, step: null, contents });
      const address = session.address();
      await Promise.all([lockServer(), address && deps.dropLink(address).catch(() => undefined)]);
    },
    lock() {
      const { screen, item } = get();
      if (screen === 'code') {
        put({ screen: 'login', step: null, isTimedOut: true, problem: null, isCodeSent: false });
        void lockServer();
        return;
      }
      if (screen !== 'list' && screen !== 'item' && screen !== 'finished') return;
      if (screen === 'finished') {
        put({ contents: null });
        return;
      }
      item?.flush().catch(() => undefined);
      item?.cover();
      session.over();
      void lockServer();
    },
    again: () => get().item?.again(),
    flush: async () => {
      await get().item?.flush();
    },
    forgive: () => {
      if (get().problem !== null) put({ problem: null });
    },
  };
}
