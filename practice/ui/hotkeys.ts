// Single-key shortcuts that never fire while the user types or a dialog is open.

import { useEffect, useRef } from 'react';

export type Hotkeys = Record<string, () => unknown>;

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="textbox"]';

/** Checks whether a key belongs to the focused element and not to the page. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

/**
 * Checks whether a dialog or a menu has the keys; a panel next to a list, marked with `data-next-to-list`,
 * leaves them to the list.
 */
export const isBelowDialog = (roles = '[role="dialog"]'): boolean =>
  [...document.querySelectorAll(roles)].some((one) => one.closest('[data-next-to-list]') === null);

/** Binds keys (`event.key`, letters in lower case) while the component is mounted. */
export function useHotkeys(keys: Hotkeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.isComposing
      )
        return;
      if (isTyping(event.target) || isBelowDialog()) return;
      const run = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
