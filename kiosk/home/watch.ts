// Notices when nobody has touched the page for long, whether it stood there or lay hidden behind another; and when it may be about to go.

const TOUCHES = ['pointerdown', 'touchstart', 'keydown', 'input', 'scroll'] as const;
const LOOK_MS = 15_000;

export interface WatchDeps {
  win: Window;
  now: () => number;
  afterMs: number;
  /** Nobody was here for that long. */
  onIdle: () => void;
  /** The page goes out of sight: a phone may end it there without another word. */
  onHidden: () => void;
  /** In sight, or in the network, again. */
  onHere: () => void;
}

/** @returns ends the watch */
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
  // Timers sleep with the phone: the first touch after that must not count as life.
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
