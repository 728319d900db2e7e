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
  const { appointments, mergedInto, today, rawRows } = snapshot;
  const { hkp, patient } = rawRows.tables;
  const [plans, people] = memoise(snapshot, 'hkp termine', () => {
    const ofPlan = new Uint8Array(hkp.count),
      ofPerson = new Uint8Array(patient.count);
    for (let i = appointments.day.length - 1; i >= 0 && appointments.day[i]! >= today; i -= 1) {
      if (!isPlanned(appointments.status[i]!)) continue;
      if (appointments.hkp[i]! >= 0) ofPlan[appointments.hkp[i]!] = 1;
      else if (appointments.pat[i]! >= 0) ofPerson[appointments.pat[i]!] = 1;
    }
    return [ofPlan, ofPerson] as const;
  });
  const patid = hkp.columns['patid']!;
  return (at) => plans[at] === 1 || (patid[at]! >= 0 && people[mergedInto[patid[at]!]!] === 1);
}
const stateOf = (snapshot: Snapshot, at: number): HkpFacts['status'] =>
  HKP_STATUS[snapshot.rawRows.tables.hkp.columns['status']![at]!] ?? 'ENTWURF';

/** Returns the ids of unfinished plans with a future appointment. */
export function hkpAppointments(snapshot: Snapshot): string[] {
  const hasAppointment = planHasAppointment(snapshot),
    { ids } = snapshot.rawRows.tables.hkp;
  return Array.from(snapshot.live.hkp)
    .filter((at) => isHkpOpen(stateOf(snapshot, at)) && hasAppointment(at))
    .map((at) => ids[at]!);
}
/** Returns the reasons for action today by plan index, the most urgent first. */
export function duePlans(snapshot: Snapshot): ReadonlyMap<number, readonly HkpReason[]> {
  return memoise(snapshot, 'hkp faellig', () => {
    const hasAppointment = planHasAppointment(snapshot),
      { columns } = snapshot.rawRows.tables.hkp,
      today = dayText(snapshot.today);
    const found = new Map<number, readonly HkpReason[]>();
    for (const at of snapshot.live.hkp) {
      const status = stateOf(snapshot, at);
      if (!isHkpOpen(status)) continue;
      const day = (name: string): string | null => dayOrNull(columns[name]![at]!);
      const reasons = hkpReasons(
        {
          status,
          art: HKP_ART[columns['art']![at]!] ?? null,
          erstelltAm: day('erstelltAm') ?? '',
          besprochenAm: day('besprochenAm'),
          gesendetAm: day('gesendetAm'),
          genehmigtAm: day('genehmigtAm'),
          eingegliedertAm: day('eingegliedertAm'),
          gueltigBis: day('gueltigBis'),
          hatTermin: hasAppointment(at),
        },
        today,
      ).map(({ grund: reason }) => reason);
      if (reasons.length > 0) found.set(at, reasons);
    }
    return found;
  });
}
/** Returns the indexes of plans that need action today for a given reason. */
export const plansWith = (snapshot: Snapshot, reason: HkpReason): number[] =>
  [...duePlans(snapshot)].filter(([, reasons]) => reasons.includes(reason)).map(([at]) => at);
