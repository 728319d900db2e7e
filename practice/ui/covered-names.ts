// Whether names are hidden from view: set by the board, followed by what lies above it.

import { useSyncExternalStore } from 'react';

let isCovered = false;
const listeners = new Set<() => void>();
/** Hides names, or shows them again. */
export function coverNames(next: boolean): void {
  isCovered = next;
  for (const listener of listeners) listener();
}
/** Returns whether names are hidden. */
export const useCoveredNames = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isCovered,
  );

/** Masks „Yılmaz, Ayşe“ as „Y. A.“; nothing else of the name stays. */
export function initialsOf(name: string): string {
  return name
    .split(/[\s,]+/)
    .filter((part) => /\p{L}/u.test(part))
    .map((part) => `${[...part.replace(/^[^\p{L}]+/u, '')][0] ?? ''}.`)
    .join(' ');
}
