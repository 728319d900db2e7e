// Keeps the screen on while a task is on it, and takes back a pinch zoom between two patients.

import { isHidden } from '../life.ts';
import { OWN, screenOf, type Snapshot } from '../../session/screen.ts';

/** A zoom that survives the change of the viewport is ended by loading the page again. */
const LOOK_MS = 700;
/** Rounding of the browser; a pinch is never this small. */
const NO_ZOOM = 1.02;

export interface HeldScreen {
  stop(): void;
}

const zoomOf = (): number => window.visualViewport?.scale ?? 1;

/**
 * Takes back the zoom: a browser that may not enlarge the page returns to its normal size.
 * @param reload last resort, where the browser ignores the limit (Safari)
 */
function resetZoom(mayReload: () => boolean, reload: () => void): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
  if (zoomOf() <= NO_ZOOM || !meta) return;
  const { content } = meta;
  meta.content = `${content}, maximum-scale=1`;
  setTimeout(() => {
    meta.content = content;
    setTimeout(() => {
      if (zoomOf() > NO_ZOOM && mayReload()) reload();
    }, LOOK_MS);
  }, LOOK_MS);
}

/** Watches the session; the wake lock is missing before Chrome 84 and Safari 16.4. */
export function holdScreen(
  actor: {
    getSnapshot(): Snapshot;
    subscribe(listener: (snapshot: Snapshot) => void): { unsubscribe(): void };
  },
  reload: () => void = () => globalThis.location.reload(),
): HeldScreen {
  const { wakeLock } = navigator as { wakeLock?: WakeLock };
  let isTask = false,
    held: Promise<WakeLockSentinel | undefined> | null = null;
  const release = (): void => {
    const own = held;
    held = null;
    own?.then((lock) => lock?.release()).catch(() => undefined);
  };
  // The browser releases the lock of a hidden page; it is requested again when the page is shown.
  const hold = (): void => {
    if (!isTask || isHidden()) release();
    else held ??= wakeLock?.request('screen').catch(() => undefined) ?? null;
  };
  const look = (snapshot: Snapshot): void => {
    const was = isTask;
    isTask = !OWN.includes(screenOf(snapshot));
    if (isTask === was) return;
    hold();
    if (!isTask) resetZoom(() => !isTask, reload);
  };
  const watch = actor.subscribe(look);
  document.addEventListener('visibilitychange', hold);
  look(actor.getSnapshot());
  return {
    stop() {
      watch.unsubscribe();
      document.removeEventListener('visibilitychange', hold);
      isTask = false;
      release();
    },
  };
}
