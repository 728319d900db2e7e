/** Builds the image from all delivered rows, so that it does not depend on their order. */
import {
  buildVisits,
  fromAppointment,
  updateVisits,
  type AppointmentRows,
  type BuiltVisits,
  type ServiceRows,
} from '../visits.ts';
import { EMPTY } from '../calendar.ts';
import { type Invoices, buildInvoices } from '../invoices.ts';
import { AlternatingColumns } from '../tables/merge-rows.ts';
import type { RawData } from '../tables/raw-tables.ts';
import { LIVE } from '../tables/column-table.ts';
import type { Succession } from '../changed-days.ts';
import { type GroupMapping, NONE_GIVEN, groupsOfTypes, mappingName } from './group-mapping.ts';
import { positionNumbersOf } from './counting-services.ts';
import { buildWorkingHours } from './working-hours.ts';
import { type RowTables, type SnapshotBasis, rowsOf } from './row-tables.ts';
import {
  type Appointments,
  STATUS,
  type Services,
  type Snapshot,
  type WorkingHours,
} from '../snapshot.ts';

/**
 * Follows merges to the surviving record; in a cycle, or where the target is deleted, each record
 * maps to itself.
 */
function followMerges(rawRows: RawData): Int32Array {
  const { count, columns, rowState } = rawRows.tables.patient,
    into = columns['zusammengefuehrtIn']!,
    mergedInto = new Int32Array(count);
  const next = (at: number): number =>
    rowState[at] === LIVE && into[at]! >= 0 && rowState[into[at]!] === LIVE ? into[at]! : -1;
  for (let at = 0; at < count; at += 1) {
    let end = at,
      steps = 0;
    for (let to = next(end); to >= 0 && steps < 100; to = next(end)) {
      end = to;
      steps += 1;
    }
    mergedInto[at] = steps < 100 ? end : at;
  }
  return mergedInto;
}

const snapshotBases = new WeakMap<RawData, SnapshotBasis>(),
  workingHoursCache = new WeakMap<RawData, WorkingHours>();

/** Indexes of valid rows by table, computed on demand. */
function liveRowsOf(rawRows: RawData, mergedInto: Int32Array): Snapshot['live'] {
  const found: Partial<Record<keyof Snapshot['live'], Int32Array>> = {},
    all = {} as Record<keyof Snapshot['live'], Int32Array>;
  for (const entity of LIVE_TABLES)
    Object.defineProperty(all, entity, {
      enumerable: true,
      get: () =>
        (found[entity] ??=
          entity === 'patient'
            ? rawRows.live(entity).filter((at) => mergedInto[at] === at)
            : rawRows.live(entity)),
    });
  return all;
}

const LIVE_TABLES = [
  'patient',
  'hkp',
  'parfall',
  'recall',
  'mitarbeiter',
  'fehlzeit',
  'behandler',
  'zimmer',
  'terminarten',
  'warteliste',
] as const satisfies readonly (keyof Snapshot['live'])[];

/** Visits of an image: updated where its rows were, else computed as a whole. */
function visitsOf(
  before: SnapshotBasis | undefined,
  followed: RowTables['followed'],
  services: ServiceRows,
  appointments: AppointmentRows,
  today: number,
  space: AlternatingColumns,
): BuiltVisits {
  const patientCount = services.byPatient.from.length - 1;
  if (!before || !followed || before.today !== today)
    return buildVisits(services, appointments, patientCount, today);
  const changed = [...followed.services.patients, ...followed.appointments.patients];
  return updateVisits(
    before.visits,
    services,
    appointments,
    patientCount,
    today,
    new Set(changed.filter((p) => p >= 0)),
    followed.services.stretches,
    followed.appointments.stretches,
    space,
  );
}

/** Last day with a service or a kept appointment; EMPTY without one. */
function lastDayOf(services: Services, appointments: Appointments): number {
  let last = EMPTY;
  if (services.n > 0) last = Math.max(last, services.day[services.n - 1]!);
  for (let i = appointments.n - 1; i >= 0 && appointments.day[i]! > last; i -= 1)
    if (appointments.status[i] === STATUS.WAHRGENOMMEN) last = appointments.day[i]!;
  return last;
}

/**
 * Builds the image. `mapping`: the practice's mapping of appointments to standard groups.
 * @param mayOverwrite the image before the previous one of these rows has no readers left, so its
 * columns may be overwritten
 */
export function buildSnapshot(
  rawRows: RawData,
  today: number,
  mapping: GroupMapping = NONE_GIVEN,
  mayOverwrite = false,
): Snapshot {
  const before = snapshotBases.get(rawRows);
  const space = before?.space ?? new AlternatingColumns();
  space.beginTurn(mayOverwrite);
  const mergedInto = followMerges(rawRows);
  const positionNumbers = positionNumbersOf(rawRows);
  const inputs = { rawRows, mergedInto, mapping, positionNumbers, mayOverwrite };
  const tables = rowsOf(inputs, before, space);
  const { followed } = tables;
  const currentServices = tables.services.sequence.current;
  const currentAppointments = tables.appointments.sequence.current;
  const baseServices = {
    ...currentServices,
    n: currentServices.rawRows.length,
    byPatient: tables.services.byPatient,
    positionNumbers: positionNumbers.positionNumbers,
  };
  const baseAppointments = {
    ...currentAppointments,
    n: currentAppointments.rawRows.length,
    byPatient: tables.appointments.byPatient,
  };
  const visits = visitsOf(before, followed, baseServices, baseAppointments, today, space);
  const services: Services = {
    ...baseServices,
    ...fromAppointment(
      rawRows,
      baseServices,
      baseAppointments,
      visits.keptAppointment,
      tables.appointments.placeOf,
      space,
    ),
    visit: visits.visitOfService,
  };
  const appointments: Appointments = {
    ...baseAppointments,
    status: visits.status,
    visit: visits.visitOfAppointment,
  };
  const hours = rawRows.tables.arbeitszeit.takeChanges();
  const bills = rawRows.tables.rechnung.takeChanges();
  const workingHours =
    (hours?.size === 0 ? workingHoursCache.get(rawRows) : undefined) ?? buildWorkingHours(rawRows);
  workingHoursCache.set(rawRows, workingHours);
  let invoices: Invoices | undefined;
  // Only reports need bills and lists, so proposals do not wait for them.
  const snapshot: Snapshot = {
    rawRows,
    today,
    mergedInto,
    groupByType: groupsOfTypes(rawRows, mapping),
    hasKeywords: (mapping.keywords ?? []).length > 0,
    services,
    appointments,
    visits: visits.visits,
    workingHours,
    get invoices() {
      const { rechnung, betrag } = baseServices;
      return (invoices ??= buildInvoices(rawRows, rechnung, betrag, mergedInto));
    },
    dataUntil: lastDayOf(services, appointments),
    live: liveRowsOf(rawRows, mergedInto),
  };
  const succession =
    before && followed && hours && bills && before.today === today
      ? {
          previous: before.snapshot,
          patients: new Set([...followed.services.patients, ...followed.appointments.patients]),
          appointments: followed.changedAppointments,
          invoices: bills,
          workingHours: hours,
        }
      : undefined;
  snapshotBases.set(rawRows, {
    services: tables.services,
    appointments: tables.appointments,
    mergedInto,
    mapping: mappingName(mapping),
    today,
    visits,
    space,
    snapshot,
    succession,
  });
  return snapshot;
}

/**
 * Returns the predecessor of an image and the changes since; undefined where it was fully built.
 * Returned once, so that unused images are not retained.
 */
export function successionOf(snapshot: Snapshot): Succession | undefined {
  const own = snapshotBases.get(snapshot.rawRows),
    found = own?.snapshot === snapshot ? own.succession : undefined;
  if (own && found) own.succession = undefined;
  return found;
}

/** Computes the deferred parts of an image before its rows change. */
export function materialise(snapshot: Snapshot): void {
  void snapshot.invoices;
  for (const entity of LIVE_TABLES) void snapshot.live[entity];
}
