// Service worker and new versions: registered from tablet registration on, activated only while nobody is in a task (U4, sync 6.8).

/** What `kiosk/sw.ts` waits for. */
const SKIP_WAITING = { type: 'SKIP_WAITING' } as const;

export interface Updater {
  /** Registers the worker; safe to call again. */
  register(): void;
  /** The server answers with another build: the page is to be loaded anew (U4). */
  wantReload(): void;
  /** The machine rests, or does not: what waits is applied now, or not. */
  setRest(isResting: boolean): void;
  hasUpdate(): boolean;
}

/** @param reload loads the page anew; called only while resting */
export function createUpdater(reload: () => void, onUpdate: () => void): Updater {
  let lookForNew: () => void = () => undefined;
  let waiting: ServiceWorker | null = null;
  let isRegistering = false,
    isResting = false,
    wantsReload = false,
    isReloading = false;
  // The page that installed the first worker has no controller yet: its takeover is no new version.
  let hadController = false;

  const apply = (): void => {
    if (!isResting || isReloading) return;
    if (waiting) {
      waiting.postMessage(SKIP_WAITING);
      return;
    }
    if (wantsReload) {
      isReloading = true;
      reload();
    }
  };
  const found = (worker: ServiceWorker | null | undefined): void => {
    if (!worker || !navigator.serviceWorker.controller) return;
    waiting = worker;
    onUpdate();
    apply();
  };
  return {
    register() {
      if (isRegistering || !('serviceWorker' in navigator) || !import.meta.env.PROD) return;
      isRegistering = true;
      hadController = navigator.serviceWorker.controller !== null;
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        if (!hadController) {
          hadController = true;
          return;
        }
        waiting = null;
        wantsReload = true;
        apply();
      });
      // Not before the first screen is there: it needs none of it.
      import('./worker.ts')
        .then(({ startWorker }) => startWorker(found))
        .then((look) => {
          lookForNew = look;
        })
        .catch(() => {
          isRegistering = false;
        });
    },
    wantReload() {
      lookForNew();
      wantsReload = true;
      apply();
    },
    setRest(next) {
      isResting = next;
      apply();
    },
    hasUpdate: () => waiting !== null || wantsReload,
  };
}
