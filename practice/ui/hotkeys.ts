// Single-key shortcuts that never fire while the user types or a dialog is open.

import { useEffectEvent, useLayoutEffect } from 'react';
import { hasSingleKeys, isSingleKey } from './lists/keys/single-keys.ts';

/** Actions by key; one that returns `false` leaves the key to the browser. */
export type Hotkeys = Record<string, (event: KeyboardEvent) => unknown>;

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

/**
 * Listens to keys anywhere on the page. The listener is bound before the screen is painted, so a
 * key that is pressed at the first sight of the screen is not lost.
 */
export function useKeydown(onKey: (event: KeyboardEvent) => void): void {
  const latest = useEffectEvent(onKey);
  useLayoutEffect(() => {
    const heard = (event: KeyboardEvent): void => latest(event);
    addEventListener('keydown', heard);
    return () => removeEventListener('keydown', heard);
  }, []);
}

/** Checks whether a key is a single one that may act: not while typing, not while switched off. */
export const isSingleKeyFree = (event: KeyboardEvent): boolean =>
  isSingleKey(event) &&
  !event.defaultPrevented &&
  !event.isComposing &&
  !isTyping(event.target) &&
  hasSingleKeys();

/** Binds keys (`event.key`, letters in lower case) while the component is mounted. */
export function useHotkeys(keys: Hotkeys): void {
  useKeydown((event) => {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.isComposing
    )
      return;
    if (isTyping(event.target) || isBelowDialog()) return;
    if (isSingleKey(event) && !hasSingleKeys()) return;
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (run && run(event) !== false) event.preventDefault();
  });
}

/**
 * Presses a control for a key. The button of a menu gets the focus first: a key outside an open menu
 * closes it, also while its own focus is on the way.
 */
export function pressForKey(control: HTMLElement): void {
  if (control.hasAttribute('aria-haspopup')) control.focus();
  control.click();
}
