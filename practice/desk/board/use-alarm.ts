// Rings for new alarms, at most twice each, and unlocks the sound at the first touch or key.

import { useEffect, useRef } from 'react';
import { planChime, playChime, readyChime, type ChimeSettings, type Rung } from './chime.ts';

/**
 * Plays the alarm.
 * @param alarms keys of all red alarms, `undefined` before the first board; checked on every tick
 * of the board's clock
 */
export function useAlarm(alarms: readonly string[] | undefined, settings: ChimeSettings): void {
  const rung = useRef<Rung | null>(null);
  useEffect(() => {
    addEventListener('pointerdown', readyChime, { once: true });
    addEventListener('keydown', readyChime, { once: true });
    return () => {
      removeEventListener('pointerdown', readyChime);
      removeEventListener('keydown', readyChime);
    };
  }, []);
  useEffect(() => {
    if (!alarms) return;
    const plan = planChime(alarms, rung.current, Date.now());
    rung.current = plan.rung;
    if (plan.rings) playChime(settings);
  }, [alarms, settings]);
}
