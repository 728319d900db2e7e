// Signs of life of the page: touches, keys and scrolling for the idle clock, and how long the page was out of view (T3).

export interface Life {
  /** ms since the last sign of life. */
  silentMs(): number;
  stop(): void;
}

/** Put away, or the screen is off. */
export const isHidden = (): boolean => document.visibilityState === 'hidden';

/** A sign of life is told at most once a second. */
const TELL_MS = 1_000;

/** @param lockMs out of view for longer locks */
export function watchLife(lockMs: () => number, on: { onActivity: () => void; onHidden: () => void; onShown: (hiddenMs: number) => void; onHiddenTooLong: () => void }): Life {
  let last = performance.now(), told = -Infinity;
  let hiddenAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const live = (event: Event): void => {
    if (!event.isTrusted) return;
    last = performance.now();
    if (last - told >= TELL_MS) { told = last; on.onActivity(); }
  };
  const look = (): void => {
    if (isHidden()) {
      hiddenAt ??= Date.now();
      on.onHidden();
      // Timers of hidden pages may sleep; the time is measured again when the page is shown.
      timer ??= setTimeout(on.onHiddenTooLong, lockMs());
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    const gap = hiddenAt === null ? 0 : Math.abs(Date.now() - hiddenAt);
    hiddenAt = null;
    if (gap > lockMs()) on.onHiddenTooLong();
    on.onShown(gap);
  };
  const onPageShow = (): void => look();
  const onPageHide = (): void => on.onHidden();
  const options = { capture: true, passive: true } as const;
  const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll', 'input'] as const;
  for (const sign of signs) document.addEventListener(sign, live, options);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('online', onPageShow);
  return {
    silentMs: () => Math.max(0, performance.now() - last),
    stop() {
      clearTimeout(timer);
      for (const sign of signs) document.removeEventListener(sign, live, options);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', onPageShow);
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('online', onPageShow);
    },
  };
}
