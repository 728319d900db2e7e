/** Visible pages of a scrolling list, the page in the middle, and the width of the list. */
import { useEffect, useState, type RefObject } from 'react';

export interface Sight {
  /** 0-based pages that are at least partly visible. */
  readonly visible: ReadonlySet<number>;
  /** 0-based page across the middle. */
  readonly current: number;
  /** Available width of a page, CSS px; 0 until measured. */
  readonly room: number;
}

/** Observes `count` pages marked `data-page` inside `list`; again when the count changes. */
export function useSight(list: RefObject<HTMLElement | null>, count: number): Sight {
  const [visible, setVisible] = useState<ReadonlySet<number>>(new Set([0]));
  const [current, setCurrent] = useState(0);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const root = list.current;
    if (!root) return undefined;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(root);
      setRoom(root.clientWidth - (parseFloat(paddingLeft) || 0) - (parseFloat(paddingRight) || 0));
    };
    const size = new ResizeObserver(measure);
    size.observe(root);
    measure();
    return () => size.disconnect();
  }, [list]);
  useEffect(() => {
    const root = list.current;
    if (!root || count === 0) return undefined;
    const seen = new IntersectionObserver(
      (entries) => setVisible((before) => withSeen(before, entries)),
      { root },
    );
    const middle = new IntersectionObserver(
      (entries) => {
        const entry = entries.find((one) => one.isIntersecting);
        if (entry) setCurrent(indexOf(entry.target));
      },
      { root, rootMargin: '-50% 0px -50% 0px' },
    );
    for (const page of root.querySelectorAll('[data-page]')) {
      seen.observe(page);
      middle.observe(page);
    }
    return () => {
      seen.disconnect();
      middle.disconnect();
    };
  }, [list, count]);
  return { visible, current, room };
}

function withSeen(
  before: ReadonlySet<number>,
  entries: readonly IntersectionObserverEntry[],
): ReadonlySet<number> {
  const next = new Set(before);
  for (const entry of entries) {
    if (entry.isIntersecting) next.add(indexOf(entry.target));
    else next.delete(indexOf(entry.target));
  }
  return next;
}

function indexOf(page: Element): number {
  return Number(page.getAttribute('data-page'));
}
