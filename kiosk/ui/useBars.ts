/**
 * Keeps header and footer in view while at least 70 % of the visible height remains, and the footer
 * alone, with the next step, while 60 % remain.
 */
import { useLayoutEffect, useState, type RefObject } from 'react';
import { measureVisibleArea, onVisibleAreaChange } from './useVisualViewport.ts';

const SHARE = 0.3,
  FOOTER_SHARE = 0.4;
type Bars = 'sticky' | 'footer' | 'static';

/** Returns which bars stay in view: large text, a keyboard and small phones leave less room. */
export function useBars(screen: RefObject<HTMLElement | null>): Bars {
  const [bars, setBars] = useState<Bars>('sticky');
  useLayoutEffect(() => {
    const root = screen.current;
    if (root === null) return;
    const measure = () => {
      const heightOf = (bar: string) => root.querySelector<HTMLElement>(bar)?.offsetHeight ?? 0;
      const { height, keyboardOpen } = measureVisibleArea(),
        footer = heightOf('.k-footer');
      setBars(
        heightOf('.k-header') + footer <= height * SHARE
          ? 'sticky'
          : !keyboardOpen && footer <= height * FOOTER_SHARE
            ? 'footer'
            : 'static',
      );
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
