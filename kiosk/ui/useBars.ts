/** Lets header and footer stick only while they leave the patient at least 70 % of the visible height. */
import { useLayoutEffect, useState, type RefObject } from 'react';
import { measureVisibleArea, onVisibleAreaChange } from './useVisualViewport.ts';

const SHARE = 0.3;

/**
 * "static" when the bars together would cover more than 30 % (200 % text, keyboard, small phone).
 * `present` names the bars that are there, so that a new one is measured too.
 */
export function useBars(screen: RefObject<HTMLElement | null>, present: string): 'sticky' | 'static' {
  const [bars, setBars] = useState<'sticky' | 'static'>('sticky');
  useLayoutEffect(() => {
    const root = screen.current;
    if (root === null) return;
    const measure = () => {
      let height = 0;
      for (const bar of root.querySelectorAll<HTMLElement>('.k-header, .k-footer')) height += bar.offsetHeight;
      setBars(height > measureVisibleArea().height * SHARE ? 'static' : 'sticky');
    };
    measure();
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    for (const bar of root.querySelectorAll('.k-header, .k-footer')) observer?.observe(bar);
    const stop = onVisibleAreaChange(measure);
    return () => {
      observer?.disconnect();
      stop();
    };
  }, [screen, present]);
  return bars;
}
