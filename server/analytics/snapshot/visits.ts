// Visits: a patient and a day with a service or a kept appointment. They also link services to
// appointments and resolve appointments without a state, or left open.

import type { Services, Appointments, Visits } from './snapshot.ts';
import {
  unchangedUntil,
  placeShift,
  type Stretches,
  type AlternatingColumns,
} from './tables/merge-rows.ts';
import { lowerBound } from './tables/sort-rows.ts';
import type { RawData } from './tables/raw-tables.ts';
import { TERMIN_STATUS } from '../../../shared/analytics/deliveries/pvs-words.ts';

const status = (word: (typeof TERMIN_STATUS)[number]): number => TERMIN_STATUS.indexOf(word);
const GEPLANT = status('GEPLANT'),
  WAHRGENOMMEN = status('WAHRGENOMMEN'),
  NICHT_ERSCHIENEN = status('NICHT_ERSCHIENEN');

export interface BuiltVisits {
  visits: Visits;
  /** Kept appointment of the same day, by service. */
  keptAppointment: Int32Array;
  visitOfService: Int32Array;
  visitOfAppointment: Int32Array;
  /** State by appointment. */
  status: Int8Array;
}
/** Services before they are linked to visits. */
export type ServiceRows = Omit<Services, 'termin' | 'terminart' | 'stichwort' | 'visit'>;
/** Appointments before they are linked to visits. */
export type AppointmentRows = Omit<Appointments, 'visit'>;

/**
 * Writes the visits of a patient into `day`, `hasServices`, `hasAppointments`, starting at visit
 * `earliest`. Fills in undelivered states of appointments: a past appointment with a service on
 * that day was kept, one without was missed. Many programs never close an appointment: a past one
 * left open also counts as kept where a service of that day proves it.
 */
function collectVisits(
  p: number,
  services: ServiceRows,
  appointments: AppointmentRows,
  today: number,
  earliest: number,
  { keptAppointment, visitOfService, visitOfAppointment, status }: Omit<BuiltVisits, 'visits'>,
  dayNumber: number[],
  hasServices: number[],
  hasAppointments: number[],
): void {
  let l = services.byPatient.from[p]!,
    t = appointments.byPatient.from[p]!;
  const servicesEnd = services.byPatient.from[p + 1]!,
    appointmentsEnd = appointments.byPatient.from[p + 1]!;
  while (l < servicesEnd || t < appointmentsEnd) {
    const serviceDay = l < servicesEnd ? services.day[services.byPatient.rows[l]!]! : Infinity,
      appointmentDay =
        t < appointmentsEnd ? appointments.day[appointments.byPatient.rows[t]!]! : Infinity,
      day = Math.min(serviceDay, appointmentDay),
      visit = earliest + dayNumber.length;
    const hasService = serviceDay === day;
    let kept = -1;
    for (
      ;
      t < appointmentsEnd && appointments.day[appointments.byPatient.rows[t]!] === day;
      t += 1
    ) {
      const i = appointments.byPatient.rows[t]!;
      if (appointments.status[i]! < 0)
        status[i] =
          hasService && day <= today ? WAHRGENOMMEN : day < today ? NICHT_ERSCHIENEN : GEPLANT;
      else if (hasService && day < today && appointments.status[i]! < WAHRGENOMMEN)
        status[i] = WAHRGENOMMEN;
      if (status[i] === WAHRGENOMMEN) {
        visitOfAppointment[i] = visit;
        if (kept < 0) kept = i;
      }
    }
    for (; l < servicesEnd && services.day[services.byPatient.rows[l]!] === day; l += 1) {
      const i = services.byPatient.rows[l]!;
      visitOfService[i] = visit;
      keptAppointment[i] = kept;
    }
    if (!hasService && kept < 0) continue;
    dayNumber.push(day);
    hasServices.push(hasService ? 1 : 0);
    hasAppointments.push(kept >= 0 ? 1 : 0);
  }
}
/** Computes all visits. `T.status` contains the delivered states. */
export function buildVisits(
  services: ServiceRows,
  appointments: AppointmentRows,
  patientCount: number,
  today: number,
): BuiltVisits {
  const from = new Int32Array(patientCount + 1),
    day: number[] = [],
    hasServices: number[] = [],
    hasAppointments: number[] = [];
  const into = {
    visitOfService: new Int32Array(services.n).fill(-1),
    visitOfAppointment: new Int32Array(appointments.n).fill(-1),
    keptAppointment: new Int32Array(services.n).fill(-1),
    status: appointments.status.slice(),
  };
  for (let p = 0; p < patientCount; p += 1) {
    from[p] = day.length;
    collectVisits(p, services, appointments, today, 0, into, day, hasServices, hasAppointments);
  }
  from[patientCount] = day.length;
  const pat = new Int32Array(day.length);
  for (let p = 0; p < patientCount; p += 1) pat.fill(p, from[p], from[p + 1]);
  return {
    ...into,
    visits: {
      n: day.length,
      day: Int32Array.from(day),
      pat,
      from,
      hasService: Uint8Array.from(hasServices),
      hasAppointment: Uint8Array.from(hasAppointments),
    },
  };
}
/** Copies the links of unchanged rows to their new indexes. `by`: shift of visits by patient. */
function copyLinks(
  into: Omit<BuiltVisits, 'visits'>,
  previous: BuiltVisits,
  services: ServiceRows,
  appointments: AppointmentRows,
  serviceStretches: Stretches,
  appointmentStretches: Stretches,
  by: Int32Array,
): void {
  const appointmentShift = placeShift(appointmentStretches),
    appointmentsUnchanged = unchangedUntil(appointmentStretches);
  let at = 0;
  for (const [of, a, z] of serviceStretches) {
    if (of === 0)
      for (let i = a; i < z; i += 1) {
        const k = at + i - a,
          visit = previous.visitOfService[i]!,
          t = previous.keptAppointment[i]!;
        if (visit >= 0) into.visitOfService[k] = visit + by[services.pat[k]!]!;
        into.keptAppointment[k] = t < appointmentsUnchanged ? t : appointmentShift(t);
      }
    at += z - a;
  }
  at = 0;
  for (const [of, a, z] of appointmentStretches) {
    if (of === 0) {
      into.status.set(previous.status.subarray(a, z), at);
      for (let i = a; i < z; i += 1) {
        const k = at + i - a,
          visit = previous.visitOfAppointment[i]!;
        if (visit >= 0) into.visitOfAppointment[k] = visit + by[appointments.pat[k]!]!;
      }
    }
    at += z - a;
  }
}
/** Clears the links of a patient's rows. */
function clearLinks(
  into: Omit<BuiltVisits, 'visits'>,
  services: ServiceRows,
  appointments: AppointmentRows,
  p: number,
): void {
  for (let g = services.byPatient.from[p]!; g < services.byPatient.from[p + 1]!; g += 1) {
    const i = services.byPatient.rows[g]!;
    into.visitOfService[i] = -1;
    into.keptAppointment[i] = -1;
  }
  for (let g = appointments.byPatient.from[p]!; g < appointments.byPatient.from[p + 1]!; g += 1) {
    const i = appointments.byPatient.rows[g]!;
    into.visitOfAppointment[i] = -1;
    into.status[i] = appointments.status[i]!;
  }
}
/**
 * Computes the same incrementally from the previous visits, where the rows of some patients
 * changed.
 * @param affected patients with an added, changed or removed row; `serviceStretches`,
 * `appointmentStretches`: new indexes of the previous tables' rows
 */
export function updateVisits(
  previous: BuiltVisits,
  services: ServiceRows,
  appointments: AppointmentRows,
  patientCount: number,
  today: number,
  affected: ReadonlySet<number>,
  serviceStretches: Stretches,
  appointmentStretches: Stretches,
  space: AlternatingColumns,
): BuiltVisits {
  const from = new Int32Array(patientCount + 1),
    previousFrom = previous.visits.from,
    soFar = previousFrom.length - 1,
    order = [...affected].sort((a, b) => a - b),
    by = new Int32Array(patientCount);
  const into = {
    visitOfService: space.unset('lBesuch', services.n),
    visitOfAppointment: space.unset('tBesuch', appointments.n),
    keptAppointment: space.unset('gehalten', services.n),
    status: space.copyOf('status', appointments.status),
  };
  // Counted first: the number of a visit depends on how many precede it.
  const own = new Map(
    order.map((p) => {
      const day: number[] = [],
        hasServices: number[] = [],
        hasAppointments: number[] = [];
      collectVisits(p, services, appointments, today, 0, into, day, hasServices, hasAppointments);
      return [p, { tag: day, hasServices, hasAppointments }];
    }),
  );
  for (let p = 0; p < patientCount; p += 1) {
    from[p + 1] =
      from[p]! +
      (own.get(p)?.tag.length ?? (p < soFar ? previousFrom[p + 1]! - previousFrom[p]! : 0));
    by[p] = p < soFar ? from[p]! - previousFrom[p]! : 0;
  }
  const n = from[patientCount]!,
    visits: Visits = {
      n,
      day: space.take('day', Int32Array, n),
      pat: space.take('pat', Int32Array, n),
      from,
      hasService: space.take('hasService', Uint8Array, n),
      hasAppointment: space.take('hasAppointment', Uint8Array, n),
    };
  let next = 0;
  const copyUpTo = (p: number): void => {
    const a = Math.min(next, soFar),
      z = Math.min(p, soFar);
    if (previousFrom[a]! < previousFrom[z]!)
      for (const name of ['day', 'pat', 'hasService', 'hasAppointment'] as const)
        visits[name].set(previous.visits[name].subarray(previousFrom[a], previousFrom[z]), from[a]);
  };
  for (const p of order) {
    copyUpTo(p);
    next = p + 1;
    const { tag: day, hasServices, hasAppointments } = own.get(p)!;
    visits.day.set(day, from[p]);
    visits.hasService.set(hasServices, from[p]);
    visits.hasAppointment.set(hasAppointments, from[p]);
    visits.pat.fill(p, from[p], from[p + 1]);
  }
  copyUpTo(patientCount);
  copyLinks(into, previous, services, appointments, serviceStretches, appointmentStretches, by);
  // The recomputed ones come last and overwrite the copied values.
  for (const p of order) {
    clearLinks(into, services, appointments, p);
    collectVisits(p, services, appointments, today, from[p]!, into, [], [], []);
  }
  return { ...into, visits };
}

/**
 * Sets appointment, kind and room of services: from the appointment they name, else from the one
 * kept that day. Appointments without a patient keep no open state either.
 * @param placeOf index of each appointment by its raw row, -1 where it is missing
 */
export function fromAppointment(
  rawRows: RawData,
  services: ServiceRows,
  appointments: AppointmentRows,
  keptAppointment: Int32Array,
  placeOf: Int32Array,
  space: AlternatingColumns,
): { termin: Int32Array; terminart: Int32Array; stichwort: Int8Array; zimmer: Int32Array } {
  const namedAppointments = rawRows.tables.leistung.columns['terminId']!,
    appointment = space.copyOf('termin', keptAppointment),
    appointmentType = space.unset('terminart', services.n),
    keyword = space.take('stichwort', Int8Array, services.n).fill(-1),
    room = space.copyOf('zimmer', services.zimmer);
  for (let i = 0; i < services.n; i += 1) {
    const said = namedAppointments[services.rawRows[i]!]!;
    if (said >= 0 && placeOf[said]! >= 0) appointment[i] = placeOf[said]!;
    const t = appointment[i]!;
    if (t < 0) continue;
    appointmentType[i] = appointments.terminart[t]!;
    keyword[i] = appointments.stichwort[t]!;
    if (room[i]! < 0) room[i] = appointments.zimmer[t]!;
  }
  return { termin: appointment, terminart: appointmentType, stichwort: keyword, zimmer: room };
}

/** Returns the index of the last visit of a patient up to a day, -1 without one. */
export function lastVisitUntil(visits: Visits, p: number, to: number): number {
  const from = visits.from[p]!,
    end = visits.from[p + 1]!;
  const at = from + lowerBound(visits.day.subarray(from, end), to + 1) - 1;
  return at >= from ? at : -1;
}
