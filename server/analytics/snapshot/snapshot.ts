// The image that reports read: counted rows sorted by day, with all values derived from other rows
// precomputed. Rebuilt as a whole from the delivered rows, so that it does not depend on their
// order.

import {
  SERVICE_AREAS,
  GEBUEHREN,
  KOSTENTRAEGER,
  TERMIN_STATUS,
  VERSICHERUNG,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { STANDARD_GROUPS } from '../../../shared/analytics/deliveries/standard-groups.ts';
import {
  firstPatternOf,
  type KeywordPattern,
} from '../../../shared/analytics/deliveries/keywords.ts';
import { areaFromPosition, normalizedNumber } from './area.ts';
import {
  buildVisits,
  updateVisits,
  fromAppointment,
  type Visits,
  type BuiltVisits,
} from './visits.ts';
import { berlinMinute, berlinDay, EMPTY } from './calendar.ts';
import { buildInvoices, type Invoices } from './invoices.ts';
import {
  partitionPoint,
  ColumnSequence,
  unchangedUntil,
  stretchesOf,
  type Columns,
  type Stretches,
  AlternatingColumns,
} from './tables/merge-rows.ts';
import { sortOrder, gather, groupRows, type RowGroups } from './tables/sort-rows.ts';
import type { RawData } from './tables/raw-tables.ts';
import { LIVE, type WordList } from './tables/column-table.ts';
import type { Succession } from './changed-days.ts';

/**
 * Services that count: not deleted, not cancelled, not only planned; sorted by day of treatment.
 * Indexes into other tables are -1 where there is no row.
 */
export interface Services {
  n: number;
  rawRows: Int32Array;
  day: Int32Array;
  pat: Int32Array;
  behandler: Int32Array;
  abrBehandler: Int32Array;
  zimmer: Int32Array;
  stempel: Int32Array;
  termin: Int32Array;
  /** Kind of the appointment of that day, index in `terminarten`. */
  terminart: Int32Array;
  /** Standard group by the keywords of that appointment, as in the appointments. */
  stichwort: Int8Array;
  system: Int8Array;
  nr: Int32Array;
  menge: Int32Array;
  punkte: Int32Array;
  faktor: Int32Array;
  hasReason: Int8Array;
  honorar: Float64Array;
  material: Float64Array;
  eigenlabor: Float64Array;
  fremdlabor: Float64Array;
  betrag: Float64Array;
  bereich: Int8Array;
  traeger: Int8Array;
  versicherung: Int8Array;
  status: Int8Array;
  rechnung: Int32Array;
  hkp: Int32Array;
  visit: Int32Array;
  byPatient: RowGroups;
  /** Distinct position numbers in their comparison form. */
  positionNumbers: WordList;
}
/** Every appointment that was not deleted, sorted by its day in Berlin. */
export interface Appointments {
  n: number;
  rawRows: Int32Array;
  day: Int32Array;
  minute: Int32Array;
  start: Float64Array;
  pat: Int32Array;
  behandler: Int32Array;
  zimmer: Int32Array;
  terminart: Int32Array;
  gruppe: Int8Array;
  dauer: Int32Array;
  /** Standard group by its keywords where its type has none; -1 otherwise. */
  stichwort: Int8Array;
  /** Index in TERMIN_STATUS; derived where it was not delivered. */
  status: Int8Array;
  versicherung: Int8Array;
  createdAt: Float64Array;
  absage: Float64Array;
  ankunft: Float64Array;
  beginn: Float64Array;
  ende: Float64Array;
  quelle: Int8Array;
  hkp: Int32Array;
  visit: Int32Array;
  byPatient: RowGroups;
}
/**
 * Working hours of kind BEHANDLUNG, sorted by day. `minutes` of the row, `roomMinutes` those that
 * no earlier row of the same room and day covers.
 */
interface WorkingHours {
  n: number;
  rawRows: Int32Array;
  day: Int32Array;
  behandler: Int32Array;
  zimmer: Int32Array;
  from: Int32Array;
  to: Int32Array;
  minutes: Int32Array;
  roomMinutes: Int32Array;
}
export interface Snapshot {
  readonly rawRows: RawData;
  /** Day in Berlin at build time; the derived state of an appointment depends on it. */
  readonly today: number;
  readonly services: Services;
  readonly appointments: Appointments;
  readonly workingHours: WorkingHours;
  readonly visits: Visits;
  readonly invoices: Invoices;
  /** Record that a record was merged into, itself where it was not merged. */
  readonly mergedInto: Int32Array;
  /** Standard group of each appointment type, -1 without one. */
  readonly groupByType: Int8Array;
  /** Whether the practice maps keywords to groups. */
  readonly hasKeywords: boolean;
  /** Indexes of all valid rows of the smaller tables, by id. */
  readonly live: Readonly<
    Record<
      | 'patient'
      | 'hkp'
      | 'parfall'
      | 'recall'
      | 'mitarbeiter'
      | 'fehlzeit'
      | 'behandler'
      | 'zimmer'
      | 'terminarten'
      | 'warteliste',
      Int32Array
    >
  >;
  /** Last day with a service or a kept appointment; EMPTY without one. */
  readonly dataUntil: number;
}

export const STATUS = Object.fromEntries(TERMIN_STATUS.map((word, at) => [word, at])) as Record<
  (typeof TERMIN_STATUS)[number],
  number
>;
export const BEREICH = Object.fromEntries(SERVICE_AREAS.map((word, at) => [word, at])) as Record<
  (typeof SERVICE_AREAS)[number],
  number
>;
export const PAYER = Object.fromEntries(KOSTENTRAEGER.map((word, at) => [word, at])) as Record<
  (typeof KOSTENTRAEGER)[number],
  number
>;
export const INSURANCE = Object.fromEntries(VERSICHERUNG.map((word, at) => [word, at])) as Record<
  (typeof VERSICHERUNG)[number],
  number
>;
export const SYSTEM = Object.fromEntries(GEBUEHREN.map((word, at) => [word, at])) as Record<
  (typeof GEBUEHREN)[number],
  number
>;
export const GROUP = Object.fromEntries(STANDARD_GROUPS.map((word, at) => [word, at])) as Record<
  (typeof STANDARD_GROUPS)[number],
  number
>;
const SERVICE_PLANNED = 0;

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

const i32 = (column: unknown): Int32Array => column as Int32Array;
const i8 = (column: unknown): Int8Array => column as Int8Array;
const f64 = (column: unknown): Float64Array => column as Float64Array;
const zeroForNaN = (column: Float64Array): Float64Array => {
  for (let i = 0; i < column.length; i += 1) if (Number.isNaN(column[i])) column[i] = 0;
  return column;
};

/** Raw services that count, from all or from given rows, by day, stable within a day. */
function countingServices(rawRows: RawData, only?: readonly number[]): Int32Array {
  const t = rawRows.tables.leistung,
    { rowState, columns: c } = t,
    counting: number[] = [],
    many = only?.length ?? t.count;
  for (let k = 0; k < many; k += 1) {
    const at = only ? only[k]! : k;
    if (
      rowState[at] === LIVE &&
      c['storno']![at] !== 1 &&
      c['status']![at] !== SERVICE_PLANNED &&
      c['datum']![at] !== EMPTY
    )
      counting.push(at);
  }
  const unsorted = Int32Array.from(counting);
  return gather(unsorted, sortOrder(gather(i32(c['datum']), unsorted)));
}
/**
 * Position numbers in comparison form, and for each delivered spelling its index among them.
 * Numbers are written in many ways; the same position maps to one string.
 */
function positionNumbersOf(rawRows: RawData): { positionNumbers: WordList; normal: number[] } {
  const positionNumbers: WordList = { words: [], codes: new Map() };
  const codeOf = (text: string): number => {
    let code = positionNumbers.codes.get(text);
    if (code === undefined) {
      positionNumbers.codes.set(text, (code = positionNumbers.words.length));
      positionNumbers.words.push(text);
    }
    return code;
  };
  return {
    positionNumbers,
    normal: rawRows.tables.leistung.wordLists['nr']!.words.map((text) =>
      codeOf(normalizedNumber(text)),
    ),
  };
}
type ServiceColumns = Omit<
  Services,
  'n' | 'termin' | 'terminart' | 'stichwort' | 'visit' | 'byPatient' | 'positionNumbers'
>;
/** Columns of given services in their order; no value depends on another service. */
function servicesAt(
  rawRows: RawData,
  mergedInto: Int32Array,
  places: Int32Array,
  { positionNumbers, normal }: ReturnType<typeof positionNumbersOf>,
): ServiceColumns {
  const t = rawRows.tables.leistung,
    { columns: c } = t,
    n = places.length;
  const pick32 = (name: string): Int32Array => gather(i32(c[name]), places),
    pick8 = (name: string): Int8Array => gather(i8(c[name]), places),
    pick64 = (name: string): Float64Array => zeroForNaN(gather(f64(c[name]), places));
  const pat = pick32('patid');
  for (let i = 0; i < n; i += 1) if (pat[i]! >= 0) pat[i] = mergedInto[pat[i]!]!;
  const system = pick8('system'),
    bereich = pick8('bereich'),
    traeger = pick8('kostentraeger'),
    nr = pick32('nr'),
    versicherung = new Int8Array(n).fill(-1),
    reasons = pick32('faktorgrund'),
    hasReason = new Int8Array(n);
  const areaByPosition = new Map<number, number>(),
    patientInsurance = rawRows.tables.patient.columns['versicherung']!,
    patientState = rawRows.tables.patient.rowState,
    emptyText = t.wordLists['faktorgrund']!.codes.get('');
  for (let i = 0; i < n; i += 1) {
    nr[i] = nr[i]! < 0 ? -1 : normal[nr[i]!]!;
    if (pat[i]! >= 0 && patientState[pat[i]!] === LIVE)
      versicherung[i] = patientInsurance[pat[i]!]!;
    if (bereich[i]! < 0) {
      const key = system[i]! * 1_000_000 + nr[i]!;
      let found = areaByPosition.get(key);
      if (found === undefined)
        areaByPosition.set(
          key,
          (found =
            BEREICH[
              areaFromPosition(
                GEBUEHREN[system[i]!] ?? 'EIGEN',
                positionNumbers.words[nr[i]!] ?? '',
              )
            ]),
        );
      bereich[i] = found;
    }
    if (traeger[i]! < 0)
      traeger[i] =
        system[i] === SYSTEM.BEMA
          ? PAYER.GKV
          : versicherung[i] === INSURANCE.PKV
            ? PAYER.PKV
            : PAYER.EIGEN;
    hasReason[i] = reasons[i]! >= 0 && reasons[i] !== emptyText ? 1 : 0;
  }
  // A practitioner without a stamp bills under their own.
  const stempel = pick32('stempel'),
    behandler = pick32('behandler'),
    stampOfPractitioner = rawRows.tables.behandler.columns['stempel']!;
  for (let i = 0; i < n; i += 1)
    if (stempel[i]! < 0 && behandler[i]! >= 0) stempel[i] = stampOfPractitioner[behandler[i]!]!;
  return {
    rawRows: places,
    day: pick32('datum'),
    pat,
    behandler,
    abrBehandler: pick32('abrBehandler'),
    zimmer: pick32('zimmer'),
    stempel,
    system,
    nr,
    menge: pick32('menge'),
    punkte: pick32('punkte'),
    faktor: pick32('faktor'),
    hasReason,
    honorar: pick64('honorar'),
    material: pick64('material'),
    eigenlabor: pick64('eigenlabor'),
    fremdlabor: pick64('fremdlabor'),
    betrag: pick64('betrag'),
    bereich,
    traeger,
    versicherung,
    status: pick8('status'),
    rechnung: pick32('rechnungId'),
    hkp: pick32('hkpid'),
  };
}

/**
 * Appointment mapping of the practice: groups of types by id, and groups of keywords by ordered
 * patterns.
 */
export interface GroupMapping {
  readonly rowGroups: ReadonlyMap<string, string>;
  readonly keywords?: readonly KeywordPattern[];
}
const NONE_GIVEN: GroupMapping = { rowGroups: new Map() };
/** Key of a mapping: mappings with the same key are equal. */
export const mappingName = ({ rowGroups, keywords: keywordTexts = [] }: GroupMapping): string =>
  JSON.stringify([
    [...rowGroups],
    keywordTexts.map(({ muster: patterns, gruppe: group }) => [patterns, group]),
  ]);
/**
 * Returns the standard group of each appointment type: by the practice's mapping, else as
 * delivered; -1 without one.
 */
const groupsOfTypes = (
  {
    tables: {
      terminarten: { count, ids, columns },
    },
  }: RawData,
  { rowGroups }: GroupMapping,
): Int8Array =>
  Int8Array.from({ length: count }, (_, at) => {
    const own = rowGroups.get(ids[at]!);
    return own === undefined
      ? columns['standardgruppe']![at]!
      : (GROUP[own as keyof typeof GROUP] ?? -1);
  });

/** Returns the standard group of the keywords at an index of their column; each is matched once. */
function groupOfKeywordText(
  rawRows: RawData,
  patterns: readonly KeywordPattern[],
): (code: number) => number {
  const { words: list } = rawRows.tables.termin.wordLists['stichworte']!,
    first = firstPatternOf(patterns),
    known = new Map<number, number>();
  return (code) => {
    if (code < 0 || patterns.length === 0) return -1;
    let found = known.get(code);
    if (found === undefined) {
      const at = first(list[code]!);
      known.set(code, (found = at < 0 ? -1 : GROUP[patterns[at]!.gruppe]));
    }
    return found;
  };
}

type AppointmentColumns = Omit<Appointments, 'n' | 'visit' | 'byPatient'>;
/**
 * Raw appointments that were not deleted, from all or from given rows, with their days: by day,
 * then by time, so that the order does not depend on the delivery order.
 */
function standingAppointments(
  rawRows: RawData,
  only?: readonly number[],
): { places: Int32Array; days: Int32Array } {
  const t = rawRows.tables.termin,
    { rowState, columns: c } = t,
    counting: number[] = [],
    dayCount: number[] = [],
    many = only?.length ?? t.count;
  for (let k = 0; k < many; k += 1) {
    const at = only ? only[k]! : k;
    if (rowState[at] === LIVE && !Number.isNaN(c['start']![at]!)) {
      counting.push(at);
      dayCount.push(berlinDay(c['start']![at]!));
    }
  }
  const unsorted = Int32Array.from(counting),
    days = Int32Array.from(dayCount),
    order = sortOrder(days),
    n = order.length;
  for (let from = 0; from < n;) {
    let to = from + 1;
    while (to < n && days[order[to]!] === days[order[from]!]) to += 1;
    if (to - from > 1)
      order
        .subarray(from, to)
        .sort(
          (x, y) =>
            c['start']![unsorted[x]!]! - c['start']![unsorted[y]!]! ||
            (t.ids[unsorted[x]!]! < t.ids[unsorted[y]!]! ? -1 : 1),
        );
    from = to;
  }
  return { places: gather(unsorted, order), days: gather(days, order) };
}
/** Columns of given appointments in their order; no value depends on another appointment. */
function appointmentsAt(
  rawRows: RawData,
  mergedInto: Int32Array,
  mapping: GroupMapping,
  { places: rawPlaces, days }: ReturnType<typeof standingAppointments>,
): AppointmentColumns {
  const t = rawRows.tables.termin,
    { columns: c } = t,
    n = rawPlaces.length;
  const pick32 = (name: string): Int32Array => gather(i32(c[name]), rawPlaces),
    pick8 = (name: string): Int8Array => gather(i8(c[name]), rawPlaces),
    pick64 = (name: string): Float64Array => gather(f64(c[name]), rawPlaces);
  const pat = pick32('patid'),
    start = pick64('start'),
    minute = new Int32Array(n),
    terminart = pick32('terminart'),
    group = new Int8Array(n),
    versicherung = new Int8Array(n).fill(-1),
    status = pick8('status'),
    absage = pick64('absageAm'),
    statusAm = pick64('statusAm'),
    duration = pick32('dauerMin');
  const groupByType = groupsOfTypes(rawRows, mapping),
    keywordTexts = c['stichworte']!,
    groupOfKeywords = groupOfKeywordText(rawRows, mapping.keywords ?? []),
    stichwort = new Int8Array(n).fill(-1);
  const patientInsurance = rawRows.tables.patient.columns['versicherung']!,
    patientState = rawRows.tables.patient.rowState;
  for (let i = 0; i < n; i += 1) {
    minute[i] = berlinMinute(start[i]!);
    if (pat[i]! >= 0) pat[i] = mergedInto[pat[i]!]!;
    if (pat[i]! >= 0 && patientState[pat[i]!] === LIVE)
      versicherung[i] = patientInsurance[pat[i]!]!;
    const groupOfType = terminart[i]! < 0 ? -1 : groupByType[terminart[i]!]!;
    if (groupOfType < 0) stichwort[i] = groupOfKeywords(keywordTexts[rawPlaces[i]!]!);
    group[i] = groupOfType >= 0 ? groupOfType : stichwort[i]! >= 0 ? stichwort[i]! : GROUP.SONSTIGE;
    if (duration[i] === EMPTY) duration[i] = 0;
    if (
      Number.isNaN(absage[i]) &&
      (status[i] === STATUS.ABGESAGT_PATIENT ||
        status[i] === STATUS.ABGESAGT_PRAXIS ||
        status[i] === STATUS.VERSCHOBEN)
    )
      absage[i] = statusAm[i]!;
  }
  return {
    rawRows: rawPlaces,
    day: days,
    minute,
    start,
    pat,
    behandler: pick32('behandler'),
    zimmer: pick32('zimmer'),
    terminart,
    gruppe: group,
    stichwort,
    dauer: duration,
    status,
    versicherung,
    createdAt: pick64('angelegtAm'),
    absage,
    ankunft: pick64('ankunft'),
    beginn: pick64('beginn'),
    ende: pick64('ende'),
    quelle: pick8('quelle'),
    hkp: pick32('hkpid'),
  };
}

function buildWorkingHours(rawRows: RawData): WorkingHours {
  const t = rawRows.tables.arbeitszeit,
    c = t.columns,
    own = rawRows
      .live('arbeitszeit')
      .filter(
        (at) =>
          c['typ']![at] === 0 &&
          c['datum']![at] !== EMPTY &&
          c['bis']![at]! > c['von']![at]! &&
          c['von']![at] !== EMPTY,
      );
  const order = sortOrder(gather(i32(c['datum']), own)),
    places = gather(own, order),
    n = places.length,
    pick = (name: string): Int32Array => gather(i32(c[name]), places);
  const day = pick('datum'),
    zimmer = pick('zimmer'),
    since = pick('von'),
    end = pick('bis'),
    minutes = end.map((end, i) => end - since[i]!),
    roomMinutes = new Int32Array(n);
  for (let from = 0; from < n;) {
    let to = from;
    while (to < n && day[to] === day[from]) to += 1;
    const soFar = new Map<number, number>();
    for (const i of Array.from({ length: to - from }, (_, k) => from + k)
      .filter((k) => zimmer[k]! >= 0)
      .sort(
        (a, b) => since[a]! - since[b]! || (t.ids[places[a]!]! < t.ids[places[b]!]! ? -1 : 1),
      )) {
      const covered = soFar.get(zimmer[i]!) ?? 0;
      roomMinutes[i] = Math.max(0, end[i]! - Math.max(since[i]!, covered));
      soFar.set(zimmer[i]!, Math.max(covered, end[i]!));
    }
    from = to;
  }
  return {
    n,
    rawRows: places,
    day,
    behandler: pick('behandler'),
    zimmer,
    from: since,
    to: end,
    minutes,
    roomMinutes,
  };
}

/** A table by day, and the index of each raw row in it. */
interface OrderedTable<T extends Columns> {
  sequence: ColumnSequence<T>;
  placeOf: Int32Array;
  byPatient: RowGroups;
}
/** Inputs of the previous image of the same rows. */
interface SnapshotBasis {
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
const snapshotBases = new WeakMap<RawData, SnapshotBasis>(),
  workingHoursCache = new WeakMap<RawData, WorkingHours>();
/** Above this share of all rows a full rebuild is as fast. */
const MANY = 0.05;

/**
 * Raw rows that are new, changed, removed or of a changed person; undefined where they are too
 * many.
 */
function changedRows(
  changed: ReadonlySet<number>,
  patients: ReadonlySet<number>,
  { sequence, byPatient: noGroups }: OrderedTable<Columns & { rawRows: Int32Array }>,
): number[] | undefined {
  const all = new Set(changed),
    { rawRows } = sequence.current;
  for (const p of patients)
    if (p + 1 < noGroups.from.length)
      for (let g = noGroups.from[p]!; g < noGroups.from[p + 1]!; g += 1)
        all.add(rawRows[noGroups.rows[g]!]!);
  return all.size > MANY * rawRows.length + 1000 ? undefined : [...all].sort((a, b) => a - b);
}
/** Index of each raw row. */
function rowPlaces(rawRows: Int32Array, size: number): Int32Array {
  const placeOf = new Int32Array(size).fill(-1);
  for (let i = 0; i < rawRows.length; i += 1) placeOf[rawRows[i]!] = i;
  return placeOf;
}
interface FollowedRows {
  stretches: Stretches;
  /** Patients with added, changed or removed rows. */
  patients: number[];
}
/**
 * Merges changed rows into their table.
 * @param more the changed rows that count, by day; `comesBefore(i, j)`: whether row `i` of the old
 * table precedes row `j` of these
 */
function updateTable<T extends Columns & { rawRows: Int32Array; pat: Int32Array }>(
  orderedRows: OrderedTable<T>,
  changed: readonly number[],
  more: T,
  comesBefore: (old: T, i: number, j: number) => boolean,
  size: number,
  mayOverwrite: boolean,
): FollowedRows {
  const { sequence } = orderedRows,
    old = sequence.current,
    removed = changed
      .flatMap((raw) =>
        raw < orderedRows.placeOf.length && orderedRows.placeOf[raw]! >= 0
          ? [orderedRows.placeOf[raw]!]
          : [],
      )
      .sort((a, b) => a - b),
    previous = Array.from(more.rawRows, (_, j) =>
      partitionPoint(old.rawRows.length, (i) => comesBefore(old, i, j)),
    );
  const stretches = stretchesOf(old.rawRows.length, removed, previous),
    patients = [...removed.map((i) => old.pat[i]!), ...more.pat];
  for (const i of removed) orderedRows.placeOf[old.rawRows[i]!] = -1;
  const { rawRows } = sequence.sequence(more, stretches, mayOverwrite);
  if (orderedRows.placeOf.length < size) {
    const wider = new Int32Array(size + Math.ceil(size / 50)).fill(-1);
    wider.set(orderedRows.placeOf);
    orderedRows.placeOf = wider;
  }
  for (let i = unchangedUntil(stretches); i < rawRows.length; i += 1)
    orderedRows.placeOf[rawRows[i]!] = i;
  return { stretches, patients };
}

interface RowTables {
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
/**
 * Services and appointments, updated from the previous ones where little changed, else rebuilt.
 * Both ways yield identical cells.
 */
function rowsOf(
  rawRows: RawData,
  before: SnapshotBasis | undefined,
  mergedInto: Int32Array,
  mapping: GroupMapping,
  positionNumbers: ReturnType<typeof positionNumbersOf>,
  space: AlternatingColumns,
  mayOverwrite: boolean,
): RowTables {
  const {
      leistung: service,
      termin: appointment,
      patient,
      behandler,
      terminarten,
    } = rawRows.tables,
    changed = {
      leistung: service.takeChanges(),
      termin: appointment.takeChanges(),
      patient: patient.takeChanges(),
      behandler: behandler.takeChanges(),
      terminarten: terminarten.takeChanges(),
    };
  const isSameMerge = before?.mergedInto.every((to, at) => mergedInto[at] === to) === true,
    said = mappingName(mapping),
    noGroups = { from: new Int32Array(0), rows: new Int32Array(0) };
  const changedServices =
    before && isSameMerge && changed.leistung && changed.patient && changed.behandler?.size === 0
      ? changedRows(changed.leistung, changed.patient, before.services)
      : undefined;
  const changedAppointments =
    before &&
    isSameMerge &&
    changed.termin &&
    changed.patient &&
    changed.terminarten?.size === 0 &&
    before.mapping === said
      ? changedRows(changed.termin, changed.patient, before.appointments)
      : undefined;
  let serviceUpdate: FollowedRows | undefined,
    appointmentUpdate: FollowedRows | undefined,
    services = before?.services,
    appointments = before?.appointments;
  if (services && changedServices) {
    const more = servicesAt(
      rawRows,
      mergedInto,
      countingServices(rawRows, changedServices),
      positionNumbers,
    );
    serviceUpdate = updateTable(
      services,
      changedServices,
      more as ServiceColumns & Columns,
      (old, i, j) =>
        old.day[i]! < more.day[j]! ||
        (old.day[i] === more.day[j] && old.rawRows[i]! < more.rawRows[j]!),
      service.count,
      mayOverwrite,
    );
  } else {
    const all = servicesAt(
      rawRows,
      mergedInto,
      countingServices(rawRows),
      positionNumbers,
    ) as ServiceColumns & Columns;
    services = {
      sequence: new ColumnSequence(all),
      placeOf: rowPlaces(all.rawRows, service.count),
      byPatient: noGroups,
    };
  }
  if (appointments && changedAppointments) {
    const more = appointmentsAt(
        rawRows,
        mergedInto,
        mapping,
        standingAppointments(rawRows, changedAppointments),
      ),
      { ids } = appointment;
    appointmentUpdate = updateTable(
      appointments,
      changedAppointments,
      more as AppointmentColumns & Columns,
      (old, i, j) =>
        old.day[i]! < more.day[j]! ||
        (old.day[i] === more.day[j] &&
          (old.start[i]! < more.start[j]! ||
            (old.start[i] === more.start[j] && ids[old.rawRows[i]!]! < ids[more.rawRows[j]!]!))),
      appointment.count,
      mayOverwrite,
    );
  } else {
    const all = appointmentsAt(
      rawRows,
      mergedInto,
      mapping,
      standingAppointments(rawRows),
    ) as AppointmentColumns & Columns;
    appointments = {
      sequence: new ColumnSequence(all),
      placeOf: rowPlaces(all.rawRows, appointment.count),
      byPatient: noGroups,
    };
  }
  services.byPatient = groupRows(services.sequence.current.pat, patient.count, (n) =>
    space.take('L.nach', Int32Array, n),
  );
  appointments.byPatient = groupRows(appointments.sequence.current.pat, patient.count, (n) =>
    space.take('T.nach', Int32Array, n),
  );
  if (appointments.placeOf.length < appointment.count) {
    const wider = new Int32Array(appointment.count).fill(-1);
    wider.set(appointments.placeOf);
    appointments.placeOf = wider;
  }
  return {
    services,
    appointments,
    followed: serviceUpdate &&
      appointmentUpdate && {
        services: serviceUpdate,
        appointments: appointmentUpdate,
        changedAppointments: changed.termin!,
      },
  };
}
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
  const before = snapshotBases.get(rawRows),
    space = before?.space ?? new AlternatingColumns();
  space.beginTurn(mayOverwrite);
  const mergedInto = followMerges(rawRows),
    positionNumbers = positionNumbersOf(rawRows),
    {
      services: serviceTable,
      appointments: appointmentTable,
      followed,
    } = rowsOf(rawRows, before, mergedInto, mapping, positionNumbers, space, mayOverwrite),
    patients = rawRows.tables.patient.count;
  const currentServices = serviceTable.sequence.current,
    currentAppointments = appointmentTable.sequence.current,
    baseServices = {
      ...currentServices,
      n: currentServices.rawRows.length,
      byPatient: serviceTable.byPatient,
      positionNumbers: positionNumbers.positionNumbers,
    },
    baseAppointments = {
      ...currentAppointments,
      n: currentAppointments.rawRows.length,
      byPatient: appointmentTable.byPatient,
    };
  const visits =
    before && followed && before.today === today
      ? updateVisits(
          before.visits,
          baseServices,
          baseAppointments,
          patients,
          today,
          new Set(
            [...followed.services.patients, ...followed.appointments.patients].filter(
              (p) => p >= 0,
            ),
          ),
          followed.services.stretches,
          followed.appointments.stretches,
          space,
        )
      : buildVisits(baseServices, baseAppointments, patients, today);
  const services: Services = {
      ...baseServices,
      ...fromAppointment(
        rawRows,
        baseServices,
        baseAppointments,
        visits.keptAppointment,
        appointmentTable.placeOf,
        space,
      ),
      visit: visits.visitOfService,
    },
    appointments: Appointments = {
      ...baseAppointments,
      status: visits.status,
      visit: visits.visitOfAppointment,
    };
  const hours = rawRows.tables.arbeitszeit.takeChanges(),
    bills = rawRows.tables.rechnung.takeChanges(),
    workingHours =
      (hours?.size === 0 ? workingHoursCache.get(rawRows) : undefined) ??
      buildWorkingHours(rawRows);
  workingHoursCache.set(rawRows, workingHours);
  let datenBis = EMPTY,
    invoices: Invoices | undefined;
  if (services.n > 0) datenBis = Math.max(datenBis, services.day[services.n - 1]!);
  for (let i = appointments.n - 1; i >= 0 && appointments.day[i]! > datenBis; i -= 1)
    if (appointments.status[i] === STATUS.WAHRGENOMMEN) datenBis = appointments.day[i]!;
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
      return (invoices ??= buildInvoices(
        rawRows,
        baseServices.rechnung,
        baseServices.betrag,
        mergedInto,
      ));
    },
    dataUntil: datenBis,
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
    services: serviceTable,
    appointments: appointmentTable,
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
