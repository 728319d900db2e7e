// What leaving a page would lose or should close first: open dialogs and unsaved changes. The frame
// of the app reads this registry when a navigation begins.

import { useEffect, useRef } from 'react';

/** Saves the changes of a page. Resolves to whether they are stored. */
export type SaveChanges = () => Promise<boolean>;
const dialogs: (() => void)[] = [],
  unsaved: SaveChanges[] = [],
  watchers = new Set<() => void>();

/** Registers a callback while `isOn` holds; the registered one calls the newest. */
function useEntry<Result>(list: (() => Result)[], isOn: boolean, act: () => Result): void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const own = (): Result => newest.current();
    list.push(own);
    for (const watcher of watchers) watcher();
    return () => {
      list.splice(list.indexOf(own), 1);
      for (const watcher of watchers) watcher();
    };
  }, [isOn, list]);
}

/** While open, the Back button of the browser closes this dialog and stays on the page. */
export const useBackCloses = (isOpen: boolean, close: () => void): void =>
  useEntry(dialogs, isOpen, close);
/** While changed, leaving the page asks first, in the app and when the window closes. */
export const useUnsaved = (isChanged: boolean, save: SaveChanges): void => {
  useLeaving(isChanged);
  useEntry(unsaved, isChanged, save);
};
/** Calls a watcher whenever a dialog or unsaved changes come or go. @returns ends the watch */
export const watchLeaving = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};
export const topDialog = (): (() => void) | undefined => dialogs.at(-1);
/**
 * Returns a save of everything that is unsaved, one part after the other; it ends at the first part
 * that cannot be saved. Undefined while nothing is unsaved.
 */
export const openChanges = (): SaveChanges | undefined =>
  unsaved.length === 0
    ? undefined
    : async () => {
        for (const save of unsaved.slice()) if (!(await save())) return false;
        return true;
      };

/** State of a navigation to another address of the same editor, which keeps its changes. */
export const SAME_EDITOR = { isSameEditor: true } as const;
/** Checks whether a navigation stays in its editor. @param state of its target */
export const staysInEditor = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isSameEditor' in state;

/** Asks before the window is closed while unsaved data would be lost. */
export function useLeaving(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
}
