// Counts that a page knows of its sisters: the line of pages above shows them.

import { useEffect, useSyncExternalStore } from 'react';

/** Number of what waits on a page, by its address below /practice. */
export type PageCounts = Readonly<Record<string, number>>;
const NONE: PageCounts = {};
let noted: PageCounts = NONE;
const listeners = new Set<() => void>();
const put = (next: PageCounts): void => {
  noted = next;
  for (const listener of listeners) listener();
};

/** Shows a count at a page of the line while the calling page is open. */
export function useNotePageCount(path: string, count: number | undefined): void {
  useEffect(() => {
    if (count === undefined) return undefined;
    put({ [path]: count });
    return () => put(NONE);
  }, [path, count]);
}
/** Returns the counts that the open page noted. */
export const useNotedCounts = (): PageCounts =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => noted,
  );
