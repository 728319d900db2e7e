// Detects idleness, visible or in the background, and when the page may be about to be closed.

const TOUCHES = ['pointerdown', 'touchstart', 'keydown', 'input', 'scroll'] as const;
const LOOK_MS = 15_000;

export interface WatchDeps {
  win: Window;
  now: () => number;
  afterMs: number;
  /** Idle for that long. */
  onIdle: () => void;
  /** The page becomes hidden: a phone may kill it without another event. */
  onHidden: () => void;
  /** Visible or online again. */
  onHere: () => void;
}

/** Watches the person's activity. @returns stops the watch */
export function watchPerson({
  win,
  now,
  afterMs,
  onIdle,
  onHidden,
  onHere,
}: WatchDeps): () => void {
  let last = now();
  const look = (): boolean => {
    if (now() - last < afterMs) return false;
    last = now();
    onIdle();
    return true;
  };
  // Timers are suspended with the phone: the first touch after that must not count as activity.
  const touch = (): void => {
    if (!look()) last = now();
  };
  const see = (): void => {
    if (win.document.visibilityState === 'hidden') onHidden();
    else {
      look();
      onHere();
    }
  };
  const timer = win.setInterval(look, LOOK_MS);
  for (const type of TOUCHES) win.addEventListener(type, touch, { capture: true, passive: true });
  win.document.addEventListener('visibilitychange', see);
  win.addEventListener('pageshow', see);
  win.addEventListener('pagehide', onHidden);
  win.addEventListener('online', onHere);
  return () => {
    win.clearInterval(timer);
    for (const type of TOUCHES) win.removeEventListener(type, touch, { capture: true });
    win.document.removeEventListener('visibilitychange', see);
    win.removeEventListener('pageshow', see);
    win.removeEventListener('pagehide', onHidden);
    win.removeEventListener('online', onHere);
  };
}
