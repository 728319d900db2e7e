/** The scrolling list of the original's pages: reached by keys, and steady under the eye when its pages grow. */
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Returns the list's ref and what to call in the same handler that changes the size of its pages. */
export function useScroller(): readonly [
  list: RefObject<HTMLDivElement | null>,
  keepPlace: () => void,
] {
  const list = useRef<HTMLDivElement>(null);
  const place = useRef<{ readonly left: number; readonly middle: number }>(null);
  useLayoutEffect(() => {
    // Keyboards scroll what has the focus, and the pages hold nothing to focus (WCAG 2.1.1; Safari needs to be told).
    if (list.current) list.current.tabIndex = 0;
  }, []);
  useLayoutEffect(() => {
    const root = list.current;
    if (!root || !place.current) return;
    // The line in the middle stays there, and lines keep their beginnings in sight.
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
