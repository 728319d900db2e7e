/** Services and appointments of an image, updated from the previous ones or rebuilt. */
import type { BuiltVisits } from '../visits.ts';
import type { AlternatingColumns } from '../tables/merge-rows.ts';
import { ColumnSequence, type Columns } from '../tables/merge-rows.ts';
import { groupRows } from '../tables/sort-rows.ts';
import type { RawData } from '../tables/raw-tables.ts';
import type { Succession } from '../changed-days.ts';
import { type GroupMapping, mappingName } from './group-mapping.ts';
import type { positionNumbersOf } from './counting-services.ts';
import { type ServiceColumns, countingServices, servicesAt } from './counting-services.ts';
import {
  type AppointmentColumns,
  appointmentsAt,
  standingAppointments,
} from './standing-appointments.ts';
import {
  type FollowedRows,
  type OrderedTable,
  changedRows,
  rowPlaces,
  updateTable,
} from './ordered-table.ts';
import type { Snapshot } from '../snapshot.ts';

/** Inputs of the previous image of the same rows. */
export interface SnapshotBasis {
  services: OrderedTable<ServiceColumns & Columns>;
  appointments: OrderedTable<AppointmentColumns & Columns>;
  mergedInto: Int32Array;
  mapping: string;
  today: number;
  visits: BuiltVisits;
  space: AlternatingColumns;
  snapshot: Snapshot;
  succession: Succession | undefined;
}

export interface RowTables {
  services: OrderedTable<ServiceColumns & Columns>;
  appointments: OrderedTable<AppointmentColumns & Columns>;
  /**
   * Set for both where they were updated incrementally; `changedAppointments`: raw ones.
   */
  followed:
    | {
        services: FollowedRows;
        appointments: FollowedRows;
        changedAppointments: ReadonlySet<number>;
      }
    | undefined;
}

/** Sources of the tables of an image. */
interface TableInputs {
  rawRows: RawData;
  mergedInto: Int32Array;
  mapping: GroupMapping;
  positionNumbers: ReturnType<typeof positionNumbersOf>;
  mayOverwrite: boolean;
}
interface UpdatedTable<T extends Columns> {
  table: OrderedTable<T>;
  /** Undefined where the table was rebuilt. */
  followed?: FollowedRows;
}

/** Raw rows to merge into each table; undefined where the table has to be rebuilt. */
function changesToMerge(
  { rawRows: { tables }, mergedInto, mapping }: TableInputs,
  before: SnapshotBasis | undefined,
): {
  services: number[] | undefined;
  appointments: number[] | undefined;
  rawAppointments: ReadonlySet<number> | undefined;
} {
  const service = tables.leistung.takeChanges();
  const appointment = tables.termin.takeChanges();
  const patient = tables.patient.takeChanges();
  const practitioner = tables.behandler.takeChanges();
  const appointmentTypes = tables.terminarten.takeChanges();
  const isSameMerge = before?.mergedInto.every((to, at) => mergedInto[at] === to) === true;
  const isSameMapping = before?.mapping === mappingName(mapping);
  return {
    services:
      before && isSameMerge && service && patient && practitioner?.size === 0
        ? changedRows(service, patient, before.services)
        : undefined,
    appointments:
      before &&
      isSameMerge &&
      appointment &&
      patient &&
      appointmentTypes?.size === 0 &&
      isSameMapping
        ? changedRows(appointment, patient, before.appointments)
        : undefined,
    rawAppointments: appointment,
  };
}

const rebuiltTable = <T extends Columns & { rawRows: Int32Array }>(
  all: T,
  size: number,
): OrderedTable<T> => ({
  sequence: new ColumnSequence(all),
  placeOf: rowPlaces(all.rawRows, size),
  byPatient: { from: new Int32Array(0), rows: new Int32Array(0) },
});

function updatedServices(
  { rawRows, mergedInto, positionNumbers, mayOverwrite }: TableInputs,
  table: OrderedTable<ServiceColumns & Columns> | undefined,
  changed: number[] | undefined,
): UpdatedTable<ServiceColumns & Columns> {
  const { count } = rawRows.tables.leistung;
  const at = (places: Int32Array): ServiceColumns & Columns =>
    servicesAt(rawRows, mergedInto, places, positionNumbers);
  if (!table || !changed) return { table: rebuiltTable(at(countingServices(rawRows)), count) };
  const more = at(countingServices(rawRows, changed));
  const followed = updateTable(
    table,
    changed,
    more,
    (old, i, j) =>
      old.day[i]! < more.day[j]! ||
      (old.day[i] === more.day[j] && old.rawRows[i]! < more.rawRows[j]!),
    count,
    mayOverwrite,
  );
  return { table, followed };
}

function updatedAppointments(
  { rawRows, mergedInto, mapping, mayOverwrite }: TableInputs,
  table: OrderedTable<AppointmentColumns & Columns> | undefined,
  changed: number[] | undefined,
): UpdatedTable<AppointmentColumns & Columns> {
  const { count, ids } = rawRows.tables.termin;
  const at = (places: ReturnType<typeof standingAppointments>): AppointmentColumns & Columns =>
    appointmentsAt(rawRows, mergedInto, mapping, places);
  if (!table || !changed) return { table: rebuiltTable(at(standingAppointments(rawRows)), count) };
  const more = at(standingAppointments(rawRows, changed));
  const followed = updateTable(
    table,
    changed,
    more,
    (old, i, j) =>
      old.day[i]! < more.day[j]! ||
      (old.day[i] === more.day[j] &&
        (old.start[i]! < more.start[j]! ||
          (old.start[i] === more.start[j] && ids[old.rawRows[i]!]! < ids[more.rawRows[j]!]!))),
    count,
    mayOverwrite,
  );
  return { table, followed };
}

/**
 * Returns services and appointments, updated from the previous ones where little changed, else
 * rebuilt. Both ways yield identical cells.
 */
export function rowsOf(
  inputs: TableInputs,
  before: SnapshotBasis | undefined,
  space: AlternatingColumns,
): RowTables {
  const { patient, termin } = inputs.rawRows.tables;
  const changed = changesToMerge(inputs, before);
  const ofServices = updatedServices(inputs, before?.services, changed.services);
  const ofAppointments = updatedAppointments(inputs, before?.appointments, changed.appointments);
  const services = ofServices.table;
  const appointments = ofAppointments.table;
  services.byPatient = groupRows(services.sequence.current.pat, patient.count, (n) =>
    space.take('services.byPatient', Int32Array, n),
  );
  appointments.byPatient = groupRows(appointments.sequence.current.pat, patient.count, (n) =>
    space.take('appointments.byPatient', Int32Array, n),
  );
  if (appointments.placeOf.length < termin.count) {
    const wider = new Int32Array(termin.count).fill(-1);
    wider.set(appointments.placeOf);
    appointments.placeOf = wider;
  }
  return {
    services,
    appointments,
    followed: ofServices.followed &&
      ofAppointments.followed && {
        services: ofServices.followed,
        appointments: ofAppointments.followed,
        changedAppointments: changed.rawAppointments!,
      },
  };
}
