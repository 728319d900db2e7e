// Opens the command palette: Ctrl+K or Cmd+K anywhere, „/“ outside fields and dialogs.

import { useState } from 'react';
import { isTyping, useKeydown } from '../../ui/hotkeys.ts';

/** The board has its own search under „/“. */
const OWN_SLASH = '/empfang';

/** @param path of the page below /practice */
export function usePalette(
  path: string,
  isAllowed: boolean,
): { isOpen: boolean; open: () => void; close: () => void } {
  const [isOpen, setOpen] = useState(false);
  useKeydown((event) => {
    if (!isAllowed || event.isComposing || event.defaultPrevented || event.altKey) return;
    const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k',
      isSlash =
        event.key === '/' &&
        !event.ctrlKey &&
        !event.metaKey &&
        path !== OWN_SLASH &&
        !isTyping(event.target) &&
        document.querySelector('[role="dialog"]') === null;
    if (!isCommand && !isSlash) return;
    event.preventDefault();
    setOpen((was) => (isCommand ? !was : true));
  });
  return {
    isOpen: isOpen && isAllowed,
    open: () => setOpen(true),
    close: () => setOpen(false),
  };
}
