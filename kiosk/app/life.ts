// Activity of the page: touches, keys and scrolling for the idle clock, and the time out of view
// (T3).

import type { Chooser } from './chooser.ts';

export interface Life {
  /** ms since the last activity. */
  silentMs(): number;
  stop(): void;
}

/** Checks whether the page is in the background, or the screen is off. */
export const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Activity is reported at most once a second. */
const TELL_MS = 1_000;

/**
 * Watches the visibility of the page.
 * @param lockMs longer time out of view locks; while a file chooser is open, only if it also
 * exceeds three minutes
 */
export function watchLife(
  lockMs: () => number,
  on: {
    onActivity: () => void;
    onHidden: () => void;
    onShown: (hiddenMs: number) => void;
    onHiddenTooLong: () => void;
  },
): Life {
  let last = performance.now(),
    told = -Infinity;
  let hiddenAt: number | null = null;
  /**
   * Limit for the current time out of view: the chooser may end before the page is visible again.
   */
  let limit = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const noteLife = (): void => {
    last = performance.now();
    if (last - told >= TELL_MS) {
      told = last;
      on.onActivity();
    }
  };
  const live = (event: Event): void => {
    if (event.isTrusted) noteLife();
  };
  // The first screen has no photo question.
  let chooser: Chooser | undefined,
    isStopped = false;
  import('./chooser.ts').then(
    ({ watchChooser }) => {
      if (!isStopped) chooser = watchChooser(noteLife);
    },
    () => undefined,
  );
  const look = (): void => {
    if (isHidden()) {
      if (hiddenAt === null) {
        hiddenAt = Date.now();
        limit = Math.max(lockMs(), chooser?.mayHideMs() ?? 0);
      }
      on.onHidden();
      // Timers of hidden pages may be suspended; the time is measured again when the page becomes
      // visible.
      timer ??= setTimeout(on.onHiddenTooLong, limit);
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    const gap = hiddenAt === null ? 0 : Math.abs(Date.now() - hiddenAt);
    hiddenAt = null;
    if (gap > limit) on.onHiddenTooLong();
    on.onShown(gap);
  };
  const onPageShow = (): void => look();
  const onPageHide = (): void => on.onHidden();
  const options = { capture: true, passive: true } as const;
  const signs = [
    'pointerdown',
    'pointermove',
    'keydown',
    'wheel',
    'touchmove',
    'scroll',
    'input',
  ] as const;
  for (const sign of signs) document.addEventListener(sign, live, options);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('online', onPageShow);
  return {
    silentMs: () => Math.max(0, performance.now() - last),
    stop() {
      clearTimeout(timer);
      isStopped = true;
      chooser?.stop();
      for (const sign of signs) document.removeEventListener(sign, live, options);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', onPageShow);
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('online', onPageShow);
    },
  };
}
