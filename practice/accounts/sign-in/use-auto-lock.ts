// Locks the workstation after minutes without input in any of its windows.

import { useEffect } from 'react';
import { lockDesk } from '../../api.ts';
import { useSession } from '../../session.ts';

/** Shared by the windows of one browser: activity in one keeps the others unlocked. */
const KEY = 'practice.lastTouch';
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const EVERY_MS = 5_000;

export function useAutoLock(): void {
  const {
    status,
    account: { lockMinutes },
  } = useSession();
  useEffect(() => {
    if (status !== 'in') return;
    let last = Date.now(),
      noted = 0;
    const touch = (): void => {
      last = Date.now();
      if (last - noted < 1_000) return;
      noted = last;
      try {
        localStorage.setItem(KEY, String(last));
      } catch {
        /* Without storage each window counts separately. */
      }
    };
    const elsewhere = (): number => {
      try {
        return Number(localStorage.getItem(KEY)) || 0;
      } catch {
        return 0;
      }
    };
    touch();
    const timer = setInterval(() => {
      if (Date.now() - Math.max(last, elsewhere()) >= lockMinutes * 60_000) void lockDesk();
    }, EVERY_MS);
    for (const name of TOUCHES) window.addEventListener(name, touch, { passive: true });
    return () => {
      clearInterval(timer);
      for (const name of TOUCHES) window.removeEventListener(name, touch);
    };
  }, [status, lockMinutes]);
}
