// Plans that need action today, determined from the image by the rule of the work list: reports,
// to-dos and the list count alike.

import {
  hkpReasons,
  isHkpOpen,
  type HkpFacts,
  type HkpReason,
} from '../../../shared/analytics/reports/worklist.ts';
import { HKP_ART, HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { dayOrNull, dayText } from '../snapshot/calendar.ts';
import { memoise } from '../metrics/row-index.ts';
import { isPlanned } from '../metrics/walks.ts';

/**
 * For each plan, whether a future appointment is for it, or for its patient without naming a plan.
 */
function planHasAppointment(snapshot: Snapshot): (at: number) => boolean {
  const { T, mergedInto, heute, rawRows } = snapshot;
  const { hkp, patient } = rawRows.tables;
  const [plans, people] = memoise(snapshot, 'hkp termine', () => {
    const ofPlan = new Uint8Array(hkp.anzahl),
      ofPerson = new Uint8Array(patient.anzahl);
    for (let i = T.tag.length - 1; i >= 0 && T.tag[i]! >= heute; i -= 1) {
      if (!isPlanned(T.status[i]!)) continue;
      if (T.hkp[i]! >= 0) ofPlan[T.hkp[i]!] = 1;
      else if (T.pat[i]! >= 0) ofPerson[T.pat[i]!] = 1;
    }
    return [ofPlan, ofPerson] as const;
  });
  const patid = hkp.spalten['patid']!;
  return (at) => plans[at] === 1 || (patid[at]! >= 0 && people[mergedInto[patid[at]!]!] === 1);
}
const stateOf = (snapshot: Snapshot, at: number): HkpFacts['status'] =>
  HKP_STATUS[snapshot.rawRows.tables.hkp.spalten['status']![at]!] ?? 'ENTWURF';

/** Ids of unfinished plans with a future appointment. */
export function hkpTermine(snapshot: Snapshot): string[] {
  const hasAppointment = planHasAppointment(snapshot),
    { ids } = snapshot.rawRows.tables.hkp;
  return Array.from(snapshot.live.hkp)
    .filter((at) => isHkpOpen(stateOf(snapshot, at)) && hasAppointment(at))
    .map((at) => ids[at]!);
}
/** Reasons for action today by plan index, the most urgent first. */
export function duePlans(snapshot: Snapshot): ReadonlyMap<number, readonly HkpReason[]> {
  return memoise(snapshot, 'hkp faellig', () => {
    const hasAppointment = planHasAppointment(snapshot),
      { spalten } = snapshot.rawRows.tables.hkp,
      today = dayText(snapshot.heute);
    const found = new Map<number, readonly HkpReason[]>();
    for (const at of snapshot.live.hkp) {
      const status = stateOf(snapshot, at);
      if (!isHkpOpen(status)) continue;
      const day = (name: string): string | null => dayOrNull(spalten[name]![at]!);
      const gruende = hkpReasons(
        {
          status,
          art: HKP_ART[spalten['art']![at]!] ?? null,
          erstelltAm: day('erstelltAm') ?? '',
          besprochenAm: day('besprochenAm'),
          gesendetAm: day('gesendetAm'),
          genehmigtAm: day('genehmigtAm'),
          eingegliedertAm: day('eingegliedertAm'),
          gueltigBis: day('gueltigBis'),
          hatTermin: hasAppointment(at),
        },
        today,
      ).map(({ grund }) => grund);
      if (gruende.length > 0) found.set(at, gruende);
    }
    return found;
  });
}
/** Indexes of plans that need action today for a given reason. */
export const plansWith = (snapshot: Snapshot, grund: HkpReason): number[] =>
  [...duePlans(snapshot)].filter(([, gruende]) => gruende.includes(grund)).map(([at]) => at);
