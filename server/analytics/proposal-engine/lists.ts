// Lists of proposals: filtered, sorted, paginated; and the day of one proposal.

import { findPosition } from '../../../catalog/find-position.ts';
import type {
  DaySheetData,
  Proposals as Antwort,
  ProposalsQuery,
  ProposalProgress,
  ProposalSort,
} from '../../../shared/analytics/billing/proposals.schema.ts';
import {
  SERVICE_AREAS,
  GEBUEHREN,
  KOSTENTRAEGER,
  VERSICHERUNG,
} from '../../../shared/analytics/deliveries/pvs-words.ts';
import type { Proposals as ProposalCache } from './findings-cache.ts';
import { EMPTY, plusMonths, dayText, dayNumberOf } from '../snapshot/calendar.ts';
import { entityName, patientNameOf } from '../reports/report-kind.ts';
import { clockTime } from '../reports/today/day-frame.ts';

import { isMeantBy } from '../../../shared/desk/patient.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import type { ProposalSource } from './store.ts';
import { toProposal, birthDateOf, sumOfRows } from './wire.ts';
import { waitingRows, rowsOf } from './rows.ts';
import { areaOfFinding } from './filing-of.ts';
import { type Surroundings } from './surroundings.ts';
import { type Row } from './row.ts';

/** Digits of cents in a key: keys are compared as text. */
const CENT_DIGITS = 12;
/** Folds a name for its place in the alphabet. */
const folded = (name: string): string =>
  name.toLocaleLowerCase('de').replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
/** The first part of a key, and whether it and the day run downwards. */
const ORDERS: Readonly<
  Record<
    ProposalSort | 'neu',
    { of: (snapshot: Snapshot, z: Row) => string; down: [boolean, boolean] }
  >
> = {
  neu: { of: () => '', down: [false, true] },
  alt: { of: () => '', down: [false, false] },
  wert: {
    of: (_, z) => String(Math.max(0, z.finding.cents)).padStart(CENT_DIGITS, '0'),
    down: [true, true],
  },
  name: { of: (snapshot, z) => folded(patientNameOf(snapshot, z.pat)), down: [false, true] },
};
type Order = (typeof ORDERS)[ProposalSort | 'neu'];
/** The order's own part, then the day; within a day by person, rule and tooth. */
const keyOf = (snapshot: Snapshot, { of }: Order, z: Row): readonly string[] => [
  of(snapshot, z),
  z.finding.tag,
  z.finding.patid,
  z.finding.regel,
  z.finding.zahn,
];
function compareKeys(a: readonly string[], b: readonly string[], { down }: Order): number {
  for (let at = 0; at < a.length; at += 1)
    if (a[at] !== b[at]) return (a[at]! < b[at]! ? -1 : 1) * (down[at] === true ? -1 : 1);
  return 0;
}
const KEY_PARTS = 5;
const cursorOf = (key: readonly string[]): string => key.map(encodeURIComponent).join('|');
function parseCursor(cursor: string): string[] | null {
  try {
    const parts = cursor.split('|').map(decodeURIComponent);
    return parts.length === KEY_PARTS ? parts : null;
  } catch {
    return null;
  }
}
/** Returns the page after a cursor; an invalid cursor starts from the beginning. */
function pageOf(
  snapshot: Snapshot,
  rows: readonly Row[],
  cursor: string | undefined,
  n: number,
  sort: ProposalSort | 'neu' = 'neu',
): { part: Row[]; next: string | null } {
  const order = ORDERS[sort],
    after = cursor === undefined ? null : parseCursor(cursor),
    ordered = rows
      .map((z) => ({ z, key: keyOf(snapshot, order, z) }))
      .filter((one) => after === null || compareKeys(one.key, after, order) > 0)
      .sort((a, b) => compareKeys(a.key, b.key, order)),
    part = ordered.slice(0, n);
  return {
    part: part.map((one) => one.z),
    next: ordered.length > n ? cursorOf(part.at(-1)!.key) : null,
  };
}
const matches = (q: ProposalsQuery, z: Row): boolean =>
  (q.art.length === 0 ? z.finding.art === 'VERGESSEN' : q.art.includes(z.finding.art)) &&
  (q.behandler === undefined || z.finding.behandler === q.behandler) &&
  (q.bereich.length === 0 || q.bereich.includes(areaOfFinding(z.finding))) &&
  (q.regel === undefined || z.finding.regel === q.regel) &&
  (q.label === undefined || z.labels.includes(q.label));

/** Checks whether a proposal is one of a searched person. */
function isOfPerson(snapshot: Snapshot, typed: string | undefined, { pat, finding }: Row): boolean {
  if (typed === undefined || typed === '') return true;
  const t = snapshot.rawRows.tables.patient;
  return pat < 0
    ? isMeantBy(typed, finding.patid, {})
    : isMeantBy(typed, t.ids[pat]!, {
        firstName: t.text('vorname', pat),
        lastName: t.text('nachname', pat),
      });
}

/** Inputs of a question: findings with their image, the source of decisions, the practice. */
export interface ProposalView {
  u: Surroundings;
  source: ProposalSource;
  cid: string;
  today: string;
  progress: ProposalProgress;
}

/** Inputs of an answer about a practice. */
export interface Asked {
  readonly proposals: ProposalCache;
  readonly cid: string;
  readonly now: number;
  /** The current day. */
  readonly today: string;
  /** Numbers of locked records: they are in no list; sums of the practice stay correct. */
  readonly lockedIds: readonly string[];
  /** Returns the current proposals without these records. */
  readonly viewOf: (without?: readonly string[]) => Promise<ProposalView>;
}
export async function list(
  { u, source, cid, today, progress }: ProposalView,
  q: ProposalsQuery,
): Promise<Antwort> {
  const { snapshot, stand: state } = {
      snapshot: u.proposals.state.snapshot,
      stand: u.proposals.state.asOf,
    },
    to = q.bis ?? today,
    from = q.von ?? dayText(plusMonths(dayNumberOf(to), -12) + 1);
  const pat =
    q.patid === undefined ? undefined : snapshot.rawRows.tables.patient.slotById.get(q.patid);
  // A patient who was never delivered has no proposals; -2 is an unused index.
  const all = await rowsOf(u, source, cid, from, to, {
      patients:
        q.patid === undefined
          ? undefined
          : new Set(pat === undefined ? [] : [snapshot.mergedInto[pat]!]),
    }),
    chosen = all.filter((z) => matches(q, z) && isOfPerson(snapshot, q.q, z));
  const states = q.state.length === 0 ? ['NEU'] : q.state,
    found = chosen.filter((z) => states.includes(z.state)),
    open = chosen.filter((z) => z.state === 'NEU'),
    { part, next: further } = pageOf(snapshot, found, q.cursor, q.n, q.sort),
    out = new Map<string, Row[]>();
  for (const z of open)
    if (z.filing) {
      const key = `${z.filing.zeitraum} ${z.filing.bereich}`,
        list = out.get(key);
      if (list) list.push(z);
      else out.set(key, [z]);
    }
  const waiting = (await waitingRows(u, source, cid)).filter((z) => z.state === 'VORGEMERKT');
  return {
    stand: state,
    datenBis: snapshot.dataUntil === EMPTY ? null : dayText(snapshot.dataUntil),
    von: from,
    bis: to,
    fortschritt: progress,
    gefunden: sumOfRows(found),
    offen: sumOfRows(open),
    verfaellt: [...out.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, list]) => ({ ...list[0]!.filing!, ...sumOfRows(list) })),
    vorgemerkt: sumOfRows(waiting),
    items: part.map((z) => toProposal(snapshot, z)),
    weiter: further,
  };
}
export async function listRejected(
  { u, source, cid }: ProposalView,
  from: string,
  to: string,
  cursor: string | undefined,
  n: number,
) {
  const found = (await rowsOf(u, source, cid, from, to)).filter((z) => z.state === 'ABGELEHNT'),
    { part, next: further } = pageOf(u.proposals.state.snapshot, found, cursor, n);
  return {
    gefunden: sumOfRows(found),
    items: part.map((z) => toProposal(u.proposals.state.snapshot, z)),
    weiter: further,
  };
}

const HISTORY_MONTHS = 24;
/** Reads the day of a proposal; null where no such patient was delivered. */
export async function readDaySheet(
  { u, source, cid }: ProposalView,
  patid: string,
  dayNumber: string,
): Promise<(Omit<DaySheetData, 'entscheidungen'> & { patids: string[] }) | null> {
  const { snapshot } = u.proposals.state,
    { rawRows, services: allServices, appointments: allAppointments } = snapshot,
    place = rawRows.tables.patient.slotById.get(patid);
  if (
    place === undefined ||
    rawRows.tables.patient.rowState[snapshot.mergedInto[place]!] !== 1 ||
    u.lockedRecords.has(snapshot.mergedInto[place]!)
  )
    return null;
  const pat = snapshot.mergedInto[place]!,
    day = dayNumberOf(dayNumber),
    service = rawRows.tables.leistung,
    own = allServices.byPatient.rows.subarray(
      allServices.byPatient.from[pat],
      allServices.byPatient.from[pat + 1],
    ),
    services: DaySheetData['leistungen'] = [],
    timeline: DaySheetData['verlauf'] = [];
  const short = (i: number) => ({
    system: GEBUEHREN[allServices.system[i]!] ?? 'EIGEN',
    nr: service.text('nr', allServices.rawRows[i]!),
    zahn: service.text('zahn', allServices.rawRows[i]!),
    menge: allServices.menge[i] === EMPTY ? 1 : allServices.menge[i]!,
    cents: Math.round(allServices.betrag[i]!),
  });
  const first = plusMonths(day, -HISTORY_MONTHS);
  for (let g = own.length - 1; g >= 0 && allServices.day[own[g]!]! >= first; g -= 1) {
    const i = own[g]!;
    if (allServices.day[i] === day) {
      const one = short(i);
      services.unshift({
        ...one,
        bezeichnung: findPosition(one.system, one.nr, dayNumber)?.text ?? '',
        flaechen: service.text('flaechen', allServices.rawRows[i]!),
        faktor: allServices.faktor[i] === EMPTY ? null : allServices.faktor[i]!,
        behandler: entityName(snapshot, 'behandler', allServices.behandler[i]!),
        bereich: SERVICE_AREAS[allServices.bereich[i]!] ?? 'SONSTIGE',
        traeger: KOSTENTRAEGER[allServices.traeger[i]!] ?? '',
      });
    } else if (allServices.day[i]! < day) {
      const text = dayText(allServices.day[i]!),
        last = timeline.at(-1);
      if (last?.tag === text) last.leistungen.unshift(short(i));
      else timeline.push({ tag: text, leistungen: [short(i)] });
    }
  }
  const appointments: DaySheetData['termine'] = [],
    notes = rawRows.tables.tagesnotiz,
    noteLines: DaySheetData['notizen'] = [];
  for (
    let i = lowerBound(allAppointments.day, day);
    i < allAppointments.n && allAppointments.day[i] === day;
    i += 1
  )
    if (allAppointments.pat[i] === pat)
      appointments.push({
        zeit: clockTime(allAppointments.minute[i]!),
        dauer: allAppointments.dauer[i]!,
        art: entityName(snapshot, 'terminarten', allAppointments.terminart[i]!),
        behandler: entityName(snapshot, 'behandler', allAppointments.behandler[i]!),
      });
  for (let at = 0; at < notes.count; at += 1) {
    const who = notes.columns['patid']![at]!;
    if (
      notes.rowState[at] === 1 &&
      notes.columns['datum']![at] === day &&
      who >= 0 &&
      snapshot.mergedInto[who] === pat
    )
      noteLines.push({
        text: notes.text('text', at),
        behandler: entityName(snapshot, 'behandler', notes.columns['behandler']![at]!),
      });
  }
  const patient = rawRows.tables.patient,
    all = await rowsOf(u, source, cid, dayNumber, dayNumber, { patients: new Set([pat]) });
  return {
    patid: patient.ids[pat]!,
    tag: dayNumber,
    name: patientNameOf(snapshot, pat),
    geburtsdatum: birthDateOf(snapshot, pat),
    versicherung: VERSICHERUNG[patient.columns['versicherung']![pat]!] ?? '',
    kasse: patient.text('kasse', pat),
    termine: appointments,
    leistungen: services,
    notizen: noteLines,
    verlauf: timeline,
    vorschlaege: pageOf(snapshot, all, undefined, 500).part.map((z) => toProposal(snapshot, z)),
    // All numbers of this record: decisions may be stored under each.
    patids: [...patient.ids.keys()]
      .filter((at) => snapshot.mergedInto[at] === pat)
      .map((at) => patient.ids[at]!),
  };
}
