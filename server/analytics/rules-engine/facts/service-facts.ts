/** Facts of the service that triggers the rule. */
import { PAYER } from '../../snapshot/snapshot.ts';
import { EMPTY } from '../../snapshot/calendar.ts';
import type { Situation } from '../day-state.ts';
import { type Facts, type Finder, type Value } from './finder.ts';

const row =
  (find: (k: Situation, l: number) => Value): Finder =>
  (k) =>
    k.row < 0 || k.row >= k.n ? null : find(k, k.serviceOf[k.row]!);

/** Facts of the service that triggers the rule. */
export const SERVICE_FACTS: Facts = {
  faktor: () =>
    row((k, l) => {
      const said = k.m.snapshot.services.faktor[l]!;
      return said === EMPTY ? null : said / 100;
    }),
  begruendung: () => row((k, l) => (k.m.snapshot.services.hasReason[l] === 1 ? 'ja' : '')),
  flaechen: () => (k) => {
    if (k.row < 0 || k.row >= k.n) return null;
    const row = k.m.snapshot.services.rawRows[k.serviceOf[k.row]!]!,
      count = new Set(
        k.m
          .text('leistung', 'flaechen', row)
          .toLowerCase()
          .replace(/[^a-z]/g, ''),
      ).size;
    return count === 0 ? null : count;
  },
  'leistung.status': () =>
    row((k, l) => ['GEPLANT', 'ERBRACHT', 'ABGERECHNET'][k.m.snapshot.services.status[l]!] ?? null),
  'leistung.rechnungId': () =>
    row((k, l) => (k.m.snapshot.services.rechnung[l]! < 0 ? 'null' : 'ja')),
  'leistung.datum': () => row((k, l) => k.m.snapshot.services.day[l]!),
  'leistung.privat': () => row((k, l) => k.m.snapshot.services.traeger[l] !== PAYER.GKV),
};
