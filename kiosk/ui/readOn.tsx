/** "Weiterlesen": scrolls one screen on, and leads to answers below the fold. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';

const OVERLAP_PX = 72;

/**
 * Scrolls by the height visible between the sticky bars; smooth unless reduced motion is requested.
 */
export function readOn(): void {
  const bars =
    document.querySelector('.k-screen')?.getAttribute('data-bars') === 'static' ? 0 : barsHeight();
  const keyboardFree = window.visualViewport?.height ?? window.innerHeight;
  window.scrollBy(onBy(keyboardFree - bars));
}

/** Scrolls the same way inside an element. */
export function readOnIn(list: HTMLElement): void {
  list.scrollBy(onBy(list.clientHeight));
}

function onBy(visible: number): ScrollToOptions {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return { top: Math.max(120, visible - OVERLAP_PX), behavior: isCalm ? 'auto' : 'smooth' };
}

function barsHeight(): number {
  return ['.k-header', '.k-footer'].reduce(
    (sum, bar) => sum + (document.querySelector(bar)?.getBoundingClientRect().height ?? 0),
    0,
  );
}

export interface ReadOn {
  /** Place it below the last answer. */
  readonly foot: ReactNode;
  /** The next step while the last answer is out of view; null once it is in view. */
  readonly button: ReactNode | null;
}

/**
 * Observes whether the last answer of a decision is in view.
 * @param page changes with the page
 * @param words label of the button ("Weiterlesen")
 */
export function useReadOn(page: string, words: string): ReadOn {
  const foot = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<string | null>(null);
  const isSeen = hidden !== page;
  useEffect(() => {
    if (!foot.current || typeof IntersectionObserver === 'undefined') return undefined;
    const bar = foot.current.closest('.k-screen')?.querySelector<HTMLElement>('.k-footer'),
      covered = bar?.offsetHeight ?? 0;
    const observer = new IntersectionObserver(
      (entries) => {
        const isInView = entries.some((one) => one.isIntersecting);
        if (isInView !== isSeen) setHidden(isInView ? null : page);
      },
      { rootMargin: `0px 0px -${covered}px 0px` },
    );
    observer.observe(foot.current);
    return () => observer.disconnect();
    // A footer that holds only this button comes and goes with it.
  }, [page, isSeen]);
  return {
    foot: <div ref={foot} />,
    button: isSeen ? null : (
      <Button kind="primary" grow iconEnd="down" onPress={() => readOn()}>
        {words}
      </Button>
    ),
  };
}
