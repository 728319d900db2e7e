// Whether keys without Ctrl act at this workstation. WCAG 2.1.4: users who dictate, or who hit keys
// by accident, can switch them off.

import { useSyncExternalStore } from 'react';

const KEY = 'practice.singleKeys';
const listeners = new Set<() => void>();
let areOff: boolean | undefined;

/** Checks whether single keys act. */
export function hasSingleKeys(): boolean {
  if (areOff === undefined)
    try {
      areOff = localStorage.getItem(KEY) === 'off';
    } catch {
      areOff = false;
    }
  return !areOff;
}

/** Switches single keys on or off; without storage until the next start. */
export function setSingleKeys(isOn: boolean): void {
  areOff = !isOn;
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // The storage of this browser is closed.
  }
  for (const listener of listeners) listener();
}

export const useSingleKeys = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, hasSingleKeys);

/** Checks whether a key is a single one: a letter, a digit or a sign, or Space. */
export const isSingleKey = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
