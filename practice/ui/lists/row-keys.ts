// Keyboard navigation of lists: arrows and J/K through entries, left and right through lists,
// Enter for the first action.

import { type RefObject } from 'react';
import { isBelowDialog, isTyping, useKeydown } from '../hotkeys.ts';
import { hasSingleKeys, isSingleKey } from './keys/single-keys.ts';

/** Returns visible entries: not collapsed, not behind another tab. */
export const rowsIn = (root: ParentNode): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('[data-row]')].filter(
    (row) =>
      row.closest('details:not([open])') === null &&
      (row as Partial<HTMLElement>).checkVisibility?.call(row) !== false,
  );

/** Returns the entry that has the focus, or contains it. */
export const focusedRow = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;

/** Moves the focus inside `root`; returns false where the key is not handled here. */
export function walkRows(root: HTMLElement, key: string, focused: Element | null): boolean {
  const row = focused instanceof HTMLElement ? focused.closest<HTMLElement>('[data-row]') : null;
  const rows = rowsIn(root);
  if (key === 'Enter') {
    if (row === null || focused !== row) return false;
    (
      row.querySelector<HTMLElement>('[data-default]') ?? row.querySelector<HTMLElement>('button')
    )?.click();
    return true;
  }
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key];
  if (step !== undefined) {
    const at = row ? rows.indexOf(row) : -1;
    rows[
      at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step))
    ]?.focus();
    return true;
  }
  const turn = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (turn === undefined) return false;
  if (row === null) {
    rows[0]?.focus();
    return rows.length > 0;
  }
  const lists = [...root.querySelectorAll<HTMLElement>('[data-rows]')].filter(
    (list) => rowsIn(list).length > 0,
  );
  const here = lists.findIndex((list) => list.contains(row));
  const next = lists[here + turn];
  if (next) rowsIn(next)[0]?.focus();
  return next !== undefined;
}

/**
 * Binds the keys to a list while no dialog is open and no field has the focus.
 * A panel next to the list, marked with `data-next-to-list`, leaves the keys to it.
 * @param onRefused set while entries are disabled: called instead of an action
 */
export function useRowKeys(root: RefObject<HTMLElement | null>, onRefused?: () => void): void {
  useKeydown((event) => {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTyping(event.target) ||
      (isSingleKey(event) && !hasSingleKeys())
    )
      return;
    if (isBelowDialog('[role="dialog"], [role="menu"]') || !root.current) return;
    const focused = document.activeElement;
    if (event.key === 'Enter' && focused?.matches('[data-row]') === true && onRefused) {
      onRefused();
      return;
    }
    const isFree =
      focused === document.body || root.current.contains(focused) || focused?.id === 'main';
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (isFree && walkRows(root.current, key, focused)) event.preventDefault();
  });
}
