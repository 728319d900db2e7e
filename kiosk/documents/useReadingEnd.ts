/** Whether the end of a text is on the screen. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Observes when a mark above the footer becomes visible or hidden; returns the cleanup. */
function onSeen(
  mark: HTMLElement | null,
  tell: (isSeen: boolean) => void,
): (() => void) | undefined {
  if (!mark) return undefined;
  const observer = new IntersectionObserver(
    (entries) => tell(entries.some((entry) => entry.isIntersecting)),
    { rootMargin: '0px 0px -80px 0px' },
  );
  observer.observe(mark);
  return () => observer.disconnect();
}

/** Marks at the end of the text and below the last tile, and whether that one is visible. */
export function useReadingEnd(onEnd: () => void) {
  const end = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(false);
  const reachEnd = useEffectEvent(onEnd);
  useEffect(() => onSeen(end.current, (isSeen) => isSeen && reachEnd()), []);
  // "Weiterlesen" stays until the last tile is visible: refusing must not be below the fold while
  // agreeing is above it.
  useEffect(() => onSeen(foot.current, setAtEnd), []);
  return { end, foot, isAtEnd };
}
