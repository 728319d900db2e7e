/** "Weiterlesen": scrolls one screen on, less two lines for orientation. */

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
