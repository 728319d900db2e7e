// Signs of life of the page: touches, keys and scrolling for the idle clock, and how long the page was out of view (T3).

import type { Chooser } from './chooser.ts';

export interface Life {
  /** ms since the last sign of life. */
  silentMs(): number;
  stop(): void;
}

/** Put away, or the screen is off. */
export const isHidden = (): boolean => document.visibilityState === 'hidden';

/** A sign of life is told at most once a second. */
const TELL_MS = 1_000;

/** @param lockMs out of view for longer locks; while a chooser of the page is open, only what is longer than three minutes as well */
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
  /** What holds for the time out of view that runs now: the chooser may end before the page is shown again. */
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
  // No question that takes a photo stands on the first screen.
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
      // Timers of hidden pages may sleep; the time is measured again when the page is shown.
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
