/** Makes header and footer sticky only while at least 70 % of the visible height remains. */
import { useLayoutEffect, useState, type RefObject } from 'react';
import { measureVisibleArea, onVisibleAreaChange } from './useVisualViewport.ts';

const SHARE = 0.3;

/**
 * Returns "static" when the bars together would cover more than 30 % (200 % text, keyboard, small
 * phone).
 */
export function useBars(screen: RefObject<HTMLElement | null>): 'sticky' | 'static' {
  const [bars, setBars] = useState<'sticky' | 'static'>('sticky');
  useLayoutEffect(() => {
    const root = screen.current;
    if (root === null) return;
    const measure = () => {
      let height = 0;
      for (const bar of root.querySelectorAll<HTMLElement>('.k-header, .k-footer'))
        height += bar.offsetHeight;
      setBars(height > measureVisibleArea().height * SHARE ? 'static' : 'sticky');
    };
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    const follow = () => {
      sizes?.disconnect();
      for (const bar of root.querySelectorAll('.k-header, .k-footer')) sizes?.observe(bar);
      measure();
    };
    follow();
    // Bars differ per page: a decision screen has no footer.
    const changes = new MutationObserver(follow);
    changes.observe(root, { childList: true });
    const stop = onVisibleAreaChange(measure);
    return () => {
      sizes?.disconnect();
      changes.disconnect();
      stop();
    };
  }, [screen]);
  return bars;
}
