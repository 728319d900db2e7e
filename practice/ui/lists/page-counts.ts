// Counts that the line of pages shows: of the lists, or what an open page knows of its sisters.

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

/** Shows counts at the pages of the line while the caller is open; unknown ones are left out. */
export function useNotePageCounts(counts: Readonly<Record<string, number | undefined>>): void {
  const written = JSON.stringify(counts);
  useEffect(() => {
    put(JSON.parse(written) as PageCounts);
    return () => put(NONE);
  }, [written]);
}
/** Returns the counts that are noted. */
export const useNotedCounts = (): PageCounts =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => noted,
  );
