// One window works, the others wait: a Web Lock, or a 30 s lease where there is none. Nothing depends on it but calm (F11).

export interface WindowLock {
  /** Resolves when this window holds the tablet; `onOther` is told when another one does. */
  acquire(onOther: () => void): Promise<void>;
  /** Takes it away from the other window; resolves when that happened. Load the page anew afterwards. */
  takeOver(): Promise<void>;
  /** Called when another window took it; this one does not stand in line again. */
  onLost(listener: () => void): void;
}
const NAME = 'molar-tablet';
const LEASE_KEY = 'molar-window';
const LEASE_MS = 30_000;

function withLocks(locks: LockManager): WindowLock {
  let lost: () => void = () => undefined;
  const inLine = new AbortController();
  /** Holds the lock until the page goes; resolves when it is granted. */
  const hold = (options: LockOptions): Promise<void> => new Promise((done) => {
    let isHeld = false;
    locks.request(NAME, options, () => {
      isHeld = true;
      done();
      return new Promise<void>(() => undefined);
    }).catch(() => { if (isHeld) lost(); });
  });
  return {
    acquire(onOther) {
      locks.query().then((s) => { if ((s.held ?? []).some(l => l.name === NAME)) onOther(); }).catch(() => undefined);
      return hold({ signal: inLine.signal });
    },
    takeOver() {
      inLine.abort();
      return hold({ steal: true });
    },
    onLost(listener) { lost = listener; },
  };
}

function withLease(storage: Storage): WindowLock {
  const me = String(Math.random()).slice(2);
  let lost: () => void = () => undefined;
  let isHeld = false;
  const read = (): { id: string; at: number } | null => {
    try { const v = JSON.parse(storage.getItem(LEASE_KEY) ?? 'null') as { id?: string; at?: number } | null; return v?.id && v.at ? { id: v.id, at: v.at } : null; } catch { return null; }
  };
  const write = (): void => { try { storage.setItem(LEASE_KEY, JSON.stringify({ id: me, at: Date.now() })); } catch { return; } };
  return {
    acquire: onOther => new Promise((done) => {
      let isTold = false;
      const look = (): void => {
        const holder = read();
        const isFree = !holder || holder.id === me || Math.abs(Date.now() - holder.at) > LEASE_MS;
        if (isHeld && holder && holder.id !== me) { isHeld = false; clearInterval(timer); lost(); return; }
        if (isFree) { write(); if (!isHeld) { isHeld = true; done(); } } else if (!isTold) { isTold = true; onOther(); }
      };
      const timer = setInterval(look, 5_000);
      look();
      window.addEventListener('pagehide', () => { if (isHeld) storage.removeItem(LEASE_KEY); });
    }),
    takeOver() { isHeld = true; write(); return Promise.resolve(); },
    onLost(listener) { lost = listener; },
  };
}

export function createWindowLock(): WindowLock {
  return 'locks' in navigator && navigator.locks ? withLocks(navigator.locks) : withLease(localStorage);
}
