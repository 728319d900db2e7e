// Service worker and updates: registered from tablet registration on, activated only while no task
// is open (U4, sync 6.8).

/** Message that `kiosk/sw.ts` waits for. */
const SKIP_WAITING = { type: 'SKIP_WAITING' } as const;

export interface Updater {
  /** Registers the worker; idempotent. */
  register(): void;
  /** The server responds with another build: the page must be reloaded (U4). */
  wantReload(): void;
  /** Sets whether the machine rests: a waiting update is applied while it does. */
  setRest(isResting: boolean): void;
  hasUpdate(): boolean;
}

/** Creates the updater. @param reload reloads the page; called only while resting */
export function createUpdater(reload: () => void, onUpdate: () => void): Updater {
  let lookForNew: () => void = () => undefined;
  let waiting: ServiceWorker | null = null;
  let isRegistering = false,
    isResting = false,
    wantsReload = false,
    isReloading = false;
  // The page that installed the first worker has no controller yet: its takeover is not an update.
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
      // Not before the first screen, which needs none of it.
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
