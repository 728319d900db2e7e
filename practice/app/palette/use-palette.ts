// Opens the command palette: Ctrl+K or Cmd+K anywhere, „/“ outside fields and dialogs. The keys are
// heard from the first script on, not from the first effect of a component: a key that is pressed
// at the first sight of a page, or while its frame is replaced, opens the palette a moment later.

import { useEffect, useSyncExternalStore } from 'react';
import { currentSession, type SessionStatus } from '../../session.ts';
import { isTyping } from '../../ui/hotkeys.ts';
import { hasSingleKeys } from '../../ui/lists/keys/single-keys.ts';

/** The board has its own search under „/“. */
const OWN_SLASH = '/empfang';
const WITHOUT: ReadonlySet<SessionStatus> = new Set(['out', 'locked', 'expired']);

/** Time that a frame may take to appear after the key. */
const PATIENCE_MS = 5_000;
let isWanted = false,
  wantedAt = -Infinity,
  /** Path below /practice of the page on the screen; before the frame stands, of the address. */
  here = location.pathname.replace(/^\/practice/, '');
const watchers = new Set<() => void>();
function want(next: boolean): void {
  isWanted = next;
  if (next) wantedAt = performance.now();
  for (const watcher of watchers) watcher();
}
const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

function onKey(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented || event.altKey) return;
  if (WITHOUT.has(currentSession().status)) return;
  const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k',
    isSlash =
      event.key === '/' &&
      hasSingleKeys() &&
      !event.ctrlKey &&
      !event.metaKey &&
      here !== OWN_SLASH &&
      !isTyping(event.target) &&
      document.querySelector('[role="dialog"]') === null;
  if (!isCommand && !isSlash) return;
  event.preventDefault();
  want(isCommand ? !isWanted : true);
}
addEventListener('keydown', onKey);
export const closePalette = (): void => want(false);

/** @param path of the page below /practice */
export function usePalette(
  path: string,
  isAllowed: boolean,
): { isOpen: boolean; open: () => void; close: () => void } {
  const isOpen = useSyncExternalStore(watch, () => isWanted);
  useEffect(() => {
    here = path;
  }, [path]);
  // An older press belongs to an earlier user of this workstation.
  useEffect(() => {
    if (performance.now() - wantedAt > PATIENCE_MS) want(false);
  }, []);
  return {
    isOpen: isOpen && isAllowed,
    open: () => want(true),
    close: closePalette,
  };
}
