// Which dialog of a work list is open; closing it restores the focus.

import { useRef, useState } from 'react';

type WorkDialog = 'label' | 'labels' | 'bulk' | 'keys';

/**
 * Holds the open dialog of a work list.
 * @param onLost called where the element that opened the dialog is gone
 */
export function useWorkDialog(onLost: () => void) {
  const [dialog, setDialog] = useState<WorkDialog | null>(null),
    opener = useRef<Element | null>(null);
  return {
    dialog,
    open(next: WorkDialog): void {
      if (dialog === null) opener.current = document.activeElement;
      setDialog(next);
    },
    close(): void {
      const from = opener.current;
      setDialog(null);
      if (from instanceof HTMLElement && from !== document.body && from.isConnected)
        requestAnimationFrame(() => from.focus());
      else onLost();
    },
    /** Closes the dialog after its work: its opener may be gone. */
    finish(): void {
      setDialog(null);
      onLost();
    },
  };
}
