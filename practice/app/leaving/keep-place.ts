// Where a page was left: scroll position and focused row by entry of the browser's history. Back and
// Forward lead to that place again; the browser alone would scroll before the rows are there.

import { rowsIn } from '../../ui/lists/row-keys.ts';

interface Place {
  /** CSS pixels. */
  readonly top: number;
  /** Index of the row that had the focus. */
  readonly row?: number;
}
const KEY = 'practice.places',
  MOST = 50,
  /** The rows of a page may take this long to arrive. */
  PATIENCE_MS = 15_000;

const main = (): HTMLElement | null => document.querySelector('#main');
const rows = (): HTMLElement[] => rowsIn(main() ?? document);

/**
 * Reads where the window is now.
 * @param before its row counts while the focus is outside of the page: in the palette, in a menu
 */
export function placeNow(before: Place | undefined): Place {
  const top = window.scrollY,
    focused = document.activeElement,
    isElsewhere = focused !== document.body && main()?.contains(focused) === false,
    own = focused?.closest<HTMLElement>('#main [data-row]'),
    row = isElsewhere ? before?.row : own ? rows().indexOf(own) : undefined;
  return { top, ...(row !== undefined && { row }) };
}

/** Keeps places by the keys of the history's entries, over a reload too. */
export function createPlaces() {
  const places = new Map<string, Place>();
  try {
    for (const [key, place] of JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, Place][])
      places.set(key, place);
  } catch {
    /* Without storage the places last until the reload. */
  }
  return {
    find: (key: string): Place | undefined => places.get(key),
    keep(key: string, place: Place): void {
      places.delete(key);
      places.set(key, place);
      for (const old of [...places.keys()].slice(0, -MOST)) places.delete(old);
    },
    store(): void {
      try {
        sessionStorage.setItem(KEY, JSON.stringify([...places]));
      } catch {
        /* See above. */
      }
    },
  };
}

/** Events by which the user goes elsewhere: from then on the place is theirs. */
const OWN = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Tries again whenever the page grows, until the place is reached, the user goes elsewhere, or the
 * patience ends.
 * @param look goes as far as the page allows; returns whether the place is reached
 * @returns ends the attempt
 */
function whileGrowing(look: () => boolean): () => void {
  const attempt = (): void => {
    if (look()) end();
  };
  const watch = new ResizeObserver(attempt),
    timer = setTimeout(() => end(), PATIENCE_MS);
  const end = (): void => {
    clearTimeout(timer);
    watch.disconnect();
    for (const name of OWN) removeEventListener(name, end);
  };
  for (const name of OWN) addEventListener(name, end, { passive: true });
  // Calls at once, and again whenever the page grows; the body itself is as high as the screen.
  watch.observe(main() ?? document.body);
  attempt();
  return end;
}

/**
 * Leads to a place as soon as the page is long enough and the row is there.
 * @returns ends the attempt
 */
export function leadTo({ top, row }: Place): () => void {
  let isFocused = row === undefined;
  return whileGrowing(() => {
    const room = document.documentElement.scrollHeight - window.innerHeight;
    window.scrollTo({ top: Math.min(top, room), behavior: 'instant' });
    if (!isFocused) {
      const found = rows()[row ?? -1];
      // A dialog or a field of the page may have taken the focus.
      if (document.activeElement === document.body) found?.focus({ preventScroll: true });
      isFocused = found !== undefined;
    }
    return isFocused && room >= top;
  });
}

/**
 * Leads to the part of the page that the address names behind `#`.
 * @returns ends the attempt
 */
export const leadToPart = (id: string): (() => void) =>
  whileGrowing(() => {
    const part = document.getElementById(id);
    part?.scrollIntoView({ block: 'start', behavior: 'instant' });
    part?.focus({ preventScroll: true });
    return part !== null;
  });
