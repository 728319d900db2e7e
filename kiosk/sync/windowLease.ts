// Active window where the browser has no Web Locks (Safari 14): a lease of 30 s in local storage.

import type { WindowLock } from './windowLock.ts';

const LEASE_KEY = 'molar-window';
const LEASE_MS = 30_000;

export function withLease(storage: Storage): WindowLock {
  const me = String(Math.random()).slice(2);
  let lost: () => void = () => undefined;
  let isHeld = false;
  const read = (): { id: string; at: number } | null => {
    try {
      const v = JSON.parse(storage.getItem(LEASE_KEY) ?? 'null') as {
        id?: string;
        at?: number;
      } | null;
      return v?.id && v.at ? { id: v.id, at: v.at } : null;
    } catch {
      return null;
    }
  };
  const write = (): void => {
    try {
      storage.setItem(LEASE_KEY, JSON.stringify({ id: me, at: Date.now() }));
    } catch {
      return;
    }
  };
  return {
    acquire: (onOther) =>
      new Promise((done) => {
        let isTold = false;
        const look = (): void => {
          const holder = read();
          const isFree = !holder || holder.id === me || Math.abs(Date.now() - holder.at) > LEASE_MS;
          if (isHeld && holder && holder.id !== me) {
            isHeld = false;
            clearInterval(timer);
            lost();
            return;
          }
          if (isFree) {
            write();
            if (!isHeld) {
              isHeld = true;
              done();
            }
          } else if (!isTold) {
            isTold = true;
            onOther();
          }
        };
        const timer = setInterval(look, 5_000);
        look();
        window.addEventListener('pagehide', () => {
          if (isHeld) storage.removeItem(LEASE_KEY);
        });
      }),
    takeOver() {
      isHeld = true;
      write();
      return Promise.resolve();
    },
    onLost(listener) {
      lost = listener;
    },
  };
}
