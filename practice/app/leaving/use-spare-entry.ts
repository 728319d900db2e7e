// A spare entry of the history for a dialog over the first page: Back would leave the app there, and
// no page can hold it. The entry has the page's own address, so that Back takes it and stays.

import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType, type Location } from 'react-router';
import { topDialog, watchLeaving } from '../../ui/saving/leaving.ts';

const MARK = 'isSpare';
const stateOf = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
const placeOf = ({ pathname, search }: Location): string => pathname + search;

/** Checks whether an entry was added for a dialog over the first page. */
export const isSpare = (location: Location): boolean => stateOf(location.state)[MARK] === true;
/** Checks whether nothing of the app is behind an entry; the router numbers its entries. */
const isFirst = ({ key }: Location): boolean =>
  key === 'default' || stateOf(window.history.state)['idx'] === 0;

/**
 * Adds the spare entry while a dialog is open; Back out of it closes the dialog.
 * @param isHeld a navigation waits for an answer: an entry added now would drop it
 */
export function useSpareEntry(isHeld: boolean): void {
  const location = useLocation(),
    kind = useNavigationType(),
    navigate = useNavigate(),
    before = useRef(location),
    held = useRef(isHeld);
  useEffect(() => {
    held.current = isHeld;
  }, [isHeld]);
  useEffect(() => {
    const left = before.current;
    before.current = location;
    // Two dialogs may open at once; one entry is enough for both.
    let isAdded = isSpare(location);
    const add = (): void => {
        if (held.current || isAdded || topDialog() === undefined || !isFirst(location)) return;
        isAdded = true;
        void navigate(
          { pathname: location.pathname, search: location.search, hash: location.hash },
          { state: { ...stateOf(location.state), [MARK]: true } },
        );
      },
      isTaken =
        kind === 'POP' &&
        isSpare(left) &&
        !isSpare(location) &&
        placeOf(left) === placeOf(location),
      close = topDialog();
    if (!isTaken) add();
    else if (close) close();
    // The dialog was closed by other means: this Back was meant for the page.
    else window.history.back();
    return watchLeaving(add);
  }, [location, kind, navigate]);
}
