/** Facts of the service that triggers the rule. */
import type { AgreedFee } from '../../../../shared/analytics/billing/proposal.ts';
import { PAYER } from '../../snapshot/snapshot.ts';
import { dayText, EMPTY } from '../../snapshot/calendar.ts';
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
  vereinbart: ({ agreements }) => {
    const of = new Map<string, AgreedFee[]>();
    for (const one of agreements) of.set(one.patid, [...(of.get(one.patid) ?? []), one]);
    return row((k, l) => {
      const { services } = k.m.snapshot,
        own = of.get(k.m.id('patient', k.p)) ?? [],
        nr = k.m.codebook.positionNumbers[k.code[k.row]!]!,
        day = dayText(k.day),
        factor = services.faktor[l]! / 100;
      return own.some(
        (one) =>
          one.since <= day &&
          one.factor >= factor &&
          one.nr.replace(/^0+/, '') === nr.replace(/^0+/, ''),
      );
    });
  },
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
