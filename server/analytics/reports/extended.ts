// Extended reports of output, hours, rooms, appointments, prophylaxis and factors.

import type { Serie } from '../../../shared/analytics/reports/report.ts';
import { BEREICHE, GEBUEHREN } from '../../../shared/analytics/deliveries/pvs.ts';
import {
  alleZeilen,
  auswahlVon,
  beimBehandler,
  imZeitraum,
  jedeA,
  jedeL,
  jedeStelleL,
  jederT,
  nurPersonen,
  type Auswahl,
} from '../snapshot/selection.ts';
import { S, SYSTEM, type Bild } from '../snapshot/snapshot.ts';
import { LEER, perioden, tagText, WOCHENTAGE, wochentagVon } from '../snapshot/calendar.ts';
import { einfach, mitFaktor } from '../metrics/money.ts';
import { jedeLuecke, wiederBelegt } from '../metrics/gaps.ts';
import { istKurzfristig, jederFaellige } from '../metrics/appointments.ts';
import { davon, einmal, istGemacht, type Stellen } from '../metrics/row-index.ts';
import { istAusgefallen, jederFall, positionen, pzrStellen, uptStellen } from '../metrics/walks.ts';
import { abStelle as stelleDesTages } from '../snapshot/tables/sort-rows.ts';
import {
  durch,
  eur,
  idVon,
  kennzahlSpalte,
  kpisVon,
  nameVon,
  rund,
  spalte,
  wertVon,
  type Macher,
} from './report-kind.ts';
import { positionenVon, textDerPosition, type Positionen } from './positions.ts';
import { behandlerIn, gehalteneTermine, gesamt, summenJe, summenNach } from './revenue.ts';

const behandlerleistung: Macher = (k) => {
  const zeilen = behandlerIn(k.a).map((at) => {
    const own = beimBehandler(k.a, at),
      sum = gesamt(own),
      gkv = wertVon('anteilGkv', own);
    const termine = gehalteneTermine(own);
    return {
      id: idVon(k.a.bild, 'behandler', at),
      behandler: nameVon(k.a.bild, 'behandler', at),
      stunden: wertVon('behandlungsstunden', own),
      honorar: eur(sum.honorar),
      umsatz: eur(sum.umsatz),
      honorarProStunde: wertVon('stundensatz', own),
      termine,
      umsatzProTermin: wertVon('umsatzJeTermin', own),
      anteilPrivat: gkv === null ? null : rund(1 - gkv, 6),
      ausfallquote: wertVon('ausfallquote', own),
    };
  });
  return {
    kpis: kpisVon(k, 'stundensatz', 'behandlungsstunden', 'umsatzJeTermin', 'ausfallquote'),
    spalten: [
      spalte('behandler', 'Behandler', 'text'),
      spalte('stunden', 'Stunden', 'stunden'),
      spalte('honorar', 'Honorar', 'eur'),
      spalte('umsatz', 'Umsatz', 'eur'),
      spalte('honorarProStunde', 'Honorar je Stunde', 'eur'),
      spalte('termine', 'Termine', 'zahl'),
      spalte('umsatzProTermin', 'Umsatz je Termin', 'eur'),
      spalte('anteilPrivat', 'Anteil privat', 'anteil'),
      spalte('ausfallquote', 'Ausfallquote', 'anteil'),
    ],
    zeilen,
    serien: [
      {
        name: 'honorarProStunde',
        punkte: zeilen.map((z) => ({ x: z.behandler, y: z.honorarProStunde })),
      },
    ],
  };
};
/** Positions of each area, each once, and of each service which. */
export function bereichspositionen(
  bild: Bild,
): Positionen & { bereich: number[]; position: number[] } {
  return einmal(bild, 'bereichspositionen', () => {
    const { bereich } = bild.L,
      known = positionenVon(bild),
      von = new Int32Array(bild.L.n),
      areas: number[] = [],
      position: number[] = [],
      places = new Int32Array(known.nr.length * 64).fill(-1);
    for (let i = 0; i < von.length; i += 1) {
      const key = known.von[i]! * 64 + bereich[i]! + 1;
      let at = places[key]!;
      if (at < 0) {
        places[key] = at = areas.length;
        areas.push(bereich[i]!);
        position.push(known.von[i]!);
      }
      von[i] = at;
    }
    return { ...known, von, bereich: areas, position };
  });
}
/** Positions of each area, the area with the highest fees first. */
function jeBereich(
  zeilen: readonly { bereich: string; nr: string; text: string; honorar: number }[],
): Serie[] {
  const areas = new Map<string, { nr: string; text: string; honorar: number }[]>();
  for (const z of zeilen) {
    const own = areas.get(z.bereich);
    if (own) own.push(z);
    else areas.set(z.bereich, [z]);
  }
  const sum = (rows: readonly { honorar: number }[]): number =>
    rows.reduce((all, z) => all + z.honorar, 0);
  return [...areas]
    .sort(([, x], [, y]) => sum(y) - sum(x))
    .map(([name, rows]) => ({
      name,
      punkte: rows.map((z) => ({ x: `${z.nr}: ${z.text}`, y: z.honorar })),
    }));
}
const leistungsmix: Macher = (k) => {
  const { L } = k.a.bild,
    places = bereichspositionen(k.a.bild),
    sums = summenNach(k.a, places.von),
    before = k.vor && summenNach(k.vor, places.von),
    all = gesamt(k.a);
  let faelle = 0;
  jederFall(k.a, () => {
    faelle += 1;
  });
  const zeilen = [...sums]
    .map(([key, sum]) => {
      const at = places.position[key]!,
        nr = L.nummern.liste[places.nr[at]!] ?? '',
        system = GEBUEHREN[places.system[at]!] ?? 'EIGEN';
      return {
        bereich: BEREICHE[places.bereich[key]!] ?? 'SONSTIGE',
        system,
        nr,
        text: textDerPosition(k.a.bild, system, nr),
        anzahl: rund(sum.anzahl, 2),
        je100Faelle: durch(sum.anzahl * 100, faelle, 2),
        honorar: eur(sum.honorar),
        anteil: durch(sum.honorar, all.honorar),
        vorjahr: before && eur(before.get(key)?.honorar ?? 0),
      };
    })
    .sort((x, y) => y.honorar - x.honorar || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisVon(k, 'honorarumsatz', 'fuellungenJe100', 'punkteJeFall'),
    spalten: [
      spalte('bereich', 'Bereich', 'wort'),
      spalte('system', 'Gebührenordnung', 'wort'),
      spalte('nr', 'Nr.', 'code'),
      spalte('text', 'Leistung', 'text'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('je100Faelle', 'Je 100 Fälle', 'zahl'),
      spalte('honorar', 'Honorar', 'eur'),
      spalte('anteil', 'Anteil', 'anteil'),
      spalte('vorjahr', 'Honorar im Vergleich', 'eur'),
    ],
    zeilen,
    serien: jeBereich(zeilen),
  };
};
/** Of each appointment the fees of its services, and the area that brought most of them (-1 without services). */
interface JeTermin {
  honorar: Float64Array;
  bereich: Int8Array;
}
const AREAS = BEREICHE.length;
/** Whether a service names an appointment of another day: then it depends on the span which services count for it. */
const nenntAndereTage = (bild: Bild): boolean =>
  einmal(bild, 'andereTage', () => {
    const { L, T } = bild;
    for (let i = 0; i < L.n; i += 1)
      if (L.termin[i]! >= 0 && T.tag[L.termin[i]!] !== L.tag[i]) return true;
    return false;
  });
/** @param first the appointments from this place on; `many` of them */
function jeTermin(a: Auswahl, first: number, many: number): JeTermin {
  const { L, T } = a.bild,
    honorar = new Float64Array(many),
    bereich = new Int8Array(many).fill(-1),
    apart = nenntAndereTage(a.bild);
  let fees = new Float64Array((apart ? many : 64) * AREAS),
    tag = LEER,
    from = 0,
    to = apart ? many : 0;
  /** Works out the appointments from place `from` up to before `to`; what was summed up of them is forgotten. */
  const schliesse = (): void => {
    for (let t = from; t < to; t += 1)
      if (bereich[t] === 0) {
        const at = (t - from) * AREAS;
        let most = 0;
        for (let area = 0; area < AREAS; area += 1) {
          const own = fees[at + area]!;
          honorar[t]! += own;
          if (own > fees[at + most]!) most = area;
        }
        bereich[t] = most;
      }
  };
  // Day by day, so that only the sums of one day are held: services and appointments stand by day both. Of appointments of other days nothing is asked.
  jedeL(a, (i) => {
    const t = L.termin[i]! - first;
    if (t < 0 || t >= many) return;
    if (!apart && L.tag[i] !== tag) {
      schliesse();
      tag = L.tag[i]!;
      from = stelleDesTages(T.tag, tag) - first;
      to = stelleDesTages(T.tag, tag + 1) - first;
      if ((to - from) * AREAS > fees.length) fees = new Float64Array((to - from) * AREAS * 2);
      else fees.fill(0, 0, (to - from) * AREAS);
    }
    bereich[t] = 0;
    fees[(t - from) * AREAS + L.bereich[i]!]! += L.honorar[i]!;
  });
  schliesse();
  return { honorar, bereich };
}
/** The same of all appointments and services, once an image; undefined where it depends on the span. */
export function jederTermin(bild: Bild): JeTermin | undefined {
  return einmal(bild, JE_TERMIN, () => {
    const { L, T } = bild;
    if (nenntAndereTage(bild)) return undefined;
    const all = auswahlVon(bild, {
      von: tagText(Math.min(L.tag[0] ?? 0, T.tag[0] ?? 0)),
      bis: tagText(Math.max(L.tag.at(-1) ?? 0, T.tag.at(-1) ?? 0)),
      vergleich: 'KEIN',
      behandler: [],
      zimmer: [],
      teams: [],
      stempel: [],
      versicherung: [],
      bereich: [],
      terminart: [],
      termingruppe: [],
      basis: 'leistung',
      gruppierung: 'MONAT',
      kennzahl: 'umsatz',
    });
    return jeTermin(all, 0, T.n);
  });
}
const JE_TERMIN = 'jeTermin';
/** Up to so many days services are walked rather than having all of them ready, as long as nobody did. */
const EIN_JAHR = 400;
const STUNDEN = 24,
  TAGE = 7;
/** Fees and minutes of appointments kept, by the area that brought most of their fees. */
const stundensatz: Macher = (k) => {
  const { T } = k.a.bild,
    from = stelleDesTages(T.tag, k.a.von),
    whole =
      alleZeilen(k.a) && (k.a.bis - k.a.von > EIN_JAHR || istGemacht(k.a.bild, JE_TERMIN))
        ? jederTermin(k.a.bild)
        : undefined,
    first = whole ? 0 : from,
    { honorar, bereich } =
      whole ?? jeTermin(k.a, first, stelleDesTages(T.tag, k.a.bis + 1) - first);
  const fees = new Float64Array((AREAS + 1) * TAGE * STUNDEN),
    minutes = new Float64Array(fees.length),
    seen = new Uint8Array(fees.length);
  jederT(k.a, (i) => {
    if (T.status[i] !== S.WAHRGENOMMEN) return;
    const key =
      ((bereich[i - first]! + 1) * TAGE + wochentagVon(T.tag[i]!)) * STUNDEN +
      Math.floor(T.minute[i]! / 60);
    seen[key] = 1;
    minutes[key]! += T.dauer[i]!;
    fees[key]! += honorar[i - first]!;
  });
  const rows = [...seen.keys()]
    .filter((key) => seen[key] === 1)
    .map((key) => ({
      bereich: BEREICHE[Math.floor(key / (TAGE * STUNDEN)) - 1] ?? 'OHNE',
      wochentag: WOCHENTAGE[Math.floor(key / STUNDEN) % TAGE]!,
      stunde: key % STUNDEN,
      honorar: fees[key]!,
      minuten: minutes[key]!,
    }));
  const zeilen = rows
    .map((row) => ({
      bereich: row.bereich,
      wochentag: row.wochentag,
      stunde: row.stunde,
      honorarProStunde: durch(row.honorar / 100, row.minuten / 60, 2),
      minuten: row.minuten,
    }))
    .sort(
      (x, y) =>
        WOCHENTAGE.indexOf(x.wochentag) - WOCHENTAGE.indexOf(y.wochentag) ||
        x.stunde - y.stunde ||
        (x.bereich < y.bereich ? -1 : 1),
    );
  return {
    kpis: kpisVon(k, 'stundensatz', 'behandlungsstunden'),
    spalten: [
      spalte('bereich', 'Bereich', 'wort'),
      spalte('wochentag', 'Wochentag', 'wort'),
      spalte('stunde', 'Stunde', 'zahl'),
      spalte('honorarProStunde', 'Honorar je Stunde', 'eur'),
      spalte('minuten', 'Minuten', 'minuten'),
    ],
    zeilen,
    serien: nachUhr(rows),
  };
};
/** Fee per hour of each weekday and hour, over all areas. */
function nachUhr(
  rows: readonly { wochentag: string; stunde: number; honorar: number; minuten: number }[],
): Serie[] {
  const hours = [...new Set(rows.map((row) => row.stunde))].sort((x, y) => x - y);
  return WOCHENTAGE.map((name) => ({
    name,
    punkte: hours.map((hour) => {
      const own = rows.filter((row) => row.wochentag === name && row.stunde === hour);
      return {
        x: String(hour),
        y: durch(
          own.reduce((sum, row) => sum + row.honorar, 0) / 100,
          own.reduce((sum, row) => sum + row.minuten, 0) / 60,
          2,
        ),
      };
    }),
  }));
}
const zimmerauslastung: Macher = (k) => {
  const { T, A } = k.a.bild,
    rows = new Map<number, { offen: number; belegt: number; cents: number; luecken: number }>(),
    of = (z: number) => {
      let row = rows.get(z);
      if (!row) rows.set(z, (row = { offen: 0, belegt: 0, cents: 0, luecken: 0 }));
      return row;
    };
  jedeA(k.a, (i) => {
    if (A.zimmer[i]! >= 0) of(A.zimmer[i]!).offen += A.zimmerMinuten[i]!;
  });
  jederT(k.a, (i) => {
    if (T.zimmer[i]! >= 0 && T.status[i] === S.WAHRGENOMMEN) of(T.zimmer[i]!).belegt += T.dauer[i]!;
  });
  for (const [z, sum] of summenJe(k.a, 'zimmer')) if (z >= 0) of(z).cents += sum.umsatz;
  jedeLuecke(k.a, 30, (l) => {
    if (l.zimmer >= 0) of(l.zimmer).luecken += 1;
  });
  const zeilen = [...rows]
    .map(([z, row]) => ({
      id: idVon(k.a.bild, 'zimmer', z),
      zimmer: nameVon(k.a.bild, 'zimmer', z),
      offeneMin: row.offen,
      belegteMin: row.belegt,
      auslastung: durch(row.belegt, row.offen),
      umsatzProStunde: durch(row.cents / 100, row.offen / 60, 2),
      luecken30: row.luecken,
    }))
    .sort((x, y) => x.zimmer.localeCompare(y.zimmer, 'de'));
  return {
    kpis: kpisVon(k, 'stuhlauslastung', 'umsatzJeZimmerstunde', 'auslastung', 'freieZeit'),
    spalten: [
      spalte('zimmer', 'Zimmer', 'text'),
      spalte('offeneMin', 'Offen', 'minuten'),
      spalte('belegteMin', 'Belegt', 'minuten'),
      spalte('auslastung', 'Auslastung', 'anteil'),
      spalte('umsatzProStunde', 'Umsatz je Stunde', 'eur'),
      spalte('luecken30', 'Lücken ab 30 Minuten', 'zahl'),
    ],
    zeilen,
    serien: (['belegteMin', 'offeneMin'] as const).map((name) => ({
      name,
      punkte: zeilen.map((z) => ({ x: z.zimmer, y: z[name] })),
    })),
  };
};
const terminausfall: Macher = (k) => {
  const { T } = k.a.bild,
    rate = wertVon('stundensatz', k.a) ?? 0,
    rows = new Map<
      number,
      {
        termine: number;
        absagen: number;
        kurzfristig: number;
        noShow: number;
        minuten: number;
        rest: number;
      }
    >();
  jederFaellige(k.a, (i) => {
    let row = rows.get(T.terminart[i]!);
    if (!row)
      rows.set(
        T.terminart[i]!,
        (row = { termine: 0, absagen: 0, kurzfristig: 0, noShow: 0, minuten: 0, rest: 0 }),
      );
    row.termine += 1;
    if (!istAusgefallen(T.status[i]!)) return;
    if (T.status[i] === S.ABGESAGT_PATIENT) row.absagen += 1;
    else row.noShow += 1;
    if (istKurzfristig(k.a, i)) row.kurzfristig += 1;
    row.minuten += T.dauer[i]!;
    row.rest += T.dauer[i]! - wiederBelegt(k.a.bild, i);
  });
  const zeilen = [...rows]
    .map(([art, row]) => ({
      id: idVon(k.a.bild, 'terminarten', art),
      terminart: nameVon(k.a.bild, 'terminarten', art),
      termine: row.termine,
      absagen: row.absagen,
      kurzfristig: row.kurzfristig,
      noShow: row.noShow,
      quote: durch(row.absagen + row.noShow, row.termine),
      ausfallkosten: rund((row.rest / 60) * rate, 2),
      wiederbelegt: durch(row.minuten - row.rest, row.minuten),
    }))
    .sort((x, y) => y.ausfallkosten - x.ausfallkosten || (x.terminart < y.terminart ? -1 : 1));
  const parts = perioden(k.a.von, k.a.bis, k.filter.gruppierung),
    line = (key: string) => ({
      name: key,
      punkte: parts.map((p) => ({ x: p.name, y: wertVon(key, imZeitraum(k.a, p.von, p.bis)) })),
    });
  return {
    kpis: kpisVon(
      k,
      'ausfallquote',
      'absagequote',
      'kurzfristabsage',
      'noShowQuote',
      'wiederbelegung',
      'ausfallkosten',
    ),
    spalten: [
      spalte('terminart', 'Terminart', 'text'),
      spalte('termine', 'Fällige Termine', 'zahl'),
      spalte('absagen', 'Absagen', 'zahl'),
      spalte('kurzfristig', 'Davon unter 24 Stunden', 'zahl'),
      spalte('noShow', 'Nicht erschienen', 'zahl'),
      spalte('quote', 'Ausfallquote', 'anteil'),
      spalte('ausfallkosten', 'Ausfallkosten', 'eur'),
      spalte('wiederbelegt', 'Wieder belegt', 'anteil'),
    ],
    zeilen,
    serien: [line('absagequote'), line('noShowQuote')],
  };
};
/** Says of services that are asked of by day whether one is the first of its practitioner at its visit. */
function ersteJeBesuch(bild: Bild): (i: number) => boolean {
  const { L, roh } = bild,
    many = roh.tabellen.behandler.anzahl,
    seen = new Set<number>();
  let tag = LEER;
  return (i) => {
    const b = L.besuch[i]!,
      who = L.behandler[i]!,
      key = b * many + who;
    // A visit is of one day.
    if (L.tag[i] !== tag) {
      tag = L.tag[i]!;
      seen.clear();
    }
    if (b < 0 || who < 0 || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
/** Of each practitioner the visits on which they did positions of a kind; `wort` names it. */
function tageMit(a: Auswahl, wort: string, kind: Stellen): Int32Array {
  const { L, roh } = a.bild,
    days = new Int32Array(roh.tabellen.behandler.anzahl),
    count = (i: number): void => {
      days[L.behandler[i]!]! += 1;
    };
  // Which of a visit's services is the first does not matter where only days and patients are chosen.
  if (nurPersonen(a)) {
    jedeStelleL(
      a,
      einmal(a.bild, `tage ${wort}`, () => davon(kind, ersteJeBesuch(a.bild))),
      count,
    );
    return days;
  }
  const isFirst = ersteJeBesuch(a.bild);
  jedeStelleL(a, kind, (i) => {
    if (isFirst(i)) count(i);
  });
  return days;
}
/** Days and hours of each practitioner who did prophylaxis in a span. Also made in the pauses: the lists that it walks stay with the image. */
export function prophylaxeZeilen(a: Auswahl) {
  const { bild } = a,
    pzr = tageMit(a, 'pzr', pzrStellen(bild)),
    upt = tageMit(a, 'upt', uptStellen(bild)),
    ip = tageMit(a, 'ip', positionen(bild, SYSTEM.BEMA, /^IP\d$/));
  return behandlerIn(a)
    .filter((at) => pzr[at]! + upt[at]! + ip[at]! > 0)
    .map((at) => {
      const own = beimBehandler(a, at);
      return {
        id: idVon(bild, 'behandler', at),
        behandler: nameVon(bild, 'behandler', at),
        pzr: pzr[at]!,
        upt: upt[at]!,
        ip: ip[at]!,
        stunden: wertVon('behandlungsstunden', own),
        honorarProStunde: wertVon('stundensatz', own),
        pzrQuote: wertVon('pzrQuote', own),
      };
    });
}
const prophylaxe: Macher = (k) => {
  const zeilen = prophylaxeZeilen(k.a);
  return {
    kpis: kpisVon(
      k,
      'pzrQuote',
      'pzrJePatient',
      'prophylaxeStundensatz',
      'uptAnteil',
      'ipQuote',
      'psiQuote',
      'uptTreue',
    ),
    spalten: [
      spalte('behandler', 'Behandler', 'text'),
      spalte('pzr', 'PZR-Tage', 'zahl'),
      spalte('upt', 'UPT-Tage', 'zahl'),
      spalte('ip', 'IP-Tage', 'zahl'),
      spalte('stunden', 'Stunden', 'stunden'),
      spalte('honorarProStunde', 'Honorar je Stunde', 'eur'),
      kennzahlSpalte('pzrQuote'),
    ],
    zeilen,
    serien: (['pzr', 'upt', 'ip'] as const).map((name) => ({
      name,
      punkte: zeilen.map((z) => ({ x: z.behandler, y: z[name] })),
    })),
  };
};
const faktoren: Macher = (k) => {
  const { L } = k.a.bild,
    rows = new Map<
      number,
      { n: number; base: number; weighted: number; above: number; without: number; rest: number }
    >(),
    histogram = new Map<number, number>();
  jedeStelleL(k.a, mitFaktor(k.a.bild), (i) => {
    const faktor = L.faktor[i]!,
      base = einfach(L.punkte[i]!, L.menge[i]!, L.honorar[i]!, faktor);
    let row = rows.get(L.nr[i]!);
    if (!row)
      rows.set(L.nr[i]!, (row = { n: 0, base: 0, weighted: 0, above: 0, without: 0, rest: 0 }));
    row.n += 1;
    row.base += base;
    row.weighted += (base * faktor) / 100;
    if (faktor > 230) {
      row.above += 1;
      if (L.hatGrund[i] === 0) row.without += 1;
    }
    if (faktor < 350) row.rest += (base * (350 - faktor)) / 100;
    histogram.set(faktor, (histogram.get(faktor) ?? 0) + 1);
  });
  const zeilen = [...rows]
    .map(([nr, row]) => ({
      nr: L.nummern.liste[nr] ?? '',
      text: textDerPosition(k.a.bild, 'GOZ', L.nummern.liste[nr] ?? ''),
      anzahl: row.n,
      mittlererFaktor: durch(row.weighted, row.base, 3),
      ueber23: durch(row.above, row.n),
      ohneBegruendung: row.without,
      potenzialBis35: eur(row.rest),
    }))
    .sort((x, y) => y.anzahl - x.anzahl || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisVon(k, 'mittlererFaktor', 'faktorUeber23'),
    spalten: [
      spalte('nr', 'Nr.', 'code'),
      spalte('text', 'Leistung', 'text'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('mittlererFaktor', 'Mittlerer Faktor', 'faktor'),
      spalte('ueber23', 'Über 2,3', 'anteil'),
      spalte('ohneBegruendung', 'Über 2,3 ohne Begründung', 'zahl'),
      spalte('potenzialBis35', 'Abstand zu Faktor 3,5', 'eur'),
    ],
    zeilen,
    serien: [
      {
        name: 'faktor',
        punkte: [...histogram]
          .sort(([x], [y]) => x - y)
          .map(([faktor, y]) => ({ x: (faktor / 100).toFixed(2), y })),
      },
    ],
  };
};
export const extended: Readonly<Record<string, Macher>> = {
  'extended/behandlerleistung': behandlerleistung,
  'extended/leistungsmix': leistungsmix,
  'extended/stundensatz': stundensatz,
  'extended/zimmerauslastung': zimmerauslastung,
  'extended/terminausfall': terminausfall,
  'extended/prophylaxe': prophylaxe,
  'extended/faktoren': faktoren,
};
