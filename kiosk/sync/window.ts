// Makes one window active while the others wait: a Web Lock, or a 30 s lease where there is none.
// Only for calm; correctness does not depend on it (F11).

import type { WindowLock } from './windowLock.ts';

const NAME = 'molar-tablet';

function withLocks(locks: LockManager): WindowLock {
  let lost: () => void = () => undefined;
  const inLine = new AbortController();
  /** Holds the lock until the page is unloaded; resolves when it is granted. */
  const hold = (options: LockOptions): Promise<void> =>
    new Promise((done) => {
      let isHeld = false;
      locks
        .request(NAME, options, () => {
          isHeld = true;
          done();
          return new Promise<void>(() => undefined);
        })
        .catch(() => {
          if (isHeld) lost();
        });
    });
  return {
    acquire(onOther) {
      locks
        .query()
        .then((s) => {
          if ((s.held ?? []).some((l) => l.name === NAME)) onOther();
        })
        .catch(() => undefined);
      return hold({ signal: inLine.signal });
    },
    takeOver() {
      inLine.abort();
      return hold({ steal: true });
    },
    onLost(listener) {
      lost = listener;
    },
  };
}

export function createWindowLock(): WindowLock {
  if ('locks' in navigator && navigator.locks) return withLocks(navigator.locks);
  const lease = import('./windowLease.ts').then(({ withLease }) => withLease(localStorage));
  return {
    acquire: (onOther) => lease.then((l) => l.acquire(onOther)),
    takeOver: () => lease.then((l) => l.takeOver()),
    onLost(listener) {
      lease.then((l) => l.onLost(listener)).catch(() => undefined);
    },
  };
}
