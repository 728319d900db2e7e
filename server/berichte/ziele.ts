// Targets as they hold on a day.

import type { Vorgaben } from './store.ts';

/** Targets by key figure on a day (`YYYY-MM-DD`), of the practice (``) or of one practitioner; the newest said before counts. */
export function zieleAm({ ziele }: Vorgaben, tag: string, behandler: string): Map<string, number> {
  const found = new Map<string, number>(), seen = new Set<string>();
  for (const z of ziele) {
    if (z.behandler !== behandler || z.validFrom > tag || seen.has(z.kennzahl)) continue;
    seen.add(z.kennzahl);
    if (z.value !== null) found.set(z.kennzahl, z.value);
  }
  return found;
}
