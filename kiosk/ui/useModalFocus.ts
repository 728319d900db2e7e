/**
 * Traps focus, pointer and screen reader inside an open dialog, with or without the browser's
 * `inert`.
 */
import { useLayoutEffect, type RefObject } from 'react';

const FOCUSABLE = 'button, [href], input, textarea, select, [tabindex]:not([tabindex="-1"])';

/**
 * Number of open dialogs that make an element inert: a cover may open over a dialog and close
 * before or after it.
 */
const held = new WeakMap<Element, number>();

export interface ModalFocusOptions {
  readonly open: boolean;
  readonly onEscape?: (() => void) | undefined;
}

/**
 * Makes a dialog modal while open: focus moves in and is trapped, everything else in <body> is
 * inert and hidden from screen readers, the page does not scroll. On closing, focus is restored.
 */
export function useModalFocus(
  host: RefObject<HTMLElement | null>,
  { open, onEscape }: ModalFocusOptions,
): void {
  useLayoutEffect(() => {
    const root = host.current;
    if (!open || root === null) return;
    const before = document.activeElement;
    const release = holdBackground(root);
    const entry =
      root.querySelector<HTMLElement>('[data-autofocus]') ??
      root.querySelector<HTMLElement>('[tabindex="-1"]');
    entry?.focus();

    const stay = (event: FocusEvent) => {
      if (event.target instanceof Node && !root.contains(event.target) && isTopmost(root))
        entry?.focus();
    };
    document.addEventListener('focusin', stay);
    return () => {
      document.removeEventListener('focusin', stay);
      release();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [host, open]);

  useLayoutEffect(() => {
    const root = host.current;
    if (!open || root === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (!isTopmost(root)) return;
      if (event.key === 'Escape' && onEscape) onEscape();
      if (event.key === 'Tab') cycle(root, event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [host, open, onEscape]);
}

function isTopmost(root: HTMLElement): boolean {
  return !held.has(root);
}

function holdBackground(root: HTMLElement): () => void {
  const others = [...document.body.children].filter(
    (child) =>
      !child.contains(root) && child.tagName !== 'SCRIPT' && !child.hasAttribute('data-k-keyboard'),
  );
  for (const other of others) {
    held.set(other, (held.get(other) ?? 0) + 1);
    other.setAttribute('inert', '');
    // For browsers without `inert` (Chrome 102, Safari 15.5); pointer events are disabled by style
    // sheet.
    other.setAttribute('aria-hidden', 'true');
  }
  document.documentElement.classList.add('k-locked');
  return () => {
    for (const other of others) {
      const count = (held.get(other) ?? 1) - 1;
      if (count > 0) {
        held.set(other, count);
        continue;
      }
      held.delete(other);
      other.removeAttribute('inert');
      other.removeAttribute('aria-hidden');
    }
    // A dialog unmounted with its page is still in the document here: it must not keep the next
    // page locked.
    const isLast = [...document.querySelectorAll('[data-k-layer]:not([inert])')].every(
      (layer) => layer === root,
    );
    if (isLast) document.documentElement.classList.remove('k-locked');
  };
}

function cycle(root: HTMLElement, event: KeyboardEvent): void {
  const stops = [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (stop) => !stop.hasAttribute('disabled') && stop.tabIndex >= 0,
  );
  const first = stops[0];
  const last = stops[stops.length - 1];
  if (first === undefined || last === undefined) {
    event.preventDefault();
    return;
  }
  const now = document.activeElement;
  if (event.shiftKey && (now === first || !stops.includes(now as HTMLElement))) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && (now === last || !root.contains(now))) {
    event.preventDefault();
    first.focus();
  }
}
