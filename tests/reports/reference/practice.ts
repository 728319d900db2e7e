/** The raw rows of a practice, linked to each other by plain search. */
import type { RawRow } from '../../../server/analytics/snapshot/tables/raw-tables.ts';
import { TODAY } from '../random-practice/draw.ts';
import { dayAt } from './calendar.ts';

type Values = Record<string, string | number | boolean | null>;
export interface Row extends Values {
  id: string;
}
export interface Appointment extends Row {
  pat: string;
  tag: string;
}
/** A service with the facts of its patient, appointment and position. */
export interface Line extends Row {
  pat: string;
  insuranceOf: string | null;
  zimmer: string | null;
  art: string | null;
  stichworte: string | null;
  stempel: string | null;
  bereich: string;
  traeger: string;
}

export interface ReferencePractice {
  /** Returns the valid rows of an entity. */
  of: (entity: string) => Row[];
  /** Returns a field of a valid row, otherwise null. */
  fieldOf: (entity: string, id: unknown, field: string) => unknown;
  /** Returns the id of the record that a patient's record was merged into. */
  mergedInto: (id: unknown) => string;
  readonly patients: ReadonlyMap<unknown, Row>;
  insuranceOf: (pat: string) => string | null;
  readonly appointments: readonly Appointment[];
  readonly appointmentById: ReadonlyMap<unknown, Appointment>;
  /** Appointments that took place. */
  readonly kept: readonly Appointment[];
  readonly lines: readonly Line[];
}

/** Areas of the positions used by the random practices, listed by hand. */
const AREAS: Readonly<Record<string, string>> = {
  'BEMA 01': 'KCH',
  'BEMA 04': 'KCH',
  'BEMA Ä1': 'KCH',
  'BEMA 13A': 'KCH',
  'BEMA 13B': 'KCH',
  'BEMA 13D': 'KCH',
  'BEMA IP1': 'IPFU',
  'BEMA UPTA': 'PAR',
  'BEMA UPTC': 'PAR',
  'BEMA 20A': 'ZE',
  'BEMA K1': 'KB',
  'GOZ 1040': 'PZR',
  'GOZ 2080': 'GOZ_KONS',
  'GOZ 2210': 'GOZ_PROTHETIK',
  'GOZ 9010': 'IMPLANTOLOGIE',
  'EIGEN PZR': 'PZR',
  'GOAE 5000': 'GOZ_KONS',
};

/** Returns the rows by id. */
export const byId = <T extends Row>(list: readonly T[]): Map<unknown, T> =>
  new Map(list.map((row) => [row.id, row]));

/** Returns the sum of a field. */
export const sumOf = (list: readonly Row[], field: string): number =>
  list.reduce((all, row) => all + Number(row[field] ?? 0), 0);

/** Returns the hours of appointments. */
export const hoursOf = (list: readonly Row[]): number => sumOf(list, 'dauerMin') / 60;

/** Checks whether an appointment was cancelled or moved. */
export const isOff = (t: Row): boolean =>
  ['ABGESAGT_PATIENT', 'ABGESAGT_PRAXIS', 'VERSCHOBEN'].includes(String(t['status']));

/** Returns the instant of a cancellation, if it is known. */
export const cancelledAt = (t: Row): number | null =>
  (t['absageAm'] ?? (isOff(t) ? t['statusAm'] : null)) as number | null;

const word = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const plainNumber = (nr: unknown): string =>
  String(nr).replaceAll(' ', '').replace(/^Ae/, 'Ä').toUpperCase();

/** Returns the newest version of each row, by entity and id. */
function newestRows(rows: readonly RawRow[]): Map<string, RawRow> {
  const newest = new Map<string, RawRow>();
  for (const row of rows) {
    const key = `${row.entity}|${row.id}`;
    const known = newest.get(key);
    if (
      !known ||
      row.version > known.version ||
      (row.version === known.version && row.hash > known.hash)
    )
      newest.set(key, row);
  }
  return newest;
}

/** Follows merged records to the last one; a circle of them leads back to the start. */
function lastRecord(patients: ReadonlyMap<unknown, Row>, id: unknown): string {
  const path = [String(id)];
  for (;;) {
    const to = patients.get(path.at(-1))?.['zusammengefuehrtIn'];
    if (to === null || to === undefined || !patients.has(to)) return path.at(-1)!;
    if (path.length > 100) return path[0]!;
    path.push(String(to));
  }
}

/**
 * Outcome of an appointment: an unclosed one of a past day counts as kept if that day has a
 * service.
 */
function statusOf(t: Appointment, services: readonly (Row & { pat: string })[]): Row[string] {
  const served = services.some((l) => l.pat === t.pat && l['datum'] === t.tag);
  if (t['status'] === null)
    return t.tag <= TODAY && served
      ? 'WAHRGENOMMEN'
      : t.tag < TODAY
        ? 'NICHT_ERSCHIENEN'
        : 'GEPLANT';
  return served &&
    t.tag < TODAY &&
    ['GEPLANT', 'BESTAETIGT', 'EINGETROFFEN', 'IM_ZIMMER'].includes(String(t['status']))
    ? 'WAHRGENOMMEN'
    : (t['status'] ?? null);
}

/** Returns the first kept appointment of a patient on a day. */
const keptOn = (kept: readonly Appointment[], pat: string, d: string): Appointment | undefined =>
  kept
    .filter((t) => t.pat === pat && t.tag === d)
    .sort((x, y) => Number(x['start']) - Number(y['start']) || (x.id < y.id ? -1 : 1))[0];

/** Reads the rows of a practice. */
export function readPractice(rows: readonly RawRow[]): ReferencePractice {
  const newest = newestRows(rows);
  const of = (entity: string): Row[] =>
    [...newest.values()]
      .filter((row) => row.entity === entity && !row.isDeleted)
      .map((row) => ({ ...(row.values as Values), id: row.id }));
  // Stamps and teams of a practitioner are known only while the newest row is not a deletion.
  const fieldOf = (entity: string, id: unknown, field: string): unknown => {
    const row = newest.get(`${entity}|${String(id)}`);
    return row === undefined || row.isDeleted ? null : (row.values[field] ?? null);
  };
  const patients = byId(of('patient'));
  const mergedInto = (id: unknown): string => lastRecord(patients, id);
  const insuranceOf = (pat: string): string | null => word(patients.get(pat)?.['versicherung']);

  const services = of('leistung')
    .filter((l) => l['storno'] !== true && l['status'] !== 'GEPLANT')
    .map((l): Row & { pat: string } => ({
      ...l,
      pat: mergedInto(l['patid']),
      nr: plainNumber(l['nr']),
    }));
  const appointments = of('termin').map((row): Appointment => {
    const t = { ...row, pat: mergedInto(row['patid']), tag: dayAt(Number(row['start'])) };
    return { ...t, status: statusOf(t, services) };
  });
  const appointmentById = byId(appointments);
  const kept = appointments.filter((t) => t['status'] === 'WAHRGENOMMEN');
  const lines = services.map((l): Line => {
    const t =
      l['terminId'] !== null && appointmentById.has(l['terminId'])
        ? appointmentById.get(l['terminId'])
        : keptOn(kept, l.pat, String(l['datum']));
    return {
      ...l,
      id: l.id,
      pat: l.pat,
      insuranceOf: insuranceOf(l.pat),
      zimmer: word(l['zimmer'] ?? t?.['zimmer']),
      art: word(t?.['terminart']),
      stichworte: word(t?.['stichworte']),
      stempel: word(l['stempel'] ?? fieldOf('behandler', l['behandler'], 'stempel')),
      bereich:
        word(l['bereich']) ?? AREAS[`${String(l['system'])} ${String(l['nr'])}`] ?? 'unbekannt',
      traeger:
        word(l['kostentraeger']) ??
        (l['system'] === 'BEMA' ? 'GKV' : insuranceOf(l.pat) === 'PKV' ? 'PKV' : 'EIGEN'),
    };
  });
  return {
    of,
    fieldOf,
    mergedInto,
    patients,
    insuranceOf,
    appointments,
    appointmentById,
    kept,
    lines,
  };
}
