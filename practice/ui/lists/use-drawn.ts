// Draws a long list in steps: the first rows at once, the others while the browser is idle. All
// rows are in the page soon, so that print, find-in-page, keys and screen readers have them.

import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from './when-idle.ts';

/** Rows drawn at once: more than a screen of 1440 px holds. */
export const FIRST_ROWS = 32;
/** Cards drawn at once in one column of a board: more than a screen of 1440 px holds. */
export const FIRST_CARDS = 16;
/** Rows of a step: few enough for a slow workstation to answer a key in between. */
const STEP = 24;
/**
 * So few rows are never left for later: a row that arrives in a whole list must not take the last
 * one away, which may have the focus or an open menu.
 */
const FEW = 8;

/**
 * Returns the rows to draw now; all of them after some steps, and at once for a print.
 * @param rows in their order; a list that gets longer grows in steps, too
 * @param first how many are drawn at once; the same in every call
 * @param least index of a row that has to be drawn now: the selected one
 */
export function useDrawn<Row>(
  rows: readonly Row[],
  first = FIRST_ROWS,
  least = -1,
): readonly Row[] {
  const [drawn, setDrawn] = useState(first),
    all = rows.length,
    isWhole = all - drawn <= FEW,
    most = Math.max(first, all);
  // A whole list stays whole as it grows; after a filter what comes back later comes in steps.
  if (isWhole && drawn !== most) setDrawn(most);
  else if (!isWhole && least >= drawn) setDrawn(least + 1);
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
