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
  tag: Int32Array;
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
  besuch: Int32Array;
  byPatient: RowGroups;
  /** Distinct position numbers in their comparison form. */
  positionNumbers: WordList;
}
/** Every appointment that was not deleted, sorted by its day in Berlin. */
export interface Appointments {
  n: number;
  rawRows: Int32Array;
  tag: Int32Array;
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
  besuch: Int32Array;
  byPatient: RowGroups;
}
/**
 * Working hours of kind BEHANDLUNG, sorted by day. `minuten` of the row, `roomMinutes` those that
 * no earlier row of the same room and day covers.
 */
interface WorkingHours {
  n: number;
  rawRows: Int32Array;
  tag: Int32Array;
  behandler: Int32Array;
  zimmer: Int32Array;
  von: Int32Array;
  bis: Int32Array;
  minuten: Int32Array;
  roomMinutes: Int32Array;
}
export interface Snapshot {
  readonly rawRows: RawData;
  /** Day in Berlin at build time; the derived state of an appointment depends on it. */
  readonly heute: number;
  readonly L: Services;
  readonly T: Appointments;
  readonly A: WorkingHours;
  readonly B: Visits;
  readonly R: Invoices;
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
  /** Last day with a service or a kept appointment; LEER without one. */
  readonly datenBis: number;
}

export const S = Object.fromEntries(TERMIN_STATUS.map((word, at) => [word, at])) as Record<
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
  const { anzahl, spalten, rowState } = rawRows.tables.patient,
    into = spalten['zusammengefuehrtIn']!,
    mergedInto = new Int32Array(anzahl);
  const next = (at: number): number =>
    rowState[at] === LIVE && into[at]! >= 0 && rowState[into[at]!] === LIVE ? into[at]! : -1;
  for (let at = 0; at < anzahl; at += 1) {
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
    { rowState, spalten: c } = t,
    zaehlt: number[] = [],
    many = only?.length ?? t.anzahl;
  for (let k = 0; k < many; k += 1) {
    const at = only ? only[k]! : k;
    if (
      rowState[at] === LIVE &&
      c['storno']![at] !== 1 &&
      c['status']![at] !== SERVICE_PLANNED &&
      c['datum']![at] !== EMPTY
    )
      zaehlt.push(at);
  }
  const unsorted = Int32Array.from(zaehlt);
  return gather(unsorted, sortOrder(gather(i32(c['datum']), unsorted)));
}
/**
 * Position numbers in comparison form, and for each delivered spelling its index among them.
 * Numbers are written in many ways; the same position maps to one string.
 */
function positionNumbersOf(rawRows: RawData): { positionNumbers: WordList; normal: number[] } {
  const positionNumbers: WordList = { liste: [], nach: new Map() };
  const wort = (text: string): number => {
    let code = positionNumbers.nach.get(text);
    if (code === undefined) {
      positionNumbers.nach.set(text, (code = positionNumbers.liste.length));
      positionNumbers.liste.push(text);
    }
    return code;
  };
  return {
    positionNumbers,
    normal: rawRows.tables.leistung.wordLists['nr']!.liste.map((text) =>
      wort(normalizedNumber(text)),
    ),
  };
}
type ServiceColumns = Omit<
  Services,
  'n' | 'termin' | 'terminart' | 'stichwort' | 'besuch' | 'byPatient' | 'positionNumbers'
>;
/** Columns of given services in their order; no value depends on another service. */
function servicesAt(
  rawRows: RawData,
  mergedInto: Int32Array,
  places: Int32Array,
  { positionNumbers, normal }: ReturnType<typeof positionNumbersOf>,
): ServiceColumns {
  const t = rawRows.tables.leistung,
    { spalten: c } = t,
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
    grund = pick32('faktorgrund'),
    hasReason = new Int8Array(n);
  const areaByPosition = new Map<number, number>(),
    patientInsurance = rawRows.tables.patient.spalten['versicherung']!,
    patientState = rawRows.tables.patient.rowState,
    leer = t.wordLists['faktorgrund']!.nach.get('');
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
                positionNumbers.liste[nr[i]!] ?? '',
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
    hasReason[i] = grund[i]! >= 0 && grund[i] !== leer ? 1 : 0;
  }
  // A practitioner without a stamp bills under their own.
  const stempel = pick32('stempel'),
    behandler = pick32('behandler'),
    stampOfPractitioner = rawRows.tables.behandler.spalten['stempel']!;
  for (let i = 0; i < n; i += 1)
    if (stempel[i]! < 0 && behandler[i]! >= 0) stempel[i] = stampOfPractitioner[behandler[i]!]!;
  return {
    rawRows: places,
    tag: pick32('datum'),
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
  readonly stichworte?: readonly KeywordPattern[];
}
const NONE_GIVEN: GroupMapping = { rowGroups: new Map() };
/** Key of a mapping: mappings with the same key are equal. */
export const mappingName = ({ rowGroups, stichworte = [] }: GroupMapping): string =>
  JSON.stringify([[...rowGroups], stichworte.map(({ muster, gruppe }) => [muster, gruppe])]);
/**
 * Returns the standard group of each appointment type: by the practice's mapping, else as
 * delivered; -1 without one.
 */
const groupsOfTypes = (
  {
    tables: {
      terminarten: { anzahl, ids, spalten },
    },
  }: RawData,
  { rowGroups }: GroupMapping,
): Int8Array =>
  Int8Array.from({ length: anzahl }, (_, at) => {
    const own = rowGroups.get(ids[at]!);
    return own === undefined
      ? spalten['standardgruppe']![at]!
      : (GROUP[own as keyof typeof GROUP] ?? -1);
  });

/** Returns the standard group of the keywords at an index of their column; each is matched once. */
function groupOfKeywordText(
  rawRows: RawData,
  muster: readonly KeywordPattern[],
): (code: number) => number {
  const { liste } = rawRows.tables.termin.wordLists['stichworte']!,
    first = firstPatternOf(muster),
    known = new Map<number, number>();
  return (code) => {
    if (code < 0 || muster.length === 0) return -1;
    let found = known.get(code);
    if (found === undefined) {
      const at = first(liste[code]!);
      known.set(code, (found = at < 0 ? -1 : GROUP[muster[at]!.gruppe]));
    }
    return found;
  };
}

type AppointmentColumns = Omit<Appointments, 'n' | 'besuch' | 'byPatient'>;
/**
 * Raw appointments that were not deleted, from all or from given rows, with their days: by day,
 * then by time, so that the order does not depend on the delivery order.
 */
function standingAppointments(
  rawRows: RawData,
  only?: readonly number[],
): { places: Int32Array; tage: Int32Array } {
  const t = rawRows.tables.termin,
    { rowState, spalten: c } = t,
    zaehlt: number[] = [],
    tage: number[] = [],
    many = only?.length ?? t.anzahl;
  for (let k = 0; k < many; k += 1) {
    const at = only ? only[k]! : k;
    if (rowState[at] === LIVE && !Number.isNaN(c['start']![at]!)) {
      zaehlt.push(at);
      tage.push(berlinDay(c['start']![at]!));
    }
  }
  const unsorted = Int32Array.from(zaehlt),
    days = Int32Array.from(tage),
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
  return { places: gather(unsorted, order), tage: gather(days, order) };
}
/** Columns of given appointments in their order; no value depends on another appointment. */
function appointmentsAt(
  rawRows: RawData,
  mergedInto: Int32Array,
  mapping: GroupMapping,
  { places: rawPlaces, tage }: ReturnType<typeof standingAppointments>,
): AppointmentColumns {
  const t = rawRows.tables.termin,
    { spalten: c } = t,
    n = rawPlaces.length;
  const pick32 = (name: string): Int32Array => gather(i32(c[name]), rawPlaces),
    pick8 = (name: string): Int8Array => gather(i8(c[name]), rawPlaces),
    pick64 = (name: string): Float64Array => gather(f64(c[name]), rawPlaces);
  const pat = pick32('patid'),
    start = pick64('start'),
    minute = new Int32Array(n),
    terminart = pick32('terminart'),
    gruppe = new Int8Array(n),
    versicherung = new Int8Array(n).fill(-1),
    status = pick8('status'),
    absage = pick64('absageAm'),
    statusAm = pick64('statusAm'),
    dauer = pick32('dauerMin');
  const groupByType = groupsOfTypes(rawRows, mapping),
    stichworte = c['stichworte']!,
    groupOfKeywords = groupOfKeywordText(rawRows, mapping.stichworte ?? []),
    stichwort = new Int8Array(n).fill(-1);
  const patientInsurance = rawRows.tables.patient.spalten['versicherung']!,
    patientState = rawRows.tables.patient.rowState;
  for (let i = 0; i < n; i += 1) {
    minute[i] = berlinMinute(start[i]!);
    if (pat[i]! >= 0) pat[i] = mergedInto[pat[i]!]!;
    if (pat[i]! >= 0 && patientState[pat[i]!] === LIVE)
      versicherung[i] = patientInsurance[pat[i]!]!;
    const art = terminart[i]! < 0 ? -1 : groupByType[terminart[i]!]!;
    if (art < 0) stichwort[i] = groupOfKeywords(stichworte[rawPlaces[i]!]!);
    gruppe[i] = art >= 0 ? art : stichwort[i]! >= 0 ? stichwort[i]! : GROUP.SONSTIGE;
    if (dauer[i] === EMPTY) dauer[i] = 0;
    if (
      Number.isNaN(absage[i]) &&
      (status[i] === S.ABGESAGT_PATIENT ||
        status[i] === S.ABGESAGT_PRAXIS ||
        status[i] === S.VERSCHOBEN)
    )
      absage[i] = statusAm[i]!;
  }
  return {
    rawRows: rawPlaces,
    tag: tage,
    minute,
    start,
    pat,
    behandler: pick32('behandler'),
    zimmer: pick32('zimmer'),
    terminart,
    gruppe,
    stichwort,
    dauer,
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
    c = t.spalten,
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
  const tag = pick('datum'),
    zimmer = pick('zimmer'),
    von = pick('von'),
    bis = pick('bis'),
    minuten = bis.map((end, i) => end - von[i]!),
    roomMinutes = new Int32Array(n);
  for (let from = 0; from < n;) {
    let to = from;
    while (to < n && tag[to] === tag[from]) to += 1;
    const soFar = new Map<number, number>();
    for (const i of Array.from({ length: to - from }, (_, k) => from + k)
      .filter((k) => zimmer[k]! >= 0)
      .sort((a, b) => von[a]! - von[b]! || (t.ids[places[a]!]! < t.ids[places[b]!]! ? -1 : 1))) {
      const covered = soFar.get(zimmer[i]!) ?? 0;
      roomMinutes[i] = Math.max(0, bis[i]! - Math.max(von[i]!, covered));
      soFar.set(zimmer[i]!, Math.max(covered, bis[i]!));
    }
    from = to;
  }
  return {
    n,
    rawRows: places,
    tag,
    behandler: pick('behandler'),
    zimmer,
    von,
    bis,
    minuten,
    roomMinutes,
  };
}

/** A table by day, and the index of each raw row in it. */
interface OrderedTable<T extends Columns> {
  sequence: ColumnSequence<T>;
  ort: Int32Array;
  nach: RowGroups;
}
/** Inputs of the previous image of the same rows. */
interface SnapshotBasis {
  L: OrderedTable<ServiceColumns & Columns>;
  T: OrderedTable<AppointmentColumns & Columns>;
  mergedInto: Int32Array;
  mapping: string;
  heute: number;
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
  patienten: ReadonlySet<number>,
  { sequence, nach }: OrderedTable<Columns & { rawRows: Int32Array }>,
): number[] | undefined {
  const all = new Set(changed),
    { rawRows } = sequence.jetzt;
  for (const p of patienten)
    if (p + 1 < nach.from.length)
      for (let g = nach.from[p]!; g < nach.from[p + 1]!; g += 1) all.add(rawRows[nach.rows[g]!]!);
  return all.size > MANY * rawRows.length + 1000 ? undefined : [...all].sort((a, b) => a - b);
}
/** Index of each raw row. */
function rowPlaces(rawRows: Int32Array, size: number): Int32Array {
  const ort = new Int32Array(size).fill(-1);
  for (let i = 0; i < rawRows.length; i += 1) ort[rawRows[i]!] = i;
  return ort;
}
interface FollowedRows {
  stretches: Stretches;
  /** Patients with added, changed or removed rows. */
  wer: number[];
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
  comesBefore: (alt: T, i: number, j: number) => boolean,
  size: number,
  mayOverwrite: boolean,
): FollowedRows {
  const { sequence } = orderedRows,
    alt = sequence.jetzt,
    weg = changed
      .flatMap((raw) =>
        raw < orderedRows.ort.length && orderedRows.ort[raw]! >= 0 ? [orderedRows.ort[raw]!] : [],
      )
      .sort((a, b) => a - b),
    previous = Array.from(more.rawRows, (_, j) =>
      partitionPoint(alt.rawRows.length, (i) => comesBefore(alt, i, j)),
    );
  const stretches = stretchesOf(alt.rawRows.length, weg, previous),
    wer = [...weg.map((i) => alt.pat[i]!), ...more.pat];
  for (const i of weg) orderedRows.ort[alt.rawRows[i]!] = -1;
  const { rawRows } = sequence.sequence(more, stretches, mayOverwrite);
  if (orderedRows.ort.length < size) {
    const wider = new Int32Array(size + Math.ceil(size / 50)).fill(-1);
    wider.set(orderedRows.ort);
    orderedRows.ort = wider;
  }
  for (let i = unchangedUntil(stretches); i < rawRows.length; i += 1)
    orderedRows.ort[rawRows[i]!] = i;
  return { stretches, wer };
}

interface RowTables {
  L: OrderedTable<ServiceColumns & Columns>;
  T: OrderedTable<AppointmentColumns & Columns>;
  /**
   * Set for both where they were updated incrementally; `termine`: raw appointments that changed.
   */ followed: { L: FollowedRows; T: FollowedRows; termine: ReadonlySet<number> } | undefined;
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
  const { leistung, termin, patient, behandler, terminarten } = rawRows.tables,
    changed = {
      leistung: leistung.seither(),
      termin: termin.seither(),
      patient: patient.seither(),
      behandler: behandler.seither(),
      terminarten: terminarten.seither(),
    };
  const isSameMerge = before?.mergedInto.every((to, at) => mergedInto[at] === to) === true,
    said = mappingName(mapping),
    nach = { from: new Int32Array(0), rows: new Int32Array(0) };
  const changedServices =
    before && isSameMerge && changed.leistung && changed.patient && changed.behandler?.size === 0
      ? changedRows(changed.leistung, changed.patient, before.L)
      : undefined;
  const changedAppointments =
    before &&
    isSameMerge &&
    changed.termin &&
    changed.patient &&
    changed.terminarten?.size === 0 &&
    before.mapping === said
      ? changedRows(changed.termin, changed.patient, before.T)
      : undefined;
  let serviceUpdate: FollowedRows | undefined,
    appointmentUpdate: FollowedRows | undefined,
    L = before?.L,
    T = before?.T;
  if (L && changedServices) {
    const more = servicesAt(
      rawRows,
      mergedInto,
      countingServices(rawRows, changedServices),
      positionNumbers,
    );
    serviceUpdate = updateTable(
      L,
      changedServices,
      more as ServiceColumns & Columns,
      (alt, i, j) =>
        alt.tag[i]! < more.tag[j]! ||
        (alt.tag[i] === more.tag[j] && alt.rawRows[i]! < more.rawRows[j]!),
      leistung.anzahl,
      mayOverwrite,
    );
  } else {
    const all = servicesAt(
      rawRows,
      mergedInto,
      countingServices(rawRows),
      positionNumbers,
    ) as ServiceColumns & Columns;
    L = { sequence: new ColumnSequence(all), ort: rowPlaces(all.rawRows, leistung.anzahl), nach };
  }
  if (T && changedAppointments) {
    const more = appointmentsAt(
        rawRows,
        mergedInto,
        mapping,
        standingAppointments(rawRows, changedAppointments),
      ),
      { ids } = termin;
    appointmentUpdate = updateTable(
      T,
      changedAppointments,
      more as AppointmentColumns & Columns,
      (alt, i, j) =>
        alt.tag[i]! < more.tag[j]! ||
        (alt.tag[i] === more.tag[j] &&
          (alt.start[i]! < more.start[j]! ||
            (alt.start[i] === more.start[j] && ids[alt.rawRows[i]!]! < ids[more.rawRows[j]!]!))),
      termin.anzahl,
      mayOverwrite,
    );
  } else {
    const all = appointmentsAt(
      rawRows,
      mergedInto,
      mapping,
      standingAppointments(rawRows),
    ) as AppointmentColumns & Columns;
    T = { sequence: new ColumnSequence(all), ort: rowPlaces(all.rawRows, termin.anzahl), nach };
  }
  L.nach = groupRows(L.sequence.jetzt.pat, patient.anzahl, (n) =>
    space.take('L.nach', Int32Array, n),
  );
  T.nach = groupRows(T.sequence.jetzt.pat, patient.anzahl, (n) =>
    space.take('T.nach', Int32Array, n),
  );
  if (T.ort.length < termin.anzahl) {
    const wider = new Int32Array(termin.anzahl).fill(-1);
    wider.set(T.ort);
    T.ort = wider;
  }
  return {
    L,
    T,
    followed: serviceUpdate &&
      appointmentUpdate && { L: serviceUpdate, T: appointmentUpdate, termine: changed.termin! },
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
  heute: number,
  mapping: GroupMapping = NONE_GIVEN,
  mayOverwrite = false,
): Snapshot {
  const before = snapshotBases.get(rawRows),
    space = before?.space ?? new AlternatingColumns();
  space.beginTurn(mayOverwrite);
  const mergedInto = followMerges(rawRows),
    positionNumbers = positionNumbersOf(rawRows),
    {
      L: serviceTable,
      T: appointmentTable,
      followed,
    } = rowsOf(rawRows, before, mergedInto, mapping, positionNumbers, space, mayOverwrite),
    patienten = rawRows.tables.patient.anzahl;
  const currentServices = serviceTable.sequence.jetzt,
    currentAppointments = appointmentTable.sequence.jetzt,
    baseServices = {
      ...currentServices,
      n: currentServices.rawRows.length,
      byPatient: serviceTable.nach,
      positionNumbers: positionNumbers.positionNumbers,
    },
    baseAppointments = {
      ...currentAppointments,
      n: currentAppointments.rawRows.length,
      byPatient: appointmentTable.nach,
    };
  const visits =
    before && followed && before.heute === heute
      ? updateVisits(
          before.visits,
          baseServices,
          baseAppointments,
          patienten,
          heute,
          new Set([...followed.L.wer, ...followed.T.wer].filter((p) => p >= 0)),
          followed.L.stretches,
          followed.T.stretches,
          space,
        )
      : buildVisits(baseServices, baseAppointments, patienten, heute);
  const L: Services = {
      ...baseServices,
      ...fromAppointment(
        rawRows,
        baseServices,
        baseAppointments,
        visits.keptAppointment,
        appointmentTable.ort,
        space,
      ),
      besuch: visits.visitOfService,
    },
    T: Appointments = {
      ...baseAppointments,
      status: visits.status,
      besuch: visits.visitOfAppointment,
    };
  const hours = rawRows.tables.arbeitszeit.seither(),
    bills = rawRows.tables.rechnung.seither(),
    A =
      (hours?.size === 0 ? workingHoursCache.get(rawRows) : undefined) ??
      buildWorkingHours(rawRows);
  workingHoursCache.set(rawRows, A);
  let datenBis = EMPTY,
    R: Invoices | undefined;
  if (L.n > 0) datenBis = Math.max(datenBis, L.tag[L.n - 1]!);
  for (let i = T.n - 1; i >= 0 && T.tag[i]! > datenBis; i -= 1)
    if (T.status[i] === S.WAHRGENOMMEN) datenBis = T.tag[i]!;
  // Only reports need bills and lists, so proposals do not wait for them.
  const snapshot: Snapshot = {
    rawRows,
    heute,
    mergedInto,
    groupByType: groupsOfTypes(rawRows, mapping),
    hasKeywords: (mapping.stichworte ?? []).length > 0,
    L,
    T,
    B: visits.B,
    A,
    get R() {
      return (R ??= buildInvoices(rawRows, baseServices.rechnung, baseServices.betrag, mergedInto));
    },
    datenBis,
    live: liveRowsOf(rawRows, mergedInto),
  };
  const succession =
    before && followed && hours && bills && before.heute === heute
      ? {
          previous: before.snapshot,
          wer: new Set([...followed.L.wer, ...followed.T.wer]),
          termine: followed.termine,
          rechnungen: bills,
          workingHours: hours,
        }
      : undefined;
  snapshotBases.set(rawRows, {
    L: serviceTable,
    T: appointmentTable,
    mergedInto,
    mapping: mappingName(mapping),
    heute,
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
  void snapshot.R;
  for (const entity of LIVE_TABLES) void snapshot.live[entity];
}
