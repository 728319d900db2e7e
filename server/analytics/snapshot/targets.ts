// Targets as they hold on a day.

import type { BerichtFilter } from '../../../shared/analytics/reports/report.ts';
import type { Vorgaben } from './store.ts';

/** Targets that several people reach together. */
const SUMMEN: readonly string[] = ['umsatz', 'honorarumsatz'];
/** Filters that leave a part of what a target was set for. */
const ENGER = [
  'zimmer',
  'teams',
  'stempel',
  'versicherung',
  'bereich',
  'terminart',
  'termingruppe',
] as const satisfies readonly (keyof BerichtFilter)[];

/** Targets by key figure on a day (`YYYY-MM-DD`), of the practice (``) or of one practitioner; the newest said before counts. */
export function zieleAm({ ziele }: Vorgaben, tag: string, behandler: string): Map<string, number> {
  const found = new Map<string, number>(),
    seen = new Set<string>();
  for (const z of ziele) {
    if (z.behandler !== behandler || z.validFrom > tag || seen.has(z.kennzahl)) continue;
    seen.add(z.kennzahl);
    if (z.value !== null) found.set(z.kennzahl, z.value);
  }
  return found;
}
/**
 * Targets that may stand beside figures of a filter: the practice's beside the whole practice, a practitioner's own beside that one alone.
 * Of several practitioners the sums count, where each of them has one. Nobody set a target for a part of either.
 */
export function zieleFuer(vorgaben: Vorgaben, filter: BerichtFilter): Map<string, number> {
  const { behandler, bis } = filter;
  if (ENGER.some((name) => filter[name].length > 0)) return new Map();
  if (behandler.length < 2) return zieleAm(vorgaben, bis, behandler[0] ?? '');
  const each = [...new Set(behandler)].map((id) => zieleAm(vorgaben, bis, id));
  return new Map(
    SUMMEN.filter((key) => each.every((own) => own.has(key))).map((key) => [
      key,
      each.reduce((sum, own) => sum + own.get(key)!, 0),
    ]),
  );
}
