// Key figures of appointments, hours and waiting (21 to 38, 64, 65).

import { imZeitraum, jedeA, jederBesuch, jederT, passtP, type Auswahl } from '../auswahl.ts';
import { S, type Bild } from '../bild.ts';
import { berlinTag, LEER } from '../kalender.ts';
import { abStelle } from '../reihen.ts';
import { LEBT } from '../tabelle.ts';
import { geld, GELDMASSE, STUNDENMASS } from './geld.ts';
import { jedeLuecke, wiederBelegt } from './luecken.ts';
import type { Definition, Tageweise } from './senke.ts';
import { einmal, recallsNachTag, stelleDesTermins } from './stellen.ts';
import { tagessummen, type Mass } from './tagessummen.ts';
import { aktive, istAbgesagt, istAusgefallen, naechsteTermine, warDa } from './wege.ts';

const HOUR_MS = 3_600_000, DAY_MS = 24 * HOUR_MS;

/** Calls back with each appointment that should have taken place by today. */
export function jederFaellige(a: Auswahl, visit: (i: number) => void): void {
  const { T, heute } = a.bild;
  jederT(a, i => { if (T.tag[i]! <= heute && T.status[i] !== S.VERSCHOBEN && T.status[i] !== S.ABGESAGT_PRAXIS) visit(i); });
}
const vonFaelligen = (counts: (a: Auswahl, i: number) => boolean): Definition => (a, s) => {
  const { T } = a.bild;
  jederFaellige(a, i => { s.n('termin', T.roh[i]!, 1); if (counts(a, i)) s.z('termin', T.roh[i]!, 1); });
};
export const istKurzfristig = (a: Auswahl, i: number): boolean => { const { T } = a.bild; return T.status[i] === S.ABGESAGT_PATIENT && !Number.isNaN(T.absage[i]) && T.start[i]! - T.absage[i]! < 24 * HOUR_MS; };

/** Fee per hour in euros as the figure says it; 0 where nothing is known. */
function stundensatz(a: Auswahl): number {
  const fees = tagessummen(a, GELDMASSE.honorar), kept = fees && tagessummen(a, STUNDENMASS);
  let cents = kept ? fees.z : 0, hours = kept?.z ?? 0;
  if (!kept) geld['stundensatz']!(a, { z: (_e, _at, wert) => { cents += wert; }, n: (_e, _at, wert) => { hours += wert; } });
  return hours > 0 ? cents / hours : 0;
}
const gehalten = (a: Auswahl, visit: (i: number) => void): void => { const { T } = a.bild; jederT(a, i => { if (T.status[i] === S.WAHRGENOMMEN) visit(i); }); };
/** Appointments kept, counted. */
export const GEHALTEN: Mass = { wort: 'gehalten', weg: (a, s) => { const { T } = a.bild; gehalten(a, i => { s.z('termin', T.roh[i]!, 1); }); } };
/** Says of a visit whether at the end of its day an appointment of the patient lay ahead that was already given and not yet cancelled. No filter changes it: worked out once an image, patient by patient. */
function besucheMitTermin(bild: Bild): (besuch: number) => boolean {
  return einmal(bild, 'vorgemerkt', () => {
    const marks = new Uint8Array(bild.B.n), known = new Uint8Array(bild.roh.tabellen.patient.anzahl), { pat } = bild.B;
    return besuch => { const p = pat[besuch]!; if (known[p] === 0) { known[p] = 1; for (const b of vorgemerkte(bild, p)) marks[b] = 1; } return marks[besuch] === 1; };
  });
}
/** Visits of a patient after which an appointment lay ahead. */
export function vorgemerkte({ T, B }: Bild, p: number): number[] {
  const { from, rows } = T.nachPatient, own = rows.subarray(from[p], from[p + 1]), found: number[] = [];
  // Given since ever, or kept for ever, where no day is known; a cancelled one without a day never counts.
  const seit = Array.from(own, i => (Number.isNaN(T.angelegt[i]) ? LEER : berlinTag(T.angelegt[i]!))), bis = Array.from(own, i => (!istAbgesagt(T.status[i]!) ? IMMER : Number.isNaN(T.absage[i]) ? LEER : berlinTag(T.absage[i]!)));
  for (let b = B.from[p]!; b < B.from[p + 1]!; b += 1) {
    const tag = B.tag[b]!;
    // A patient's appointments stand by day: from the last one back to the visit.
    for (let g = own.length - 1; g >= 0 && T.tag[own[g]!]! > tag; g -= 1) if (seit[g]! <= tag && bis[g]! > tag) { found.push(b); break; }
  }
  return found;
}
/** Calls back with each visit up to today, and whether a next appointment was given by the end of its day. */
function jederGesehene(a: Auswahl, visit: (besuch: number, isAhead: boolean) => void): void {
  const { B, heute } = a.bild, ahead = besucheMitTermin(a.bild);
  jederBesuch(a, b => { if (B.tag[b]! <= heute) visit(b, ahead(b)); });
}
const IMMER = 2_147_483_647;
/** Usual length of the chosen appointment type in minutes. */
export function standardDauer(a: Auswahl): number {
  const t = a.bild.roh.tabellen.terminarten, [first] = a.filter.terminart, at = first === undefined ? undefined : t.nach.get(first), known = at === undefined ? LEER : t.spalten['dauerMin']![at]!;
  return known === LEER || known <= 0 ? 30 : known;
}

/** Appointments that should have taken place, counted. */
export const FAELLIG: Mass = { wort: 'faellig', weg: (a, s) => { const { T } = a.bild; jederFaellige(a, i => { s.z('termin', T.roh[i]!, 1); }); } };
const abHeute = (a: Auswahl): Auswahl => imZeitraum(a, Math.max(a.von, a.bild.heute), a.bis);
const freieZeit: Definition = (a, s) => {
  const { T, A } = a.bild;
  jedeA(a, i => { s.z('arbeitszeit', A.roh[i]!, A.minuten[i]!); });
  jederT(a, i => { if (!istAbgesagt(T.status[i]!)) s.z('termin', T.roh[i]!, -T.dauer[i]!); });
};
/** Figures whose sums are kept by day. */
export const termineTageweise: Readonly<Record<string, Tageweise>> = {
  auslastung: {}, stuhlauslastung: {}, absagequote: { aus: { n: 'faellig' } }, kurzfristabsage: { aus: { n: 'faellig' } }, noShowQuote: { aus: { n: 'faellig' } }, ausfallquote: { aus: { n: 'faellig' } }, wiederbelegung: {}, puenktlichkeit: {}, dauertreue: {}, dokumentationsluecke: {}, onlineAnteil: {},
  wiedervorstellung: { besuch: bild => { const { tag } = bild.B, ahead = besucheMitTermin(bild); return b => (tag[b]! > bild.heute ? -1 : ahead(b) ? 1 : 0); } },
  freieZeit: { weg: freieZeit, spanne: abHeute },
};
export const termine: Readonly<Record<string, Definition>> = {
  auslastung(a, s) {
    const { T, A } = a.bild;
    jederT(a, i => { if (!istAbgesagt(T.status[i]!)) s.z('termin', T.roh[i]!, T.dauer[i]!); });
    jedeA(a, i => { s.n('arbeitszeit', A.roh[i]!, A.minuten[i]!); });
  },
  stuhlauslastung(a, s) {
    const { T, A } = a.bild;
    gehalten(a, i => { if (T.zimmer[i]! >= 0) s.z('termin', T.roh[i]!, T.dauer[i]!); });
    jedeA(a, i => { if (A.zimmer[i]! >= 0) s.n('arbeitszeit', A.roh[i]!, A.zimmerMinuten[i]!); });
  },
  freieZeit(all, s) { freieZeit(abHeute(all), s); },
  absagequote: vonFaelligen((a, i) => a.bild.T.status[i] === S.ABGESAGT_PATIENT),
  kurzfristabsage: vonFaelligen(istKurzfristig),
  noShowQuote: vonFaelligen((a, i) => a.bild.T.status[i] === S.NICHT_ERSCHIENEN),
  ausfallquote: vonFaelligen((a, i) => istAusgefallen(a.bild.T.status[i]!)),
  wiederbelegung(a, s) {
    const { T } = a.bild;
    jederFaellige(a, i => { if (istAusgefallen(T.status[i]!)) { s.n('termin', T.roh[i]!, T.dauer[i]!); s.z('termin', T.roh[i]!, wiederBelegt(a.bild, i)); } });
  },
  ausfallkosten(a, s) {
    const { T } = a.bild, rate = stundensatz(a);
    jederFaellige(a, i => { if (istAusgefallen(T.status[i]!)) s.z('termin', T.roh[i]!, ((T.dauer[i]! - wiederBelegt(a.bild, i)) / 60) * rate); });
  },
  vorlaufzeit(a, s) {
    const { T } = a.bild;
    jederT(a, i => { if (!Number.isNaN(T.angelegt[i]) && T.angelegt[i]! <= T.start[i]!) s.z('termin', T.roh[i]!, (T.start[i]! - T.angelegt[i]!) / DAY_MS); });
  },
  naechsterFreier(all, s) {
    const { heute } = all.bild;
    let isFound = false;
    // Day by day: nearly always the first days answer.
    for (let tag = heute + 1; tag <= heute + 90 && !isFound; tag += 1) jedeLuecke(imZeitraum(all, tag, tag), standardDauer(all), l => { if (!isFound) { isFound = true; s.z('arbeitszeit', l.zeile, l.tag - heute); } });
  },
  wartezeit(a, s) {
    const { T } = a.bild;
    gehalten(a, i => { if (!Number.isNaN(T.beginn[i])) s.z('termin', T.roh[i]!, Math.max(0, T.beginn[i]! - (Number.isNaN(T.ankunft[i]) ? T.start[i]! : Math.max(T.start[i]!, T.ankunft[i]!))) / 60_000); });
  },
  puenktlichkeit(a, s) {
    const { T } = a.bild;
    gehalten(a, i => { if (!Number.isNaN(T.beginn[i])) { s.n('termin', T.roh[i]!, 1); if (T.beginn[i]! - T.start[i]! <= 600_000) s.z('termin', T.roh[i]!, 1); } });
  },
  dauertreue(a, s) {
    const { T } = a.bild;
    gehalten(a, i => { if (!Number.isNaN(T.beginn[i]) && !Number.isNaN(T.ende[i])) { s.z('termin', T.roh[i]!, (T.ende[i]! - T.beginn[i]!) / 60_000); s.n('termin', T.roh[i]!, T.dauer[i]!); } });
  },
  wiedervorstellung(a, s) {
    const { B } = a.bild;
    jederGesehene(a, (b, isAhead) => { s.n('patient', B.pat[b]!, 1); if (isAhead) s.z('patient', B.pat[b]!, 1); });
  },
  recallquote(a, s) {
    const came = gekommene(a.bild);
    jederRecall(a, at => { s.n('recall', at, 1); if (came[at] === 1) s.z('recall', at, 1); }, a.von, a.bis);
  },
  recallTerminiert(a, s) {
    const active = aktive(a, a.stichtag), stand = recallStand(a.bild), seen = new Uint8Array(active.length), agreed = new Uint8Array(active.length);
    jederRecall(a, (at, p) => {
      if (active[p] === 0 || stand[at] === RECALL.ERLEDIGT) return;
      if (seen[p] === 0) { seen[p] = 1; s.n('patient', p, 1); }
      if (agreed[p] === 0 && stand[at] === RECALL.VEREINBART) { agreed[p] = 1; s.z('patient', p, 1); }
    });
  },
  recallUeberfaellig(a, s) { const next = naechsteTermine(a.bild, a.bild.heute); jederOffeneRecall(a, (at, p) => { if (next[p]! < 0) s.z('recall', at, 1); }, -Infinity, a.bild.heute - 1); },
  dokumentationsluecke(a, s) {
    const { T, B } = a.bild;
    gehalten(a, i => { s.n('termin', T.roh[i]!, 1); if (T.besuch[i]! < 0 || B.hatLeistung[T.besuch[i]!] === 0) s.z('termin', T.roh[i]!, 1); });
  },
  onlineAnteil(a, s) { const { T } = a.bild; jederT(a, i => { s.n('termin', T.roh[i]!, 1); if (T.quelle[i] === ONLINE) s.z('termin', T.roh[i]!, 1); }); },
};
/** Place of ONLINE among the ways to book. */
const ONLINE = 1;

/** Of each recall whether its patient kept an appointment within 60 days of the day it was due. */
function gekommene(bild: Bild): Uint8Array {
  return einmal(bild, 'recallGekommen', () => {
    const { rows, tag } = recallsNachTag(bild), patid = bild.roh.tabellen.recall.spalten['patid']!, came = new Uint8Array(bild.roh.tabellen.recall.anzahl);
    for (let k = 0; k < rows.length; k += 1) if (warDa(bild, bild.akte[patid[rows[k]!]!]!, tag[k]! - 60, tag[k]! + 60)) came[rows[k]!] = 1;
    return came;
  });
}
/** What became of a recall: nobody answered it yet, an appointment is made for it, or that was kept. */
const RECALL = { OFFEN: 0, VEREINBART: 1, ERLEDIGT: 2 } as const;
/** By recall. An appointment that was cancelled or missed leaves it open, one that is not known here counts as made; without one its state is what the practice software says. */
function recallStand(bild: Bild): Uint8Array {
  return einmal(bild, 'recallStand', () => {
    const t = bild.roh.tabellen.recall, { terminId, status } = t.spalten, place = stelleDesTermins(bild), found = new Uint8Array(t.anzahl);
    for (let at = 0; at < t.anzahl; at += 1) {
      const of = terminId![at]!, i = of < 0 ? -1 : place[of]!, became = i < 0 ? -1 : bild.T.status[i]!;
      found[at] = became === S.WAHRGENOMMEN ? RECALL.ERLEDIGT : i >= 0 ? istAusgefallen(became) || istAbgesagt(became) ? RECALL.OFFEN : RECALL.VEREINBART : of >= 0 || status![at]! >= 1 ? RECALL.VEREINBART : RECALL.OFFEN;
    }
    return found;
  });
}
/** The same of those that wait for somebody to answer them, of people whom the practice still leads. */
export function jederOffeneRecall(a: Auswahl, visit: (at: number, pat: number, faellig: number) => void, von = -Infinity, bis = Infinity): void {
  const stand = recallStand(a.bild), { zustand, spalten } = a.bild.roh.tabellen.patient, isLeft = (p: number): boolean => zustand[p] === LEBT && spalten['aktiv']![p] === 0;
  jederRecall(a, (at, p, due) => { if (stand[at] === RECALL.OFFEN && !isLeft(p)) visit(at, p, due); }, von, bis);
}
/** Calls back with each recall of a chosen patient that is due within days, the earliest first: its place, the patient, the day. */
export function jederRecall(a: Auswahl, visit: (at: number, pat: number, faellig: number) => void, von = -Infinity, bis = Infinity): void {
  const { roh, akte } = a.bild, patid = roh.tabellen.recall.spalten['patid']!, { rows, tag } = recallsNachTag(a.bild);
  for (let k = abStelle(tag, von); k < rows.length && tag[k]! <= bis; k += 1) { const p = akte[patid[rows[k]!]!]!; if (passtP(a, p)) visit(rows[k]!, p, tag[k]!); }
}
