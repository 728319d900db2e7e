// „G“ and a letter lead to an area from any page.

import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { isBelowDialog, isSingleKeyFree, useKeydown } from '../ui/hotkeys.ts';
import type { Area, AreaName } from './navigation.ts';

const LETTERS: Readonly<Record<string, AreaName>> = {
  e: 'empfang',
  h: 'heute',
  p: 'patienten',
  l: 'listen',
  a: 'abrechnung',
  z: 'zahlen',
  s: 'einstellungen',
};
/** Time for the second key. */
const PATIENCE_MS = 1_500;

/** Bound in the frame: it hears a key before the page, whose own letters do not act then. */
export function usePlaceKeys(areas: readonly Area[]): void {
  const navigate = useNavigate(),
    begunAt = useRef(-Infinity);
  useKeydown((event) => {
    if (!isSingleKeyFree(event) || isBelowDialog()) return;
    const key = event.key.toLowerCase(),
      isSecond = performance.now() - begunAt.current < PATIENCE_MS,
      place = isSecond ? areas.find(({ name }) => name === LETTERS[key]) : undefined;
    begunAt.current = key === 'g' && !isSecond ? performance.now() : -Infinity;
    if (!place) return;
    event.preventDefault();
    void navigate(place.to);
  });
}
