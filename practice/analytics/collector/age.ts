// Describes how long ago something was, in the screen's language.

import { DAY_MS } from '../../../shared/base/day-math.ts';

const STEPS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Formats „vor 3 Stunden“, never in the future: the clock of this computer may be behind.
 * @param at, now ms
 */
export function ageWords(at: number, now: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language === 'de' ? 'de-DE' : 'en-GB'),
    age = Math.max(0, now - at);
  const [unit, length] = STEPS.find(([, ms]) => age >= ms) ?? STEPS[2];
  return words.format(-Math.max(1, Math.floor(age / length)), unit);
}
