// Lists of proposals: filtered, sorted, paginated; and the day of one proposal.

import { findPosition } from '../../../catalog/find-position.ts';
import type {
  DaySheetData,
  Proposals as Antwort,
  ProposalsQuery,
} from '../../../shared/analytics/billing/billing.schema.ts';
import {
  SERVICE_AREAS,
  GEBUEHREN,
  KOSTENTRAEGER,
  VERSICHERUNG,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { EMPTY, plusMonths, dayText, dayNumberOf } from '../snapshot/calendar.ts';
import { entityName, patientNameOf } from '../reports/report-kind.ts';
import { uhrzeit } from '../reports/today.ts';
import type { ProposalProgress } from '../../../shared/analytics/billing/billing.schema.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import type { ProposalSource } from './store.ts';
import { toProposal, birthDateOf, summe } from './wire.ts';
import { areaOfFinding, waitingRows, rowsOf, type Surroundings, type Row } from './rows.ts';

/** Newest day first; within a day by person, rule and tooth. */
const orderOf = (z: Row): readonly string[] => [
  z.fund.tag,
  z.fund.patid,
  z.fund.regel,
  z.fund.zahn,
];
function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < a.length; at += 1)
    if (a[at] !== b[at]) return (a[at]! < b[at]! ? -1 : 1) * (at === 0 ? -1 : 1);
  return 0;
}
const cursorOf = (key: readonly string[]): string => key.map(encodeURIComponent).join('|');
function parseCursor(cursor: string): string[] | null {
  try {
    const parts = cursor.split('|').map(decodeURIComponent);
    return parts.length === 4 ? parts : null;
  } catch {
    return null;
  }
}
/** Returns the page after a cursor; an invalid cursor starts from the beginning. */
function seite(
  zeilen: readonly Row[],
  cursor: string | undefined,
  n: number,
): { teil: Row[]; weiter: string | null } {
  const after = cursor === undefined ? null : parseCursor(cursor),
    ordered = zeilen
      .map((z) => ({ z, key: orderOf(z) }))
      .filter((one) => after === null || compareKeys(one.key, after) > 0)
      .sort((a, b) => compareKeys(a.key, b.key)),
    part = ordered.slice(0, n);
  return {
    teil: part.map((one) => one.z),
    weiter: ordered.length > n ? cursorOf(part.at(-1)!.key) : null,
  };
}
const matches = (q: ProposalsQuery, z: Row): boolean =>
  (q.art.length === 0 ? z.fund.art === 'VERGESSEN' : q.art.includes(z.fund.art)) &&
  (q.behandler === undefined || z.fund.behandler === q.behandler) &&
  (q.bereich.length === 0 || q.bereich.includes(areaOfFinding(z.fund))) &&
  (q.regel === undefined || z.fund.regel === q.regel) &&
  (q.label === undefined || z.labels.includes(q.label));

/** Inputs of a question: findings with their image, the source of decisions, the practice. */
export interface ProposalView {
  u: Surroundings;
  quelle: ProposalSource;
  cid: string;
  heute: string;
  fortschritt: ProposalProgress;
}
export async function liste(
  { u, quelle, cid, heute, fortschritt }: ProposalView,
  q: ProposalsQuery,
): Promise<Antwort> {
  const { snapshot, stand } = { snapshot: u.v.stand.snapshot, stand: u.v.stand.stand },
    bis = q.bis ?? heute,
    von = q.von ?? dayText(plusMonths(dayNumberOf(bis), -12) + 1);
  const pat = q.patid === undefined ? undefined : snapshot.rawRows.tables.patient.nach.get(q.patid);
  // A patient who was never delivered has no proposals; -2 is an unused index.
  const all = await rowsOf(u, quelle, cid, von, bis, {
      patienten:
        q.patid === undefined
          ? undefined
          : new Set(pat === undefined ? [] : [snapshot.mergedInto[pat]!]),
    }),
    chosen = all.filter((z) => matches(q, z));
  const states = q.state.length === 0 ? ['NEU'] : q.state,
    found = chosen.filter((z) => states.includes(z.state)),
    open = chosen.filter((z) => z.state === 'NEU'),
    { teil, weiter } = seite(found, q.cursor, q.n),
    out = new Map<string, Row[]>();
  for (const z of open)
    if (z.verfaelltMit) {
      const key = `${z.verfaelltMit.zeitraum} ${z.verfaelltMit.bereich}`,
        list = out.get(key);
      if (list) list.push(z);
      else out.set(key, [z]);
    }
  const waiting = (await waitingRows(u, quelle, cid)).filter((z) => z.state === 'VORGEMERKT');
  return {
    stand,
    datenBis: snapshot.datenBis === EMPTY ? null : dayText(snapshot.datenBis),
    von,
    bis,
    fortschritt,
    gefunden: summe(found),
    offen: summe(open),
    verfaellt: [...out.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, list]) => ({ ...list[0]!.verfaelltMit!, ...summe(list) })),
    vorgemerkt: summe(waiting),
    items: teil.map((z) => toProposal(snapshot, z)),
    weiter,
  };
}
export async function abgelehnte(
  { u, quelle, cid }: ProposalView,
  von: string,
  bis: string,
  cursor: string | undefined,
  n: number,
) {
  const found = (await rowsOf(u, quelle, cid, von, bis)).filter((z) => z.state === 'ABGELEHNT'),
    { teil, weiter } = seite(found, cursor, n);
  return {
    gefunden: summe(found),
    items: teil.map((z) => toProposal(u.v.stand.snapshot, z)),
    weiter,
  };
}

const HISTORY_MONTHS = 24;
/** Null where no such patient was delivered. */
export async function tagesblatt(
  { u, quelle, cid }: ProposalView,
  patid: string,
  tag: string,
): Promise<(Omit<DaySheetData, 'entscheidungen'> & { patids: string[] }) | null> {
  const { snapshot } = u.v.stand,
    { rawRows, L, T } = snapshot,
    place = rawRows.tables.patient.nach.get(patid);
  if (
    place === undefined ||
    rawRows.tables.patient.rowState[snapshot.mergedInto[place]!] !== 1 ||
    u.zu.has(snapshot.mergedInto[place]!)
  )
    return null;
  const pat = snapshot.mergedInto[place]!,
    day = dayNumberOf(tag),
    leistung = rawRows.tables.leistung,
    own = L.byPatient.rows.subarray(L.byPatient.from[pat], L.byPatient.from[pat + 1]),
    leistungen: DaySheetData['leistungen'] = [],
    verlauf: DaySheetData['verlauf'] = [];
  const short = (i: number) => ({
    system: GEBUEHREN[L.system[i]!] ?? 'EIGEN',
    nr: leistung.text('nr', L.rawRows[i]!),
    zahn: leistung.text('zahn', L.rawRows[i]!),
    menge: L.menge[i] === EMPTY ? 1 : L.menge[i]!,
    cents: Math.round(L.betrag[i]!),
  });
  const first = plusMonths(day, -HISTORY_MONTHS);
  for (let g = own.length - 1; g >= 0 && L.tag[own[g]!]! >= first; g -= 1) {
    const i = own[g]!;
    if (L.tag[i] === day) {
      const one = short(i);
      leistungen.unshift({
        ...one,
        bezeichnung: findPosition(one.system, one.nr, tag)?.text ?? '',
        flaechen: leistung.text('flaechen', L.rawRows[i]!),
        faktor: L.faktor[i] === EMPTY ? null : L.faktor[i]!,
        behandler: entityName(snapshot, 'behandler', L.behandler[i]!),
        bereich: SERVICE_AREAS[L.bereich[i]!] ?? 'SONSTIGE',
        traeger: KOSTENTRAEGER[L.traeger[i]!] ?? '',
      });
    } else if (L.tag[i]! < day) {
      const text = dayText(L.tag[i]!),
        last = verlauf.at(-1);
      if (last?.tag === text) last.leistungen.unshift(short(i));
      else verlauf.push({ tag: text, leistungen: [short(i)] });
    }
  }
  const termine: DaySheetData['termine'] = [],
    notes = rawRows.tables.tagesnotiz,
    notizen: DaySheetData['notizen'] = [];
  for (let i = lowerBound(T.tag, day); i < T.n && T.tag[i] === day; i += 1)
    if (T.pat[i] === pat)
      termine.push({
        zeit: uhrzeit(T.minute[i]!),
        dauer: T.dauer[i]!,
        art: entityName(snapshot, 'terminarten', T.terminart[i]!),
        behandler: entityName(snapshot, 'behandler', T.behandler[i]!),
      });
  for (let at = 0; at < notes.anzahl; at += 1) {
    const who = notes.spalten['patid']![at]!;
    if (
      notes.rowState[at] === 1 &&
      notes.spalten['datum']![at] === day &&
      who >= 0 &&
      snapshot.mergedInto[who] === pat
    )
      notizen.push({
        text: notes.text('text', at),
        behandler: entityName(snapshot, 'behandler', notes.spalten['behandler']![at]!),
      });
  }
  const patient = rawRows.tables.patient,
    all = await rowsOf(u, quelle, cid, tag, tag, { patienten: new Set([pat]) });
  return {
    patid: patient.ids[pat]!,
    tag,
    name: patientNameOf(snapshot, pat),
    geburtsdatum: birthDateOf(snapshot, pat),
    versicherung: VERSICHERUNG[patient.spalten['versicherung']![pat]!] ?? '',
    kasse: patient.text('kasse', pat),
    termine,
    leistungen,
    notizen,
    verlauf,
    vorschlaege: seite(all, undefined, 500).teil.map((z) => toProposal(snapshot, z)),
    // All numbers of this record: decisions may be stored under each.
    patids: [...patient.ids.keys()]
      .filter((at) => snapshot.mergedInto[at] === pat)
      .map((at) => patient.ids[at]!),
  };
}
