// Plans that need action today, determined from the image by the rule of the work list: reports,
// to-dos and the list count alike.

import {
  hkpReasons,
  isHkpOpen,
  type HkpFacts,
  type HkpReason,
} from '../../../shared/analytics/reports/worklist.ts';
import { HKP_ART, HKP_STATUS } from '../../../shared/analytics/deliveries/pvs-words.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { dayText, EMPTY } from '../snapshot/calendar.ts';
import { BOOKED, bookedOn, type Booked } from '../metrics/booked.ts';
import { planStateOn, UNKNOWN_STATE } from '../metrics/plan-on-day.ts';
import { memoise } from '../metrics/row-index.ts';

/**
 * For each plan, whether at the end of a day an appointment on or after it was booked for the plan,
 * or for its patient without naming a plan.
 */
export function planAppointmentOn(snapshot: Snapshot, day: number): (at: number) => Booked {
  const { appointments, mergedInto, rawRows } = snapshot;
  const { hkp, patient } = rawRows.tables;
  const ofPlan = new Uint8Array(hkp.count),
    ofPerson = new Uint8Array(patient.count);
  const bookedAt = bookedOn(snapshot, day);
  const mark = (marks: Uint8Array, at: number, booked: number): void => {
    if (at >= 0 && marks[at] !== BOOKED.YES) marks[at] = booked;
  };
  for (let i = appointments.day.length - 1; i >= 0 && appointments.day[i]! >= day; i -= 1) {
    const booked = bookedAt(i);
    if (booked === BOOKED.NO) continue;
    if (appointments.hkp[i]! >= 0) mark(ofPlan, appointments.hkp[i]!, booked);
    else mark(ofPerson, appointments.pat[i]!, booked);
  }
  const patid = hkp.columns['patid']!;
  return (at) => {
    const own = ofPlan[at]!,
      persons = patid[at]! < 0 ? BOOKED.NO : ofPerson[mergedInto[patid[at]!]!]!;
    return (own === BOOKED.YES ? own : persons === BOOKED.NO ? own : persons) as Booked;
  };
}
const stateOf = (snapshot: Snapshot, at: number): HkpFacts['status'] =>
  HKP_STATUS[snapshot.rawRows.tables.hkp.columns['status']![at]!] ?? 'ENTWURF';

/** Returns the ids of unfinished plans with a future appointment. */
export function hkpAppointments(snapshot: Snapshot): string[] {
  const appointmentOf = planAppointmentOn(snapshot, snapshot.today),
    { ids } = snapshot.rawRows.tables.hkp;
  return Array.from(snapshot.live.hkp)
    .filter((at) => isHkpOpen(stateOf(snapshot, at)) && appointmentOf(at) === BOOKED.YES)
    .map((at) => ids[at]!);
}
/** Plans that needed action at the end of a day, and those of which the data do not say it. */
interface DuePlans {
  /** Reasons by plan index, the most urgent first. */
  readonly due: ReadonlyMap<number, readonly HkpReason[]>;
  readonly unknown: readonly number[];
  /** Those of which they do not say whether an appointment was booked. */
  readonly unbooked: readonly number[];
}
function computeDuePlans(snapshot: Snapshot, day: number): DuePlans {
  const appointmentOf = planAppointmentOn(snapshot, day),
    { columns } = snapshot.rawRows.tables.hkp,
    due = new Map<number, readonly HkpReason[]>(),
    unknown: number[] = [],
    unbooked: number[] = [],
    asOf = dayText(day),
    isPast = day < snapshot.today;
  for (const at of snapshot.live.hkp) {
    if (isPast && columns['erstelltAm']![at]! > day) continue;
    const state = planStateOn(snapshot, at, day);
    if (state === UNKNOWN_STATE && isPast) unknown.push(at);
    const status = HKP_STATUS[state] ?? 'ENTWURF';
    if (!isHkpOpen(status) || (state === UNKNOWN_STATE && isPast)) continue;
    const known = (name: string): string | null => {
      const own = columns[name]![at]!;
      return own === EMPTY || (isPast && own > day) ? null : dayText(own);
    };
    const booked = appointmentOf(at);
    const reasons = hkpReasons(
      {
        status,
        art: HKP_ART[columns['art']![at]!] ?? null,
        erstelltAm: known('erstelltAm') ?? '',
        besprochenAm: known('besprochenAm'),
        gesendetAm: known('gesendetAm'),
        genehmigtAm: known('genehmigtAm'),
        eingegliedertAm: known('eingegliedertAm'),
        gueltigBis:
          columns['gueltigBis']![at] === EMPTY ? null : dayText(columns['gueltigBis']![at]!),
        hatTermin: booked === BOOKED.YES,
      },
      asOf,
    ).map(({ grund: reason }) => reason);
    if (booked === BOOKED.UNKNOWN && reasons.includes('ohne_termin')) unbooked.push(at);
    if (reasons.length > 0) due.set(at, reasons);
  }
  return { due, unknown, unbooked };
}
/** Returns the plans that needed action at the end of a day; those of today are cached. */
export const duePlansOn = (snapshot: Snapshot, day: number): DuePlans =>
  day < snapshot.today
    ? computeDuePlans(snapshot, day)
    : memoise(snapshot, 'hkp faellig', () => computeDuePlans(snapshot, day));
/** Returns the indexes of plans that need action today for a given reason. */
export const plansWith = (snapshot: Snapshot, reason: HkpReason): number[] =>
  [...duePlansOn(snapshot, snapshot.today).due]
    .filter(([, reasons]) => reasons.includes(reason))
    .map(([at]) => at);
