// Formats days and instants for staff: in the practice's time zone, in the language of the screen.

import { berlinDay, dayText, momentText } from '../../../shared/base/dates.ts';

/** Formats ms as `20.11.2026, 09:41`. */
export const showInstant = momentText;
/** Formats an ISO instant or ms as `20.11.2026`; empty where there is none. */
export function showDay(at: string | number | null | undefined, language: string): string {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  return ms === null || ms === undefined || Number.isNaN(ms)
    ? ''
    : dayText(berlinDay(ms), language);
}
