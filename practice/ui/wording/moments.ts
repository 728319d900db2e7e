// Days and instants as staff reads them: in the practice's zone, in the manner of the screen's language.

import { berlinDay, dayText, momentText } from '../../../shared/base/dates.ts';

/** `20.11.2026, 09:41` of ms. */
export const showInstant = momentText;
/** `20.11.2026` of an ISO instant or of ms; empty where there is none. */
export function showDay(at: string | number | null | undefined, language: string): string {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  return ms === null || ms === undefined || Number.isNaN(ms)
    ? ''
    : dayText(berlinDay(ms), language);
}
