/**
 * Scroll container of the original's pages: keyboard-accessible, with a stable position when its
 * pages grow.
 */
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Returns the list's ref and a function to call in the handler that changes the page size. */
export function useScroller(): readonly [
  list: RefObject<HTMLDivElement | null>,
  keepPlace: () => void,
] {
  const list = useRef<HTMLDivElement>(null);
  const place = useRef<{ readonly left: number; readonly middle: number }>(null);
  useLayoutEffect(() => {
    // Keyboards scroll the focused element, and the pages contain nothing focusable (WCAG 2.1.1;
    // Safari needs an explicit tabindex).
    if (list.current) list.current.tabIndex = 0;
  }, []);
  useLayoutEffect(() => {
    const root = list.current;
    if (!root || !place.current) return;
    // The line in the middle keeps its position, and the starts of lines stay visible.
    root.scrollTop = place.current.middle * root.scrollHeight - root.clientHeight / 2;
    root.scrollLeft = place.current.left * root.scrollWidth;
    place.current = null;
  });
  const keepPlace = () => {
    const root = list.current;
    if (!root) return;
    place.current = {
      left: root.scrollLeft / root.scrollWidth,
      middle: (root.scrollTop + root.clientHeight / 2) / root.scrollHeight,
    };
  };
  return [list, keepPlace];
}
