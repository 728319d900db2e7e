/** "Weiterlesen": one screen on, less two lines, so that the eye finds the place again. */

const OVERLAP_PX = 72;

/** Scrolls by what is really visible between the sticky bars; smooth only where motion is welcome. */
export function readOn(): void {
  const bars = document.querySelector('.k-screen')?.getAttribute('data-bars') === 'static' ? 0 : barsHeight();
  const keyboardFree = window.visualViewport?.height ?? window.innerHeight;
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollBy({ top: Math.max(120, keyboardFree - bars - OVERLAP_PX), behavior: isCalm ? 'auto' : 'smooth' });
}

function barsHeight(): number {
  return ['.k-header', '.k-footer'].reduce((sum, bar) => sum + (document.querySelector(bar)?.getBoundingClientRect().height ?? 0), 0);
}
