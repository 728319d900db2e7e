// What leaving a page would lose or should close first: open dialogs and unsaved changes. The frame
// of the app reads this registry when a navigation begins.

import { useEffect, useRef } from 'react';

/** Saves the changes of a page. Resolves to whether they are stored. */
export type SaveChanges = () => Promise<boolean>;
const dialogs: (() => void)[] = [],
  unsaved: SaveChanges[] = [];

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
    return () => {
      list.splice(list.indexOf(own), 1);
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
export const topDialog = (): (() => void) | undefined => dialogs.at(-1);
export const openChanges = (): SaveChanges | undefined => unsaved.at(-1);

/** Asks before the window is closed while unsaved data would be lost. */
export function useLeaving(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
}
