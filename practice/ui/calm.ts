// Tells when the first screen is there and nothing is asked any more: what nobody sees at first is fetched then.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { fetched } from './lazy-part.ts';

/** Looked at so often; calm is what was quiet twice, so that a poll now and then does not keep it away. */
const LOOK_MS = 1_500;
let isCalm = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const whenIdle: (then: () => void) => void =
  'requestIdleCallback' in globalThis
    ? (then) => {
        requestIdleCallback(then, { timeout: 2_000 });
      }
    : (then) => {
        setTimeout(then);
      };

/** True from the moment on that the first screen is calm; it stays so. */
export const useCalm = (): boolean => useSyncExternalStore(subscribe, () => isCalm);

/** Watches for that moment; called once, within the queries. @param isThere whether the page itself is there */
export function useCalmWatch(isThere: () => boolean): void {
  const queries = useQueryClient(),
    isOver = useCalm();
  useEffect(() => {
    if (isOver) return undefined;
    let quiet = 0;
    const timer = setInterval(() => {
      quiet = isThere() && queries.isFetching() === 0 ? quiet + 1 : 0;
      if (quiet < 2) return;
      clearInterval(timer);
      whenIdle(() => {
        isCalm = true;
        for (const listener of listeners) listener();
      });
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [queries, isOver, isThere]);
}

/** Fetches one after the other, each when the page has nothing else to do and the server answers; what does not come is fetched when it is wanted. */
export function oneByOne(works: readonly (() => Promise<unknown>)[]): void {
  const [first, ...rest] = works;
  if (first !== undefined)
    whenIdle(() => {
      void fetched(first)
        .catch(() => undefined)
        .then(() => oneByOne(rest));
    });
}
