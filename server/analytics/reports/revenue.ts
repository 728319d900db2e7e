// Reports of revenue: over time, by practitioner, room, area, payer, position, laboratory and weekday.

import {
  BEREICHE,
  GEBUEHREN,
  KASSENART,
  KOSTENTRAEGER,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { deltaOf } from '../../../shared/analytics/reports/report.ts';
import {
  alleZeilen,
  beimBehandler,
  hatL,
  imZeitraum,
  jedeA,
  jedeBuchung,
  jederAuszug,
  jederT,
  linseVon,
  vergleichVon,
  type Auswahl,
} from '../snapshot/selection.ts';
import { BEREICH, S, TRAEGER, type Bild } from '../snapshot/snapshot.ts';
import { perioden, WOCHENTAGE, wochentagVon } from '../snapshot/calendar.ts';
import { unbelegtBis } from '../metrics/coverage.ts';
import { GELDMASSE, ZEILENMASS, zielImZeitraum } from '../metrics/money.ts';
import { einmal } from '../metrics/row-index.ts';
import { summenJeOrt, tagessummen } from '../metrics/day-sums.ts';
import { GEHALTEN } from '../metrics/appointments.ts';
import { jederFall } from '../metrics/walks.ts';
import { abStelle } from '../snapshot/tables/sort-rows.ts';
import {
  durch,
  eur,
  idVon,
  kpisVon,
  nameVon,
  spalte,
  wertVon,
  type Kontext,
  type Macher,
  type Zeile,
} from './report-kind.ts';
import { positionenVon, textDerPosition } from './positions.ts';

export interface Summe {
  honorar: number;
  material: number;
  eigen: number;
  fremd: number;
  umsatz: number;
  anzahl: number;
}
const null0 = (): Summe => ({ honorar: 0, material: 0, eigen: 0, fremd: 0, umsatz: 0, anzahl: 0 });
/** Sums of the chosen services, in cents, grouped by a number. */
export function summen(
  a: Auswahl,
  groupOf: (i: number, tag: number) => number,
): Map<number, Summe> {
  const { L } = a.bild,
    found = new Map<number, Summe>();
  jedeBuchung(a, (i, anteil, tag) => {
    const group = groupOf(i, tag);
    let sum = found.get(group);
    if (!sum) found.set(group, (sum = null0()));
    sum.honorar += L.honorar[i]! * anteil;
    sum.material += L.material[i]! * anteil;
    sum.eigen += L.eigenlabor[i]! * anteil;
    sum.fremd += L.fremdlabor[i]! * anteil;
    sum.umsatz += L.betrag[i]! * anteil;
    sum.anzahl += L.menge[i]! * anteil;
  });
  return found;
}
const SPALTEN = 6;
/** The same, grouped by a column of services: its numbers from -1 on are the groups. */
export function summenNach(
  a: Auswahl,
  column: Int8Array | Uint8Array | Int32Array,
): Map<number, Summe> {
  const { honorar, material, eigenlabor, fremdlabor, betrag, menge } = a.bild.L;
  let sums = new Float64Array(64 * SPALTEN),
    seen = new Uint8Array(64);
  jederAuszug(a, (rows, anteile, from, to) => {
    for (let k = from; k < to; k += 1) {
      const i = rows ? rows[k]! : k,
        anteil = anteile ? anteile[k]! : 1,
        group = column[i]! + 1;
      if (group >= seen.length) {
        const size = 2 * group,
          more = new Float64Array(size * SPALTEN),
          marks = new Uint8Array(size);
        more.set(sums);
        marks.set(seen);
        sums = more;
        seen = marks;
      }
      const at = group * SPALTEN;
      seen[group] = 1;
      sums[at]! += honorar[i]! * anteil;
      sums[at + 1]! += material[i]! * anteil;
      sums[at + 2]! += eigenlabor[i]! * anteil;
      sums[at + 3]! += fremdlabor[i]! * anteil;
      sums[at + 4]! += betrag[i]! * anteil;
      sums[at + 5]! += menge[i]! * anteil;
    }
  });
  const found = new Map<number, Summe>();
  for (let group = 0; group < seen.length; group += 1)
    if (seen[group] === 1) {
      const at = group * SPALTEN;
      found.set(group - 1, {
        honorar: sums[at]!,
        material: sums[at + 1]!,
        eigen: sums[at + 2]!,
        fremd: sums[at + 3]!,
        umsatz: sums[at + 4]!,
        anzahl: sums[at + 5]!,
      });
    }
  return found;
}
/** The same for each room, area … that a service names; of everything from what is kept by day. */
export function summenJe(
  a: Auswahl,
  art: 'behandler' | 'zimmer' | 'versicherung' | 'bereich',
): Map<number, Summe> {
  const lines = summenJeOrt(a, ZEILENMASS, art),
    found = new Map<number, Summe>();
  if (!lines) return summenNach(a, a.bild.L[art]);
  lines.forEach((many, at) => {
    if (many > 0) found.set(at - 1, null0());
  });
  for (const name of Object.keys(GELDMASSE) as (keyof typeof GELDMASSE)[]) {
    const sums = summenJeOrt(a, GELDMASSE[name], art);
    for (const [at, sum] of found) sum[name] = sums?.[at + 1] ?? 0;
  }
  return found;
}
const WORTE = [
  'honorar',
  'material',
  'eigen',
  'fremd',
  'umsatz',
  'anzahl',
] as const satisfies readonly (keyof Summe)[];
/** Sums of all services seen by invoice or by payment, day by day: of the day at place `k` those from `SPALTEN * k` on. */
export function linsensummen(
  bild: Bild,
  basis: 'rechnung' | 'zahlung',
): { tage: Int32Array; summen: Float64Array } {
  return einmal(bild, `linsensummen ${basis}`, () => {
    const { honorar, material, eigenlabor, fremdlabor, betrag, menge } = bild.L,
      { tag, zeile, anteil } = linseVon(bild, basis),
      tage: number[] = [];
    for (let k = 0; k < tag.length; k += 1) if (tag[k] !== tage.at(-1)) tage.push(tag[k]!);
    const summen = new Float64Array(tage.length * SPALTEN);
    for (let k = 0, day = -1; k < tag.length; k += 1) {
      if (day < 0 || tag[k] !== tage[day]) day += 1;
      const i = zeile[k]!,
        share = anteil[k]!,
        at = day * SPALTEN;
      summen[at]! += honorar[i]! * share;
      summen[at + 1]! += material[i]! * share;
      summen[at + 2]! += eigenlabor[i]! * share;
      summen[at + 3]! += fremdlabor[i]! * share;
      summen[at + 4]! += betrag[i]! * share;
      summen[at + 5]! += menge[i]! * share;
    }
    return { tage: Int32Array.from(tage), summen };
  });
}
/** Sums of all chosen services. */
export function gesamt(a: Auswahl): Summe {
  const sum = null0(),
    { basis } = a.filter;
  if (basis !== 'leistung' && alleZeilen(a)) {
    const { tage, summen: kept } = linsensummen(a.bild, basis);
    for (let k = abStelle(tage, a.von), to = abStelle(tage, a.bis + 1); k < to; k += 1)
      for (let at = 0; at < SPALTEN; at += 1) sum[WORTE[at]!] += kept[k * SPALTEN + at]!;
    return sum;
  }
  for (const name of Object.keys(GELDMASSE) as (keyof typeof GELDMASSE)[]) {
    const kept = tagessummen(a, GELDMASSE[name]);
    if (!kept)
      return (
        summenNach(
          a,
          einmal(a.bild, 'eine', () => new Int8Array(a.bild.L.n)),
        ).get(0) ?? null0()
      );
    sum[name] = kept.z;
  }
  return sum;
}
/** The money that the filter asks for: fees, or everything. */
const geldWort = (k: Kontext): 'honorar' | 'umsatz' => k.filter.kennzahl;

/** Euros of the whole span that one period is compared with; null without a comparison, or where it was not delivered whole. */
function jePeriode(a: Auswahl, which: 'honorar' | 'umsatz'): number | null {
  const before = vergleichVon(a, true);
  return before === null || unbelegtBis('umsatz', before) !== undefined
    ? null
    : eur(gesamt(before)[which]);
}
/** Revenue by period, beside the same period a year earlier and its target. */
const zeitreihe: Macher = (k) => {
  const parts = perioden(k.a.von, k.a.bis, k.filter.gruppierung),
    target = k.a.ziele.get(geldWort(k) === 'umsatz' ? 'umsatz' : 'honorarumsatz'),
    which = geldWort(k);
  const zeilen = parts.map((p) => {
    const own = imZeitraum(k.a, p.von, p.bis),
      now = gesamt(own),
      then = jePeriode(own, which);
    return {
      periode: p.name,
      honorar: eur(now.honorar),
      material: eur(now.material),
      labor: eur(now.eigen + now.fremd),
      umsatz: eur(now.umsatz),
      vorjahr: then,
      ziel: target === undefined ? null : Math.round(zielImZeitraum(p, target) * 100) / 100,
    };
  });
  const line = (name: string, key: 'umsatz' | 'honorar' | 'vorjahr' | 'ziel') => ({
    name,
    punkte: zeilen.map((z) => ({ x: z.periode, y: z[key] })),
  });
  return {
    kpis: kpisVon(k, 'umsatz', 'honorarumsatz'),
    spalten: [
      spalte('periode', 'Zeitraum', 'periode'),
      spalte('honorar', 'Honorar', 'eur'),
      spalte('material', 'Material', 'eur'),
      spalte('labor', 'Labor', 'eur'),
      spalte('umsatz', 'Umsatz', 'eur'),
      spalte('vorjahr', k.filter.vergleich === 'VORPERIODE' ? 'Vorperiode' : 'Vorjahr', 'eur'),
      spalte('ziel', 'Ziel', 'eur'),
    ],
    zeilen,
    serien: [
      line(which, which),
      ...(k.filter.vergleich === 'KEIN' ? [] : [line('vorjahr', 'vorjahr')]),
      ...(target === undefined ? [] : [line('ziel', 'ziel')]),
    ],
  };
};

/** Number of chosen appointments kept. */
export function gehalteneTermine(a: Auswahl): number {
  let count = 0;
  const kept = tagessummen(a, GEHALTEN);
  if (!kept)
    GEHALTEN.weg(a, {
      z: () => {
        count += 1;
      },
      n: () => undefined,
    });
  return kept?.z ?? count;
}
/** Practitioners with a service or a kept appointment in the choice, by name. */
export function behandlerIn(a: Auswahl): number[] {
  const { L, T, roh } = a.bild,
    seen = new Uint8Array(roh.tabellen.behandler.anzahl);
  if (alleZeilen(a) && a.filter.basis === 'leistung') {
    for (let b = 0; b < seen.length; b += 1) {
      const own = beimBehandler(a, b);
      if (hatL(own) || gehalteneTermine(own) > 0) seen[b] = 1;
    }
  } else
    jedeBuchung(a, (i) => {
      if (L.behandler[i]! >= 0) seen[L.behandler[i]!] = 1;
    });
  if (!alleZeilen(a) || a.filter.basis !== 'leistung')
    jederT(a, (i) => {
      if (T.behandler[i]! >= 0 && T.status[i] === S.WAHRGENOMMEN) seen[T.behandler[i]!] = 1;
    });
  return [...seen.keys()]
    .filter((at) => seen[at] === 1)
    .sort((x, y) =>
      nameVon(a.bild, 'behandler', x).localeCompare(nameVon(a.bild, 'behandler', y), 'de'),
    );
}
const balken = (name: string, zeilen: readonly Zeile[], x: string, y: string) => ({
  name,
  punkte: zeilen.map((z) => ({
    x: String(z[x] ?? '–'),
    y: typeof z[y] === 'number' ? z[y] : null,
  })),
});

const behandler: Macher = (k) => {
  const all = gesamt(k.a),
    zeilen = behandlerIn(k.a).map((at) => {
      const own = beimBehandler(k.a, at),
        sum = gesamt(own),
        hours = wertVon('behandlungsstunden', own) ?? 0,
        then = k.vor && gesamt(beimBehandler(k.vor, at));
      return {
        id: idVon(k.a.bild, 'behandler', at),
        behandler: nameVon(k.a.bild, 'behandler', at),
        honorar: eur(sum.honorar),
        umsatz: eur(sum.umsatz),
        anteil: durch(sum.umsatz, all.umsatz),
        stunden: hours,
        proStunde: durch(sum.honorar / 100, hours, 2),
        delta: then && deltaOf(sum[geldWort(k)], then[geldWort(k)]),
      };
    });
  return {
    kpis: kpisVon(k, 'umsatz', 'honorarumsatz', 'umsatzJeBehandler', 'stundensatz'),
    spalten: [
      spalte('behandler', 'Behandler', 'text'),
      spalte('honorar', 'Honorar', 'eur'),
      spalte('umsatz', 'Umsatz', 'eur'),
      spalte('anteil', 'Anteil', 'anteil'),
      spalte('stunden', 'Stunden', 'stunden'),
      spalte('proStunde', 'Honorar je Stunde', 'eur'),
      spalte('delta', 'Veränderung', 'anteil'),
    ],
    zeilen,
    serien: [balken(geldWort(k), zeilen, 'behandler', geldWort(k))],
  };
};
const zimmer: Macher = (k) => {
  const { A } = k.a.bild,
    sums = summenJe(k.a, 'zimmer'),
    minutes = new Map<number, number>();
  jedeA(k.a, (i) => {
    if (A.zimmer[i]! >= 0)
      minutes.set(A.zimmer[i]!, (minutes.get(A.zimmer[i]!) ?? 0) + A.zimmerMinuten[i]!);
  });
  const zeilen = [...new Set([...sums.keys(), ...minutes.keys()])]
    .map((at) => {
      const sum = sums.get(at) ?? null0(),
        hours = (minutes.get(at) ?? 0) / 60;
      return {
        id: idVon(k.a.bild, 'zimmer', at),
        zimmer: at < 0 ? 'ohne Zimmer' : nameVon(k.a.bild, 'zimmer', at),
        umsatz: eur(sum[geldWort(k)]),
        stunden: Math.round(hours * 100) / 100,
        proStunde: durch(sum[geldWort(k)] / 100, hours, 2),
      };
    })
    .sort((x, y) => x.zimmer.localeCompare(y.zimmer, 'de'));
  return {
    kpis: kpisVon(k, 'umsatz', 'umsatzJeZimmerstunde', 'stuhlauslastung'),
    spalten: [
      spalte('zimmer', 'Zimmer', 'text'),
      spalte('umsatz', geldWort(k) === 'honorar' ? 'Honorar' : 'Umsatz', 'eur'),
      spalte('stunden', 'Offene Stunden', 'stunden'),
      spalte(
        'proStunde',
        geldWort(k) === 'honorar' ? 'Honorar je Stunde' : 'Umsatz je Stunde',
        'eur',
      ),
    ],
    zeilen,
    serien: [balken('umsatz', zeilen, 'zimmer', 'umsatz')],
  };
};
const bereiche: Macher = (k) => {
  const sums = summenJe(k.a, 'bereich'),
    all = gesamt(k.a),
    parts = perioden(k.a.von, k.a.bis, k.filter.gruppierung);
  const zeilen = [...sums]
    .map(([at, sum]) => ({
      bereich: BEREICHE[at] ?? 'SONSTIGE',
      honorar: eur(sum.honorar),
      umsatz: eur(sum.umsatz),
      anteil: durch(sum[geldWort(k)], all[geldWort(k)]),
    }))
    .sort((x, y) => y[geldWort(k)] - x[geldWort(k)]);
  const each = parts.map((p) => summenJe(imZeitraum(k.a, p.von, p.bis), 'bereich'));
  return {
    kpis: kpisVon(k, 'umsatz', 'honorarumsatz'),
    spalten: [
      spalte('bereich', 'Bereich', 'wort'),
      spalte('honorar', 'Honorar', 'eur'),
      spalte('umsatz', 'Umsatz', 'eur'),
      spalte('anteil', 'Anteil', 'anteil'),
    ],
    zeilen,
    serien: zeilen.map((z) => ({
      name: z.bereich,
      punkte: parts.map((p, at) => ({
        x: p.name,
        y: eur(each[at]!.get(BEREICH[z.bereich])?.[geldWort(k)] ?? 0),
      })),
    })),
  };
};
/** Payers: statutory by kind of insurance, private insurance, patients themselves. */
function traegerVon(bild: Bild, i: number): number {
  const { L, roh } = bild;
  if (L.traeger[i] !== TRAEGER.GKV) return 100 + L.traeger[i]!;
  return L.pat[i]! < 0 ? -1 : roh.tabellen.patient.spalten['kassenart']![L.pat[i]!]!;
}
/** Payer of each service. */
export const traegerDer = (bild: Bild): Int8Array =>
  einmal(bild, 'traeger', () => {
    const made = new Int8Array(bild.L.n);
    for (let i = 0; i < made.length; i += 1) made[i] = traegerVon(bild, i);
    return made;
  });
const traegerWort = (group: number): string =>
  group >= 100 ? KOSTENTRAEGER[group - 100]! : (KASSENART[group] ?? 'GKV');
const kostentraeger: Macher = (k) => {
  const { bild } = k.a,
    sums = summenNach(k.a, traegerDer(bild)),
    faelle = new Map<number, number>();
  jederFall(k.a, (_p, i) => {
    const group = traegerVon(bild, i);
    faelle.set(group, (faelle.get(group) ?? 0) + 1);
  });
  const all = gesamt(k.a),
    zeilen = [...sums]
      .map(([group, sum]) => ({
        traeger: traegerWort(group),
        faelle: faelle.get(group) ?? null,
        honorar: eur(sum.honorar),
        umsatz: eur(sum.umsatz),
        anteil: durch(sum.umsatz, all.umsatz),
        fallwert: durch(sum.honorar / 100, faelle.get(group) ?? 0, 2),
      }))
      .sort((x, y) => y.umsatz - x.umsatz);
  return {
    kpis: kpisVon(k, 'anteilGkv', 'anteilPkv', 'anteilEigen', 'gkvAmPrivatumsatz', 'fallwertGkv'),
    spalten: [
      spalte('traeger', 'Kostenträger', 'wort'),
      spalte('faelle', 'Fälle', 'zahl'),
      spalte('honorar', 'Honorar', 'eur'),
      spalte('umsatz', 'Umsatz', 'eur'),
      spalte('anteil', 'Anteil', 'anteil'),
      spalte('fallwert', 'Honorar je Fall', 'eur'),
    ],
    zeilen,
    serien: [balken('umsatz', zeilen, 'traeger', 'umsatz')],
  };
};
const leistungen: Macher = (k) => {
  const { L } = k.a.bild,
    places = positionenVon(k.a.bild),
    sums = summenNach(k.a, places.von);
  const zeilen = [...sums]
    .map(([at, sum]) => {
      const word = GEBUEHREN[places.system[at]!] ?? 'EIGEN',
        nummer = L.nummern.liste[places.nr[at]!] ?? '';
      return {
        system: word,
        nr: nummer,
        text: textDerPosition(k.a.bild, word, nummer),
        anzahl: Math.round(sum.anzahl * 100) / 100,
        honorar: eur(sum.honorar),
        umsatz: eur(sum.umsatz),
      };
    })
    .sort((x, y) => y.honorar - x.honorar || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisVon(k, 'umsatz', 'honorarumsatz'),
    spalten: [
      spalte('system', 'Gebührenordnung', 'wort'),
      spalte('nr', 'Nr.', 'code'),
      spalte('text', 'Leistung', 'text'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('honorar', 'Honorar', 'eur'),
      spalte('umsatz', 'Umsatz', 'eur'),
    ],
    zeilen,
  };
};
const labor: Macher = (k) => {
  const parts = perioden(k.a.von, k.a.bis, k.filter.gruppierung),
    zeilen = parts.map((p) => {
      const sum = gesamt(imZeitraum(k.a, p.von, p.bis));
      return {
        periode: p.name,
        eigenlabor: eur(sum.eigen),
        fremdlabor: eur(sum.fremd),
        anteil: durch(sum.eigen + sum.fremd, sum.umsatz),
      };
    });
  return {
    kpis: kpisVon(k, 'umsatz', 'honorarumsatz'),
    spalten: [
      spalte('periode', 'Zeitraum', 'periode'),
      spalte('eigenlabor', 'Eigenes Labor', 'eur'),
      spalte('fremdlabor', 'Fremdes Labor', 'eur'),
      spalte('anteil', 'Anteil am Umsatz', 'anteil'),
    ],
    zeilen,
    serien: [
      balken('eigenlabor', zeilen, 'periode', 'eigenlabor'),
      balken('fremdlabor', zeilen, 'periode', 'fremdlabor'),
    ],
  };
};
/** Hours of a day, and the place of services without one. */
const OHNE_STUNDE = 24,
  STUNDEN = 25;
/** Weekday of each service and hour of the appointment that it belongs to, as one number. */
export const wochenstundeDer = (bild: Bild): Uint8Array =>
  einmal(bild, 'wochenstunde', () => {
    const { termin, tag } = bild.L,
      { minute } = bild.T,
      made = new Uint8Array(termin.length);
    for (let i = 0; i < made.length; i += 1) {
      const t = termin[i]!;
      made[i] =
        wochentagVon(tag[i]!) * STUNDEN + (t < 0 ? OHNE_STUNDE : Math.floor(minute[t]! / 60));
    }
    return made;
  });
/** By weekday and hour of the appointment that the service belongs to; without one the hour is empty. */
const wochentag: Macher = (k) => {
  const hour = wochenstundeDer(k.a.bild),
    sums =
      k.filter.basis === 'leistung'
        ? summenNach(k.a, hour)
        : summen(k.a, (i, tag) => wochentagVon(tag) * STUNDEN + (hour[i]! % STUNDEN));
  const zeilen = [...sums]
    .sort(([x], [y]) => x - y)
    .map(([key, sum]) => ({
      wochentag: WOCHENTAGE[Math.floor(key / STUNDEN)]!,
      stunde: key % STUNDEN === OHNE_STUNDE ? null : key % STUNDEN,
      honorar: eur(sum.honorar),
      umsatz: eur(sum.umsatz),
    }));
  return {
    kpis: kpisVon(k, 'umsatz'),
    spalten: [
      spalte('wochentag', 'Wochentag', 'wort'),
      spalte('stunde', 'Stunde', 'zahl'),
      spalte('honorar', 'Honorar', 'eur'),
      spalte('umsatz', 'Umsatz', 'eur'),
    ],
    zeilen,
    serien: WOCHENTAGE.map((day) => ({
      name: day,
      punkte: zeilen
        .filter((z) => z.wochentag === day && z.stunde !== null)
        .map((z) => ({ x: String(z.stunde), y: z[geldWort(k)] })),
    })),
  };
};

export const umsatzBerichte: Readonly<Record<string, Macher>> = {
  'umsatz/zeitreihe': zeitreihe,
  'umsatz/behandler': behandler,
  'umsatz/zimmer': zimmer,
  'umsatz/bereiche': bereiche,
  'umsatz/kostentraeger': kostentraeger,
  'umsatz/leistungen': leistungen,
  'umsatz/labor': labor,
  'umsatz/wochentag': wochentag,
};
