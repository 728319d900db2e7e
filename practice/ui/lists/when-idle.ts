// Work that waits until the browser has nothing more urgent to do.

import { useEffect, useState } from 'react';

/** A busy page does the work after this time at the latest. */
const LATEST_MS = 150;

/** Calls back while the browser is idle; returns the way to cancel it. */
export function whenIdle(act: () => void): () => void {
  // Safari before 27 has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 16);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(act, { timeout: LATEST_MS });
  return () => cancelIdleCallback(idle);
}

/** Returns true once the page that is ready has been drawn; for parts below what is seen first. */
export function useDrawnFirst(isReady: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!isReady) return undefined;
    let cancel = (): void => undefined;
    const frame = requestAnimationFrame(() => {
      cancel = whenIdle(() => setDrawn(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      cancel();
    };
  }, [isReady]);
  return isDrawn;
}
