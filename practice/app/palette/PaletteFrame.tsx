// The layer of the palette: mounted closed, and shown by an attribute within the frame of the key.
// The library's dialog would be mounted at each opening, lay out the whole page again to lock its
// scrolling, and move the focus by a timer.

import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

/** Keeps the focus inside while Tab is pressed. */
function keepInside(box: HTMLElement, event: KeyboardEvent): void {
  const all = [...box.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.tabIndex >= 0),
    at = all.indexOf(document.activeElement as HTMLElement),
    next = all[(at + (event.shiftKey ? all.length - 1 : 1)) % all.length];
  event.preventDefault();
  next?.focus();
}

/**
 * Shows its content above the page. On opening the field marked with `data-autofocus` has the focus;
 * on closing the element that had it before.
 */
export function PaletteFrame({
  isOpen,
  title,
  onClose,
  children,
}: {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const layer = useRef<HTMLDivElement>(null),
    before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const box = layer.current,
      focused = document.activeElement;
    if (isOpen) {
      before.current = focused;
      box?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
      return;
    }
    const back = before.current;
    before.current = null;
    // Not in a cleanup: React gives the focus back to the hidden field after it.
    if (focused !== document.body && box?.contains(focused) !== true) return;
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    if (event.key === 'Tab' && layer.current) keepInside(layer.current, event);
  };
  return createPortal(
    <div
      ref={layer}
      role="presentation"
      className="pl-layer p-noprint"
      hidden={!isOpen}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      // A dialog below the palette would hold the wheel back.
      onWheel={(event) => event.stopPropagation()}
    >
      <div
        className="pl-dialog"
        {...(isOpen && { role: 'dialog', 'aria-modal': true, 'aria-label': title })}
      >
        {children}
      </div>
    </div>,
    document.body,
  );
}
