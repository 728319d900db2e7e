// The keys that every list has. The row is the focused one; its parts and the buttons of the list
// are found by their marks (`data-…`), so that a list only marks what it has.

import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { pressForKey, useHotkeys } from '../hotkeys.ts';
import { ListKeys, type ListKey } from './keys/ListKeys.tsx';
import { useRowActs } from './row-acts.ts';
import { focusedRow, rowsIn, useRowKeys } from './row-keys.ts';

/** Parts of a row. */
const ROW = {
  first: '[data-default]',
  /** Shows the row next to the list; where it is absent the first action does. */
  peek: '[data-peek]',
  /** Leads to the whole page of the row's person or thing. */
  whole: '[data-whole]',
  call: '[data-call]',
  choose: 'input[type="checkbox"]',
} as const;
/** Buttons and fields of the list. */
const LIST = {
  search: '[data-list-search]',
  /** Labels for the chosen rows. */
  label: '[data-list-label]:not(:disabled)',
  /** The labels themselves. */
  labels: '[data-list-labels]',
  export: '[data-list-export]',
} as const;

/** Presses the first part that exists. */
function press(root: ParentNode | null, ...parts: readonly string[]): boolean {
  for (const part of parts) {
    const found = root?.querySelector<HTMLElement>(part);
    if (found) {
      pressForKey(found);
      return true;
    }
  }
  return false;
}

/** Chooses the rows between two of them, both included. */
function chooseSpan(rows: readonly HTMLElement[], from: HTMLElement, to: HTMLElement): void {
  const [start = 0, end = 0] = [rows.indexOf(from), rows.indexOf(to)].sort((a, b) => a - b);
  for (const row of rows.slice(start, end + 1)) {
    const box = row.querySelector<HTMLInputElement>(ROW.choose);
    if (box?.checked === false) box.click();
  }
}

/**
 * Binds the keys of a list; returns the dialog that shows them.
 * @param without keys that this list does not have
 * @param onNote opens the field of a new note on the focused row; false where no row has the focus.
 * A list without notes has no N
 */
export function useListKeys(
  root: RefObject<HTMLElement | null>,
  {
    without = [],
    onNote,
  }: {
    without?: readonly ListKey[];
    onNote?: () => boolean;
  } = {},
): ReactNode {
  const [isHelping, setHelping] = useState(false),
    lastChosen = useRef<HTMLElement>(null);
  useRowKeys(root);
  const acts = useRowActs();
  const has = (name: ListKey): boolean => !without.includes(name);
  const choose = (event: KeyboardEvent): boolean => {
    const row = focusedRow(),
      from = lastChosen.current;
    if (row === null || root.current === null) return acts.sayNoRow();
    const rows = rowsIn(root.current);
    if (event.shiftKey && from !== null && rows.includes(from)) chooseSpan(rows, from, row);
    else acts.press(ROW.choose);
    lastChosen.current = row;
    return true;
  };
  // Labels belong to chosen rows; the focused one is chosen if none is.
  const label = (): boolean => {
    if (document.querySelector(LIST.label) === null)
      flushSync(() => press(focusedRow(), ROW.choose));
    return press(document, LIST.label, LIST.labels);
  };
  useHotkeys({
    // Space on a button or a tick inside a row is theirs.
    ' ': () =>
      document.activeElement?.matches('[data-row]') === true && acts.press(ROW.peek, ROW.first),
    ...(has('whole') && { o: () => acts.press(ROW.whole) }),
    ...(has('called') && { r: () => acts.press(ROW.call) }),
    ...(has('choose') && { x: choose }),
    ...(has('label') && { l: label }),
    ...(onNote && { n: () => onNote() || acts.sayNoRow() }),
    e: () => press(document, LIST.export),
    f: () => document.querySelector<HTMLElement>(LIST.search)?.focus(),
    ...(has('undo') && { u: acts.undo }),
    '?': () => setHelping(true),
  });
  return (
    <ListKeys
      isOpen={isHelping}
      onClose={() => setHelping(false)}
      without={onNote ? without : [...without, 'note']}
    />
  );
}
