// Tracks whether a file chooser or camera opened by this page is still open: using it is part of
// the task (T3).

import { CAMERA_LOCK_MS } from '../../shared/desk/tablet.ts';

/** A trembling hand taps twice: only a later touch of the page shows that the chooser is closed. */
const TREMOR_MS = 1_000;
/** Interval of activity signals while the chooser is open. */
const LIFE_MS = 5_000;

export interface Chooser {
  /** Maximum time (ms) out of view because of the chooser; 0 while none is open. */
  mayHideMs(): number;
  stop(): void;
}

const isFileInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'file';

/**
 * Watches every file input of the page, however it was opened. A chooser ends with a file, a cancel
 * event, a touch of the page, or after `CAMERA_LOCK_MS`.
 * @param onLife activity in the chooser, where the page receives no touch
 */
export function watchChooser(onLife: () => void): Chooser {
  let openedAt: number | null = null;
  let beat: ReturnType<typeof setInterval> | undefined;
  const isOpen = (): boolean =>
    openedAt !== null && Math.abs(Date.now() - openedAt) <= CAMERA_LOCK_MS;
  const close = (): void => {
    clearInterval(beat);
    openedAt = null;
  };
  const onClick = (event: Event): void => {
    if (!isFileInput(event.target)) return;
    close();
    openedAt = Date.now();
    beat = setInterval(() => {
      if (isOpen()) onLife();
      else close();
    }, LIFE_MS);
  };
  const onEnd = (event: Event): void => {
    if (isFileInput(event.target)) close();
  };
  const onTouch = (): void => {
    if (openedAt !== null && Date.now() - openedAt > TREMOR_MS) close();
  };
  const options = { capture: true, passive: true } as const;
  document.addEventListener('click', onClick, options);
  for (const end of ['change', 'cancel'] as const) document.addEventListener(end, onEnd, options);
  document.addEventListener('pointerdown', onTouch, options);
  return {
    mayHideMs: () => (isOpen() ? CAMERA_LOCK_MS : 0),
    stop() {
      close();
      document.removeEventListener('click', onClick, options);
      for (const end of ['change', 'cancel'] as const)
        document.removeEventListener(end, onEnd, options);
      document.removeEventListener('pointerdown', onTouch, options);
    },
  };
}
