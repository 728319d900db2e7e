// Leads back to the place of a page, and to the top of a new one.

import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { createPlaces, leadTo, leadToPart, placeNow } from './keep-place.ts';

/**
 * A change of the address within a page (a filter, an open row) leaves the place as it is.
 * @param isLeft the next page is being loaded: a placeholder may be shorter than the page
 */
export function usePlaceKept(isLeft: boolean): void {
  const { key: entry, pathname, hash } = useLocation(),
    // The first entry of every load has the same key, whatever its address.
    key = `${entry} ${pathname}`,
    kind = useNavigationType(),
    places = useRef<ReturnType<typeof createPlaces>>(undefined),
    before = useRef<string>(undefined),
    attempt = useRef<() => void>(undefined);
  places.current ??= createPlaces();
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  // In the commit itself: what scrolls afterwards belongs to the next page.
  useLayoutEffect(() => {
    if (isLeft) return undefined;
    const kept = places.current;
    let frame = 0;
    const note = (): void => kept?.keep(key, placeNow(kept.find(key)));
    const soon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(note);
    };
    const store = (): void => {
      note();
      kept?.store();
    };
    addEventListener('scroll', soon, { passive: true });
    addEventListener('focusin', note);
    addEventListener('pagehide', store);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon);
      removeEventListener('focusin', note);
      removeEventListener('pagehide', store);
    };
  }, [key, isLeft]);
  useLayoutEffect(() => {
    const isSamePage = before.current === pathname;
    before.current = pathname;
    if (isSamePage) {
      if (hash === '' || kind === 'POP') return;
      attempt.current?.();
      attempt.current = leadToPart(hash.slice(1));
      return;
    }
    const place = kind === 'POP' ? places.current?.find(key) : undefined;
    attempt.current?.();
    attempt.current = place ? leadTo(place) : hash === '' ? undefined : leadToPart(hash.slice(1));
    if (!place && hash === '' && kind !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' });
  }, [key, pathname, hash, kind]);
}
