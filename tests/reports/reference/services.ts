/** Kinds of services that several figures count. */
import { quarterNumber } from './calendar.ts';
import type { Line } from './practice.ts';

/** Checks whether a service is a professional cleaning. */
export const isPzr = (l: Line): boolean =>
  l.bereich === 'PZR' || (l['system'] === 'GOZ' && l['nr'] === '1040');

/** Checks whether a service is a supportive perio session. */
export const isUpt = (l: Line): boolean =>
  l['system'] === 'BEMA' && String(l['nr']).startsWith('UPT');

/** Checks whether a service is a statutory filling. */
export const isFilling = (l: Line): boolean =>
  l['system'] === 'BEMA' && ['13A', '13B', '13C', '13D'].includes(String(l['nr']));

/** Checks whether a service opens a statutory case. */
export const isConservative = (l: Line): boolean =>
  l['system'] === 'BEMA' && l.bereich === 'KCH' && l.traeger === 'GKV';

/** Returns the days of patients with such a service. */
export const daysWith = (lines: readonly Line[], is: (l: Line) => boolean): Set<string> =>
  new Set(lines.filter(is).map((l) => `${l.pat}|${String(l['datum'])}`));

/** Returns the number of statutory cases: a patient counts once a quarter. */
export const statutoryCases = (lines: readonly Line[]): number =>
  new Set(lines.filter(isConservative).map((l) => `${l.pat}|${quarterNumber(String(l['datum']))}`))
    .size;
