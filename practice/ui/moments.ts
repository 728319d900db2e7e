// Days and instants as staff reads them: in the practice's zone, in the manner of the screen's language.

import { ZONE } from '../../shared/dates.ts';

const DAY = { timeZone: ZONE, day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const write = (at: number, language: string, parts: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', parts).format(at);

/** `20.11.2026, 09:41` of ms. */
export const showInstant = (at: number, language: string): string => write(at, language, { ...DAY, hour: '2-digit', minute: '2-digit' });
/** `20.11.2026` of an ISO instant or of ms; empty where there is none. */
export function showDay(at: string | number | null | undefined, language: string): string {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  return ms === null || ms === undefined || Number.isNaN(ms) ? '' : write(ms, language, DAY);
}
