// Draws a long list in steps: the first rows at once, the others while the browser is idle. All
// rows are in the page soon, so that print, find-in-page, keys and screen readers have them.

import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows drawn at once: more than a screen of 1440 px holds. */
export const FIRST_ROWS = 32;
/** Rows of a step: few enough for a slow workstation to answer a key in between. */
const STEP = 24;
/** A busy page draws the next step after this time at the latest. */
const LATEST_MS = 150;

/** Calls back while the browser is idle; returns the way to cancel it. */
function whenIdle(act: () => void): () => void {
  // Safari before 27 has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 16);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(act, { timeout: LATEST_MS });
  return () => cancelIdleCallback(idle);
}

/**
 * Returns the rows to draw now; all of them after some steps, and at once for a print.
 * @param rows in their order; a list that gets longer grows in steps, too
 */
export function useDrawn<Row>(rows: readonly Row[]): readonly Row[] {
  const [drawn, setDrawn] = useState(FIRST_ROWS),
    all = rows.length,
    isWhole = drawn >= all,
    most = Math.max(FIRST_ROWS, all);
  // A filter made the list shorter: what comes back later comes in steps.
  if (drawn > most) setDrawn(most);
  useEffect(() => {
    if (isWhole) return undefined;
    return whenIdle(() => startTransition(() => setDrawn(drawn + STEP)));
  }, [isWhole, drawn]);
  useEffect(() => {
    if (isWhole) return undefined;
    // Synchronously: the browser captures the page once the handler returns.
    const drawAll = (): void => flushSync(() => setDrawn(all));
    window.addEventListener('beforeprint', drawAll);
    return () => window.removeEventListener('beforeprint', drawAll);
  }, [isWhole, all]);
  return isWhole ? rows : rows.slice(0, drawn);
}
