// Focus in a list of fields: an added entry gets it, and after a removal it stays in the list.

import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus once an entry was added or removed by a press.
 * @returns `list`: the element around the entries and the button that adds one; `press` is called
 * by the buttons that add and remove
 */
export function useListFocus(count: number): {
  list: RefObject<HTMLDivElement | null>;
  press: (isAdded: boolean) => void;
} {
  const list = useRef<HTMLDivElement>(null),
    pressed = useRef<{ isAdded: boolean; count: number } | undefined>(undefined);
  useEffect(() => {
    const entries = list.current?.querySelectorAll<HTMLElement>('[data-entry]');
    // The change may be drawn later than the press.
    if (entries === undefined || pressed.current?.count !== entries.length) return;
    const { isAdded } = pressed.current;
    pressed.current = undefined;
    if (isAdded)
      entries
        .item(entries.length - 1)
        .querySelector<HTMLElement>('input, textarea')
        ?.focus();
    else list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  });
  return {
    list,
    press: (isAdded) => {
      pressed.current = { isAdded, count: count + (isAdded ? 1 : -1) };
    },
  };
}
