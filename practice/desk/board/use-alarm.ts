// Rings for new alarms, at most twice each, and unlocks the sound at the first touch or key.

import { useEffect, useRef } from 'react';
import { planChime, playChime, readyChime, type ChimeSettings, type Rung } from './chime.ts';

/**
 * Opening the sound takes a slow workstation a fifth of a second; the answer to the first touch or
 * key comes first. Browsers still count a time-out of this length as caused by it.
 */
const UNLOCK_MS = 500;

/**
 * Plays the alarm.
 * @param alarms keys of all red alarms, `undefined` before the first board; checked on every tick
 * of the board's clock
 */
export function useAlarm(alarms: readonly string[] | undefined, settings: ChimeSettings): void {
  const rung = useRef<Rung | null>(null);
  useEffect(() => {
    let ready: ReturnType<typeof setTimeout> | undefined;
    const unlock = (): void => {
      ready ??= setTimeout(readyChime, UNLOCK_MS);
    };
    addEventListener('pointerdown', unlock, { once: true });
    addEventListener('keydown', unlock, { once: true });
    return () => {
      clearTimeout(ready);
      removeEventListener('pointerdown', unlock);
      removeEventListener('keydown', unlock);
    };
  }, []);
  useEffect(() => {
    if (!alarms) return;
    const plan = planChime(alarms, rung.current, Date.now());
    rung.current = plan.rung;
    if (plan.rings) playChime(settings);
  }, [alarms, settings]);
}
