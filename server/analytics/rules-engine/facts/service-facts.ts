/** Facts of the service that triggers the rule. */
import type { AgreedFee } from '../../../../shared/analytics/billing/proposal.ts';
import { PAYER, type Snapshot } from '../../snapshot/snapshot.ts';
import { dayText, EMPTY } from '../../snapshot/calendar.ts';
import type { Situation } from '../day-state.ts';
import { type Facts, type Finder, type Value } from './finder.ts';

const row =
  (find: (k: Situation, l: number) => Value): Finder =>
  (k) =>
    k.row < 0 || k.row >= k.n ? null : find(k, k.serviceOf[k.row]!);

/** Facts of the service that triggers the rule. */
type Agreements = ReadonlyMap<number, readonly AgreedFee[]>;
/** Groups agreements by record; those of a merged record count for the surviving one. */
function agreementsByRecord(
  { rawRows, mergedInto }: Snapshot,
  agreements: readonly AgreedFee[],
): Agreements {
  const of = new Map<number, AgreedFee[]>();
  for (const one of agreements) {
    const slot = rawRows.tables.patient.slotById.get(one.patid);
    if (slot === undefined) continue;
    const at = mergedInto[slot]!,
      list = of.get(at);
    if (list) list.push(one);
    else of.set(at, [one]);
  }
  return of;
}
/** A number without its leading zeros, which programs drop. */
const bare = (nr: string): string => nr.replace(/^0+/, '');

export const SERVICE_FACTS: Facts = {
  faktor: () =>
    row((k, l) => {
      const said = k.m.snapshot.services.faktor[l]!;
      return said === EMPTY ? null : said / 100;
    }),
  begruendung: () => row((k, l) => (k.m.snapshot.services.hasReason[l] === 1 ? 'ja' : '')),
  vereinbart: ({ agreements }) => {
    let known: { readonly snapshot: Snapshot; readonly of: Agreements } | undefined;
    return row((k, l) => {
      const { snapshot } = k.m;
      if (known?.snapshot !== snapshot)
        known = { snapshot, of: agreementsByRecord(snapshot, agreements) };
      const own = known.of.get(k.p);
      if (own === undefined) return false;
      const nr = bare(k.m.codebook.positionNumbers[k.code[k.row]!]!),
        day = dayText(k.day),
        factor = snapshot.services.faktor[l]! / 100;
      return own.some((one) => one.since <= day && one.factor >= factor && bare(one.nr) === nr);
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
