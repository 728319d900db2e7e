// Key figures of plans and invoices (43, 47 to 58).

import { imZeitraum, jedeL, jederBesuch, passtPlan, passtR, type Auswahl } from '../auswahl.ts';
import { TRAEGER } from '../bild.ts';
import { LEER } from '../kalender.ts';
import { giltAm, offenAm, RECHNUNG } from '../rechnungen.ts';
import type { Definition } from './senke.ts';
import { angegangenePlaene, besuchAm, centsVon, jederNeuePlan } from './wege.ts';

/** Plans from the draft to the expert's desk are open. */
export const istOffen = (status: number): boolean => status >= 0 && status <= 4;
const ABGERECHNET = 2;

/** Calls back with each chosen open invoice: its place, what is open in cents, its age in days. */
export function jederOffenePosten(a: Auswahl, visit: (at: number, cents: number, alter: number) => void): void {
  const { R, roh } = a.bild, datum = roh.tabellen.rechnung.spalten['datum']!;
  for (const at of R.lebende) {
    if (datum[at] === LEER || datum[at]! > a.stichtag) continue;
    const open = offenAm(roh, R, at, a.stichtag);
    if (open !== 0 && passtR(a, at)) visit(at, open, a.stichtag - datum[at]!);
  }
}
const posten = (from: number, to: number): Definition => (a, s) => { jederOffenePosten(a, (at, cents, age) => { if (age >= from && age <= to) s.z('rechnung', at, cents); }); };
/** Calls back with each chosen invoice and credit note written in the span that still counts on its last day. */
export function jedeRechnung(a: Auswahl, visit: (at: number, cents: number) => void): void {
  const { R, roh } = a.bild, c = roh.tabellen.rechnung.spalten;
  for (const at of R.lebende) if (c['datum']![at]! >= a.von && c['datum']![at]! <= a.bis && giltAm(roh, at, Math.max(a.stichtag, c['datum']![at]!)) && passtR(a, at)) visit(at, centsVon(c['betrag']![at]!));
}
/** Private services that nobody has billed, older than some days. */
export function jedeUnberechnete(a: Auswahl, aelterAls: number, visit: (i: number) => void): void {
  const { L, R, roh } = a.bild, stornoAm = roh.tabellen.rechnung.spalten['stornoAm']!, isBilled = (at: number): boolean => at >= 0 && R.ziel[at]! >= 0 && stornoAm[at] === LEER;
  const to = Math.min(a.bis, a.stichtag - aelterAls - 1);
  if (to >= a.von) jedeL(imZeitraum(a, a.von, to), i => { if (L.traeger[i] !== TRAEGER.GKV && L.status[i] !== ABGERECHNET && !isBilled(L.rechnung[i]!)) visit(i); });
}
const unberechnet = (days: number): Definition => (a, s) => { const { L } = a.bild; jedeUnberechnete(a, days, i => { s.z('leistung', L.roh[i]!, L.betrag[i]!); }); };

export const plaene: Readonly<Record<string, Definition>> = {
  parTrichter(a, s) {
    const c = a.bild.roh.tabellen.parfall.spalten;
    for (const at of a.bild.lebende.parfall) {
      if (c['erstelltAm']![at] === LEER || c['erstelltAm']![at]! < a.von || c['erstelltAm']![at]! > a.bis || !passtPlan(a, 'parfall', at)) continue;
      s.n('parfall', at, 1);
      if (c['uptVon']![at] !== LEER) s.z('parfall', at, 1);
    }
  },
  hkpAnnahme(a, s) { const begun = a.bild.roh.tabellen.hkp.spalten['begonnenAm']!; jederNeuePlan(a, at => { s.n('hkp', at, 1); if (begun[at] !== LEER) s.z('hkp', at, 1); }); },
  hkpAnnahmeWert(a, s) {
    const c = a.bild.roh.tabellen.hkp.spalten;
    jederNeuePlan(a, at => { const cents = centsVon(c['gesamt']![at]!); s.n('hkp', at, cents); if (c['begonnenAm']![at] !== LEER) s.z('hkp', at, cents); });
  },
  planungsquote(a, s) {
    const { B, roh } = a.bild, visits = new Uint8Array(B.n), seen = new Uint8Array(roh.tabellen.patient.anzahl), planned = new Uint8Array(roh.tabellen.patient.anzahl), made = roh.tabellen.hkp.spalten['erstelltAm']!;
    jederBesuch(a, b => { visits[b] = 1; const p = B.pat[b]!; if (seen[p] === 0) { seen[p] = 1; s.n('patient', p, 1); } });
    jederNeuePlan(a, (at, p) => { if (p < 0 || planned[p] === 1) return; const b = besuchAm(a.bild, p, made[at]!); if (b >= 0 && visits[b] === 1) { planned[p] = 1; s.z('patient', p, 1); } });
  },
  patientenAnnahme(a, s) {
    const touched = angegangenePlaene(a.bild), seen = new Uint8Array(a.bild.roh.tabellen.patient.anzahl), done = new Uint8Array(seen.length);
    jederNeuePlan(a, (at, p) => {
      if (p < 0) return;
      if (seen[p] === 0) { seen[p] = 1; s.n('patient', p, 1); }
      if (done[p] === 0 && touched[at] === 1) { done[p] = 1; s.z('patient', p, 1); }
    });
  },
  behandlungsAnnahme(a, s) {
    const c = a.bild.roh.tabellen.hkp.spalten, touched = angegangenePlaene(a.bild);
    jederNeuePlan(a, at => { if (c['besprochenAm']![at] === LEER) return; const cents = centsVon(c['gesamt']![at]!); s.n('hkp', at, cents); if (touched[at] === 1) s.z('hkp', at, cents); });
  },
  hkpOffen(a, s) {
    const c = a.bild.roh.tabellen.hkp.spalten;
    for (const at of a.bild.lebende.hkp) if (istOffen(c['status']![at]!) && c['erstelltAm']![at] !== LEER && c['erstelltAm']![at]! <= a.bis && passtPlan(a, 'hkp', at)) s.z('hkp', at, centsVon(c['gesamt']![at]!));
  },
  zeitBisRechnung(a, s) {
    const { L, R, roh } = a.bild, datum = roh.tabellen.rechnung.spalten['datum']!;
    jedeRechnung(a, at => {
      if (R.ziel[at] !== at) return;
      let last = LEER;
      for (let g = R.leistungen.from[at]!; g < R.leistungen.from[at + 1]!; g += 1) last = Math.max(last, L.tag[R.leistungen.rows[g]!]!);
      if (last !== LEER) { s.z('rechnung', at, datum[at]! - last); s.n('rechnung', at, 1); }
    });
  },
  nichtFakturiert: unberechnet(7), nichtFakturiert30: unberechnet(30),
  offenePosten: posten(-Infinity, Infinity), offen0bis30: posten(-Infinity, 30), offen31bis60: posten(31, 60), offen61bis90: posten(61, 90), offenUeber90: posten(91, Infinity),
  dso(a, s) {
    posten(-Infinity, Infinity)(a, s);
    jedeRechnung(imZeitraum(a, a.stichtag - 89, a.stichtag), (at, cents) => { s.n('rechnung', at, cents / 90); });
  },
  factoringquote(a, s) {
    const art = a.bild.roh.tabellen.rechnung.spalten['art']!;
    jedeRechnung(a, (at, cents) => { if (art[at] === RECHNUNG.KZV) return; s.n('rechnung', at, cents); if (art[at] === RECHNUNG.FACTORING) s.z('rechnung', at, cents); });
  },
  forderungsausfall(a, s) {
    const { R } = a.bild, { Z } = R;
    jedeRechnung(a, (at, cents) => { s.n('rechnung', at, cents); });
    for (let i = 0; i < Z.n; i += 1) if (Z.istAbschreibung[i] === 1 && Z.tag[i]! >= a.von && Z.tag[i]! <= a.bis && R.ziel[Z.rechnung[i]!]! >= 0 && passtR(a, Z.rechnung[i]!)) s.z('zahlung', Z.roh[i]!, Z.betrag[i]!);
  },
  beanstandungsquote(a, s) {
    const { R, roh } = a.bild, objected = roh.tabellen.rechnung.spalten['beanstandetAm']!;
    jedeRechnung(a, at => { if (R.ziel[at] !== at) return; s.n('rechnung', at, 1); if (objected[at] !== LEER) s.z('rechnung', at, 1); });
  },
};
