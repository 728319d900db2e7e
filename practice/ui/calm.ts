// Detects when the first screen is rendered and no query is running: initially invisible parts are
// loaded then.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { fetched } from './lazy-part.ts';

/**
 * Check interval; idle means quiet in two checks, so that an occasional poll does not prevent it.
 */
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

/** Becomes true once the first screen is idle; it stays so. */
export const useCalm = (): boolean => useSyncExternalStore(subscribe, () => isCalm);

/**
 * Watches for that moment; called once, within the query provider.
 * @param isThere whether the page itself is rendered
 */
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

/**
 * Prefetches one by one, each when the page is idle and the server answers; a failed one is loaded
 * when it is needed.
 */
export function oneByOne(works: readonly (() => Promise<unknown>)[]): void {
  const [first, ...rest] = works;
  if (first !== undefined)
    whenIdle(() => {
      void fetched(first)
        .catch(() => undefined)
        .then(() => oneByOne(rest));
    });
}
