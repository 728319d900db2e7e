// Extended reports of output, hours, rooms, appointments, prophylaxis and factors.

import { BEREICHE, GEBUEHREN } from '../../../shared/pvs.ts';
import { beimBehandler, imZeitraum, jedeA, jedeBuchung, jedeL, jederT, type Auswahl } from '../auswahl.ts';
import { S, SYSTEM } from '../bild.ts';
import { LEER, perioden, wochentagVon } from '../kalender.ts';
import { einfach } from '../kennzahlen/geld.ts';
import { jedeLuecke, wiederBelegt } from '../kennzahlen/luecken.ts';
import { istKurzfristig, jederFaellige } from '../kennzahlen/termine.ts';
import { istAusgefallen, istPosition, istPzr, istUpt, jederFall } from '../kennzahlen/wege.ts';
import { durch, eur, idVon, kennzahlSpalte, kpisVon, nameVon, rund, spalte, wertVon, type Macher } from './art.ts';
import { textDerPosition } from './positionen.ts';
import { behandlerIn, gesamt, summen } from './umsatz.ts';

const WOCHENTAGE = ['MO', 'DI', 'MI', 'DO', 'FR', 'SA', 'SO'] as const;

const behandlerleistung: Macher = k => {
  const zeilen = behandlerIn(k.a).map(at => {
    const own = beimBehandler(k.a, at), sum = gesamt(own), gkv = wertVon('anteilGkv', own);
    let termine = 0;
    jederT(own, i => { if (k.a.bild.T.status[i] === S.WAHRGENOMMEN) termine += 1; });
    return { id: idVon(k.a.bild, 'behandler', at), behandler: nameVon(k.a.bild, 'behandler', at), stunden: wertVon('behandlungsstunden', own), honorar: eur(sum.honorar), umsatz: eur(sum.umsatz), honorarProStunde: wertVon('stundensatz', own), termine, umsatzProTermin: wertVon('umsatzJeTermin', own), anteilPrivat: gkv === null ? null : rund(1 - gkv, 6), ausfallquote: wertVon('ausfallquote', own) };
  });
  return {
    kpis: kpisVon(k, 'stundensatz', 'behandlungsstunden', 'umsatzJeTermin', 'ausfallquote'),
    spalten: [spalte('behandler', 'Behandler', 'text'), spalte('stunden', 'Stunden', 'stunden'), spalte('honorar', 'Honorar', 'eur'), spalte('umsatz', 'Umsatz', 'eur'), spalte('honorarProStunde', 'Honorar je Stunde', 'eur'), spalte('termine', 'Termine', 'zahl'), spalte('umsatzProTermin', 'Umsatz je Termin', 'eur'), spalte('anteilPrivat', 'Anteil privat', 'anteil'), spalte('ausfallquote', 'Ausfallquote', 'anteil')],
    zeilen, serien: [{ name: 'honorarProStunde', punkte: zeilen.map(z => ({ x: z.behandler, y: z.honorarProStunde })) }],
  };
};
const leistungsmix: Macher = k => {
  const { L } = k.a.bild, keyOf = (i: number): number => (L.bereich[i]! * 10 + L.system[i]!) * 1_000_000 + L.nr[i]!, sums = summen(k.a, keyOf), before = k.vor && summen(k.vor, keyOf), all = gesamt(k.a);
  let faelle = 0;
  jederFall(k.a, () => { faelle += 1; });
  const zeilen = [...sums].map(([key, sum]) => {
    const head = Math.floor(key / 1_000_000), nr = L.nummern.liste[key - head * 1_000_000] ?? '', system = GEBUEHREN[head % 10] ?? 'EIGEN';
    return { bereich: BEREICHE[Math.floor(head / 10)] ?? 'SONSTIGE', system, nr, text: textDerPosition(k.a.bild, system, nr), anzahl: rund(sum.anzahl, 2), je100Faelle: durch(sum.anzahl * 100, faelle, 2), honorar: eur(sum.honorar), anteil: durch(sum.honorar, all.honorar), vorjahr: before && eur(before.get(key)?.honorar ?? 0) };
  }).sort((x, y) => y.honorar - x.honorar || (x.nr < y.nr ? -1 : 1));
  return { kpis: kpisVon(k, 'honorarumsatz', 'fuellungenJe100', 'punkteJeFall'), spalten: [spalte('bereich', 'Bereich', 'wort'), spalte('system', 'Gebührenordnung', 'wort'), spalte('nr', 'Nr.', 'code'), spalte('text', 'Leistung', 'text'), spalte('anzahl', 'Anzahl', 'zahl'), spalte('je100Faelle', 'Je 100 Fälle', 'zahl'), spalte('honorar', 'Honorar', 'eur'), spalte('anteil', 'Anteil', 'anteil'), spalte('vorjahr', 'Honorar im Vergleich', 'eur')], zeilen };
};
/** Fees and minutes of appointments kept, by the area that brought most of their fees. */
const stundensatz: Macher = k => {
  const { L, T } = k.a.bild, fees = new Map<number, Float64Array>(), rows = new Map<string, { bereich: string; wochentag: string; stunde: number; honorar: number; minuten: number }>();
  jedeL(k.a, i => { const t = L.termin[i]!; if (t < 0) return; let own = fees.get(t); if (!own) fees.set(t, own = new Float64Array(BEREICHE.length)); own[L.bereich[i]!]! += L.honorar[i]!; });
  jederT(k.a, i => {
    if (T.status[i] !== S.WAHRGENOMMEN) return;
    const own = fees.get(i), best = own ? own.indexOf(Math.max(...own)) : -1, key = `${best} ${wochentagVon(T.tag[i]!)} ${Math.floor(T.minute[i]! / 60)}`;
    let row = rows.get(key);
    if (!row) rows.set(key, row = { bereich: BEREICHE[best] ?? 'OHNE', wochentag: WOCHENTAGE[wochentagVon(T.tag[i]!)]!, stunde: Math.floor(T.minute[i]! / 60), honorar: 0, minuten: 0 });
    row.minuten += T.dauer[i]!;
    row.honorar += own ? own.reduce((sum, x) => sum + x, 0) : 0;
  });
  const zeilen = [...rows.values()].map(row => ({ bereich: row.bereich, wochentag: row.wochentag, stunde: row.stunde, honorarProStunde: durch(row.honorar / 100, row.minuten / 60, 2), minuten: row.minuten })).sort((x, y) => WOCHENTAGE.indexOf(x.wochentag as 'MO') - WOCHENTAGE.indexOf(y.wochentag as 'MO') || x.stunde - y.stunde || (x.bereich < y.bereich ? -1 : 1));
  return { kpis: kpisVon(k, 'stundensatz', 'behandlungsstunden'), spalten: [spalte('bereich', 'Bereich', 'wort'), spalte('wochentag', 'Wochentag', 'wort'), spalte('stunde', 'Stunde', 'zahl'), spalte('honorarProStunde', 'Honorar je Stunde', 'eur'), spalte('minuten', 'Minuten', 'minuten')], zeilen };
};
const zimmerauslastung: Macher = k => {
  const { T, A, L } = k.a.bild, rows = new Map<number, { offen: number; belegt: number; cents: number; luecken: number }>(), of = (z: number) => { let row = rows.get(z); if (!row) rows.set(z, row = { offen: 0, belegt: 0, cents: 0, luecken: 0 }); return row; };
  jedeA(k.a, i => { if (A.zimmer[i]! >= 0) of(A.zimmer[i]!).offen += A.zimmerMinuten[i]!; });
  jederT(k.a, i => { if (T.zimmer[i]! >= 0 && T.status[i] === S.WAHRGENOMMEN) of(T.zimmer[i]!).belegt += T.dauer[i]!; });
  jedeBuchung(k.a, (i, anteil) => { if (L.zimmer[i]! >= 0) of(L.zimmer[i]!).cents += L.betrag[i]! * anteil; });
  jedeLuecke(k.a, 30, l => { if (l.zimmer >= 0) of(l.zimmer).luecken += 1; });
  const zeilen = [...rows].map(([z, row]) => ({ id: idVon(k.a.bild, 'zimmer', z), zimmer: nameVon(k.a.bild, 'zimmer', z), offeneMin: row.offen, belegteMin: row.belegt, auslastung: durch(row.belegt, row.offen), umsatzProStunde: durch(row.cents / 100, row.offen / 60, 2), luecken30: row.luecken })).sort((x, y) => x.zimmer.localeCompare(y.zimmer, 'de'));
  return { kpis: kpisVon(k, 'stuhlauslastung', 'umsatzJeZimmerstunde', 'auslastung', 'freieZeit'), spalten: [spalte('zimmer', 'Zimmer', 'text'), spalte('offeneMin', 'Offen', 'minuten'), spalte('belegteMin', 'Belegt', 'minuten'), spalte('auslastung', 'Auslastung', 'anteil'), spalte('umsatzProStunde', 'Umsatz je Stunde', 'eur'), spalte('luecken30', 'Lücken ab 30 Minuten', 'zahl')], zeilen, serien: (['belegteMin', 'offeneMin'] as const).map(name => ({ name, punkte: zeilen.map(z => ({ x: z.zimmer, y: z[name] })) })) };
};
const terminausfall: Macher = k => {
  const { T } = k.a.bild, rate = wertVon('stundensatz', k.a) ?? 0, rows = new Map<number, { termine: number; absagen: number; kurzfristig: number; noShow: number; minuten: number; rest: number }>();
  jederFaellige(k.a, i => {
    let row = rows.get(T.terminart[i]!);
    if (!row) rows.set(T.terminart[i]!, row = { termine: 0, absagen: 0, kurzfristig: 0, noShow: 0, minuten: 0, rest: 0 });
    row.termine += 1;
    if (!istAusgefallen(T.status[i]!)) return;
    if (T.status[i] === S.ABGESAGT_PATIENT) row.absagen += 1; else row.noShow += 1;
    if (istKurzfristig(k.a, i)) row.kurzfristig += 1;
    row.minuten += T.dauer[i]!;
    row.rest += T.dauer[i]! - wiederBelegt(k.a.bild, i);
  });
  const zeilen = [...rows].map(([art, row]) => ({ id: idVon(k.a.bild, 'terminarten', art), terminart: nameVon(k.a.bild, 'terminarten', art), termine: row.termine, absagen: row.absagen, kurzfristig: row.kurzfristig, noShow: row.noShow, quote: durch(row.absagen + row.noShow, row.termine), ausfallkosten: rund((row.rest / 60) * rate, 2), wiederbelegt: durch(row.minuten - row.rest, row.minuten) })).sort((x, y) => y.ausfallkosten - x.ausfallkosten || (x.terminart < y.terminart ? -1 : 1));
  const parts = perioden(k.a.von, k.a.bis, k.filter.gruppierung), line = (key: string) => ({ name: key, punkte: parts.map(p => ({ x: p.name, y: wertVon(key, imZeitraum(k.a, p.von, p.bis)) })) });
  return { kpis: kpisVon(k, 'ausfallquote', 'absagequote', 'kurzfristabsage', 'noShowQuote', 'wiederbelegung', 'ausfallkosten'), spalten: [spalte('terminart', 'Terminart', 'text'), spalte('termine', 'Fällige Termine', 'zahl'), spalte('absagen', 'Absagen', 'zahl'), spalte('kurzfristig', 'Davon unter 24 Stunden', 'zahl'), spalte('noShow', 'Nicht erschienen', 'zahl'), spalte('quote', 'Ausfallquote', 'anteil'), spalte('ausfallkosten', 'Ausfallkosten', 'eur'), spalte('wiederbelegt', 'Wieder belegt', 'anteil')], zeilen, serien: [line('absagequote'), line('noShowQuote')] };
};
/** Days on which somebody did positions of a kind. */
function tageMit(a: Auswahl, is: (i: number) => boolean): number {
  const seen = new Uint8Array(a.bild.B.n);
  let days = 0;
  jedeL(a, i => { const b = a.bild.L.besuch[i]!; if (b >= 0 && seen[b] === 0 && is(i)) { seen[b] = 1; days += 1; } });
  return days;
}
const prophylaxe: Macher = k => {
  const { bild } = k.a, isPzr = istPzr(bild), isUpt = istUpt(bild), isIp = istPosition(bild, SYSTEM.BEMA, /^IP\d$/);
  const zeilen = behandlerIn(k.a).map(at => { const own = beimBehandler(k.a, at); return { id: idVon(bild, 'behandler', at), behandler: nameVon(bild, 'behandler', at), pzr: tageMit(own, isPzr), upt: tageMit(own, isUpt), ip: tageMit(own, isIp), stunden: wertVon('behandlungsstunden', own), honorarProStunde: wertVon('stundensatz', own), pzrQuote: wertVon('pzrQuote', own) }; }).filter(z => z.pzr + z.upt + z.ip > 0);
  return { kpis: kpisVon(k, 'pzrQuote', 'pzrJePatient', 'prophylaxeStundensatz', 'uptAnteil', 'ipQuote', 'psiQuote', 'uptTreue'), spalten: [spalte('behandler', 'Behandler', 'text'), spalte('pzr', 'PZR-Tage', 'zahl'), spalte('upt', 'UPT-Tage', 'zahl'), spalte('ip', 'IP-Tage', 'zahl'), spalte('stunden', 'Stunden', 'stunden'), spalte('honorarProStunde', 'Honorar je Stunde', 'eur'), kennzahlSpalte('pzrQuote')], zeilen, serien: (['pzr', 'upt', 'ip'] as const).map(name => ({ name, punkte: zeilen.map(z => ({ x: z.behandler, y: z[name] })) })) };
};
const faktoren: Macher = k => {
  const { L } = k.a.bild, rows = new Map<number, { n: number; base: number; weighted: number; above: number; without: number; rest: number }>(), histogram = new Map<number, number>();
  jedeL(k.a, i => {
    const faktor = L.faktor[i]!;
    if (L.system[i] !== SYSTEM.GOZ || faktor === LEER || faktor <= 0) return;
    const base = einfach(L.punkte[i]!, L.menge[i]!, L.honorar[i]!, faktor);
    let row = rows.get(L.nr[i]!);
    if (!row) rows.set(L.nr[i]!, row = { n: 0, base: 0, weighted: 0, above: 0, without: 0, rest: 0 });
    row.n += 1; row.base += base; row.weighted += (base * faktor) / 100;
    if (faktor > 230) { row.above += 1; if (L.hatGrund[i] === 0) row.without += 1; }
    if (faktor < 350) row.rest += (base * (350 - faktor)) / 100;
    histogram.set(faktor, (histogram.get(faktor) ?? 0) + 1);
  });
  const zeilen = [...rows].map(([nr, row]) => ({ nr: L.nummern.liste[nr] ?? '', text: textDerPosition(k.a.bild, 'GOZ', L.nummern.liste[nr] ?? ''), anzahl: row.n, mittlererFaktor: durch(row.weighted, row.base, 3), ueber23: durch(row.above, row.n), ohneBegruendung: row.without, potenzialBis35: eur(row.rest) })).sort((x, y) => y.anzahl - x.anzahl || (x.nr < y.nr ? -1 : 1));
  return { kpis: kpisVon(k, 'mittlererFaktor', 'faktorUeber23'), spalten: [spalte('nr', 'Nr.', 'code'), spalte('text', 'Leistung', 'text'), spalte('anzahl', 'Anzahl', 'zahl'), spalte('mittlererFaktor', 'Mittlerer Faktor', 'faktor'), spalte('ueber23', 'Über 2,3', 'anteil'), spalte('ohneBegruendung', 'Über 2,3 ohne Begründung', 'zahl'), spalte('potenzialBis35', 'Abstand zu Faktor 3,5', 'eur')], zeilen, serien: [{ name: 'faktor', punkte: [...histogram].sort(([x], [y]) => x - y).map(([faktor, y]) => ({ x: (faktor / 100).toFixed(2), y })) }] };
};
export const extended: Readonly<Record<string, Macher>> = { 'extended/behandlerleistung': behandlerleistung, 'extended/leistungsmix': leistungsmix, 'extended/stundensatz': stundensatz, 'extended/zimmerauslastung': zimmerauslastung, 'extended/terminausfall': terminausfall, 'extended/prophylaxe': prophylaxe, 'extended/faktoren': faktoren };
