/** Focus and place of a question that the form jumps to. */
import { useEffect, type RefObject } from 'react';
import { itemOf, showAtTop } from './showItem.ts';
import type { Jump } from './useTurns.ts';

/**
 * Shows an item that was jumped to at the top of the view, and focuses its question, or the field
 * with a wrong entry; focuses the undo button.
 */
export function useFocus(
  root: RefObject<HTMLDivElement | null>,
  jump: Jump | null,
  undo: unknown,
): void {
  useEffect(() => {
    const item = jump && root.current && itemOf(root.current, jump.key);
    if (!item) return;
    const heading =
      item.dataset.heading === undefined
        ? null
        : (root.current?.querySelector<HTMLElement>('.q-top__ask') ?? null);
    const field = jump.isMissing
      ? null
      : (item.querySelector<HTMLElement>('[aria-invalid="true"]') ??
        item.querySelector<HTMLElement>('[data-focus]'));
    (field ?? heading?.querySelector('h1') ?? item).focus({ preventScroll: true });
    showAtTop(heading ?? item, root.current?.querySelector<HTMLElement>('.q-missing'));
  }, [root, jump]);
  // The pressed button is unmounted with its card; the undo button takes the focus.
  useEffect(() => {
    if (undo) root.current?.querySelector<HTMLElement>('.q-undo button')?.focus();
  }, [root, undo]);
}
