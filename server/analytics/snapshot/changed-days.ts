// Determines the days on which the rows of two images differ: values computed for all other days
// stay valid.

import type { Snapshot } from './snapshot.ts';
import { EMPTY } from './calendar.ts';
import { visitsWithNext } from '../metrics/appointments.ts';

/**
 * The image from which another was derived, and the changes between them, by raw row index;
 * `patients` (-1: rows without a patient).
 */
export interface Succession {
  readonly previous: Snapshot;
  readonly patients: ReadonlySet<number>;
  readonly appointments: ReadonlySet<number>;
  readonly invoices: ReadonlySet<number>;
  readonly workingHours: ReadonlySet<number>;
}

type Column = Int32Array | Float64Array | Int8Array;
/** Indexes into other tables differ between images without any change of content. */
const PLACE_COLUMNS: ReadonlySet<string> = new Set(['day', 'pat', 'termin', 'visit']);
const columnsOf = (table: object): Column[] =>
  Object.entries(table)
    .filter(([name, one]) => ArrayBuffer.isView(one) && !PLACE_COLUMNS.has(name))
    .map(([, one]) => one as Column);

/** Compares all values of rows, day by day. */
class SpokenState {
  readonly days = new Map<number, number[]>();
  private readonly snapshot: Snapshot;
  private readonly serviceColumns: Column[];
  private readonly appointmentColumns: Column[];
  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
    this.serviceColumns = columnsOf(snapshot.services);
    this.appointmentColumns = columnsOf(snapshot.appointments);
  }
  private valuesOn(day: number): number[] {
    let said = this.days.get(day);
    if (!said) this.days.set(day, (said = []));
    return said;
  }
  private addService(i: number): void {
    const { services, visits } = this.snapshot,
      said = this.valuesOn(services.day[i]!),
      b = services.visit[i]!;
    for (const column of this.serviceColumns) said.push(column[i]!);
    said.push(b < 0 ? -1 : visits.hasAppointment[b]!);
  }
  private addAppointment(i: number): void {
    const { appointments, visits } = this.snapshot,
      said = this.valuesOn(appointments.day[i]!),
      b = appointments.visit[i]!;
    for (const column of this.appointmentColumns) said.push(column[i]!);
    said.push(b < 0 ? -1 : visits.hasService[b]!);
  }
  /** Adds the rows of a patient, or those without a patient (-1). */
  take(p: number): this {
    const { services, appointments, visits } = this.snapshot;
    this.days.clear();
    if (p < 0) {
      for (let i = 0; i < services.n; i += 1) if (services.pat[i]! < 0) this.addService(i);
      for (let i = 0; i < appointments.n; i += 1)
        if (appointments.pat[i]! < 0) this.addAppointment(i);
    } else if (p + 1 < services.byPatient.from.length) {
      for (let g = services.byPatient.from[p]!; g < services.byPatient.from[p + 1]!; g += 1)
        this.addService(services.byPatient.rows[g]!);
      for (let g = appointments.byPatient.from[p]!; g < appointments.byPatient.from[p + 1]!; g += 1)
        this.addAppointment(appointments.byPatient.rows[g]!);
      for (const b of visitsWithNext(this.snapshot, p)) this.valuesOn(visits.day[b]!).push(1);
    }
    return this;
  }
}
const equal = (x: readonly number[], y: readonly number[]): boolean =>
  x.length === y.length && x.every((one, at) => Object.is(one, y[at]));

/** Values of the working hours, by day. */
function hoursByDay({ workingHours }: Snapshot): Map<number, number[]> {
  const found = new Map<number, number[]>(),
    columns = columnsOf(workingHours);
  for (let i = 0; i < workingHours.n; i += 1) {
    const day = workingHours.day[i]!,
      said = found.get(day);
    const values = columns.map((column) => column[i]!);
    if (said) said.push(...values);
    else found.set(day, values);
  }
  return found;
}

/**
 * Returns all days on which a service, an appointment, a visit or working hours differ, in their
 * own values or in those derived from other rows.
 */
export function changedDays(
  snapshot: Snapshot,
  { previous, patients, appointments, invoices, workingHours }: Succession,
): Set<number> {
  const found = new Set<number>(),
    before = new SpokenState(previous),
    now = new SpokenState(snapshot),
    { services, rawRows } = snapshot;
  for (const p of patients) {
    const old = before.take(p).days,
      fresh = now.take(p).days;
    for (const [day, said] of old) if (!equal(said, fresh.get(day) ?? [])) found.add(day);
    for (const day of fresh.keys()) if (!old.has(day)) found.add(day);
  }
  // Services that name an appointment, possibly another person's, or are on an invoice.
  if (appointments.size + invoices.size > 0) {
    const namedAppointments = rawRows.tables.leistung.columns['terminId']!,
      t = new Uint8Array(rawRows.tables.termin.count),
      r = new Uint8Array(rawRows.tables.rechnung.count);
    for (const at of appointments) t[at] = 1;
    for (const at of invoices) r[at] = 1;
    for (let i = 0; i < services.n; i += 1) {
      const named = namedAppointments[services.rawRows[i]!]!,
        bill = services.rechnung[i]!;
      if ((named >= 0 && t[named] === 1) || (bill >= 0 && r[bill] === 1))
        found.add(services.day[i]!);
    }
  }
  // An absence has no stretch of its own: it changes those of others.
  if (workingHours.size > 0) {
    const old = hoursByDay(previous),
      fresh = hoursByDay(snapshot);
    for (const day of new Set([...old.keys(), ...fresh.keys()]))
      if (!equal(old.get(day) ?? [], fresh.get(day) ?? [])) found.add(day);
  }
  found.delete(EMPTY);
  return found;
}
