// The lists of proposals: chosen, in order, by pages; and the day beside one.

import { findPosition } from '../../../catalog/find-position.ts';
import type {
  Tagesblatt,
  Vorschlaege as Antwort,
  VorschlaegeQuery,
} from '../../../shared/analytics/billing/billing.schema.ts';
import {
  BEREICHE,
  GEBUEHREN,
  KOSTENTRAEGER,
  VERSICHERUNG,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { LEER, plusMonate, tagText, tagVon } from '../snapshot/calendar.ts';
import { nameVon, patientenName } from '../reports/report-kind.ts';
import { uhrzeit } from '../reports/today.ts';
import type { Fortschritt } from '../../../shared/analytics/billing/billing.schema.ts';
import { abStelle } from '../snapshot/tables/sort-rows.ts';
import type { VorschlagQuelle } from './store.ts';
import { alsVorschlag, geburtsdatumVon, summe } from './wire.ts';
import { bereichVon, wartende, zeilenVon, type Umfeld, type Zeile } from './rows.ts';

/** The newest day first; of a day by person, rule and tooth. */
const ordnung = (z: Zeile): readonly string[] => [
  z.fund.tag,
  z.fund.patid,
  z.fund.regel,
  z.fund.zahn,
];
function vergleiche(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < a.length; at += 1)
    if (a[at] !== b[at]) return (a[at]! < b[at]! ? -1 : 1) * (at === 0 ? -1 : 1);
  return 0;
}
const zeiger = (key: readonly string[]): string => key.map(encodeURIComponent).join('|');
function ausZeiger(cursor: string): string[] | null {
  try {
    const parts = cursor.split('|').map(decodeURIComponent);
    return parts.length === 4 ? parts : null;
  } catch {
    return null;
  }
}
/** A page after a mark; a mark that is none begins at the start. */
export function seite(
  zeilen: readonly Zeile[],
  cursor: string | undefined,
  n: number,
): { teil: Zeile[]; weiter: string | null } {
  const after = cursor === undefined ? null : ausZeiger(cursor),
    ordered = zeilen
      .map((z) => ({ z, key: ordnung(z) }))
      .filter((one) => after === null || vergleiche(one.key, after) > 0)
      .sort((a, b) => vergleiche(a.key, b.key)),
    part = ordered.slice(0, n);
  return {
    teil: part.map((one) => one.z),
    weiter: ordered.length > n ? zeiger(part.at(-1)!.key) : null,
  };
}
const passt = (q: VorschlaegeQuery, z: Zeile): boolean =>
  (q.art.length === 0 ? z.fund.art === 'VERGESSEN' : q.art.includes(z.fund.art)) &&
  (q.behandler === undefined || z.fund.behandler === q.behandler) &&
  (q.bereich.length === 0 || q.bereich.includes(bereichVon(z.fund))) &&
  (q.regel === undefined || z.fund.regel === q.regel) &&
  (q.label === undefined || z.labels.includes(q.label));

/** What a question reads: findings with their surroundings, where decisions are read from, whose practice. */
export interface Sicht {
  u: Umfeld;
  quelle: VorschlagQuelle;
  cid: string;
  heute: string;
  fortschritt: Fortschritt;
}
export async function liste(
  { u, quelle, cid, heute, fortschritt }: Sicht,
  q: VorschlaegeQuery,
): Promise<Antwort> {
  const { bild, stand } = { bild: u.v.stand.bild, stand: u.v.stand.stand },
    bis = q.bis ?? heute,
    von = q.von ?? tagText(plusMonate(tagVon(bis), -12) + 1);
  const pat = q.patid === undefined ? undefined : bild.roh.tabellen.patient.nach.get(q.patid);
  // Somebody who was never delivered has no proposals; -2 is nobody's place.
  const all = await zeilenVon(u, quelle, cid, von, bis, {
      patienten:
        q.patid === undefined ? undefined : new Set(pat === undefined ? [] : [bild.akte[pat]!]),
    }),
    chosen = all.filter((z) => passt(q, z));
  const states = q.state.length === 0 ? ['NEU'] : q.state,
    found = chosen.filter((z) => states.includes(z.state)),
    open = chosen.filter((z) => z.state === 'NEU'),
    { teil, weiter } = seite(found, q.cursor, q.n),
    out = new Map<string, Zeile[]>();
  for (const z of open)
    if (z.verfaelltMit) {
      const key = `${z.verfaelltMit.zeitraum} ${z.verfaelltMit.bereich}`,
        list = out.get(key);
      if (list) list.push(z);
      else out.set(key, [z]);
    }
  const waiting = (await wartende(u, quelle, cid)).filter((z) => z.state === 'VORGEMERKT');
  return {
    stand,
    datenBis: bild.datenBis === LEER ? null : tagText(bild.datenBis),
    von,
    bis,
    fortschritt,
    gefunden: summe(found),
    offen: summe(open),
    verfaellt: [...out.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, list]) => ({ ...list[0]!.verfaelltMit!, ...summe(list) })),
    vorgemerkt: summe(waiting),
    items: teil.map((z) => alsVorschlag(bild, z)),
    weiter,
  };
}
export async function abgelehnte(
  { u, quelle, cid }: Sicht,
  von: string,
  bis: string,
  cursor: string | undefined,
  n: number,
) {
  const found = (await zeilenVon(u, quelle, cid, von, bis)).filter((z) => z.state === 'ABGELEHNT'),
    { teil, weiter } = seite(found, cursor, n);
  return {
    gefunden: summe(found),
    items: teil.map((z) => alsVorschlag(u.v.stand.bild, z)),
    weiter,
  };
}

const VERLAUF_MONATE = 24;
/** Null where no such person was delivered. */
export async function tagesblatt(
  { u, quelle, cid }: Sicht,
  patid: string,
  tag: string,
): Promise<(Omit<Tagesblatt, 'entscheidungen'> & { patids: string[] }) | null> {
  const { bild } = u.v.stand,
    { roh, L, T } = bild,
    place = roh.tabellen.patient.nach.get(patid);
  if (
    place === undefined ||
    roh.tabellen.patient.zustand[bild.akte[place]!] !== 1 ||
    u.zu.has(bild.akte[place]!)
  )
    return null;
  const pat = bild.akte[place]!,
    day = tagVon(tag),
    leistung = roh.tabellen.leistung,
    own = L.nachPatient.rows.subarray(L.nachPatient.from[pat], L.nachPatient.from[pat + 1]),
    leistungen: Tagesblatt['leistungen'] = [],
    verlauf: Tagesblatt['verlauf'] = [];
  const short = (i: number) => ({
    system: GEBUEHREN[L.system[i]!] ?? 'EIGEN',
    nr: leistung.text('nr', L.roh[i]!),
    zahn: leistung.text('zahn', L.roh[i]!),
    menge: L.menge[i] === LEER ? 1 : L.menge[i]!,
    cents: Math.round(L.betrag[i]!),
  });
  const first = plusMonate(day, -VERLAUF_MONATE);
  for (let g = own.length - 1; g >= 0 && L.tag[own[g]!]! >= first; g -= 1) {
    const i = own[g]!;
    if (L.tag[i] === day) {
      const one = short(i);
      leistungen.unshift({
        ...one,
        bezeichnung: findPosition(one.system, one.nr, tag)?.text ?? '',
        flaechen: leistung.text('flaechen', L.roh[i]!),
        faktor: L.faktor[i] === LEER ? null : L.faktor[i]!,
        behandler: nameVon(bild, 'behandler', L.behandler[i]!),
        bereich: BEREICHE[L.bereich[i]!] ?? 'SONSTIGE',
        traeger: KOSTENTRAEGER[L.traeger[i]!] ?? '',
      });
    } else if (L.tag[i]! < day) {
      const text = tagText(L.tag[i]!),
        last = verlauf.at(-1);
      if (last?.tag === text) last.leistungen.unshift(short(i));
      else verlauf.push({ tag: text, leistungen: [short(i)] });
    }
  }
  const termine: Tagesblatt['termine'] = [],
    notes = roh.tabellen.tagesnotiz,
    notizen: Tagesblatt['notizen'] = [];
  for (let i = abStelle(T.tag, day); i < T.n && T.tag[i] === day; i += 1)
    if (T.pat[i] === pat)
      termine.push({
        zeit: uhrzeit(T.minute[i]!),
        dauer: T.dauer[i]!,
        art: nameVon(bild, 'terminarten', T.terminart[i]!),
        behandler: nameVon(bild, 'behandler', T.behandler[i]!),
      });
  for (let at = 0; at < notes.anzahl; at += 1) {
    const who = notes.spalten['patid']![at]!;
    if (
      notes.zustand[at] === 1 &&
      notes.spalten['datum']![at] === day &&
      who >= 0 &&
      bild.akte[who] === pat
    )
      notizen.push({
        text: notes.text('text', at),
        behandler: nameVon(bild, 'behandler', notes.spalten['behandler']![at]!),
      });
  }
  const patient = roh.tabellen.patient,
    all = await zeilenVon(u, quelle, cid, tag, tag, { patienten: new Set([pat]) });
  return {
    patid: patient.ids[pat]!,
    tag,
    name: patientenName(bild, pat),
    geburtsdatum: geburtsdatumVon(bild, pat),
    versicherung: VERSICHERUNG[patient.spalten['versicherung']![pat]!] ?? '',
    kasse: patient.text('kasse', pat),
    termine,
    leistungen,
    notizen,
    verlauf,
    vorschlaege: seite(all, undefined, 500).teil.map((z) => alsVorschlag(bild, z)),
    // Every number that this record goes by: decisions may stand under each.
    patids: [...patient.ids.keys()]
      .filter((at) => bild.akte[at] === pat)
      .map((at) => patient.ids[at]!),
  };
}
