// Revenue reports: over time, by practitioner, room, area, payer, position, laboratory and weekday.

import {
  SERVICE_AREAS,
  GEBUEHREN,
  KASSENART,
  KOSTENTRAEGER,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { deltaOf } from '../../../shared/analytics/reports/report.ts';
import {
  selectsEveryRow,
  narrowToPractitioner,
  hasServices,
  withPeriod,
  forEachHours,
  forEachBooking,
  forEachStretch,
  forEachAppointment,
  bookingViewOf,
  comparisonOf,
  type Selection,
} from '../snapshot/selection.ts';
import { BEREICH, S, PAYER, type Snapshot } from '../snapshot/snapshot.ts';
import { periodsBetween, WEEKDAYS, weekdayOf } from '../snapshot/calendar.ts';
import { undocumentedUntil } from '../metrics/coverage.ts';
import { MONEY_MEASURES, ROWS_MEASURE, targetInPeriod } from '../metrics/money.ts';
import { memoise } from '../metrics/row-index.ts';
import { sumsPerPlace, daySums } from '../metrics/day-sums.ts';
import { KEPT_APPOINTMENTS } from '../metrics/appointments.ts';
import { forEachCase } from '../metrics/walks.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import {
  ratioOf,
  eur,
  idOfRow,
  kpisOf,
  entityName,
  spalte,
  figureValue,
  type ReportContext,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';
import { positionsOf, positionText } from './positions.ts';

export interface Sum {
  honorar: number;
  material: number;
  eigen: number;
  fremd: number;
  umsatz: number;
  anzahl: number;
}
const null0 = (): Sum => ({ honorar: 0, material: 0, eigen: 0, fremd: 0, umsatz: 0, anzahl: 0 });
/** Sums of the chosen services, in cents, grouped by a number. */
function totals(a: Selection, groupOf: (i: number, tag: number) => number): Map<number, Sum> {
  const { L } = a.snapshot,
    found = new Map<number, Sum>();
  forEachBooking(a, (i, anteil, tag) => {
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
const COLUMNS = 6;
/** The same, grouped by a column of services: its values from -1 on are the groups. */
export function sumsBy(
  a: Selection,
  column: Int8Array | Uint8Array | Int32Array,
): Map<number, Sum> {
  const { honorar, material, eigenlabor, fremdlabor, betrag, menge } = a.snapshot.L;
  let sums = new Float64Array(64 * COLUMNS),
    seen = new Uint8Array(64);
  forEachStretch(a, (rows, shares, from, to) => {
    for (let k = from; k < to; k += 1) {
      const i = rows ? rows[k]! : k,
        anteil = shares ? shares[k]! : 1,
        group = column[i]! + 1;
      if (group >= seen.length) {
        const size = 2 * group,
          more = new Float64Array(size * COLUMNS),
          marks = new Uint8Array(size);
        more.set(sums);
        marks.set(seen);
        sums = more;
        seen = marks;
      }
      const at = group * COLUMNS;
      seen[group] = 1;
      sums[at]! += honorar[i]! * anteil;
      sums[at + 1]! += material[i]! * anteil;
      sums[at + 2]! += eigenlabor[i]! * anteil;
      sums[at + 3]! += fremdlabor[i]! * anteil;
      sums[at + 4]! += betrag[i]! * anteil;
      sums[at + 5]! += menge[i]! * anteil;
    }
  });
  const found = new Map<number, Sum>();
  for (let group = 0; group < seen.length; group += 1)
    if (seen[group] === 1) {
      const at = group * COLUMNS;
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
/** The same for each room, area … of a service; unfiltered from the daily sums. */
export function sumsPer(
  a: Selection,
  art: 'behandler' | 'zimmer' | 'versicherung' | 'bereich',
): Map<number, Sum> {
  const lines = sumsPerPlace(a, ROWS_MEASURE, art),
    found = new Map<number, Sum>();
  if (!lines) return sumsBy(a, a.snapshot.L[art]);
  lines.forEach((many, at) => {
    if (many > 0) found.set(at - 1, null0());
  });
  for (const name of Object.keys(MONEY_MEASURES) as (keyof typeof MONEY_MEASURES)[]) {
    const sums = sumsPerPlace(a, MONEY_MEASURES[name], art);
    for (const [at, sum] of found) sum[name] = sums?.[at + 1] ?? 0;
  }
  return found;
}
const WORDS = [
  'honorar',
  'material',
  'eigen',
  'fremd',
  'umsatz',
  'anzahl',
] as const satisfies readonly (keyof Sum)[];
/**
 * Daily sums of all services by invoice or by payment: those of the day at index `k` start at
 * `COLUMNS * k`.
 */
export function bookingSums(
  snapshot: Snapshot,
  basis: 'rechnung' | 'zahlung',
): { tage: Int32Array; totals: Float64Array } {
  return memoise(snapshot, `linsensummen ${basis}`, () => {
    const { honorar, material, eigenlabor, fremdlabor, betrag, menge } = snapshot.L,
      { tag, zeile, anteil } = bookingViewOf(snapshot, basis),
      tage: number[] = [];
    for (let k = 0; k < tag.length; k += 1) if (tag[k] !== tage.at(-1)) tage.push(tag[k]!);
    const totals = new Float64Array(tage.length * COLUMNS);
    for (let k = 0, day = -1; k < tag.length; k += 1) {
      if (day < 0 || tag[k] !== tage[day]) day += 1;
      const i = zeile[k]!,
        share = anteil[k]!,
        at = day * COLUMNS;
      totals[at]! += honorar[i]! * share;
      totals[at + 1]! += material[i]! * share;
      totals[at + 2]! += eigenlabor[i]! * share;
      totals[at + 3]! += fremdlabor[i]! * share;
      totals[at + 4]! += betrag[i]! * share;
      totals[at + 5]! += menge[i]! * share;
    }
    return { tage: Int32Array.from(tage), totals };
  });
}
/** Sums of all chosen services. */
export function gesamt(a: Selection): Sum {
  const sum = null0(),
    { basis } = a.filter;
  if (basis !== 'leistung' && selectsEveryRow(a)) {
    const { tage, totals: kept } = bookingSums(a.snapshot, basis);
    for (let k = lowerBound(tage, a.von), to = lowerBound(tage, a.bis + 1); k < to; k += 1)
      for (let at = 0; at < COLUMNS; at += 1) sum[WORDS[at]!] += kept[k * COLUMNS + at]!;
    return sum;
  }
  for (const name of Object.keys(MONEY_MEASURES) as (keyof typeof MONEY_MEASURES)[]) {
    const kept = daySums(a, MONEY_MEASURES[name]);
    if (!kept)
      return (
        sumsBy(
          a,
          memoise(a.snapshot, 'eine', () => new Int8Array(a.snapshot.L.n)),
        ).get(0) ?? null0()
      );
    sum[name] = kept.z;
  }
  return sum;
}
/** The amount selected by the filter: fees, or everything. */
const moneyFigure = (k: ReportContext): 'honorar' | 'umsatz' => k.filter.kennzahl;

/**
 * Euros of the whole span that one period is compared with; null without a comparison, or where it
 * was not fully delivered.
 */
function revenuePerPeriod(a: Selection, which: 'honorar' | 'umsatz'): number | null {
  const before = comparisonOf(a, true);
  return before === null || undocumentedUntil('umsatz', before) !== undefined
    ? null
    : eur(gesamt(before)[which]);
}
/** Revenue by period, next to the same period a year earlier and its target. */
const revenueTimeline: ReportBuilder = (k) => {
  const parts = periodsBetween(k.a.von, k.a.bis, k.filter.gruppierung),
    target = k.a.ziele.get(moneyFigure(k) === 'umsatz' ? 'umsatz' : 'honorarumsatz'),
    which = moneyFigure(k);
  const zeilen = parts.map((p) => {
    const own = withPeriod(k.a, p.von, p.bis),
      now = gesamt(own),
      then = revenuePerPeriod(own, which);
    return {
      periode: p.name,
      honorar: eur(now.honorar),
      material: eur(now.material),
      labor: eur(now.eigen + now.fremd),
      umsatz: eur(now.umsatz),
      vorjahr: then,
      ziel: target === undefined ? null : Math.round(targetInPeriod(p, target) * 100) / 100,
    };
  });
  const line = (name: string, key: 'umsatz' | 'honorar' | 'vorjahr' | 'ziel') => ({
    name,
    punkte: zeilen.map((z) => ({ x: z.periode, y: z[key] })),
  });
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz'),
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

/** Number of chosen kept appointments. */
export function keptAppointments(a: Selection): number {
  let count = 0;
  const kept = daySums(a, KEPT_APPOINTMENTS);
  if (!kept)
    KEPT_APPOINTMENTS.weg(a, {
      z: () => {
        count += 1;
      },
      n: () => undefined,
    });
  return kept?.z ?? count;
}
/** Practitioners with a chosen service or kept appointment, by name. */
export function practitionerIn(a: Selection): number[] {
  const { L, T, rawRows } = a.snapshot,
    seen = new Uint8Array(rawRows.tables.behandler.anzahl);
  if (selectsEveryRow(a) && a.filter.basis === 'leistung') {
    for (let b = 0; b < seen.length; b += 1) {
      const own = narrowToPractitioner(a, b);
      if (hasServices(own) || keptAppointments(own) > 0) seen[b] = 1;
    }
  } else
    forEachBooking(a, (i) => {
      if (L.behandler[i]! >= 0) seen[L.behandler[i]!] = 1;
    });
  if (!selectsEveryRow(a) || a.filter.basis !== 'leistung')
    forEachAppointment(a, (i) => {
      if (T.behandler[i]! >= 0 && T.status[i] === S.WAHRGENOMMEN) seen[T.behandler[i]!] = 1;
    });
  return [...seen.keys()]
    .filter((at) => seen[at] === 1)
    .sort((x, y) =>
      entityName(a.snapshot, 'behandler', x).localeCompare(
        entityName(a.snapshot, 'behandler', y),
        'de',
      ),
    );
}
const barChart = (name: string, zeilen: readonly Row[], x: string, y: string) => ({
  name,
  punkte: zeilen.map((z) => ({
    x: String(z[x] ?? '–'),
    y: typeof z[y] === 'number' ? z[y] : null,
  })),
});

const behandler: ReportBuilder = (k) => {
  const all = gesamt(k.a),
    zeilen = practitionerIn(k.a).map((at) => {
      const own = narrowToPractitioner(k.a, at),
        sum = gesamt(own),
        hours = figureValue('behandlungsstunden', own) ?? 0,
        then = k.previous && gesamt(narrowToPractitioner(k.previous, at));
      return {
        id: idOfRow(k.a.snapshot, 'behandler', at),
        behandler: entityName(k.a.snapshot, 'behandler', at),
        honorar: eur(sum.honorar),
        umsatz: eur(sum.umsatz),
        anteil: ratioOf(sum.umsatz, all.umsatz),
        stunden: hours,
        proStunde: ratioOf(sum.honorar / 100, hours, 2),
        delta: then && deltaOf(sum[moneyFigure(k)], then[moneyFigure(k)]),
      };
    });
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz', 'umsatzJeBehandler', 'stundensatz'),
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
    serien: [barChart(moneyFigure(k), zeilen, 'behandler', moneyFigure(k))],
  };
};
const zimmer: ReportBuilder = (k) => {
  const { A } = k.a.snapshot,
    sums = sumsPer(k.a, 'zimmer'),
    minutes = new Map<number, number>();
  forEachHours(k.a, (i) => {
    if (A.zimmer[i]! >= 0)
      minutes.set(A.zimmer[i]!, (minutes.get(A.zimmer[i]!) ?? 0) + A.roomMinutes[i]!);
  });
  const zeilen = [...new Set([...sums.keys(), ...minutes.keys()])]
    .map((at) => {
      const sum = sums.get(at) ?? null0(),
        hours = (minutes.get(at) ?? 0) / 60;
      return {
        id: idOfRow(k.a.snapshot, 'zimmer', at),
        zimmer: at < 0 ? 'ohne Zimmer' : entityName(k.a.snapshot, 'zimmer', at),
        umsatz: eur(sum[moneyFigure(k)]),
        stunden: Math.round(hours * 100) / 100,
        proStunde: ratioOf(sum[moneyFigure(k)] / 100, hours, 2),
      };
    })
    .sort((x, y) => x.zimmer.localeCompare(y.zimmer, 'de'));
  return {
    kpis: kpisOf(k, 'umsatz', 'umsatzJeZimmerstunde', 'stuhlauslastung'),
    spalten: [
      spalte('zimmer', 'Zimmer', 'text'),
      spalte('umsatz', moneyFigure(k) === 'honorar' ? 'Honorar' : 'Umsatz', 'eur'),
      spalte('stunden', 'Offene Stunden', 'stunden'),
      spalte(
        'proStunde',
        moneyFigure(k) === 'honorar' ? 'Honorar je Stunde' : 'Umsatz je Stunde',
        'eur',
      ),
    ],
    zeilen,
    serien: [barChart('umsatz', zeilen, 'zimmer', 'umsatz')],
  };
};
const bereiche: ReportBuilder = (k) => {
  const sums = sumsPer(k.a, 'bereich'),
    all = gesamt(k.a),
    parts = periodsBetween(k.a.von, k.a.bis, k.filter.gruppierung);
  const zeilen = [...sums]
    .map(([at, sum]) => ({
      bereich: SERVICE_AREAS[at] ?? 'SONSTIGE',
      honorar: eur(sum.honorar),
      umsatz: eur(sum.umsatz),
      anteil: ratioOf(sum[moneyFigure(k)], all[moneyFigure(k)]),
    }))
    .sort((x, y) => y[moneyFigure(k)] - x[moneyFigure(k)]);
  const each = parts.map((p) => sumsPer(withPeriod(k.a, p.von, p.bis), 'bereich'));
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz'),
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
        y: eur(each[at]!.get(BEREICH[z.bereich])?.[moneyFigure(k)] ?? 0),
      })),
    })),
  };
};
/** Payers: statutory by kind of insurance, private insurance, patients themselves. */
function payerOf(snapshot: Snapshot, i: number): number {
  const { L, rawRows } = snapshot;
  if (L.traeger[i] !== PAYER.GKV) return 100 + L.traeger[i]!;
  return L.pat[i]! < 0 ? -1 : rawRows.tables.patient.spalten['kassenart']![L.pat[i]!]!;
}
/** Payer of each service. */
export const payersOf = (snapshot: Snapshot): Int8Array =>
  memoise(snapshot, 'traeger', () => {
    const made = new Int8Array(snapshot.L.n);
    for (let i = 0; i < made.length; i += 1) made[i] = payerOf(snapshot, i);
    return made;
  });
const payerWord = (group: number): string =>
  group >= 100 ? KOSTENTRAEGER[group - 100]! : (KASSENART[group] ?? 'GKV');
const kostentraeger: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    sums = sumsBy(k.a, payersOf(snapshot)),
    faelle = new Map<number, number>();
  forEachCase(k.a, (_p, i) => {
    const group = payerOf(snapshot, i);
    faelle.set(group, (faelle.get(group) ?? 0) + 1);
  });
  const all = gesamt(k.a),
    zeilen = [...sums]
      .map(([group, sum]) => ({
        traeger: payerWord(group),
        faelle: faelle.get(group) ?? null,
        honorar: eur(sum.honorar),
        umsatz: eur(sum.umsatz),
        anteil: ratioOf(sum.umsatz, all.umsatz),
        fallwert: ratioOf(sum.honorar / 100, faelle.get(group) ?? 0, 2),
      }))
      .sort((x, y) => y.umsatz - x.umsatz);
  return {
    kpis: kpisOf(k, 'anteilGkv', 'anteilPkv', 'anteilEigen', 'gkvAmPrivatumsatz', 'fallwertGkv'),
    spalten: [
      spalte('traeger', 'Kostenträger', 'wort'),
      spalte('faelle', 'Fälle', 'zahl'),
      spalte('honorar', 'Honorar', 'eur'),
      spalte('umsatz', 'Umsatz', 'eur'),
      spalte('anteil', 'Anteil', 'anteil'),
      spalte('fallwert', 'Honorar je Fall', 'eur'),
    ],
    zeilen,
    serien: [barChart('umsatz', zeilen, 'traeger', 'umsatz')],
  };
};
const leistungen: ReportBuilder = (k) => {
  const { L } = k.a.snapshot,
    places = positionsOf(k.a.snapshot),
    sums = sumsBy(k.a, places.von);
  const zeilen = [...sums]
    .map(([at, sum]) => {
      const word = GEBUEHREN[places.system[at]!] ?? 'EIGEN',
        nummer = L.positionNumbers.liste[places.nr[at]!] ?? '';
      return {
        system: word,
        nr: nummer,
        text: positionText(k.a.snapshot, word, nummer),
        anzahl: Math.round(sum.anzahl * 100) / 100,
        honorar: eur(sum.honorar),
        umsatz: eur(sum.umsatz),
      };
    })
    .sort((x, y) => y.honorar - x.honorar || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz'),
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
const labor: ReportBuilder = (k) => {
  const parts = periodsBetween(k.a.von, k.a.bis, k.filter.gruppierung),
    zeilen = parts.map((p) => {
      const sum = gesamt(withPeriod(k.a, p.von, p.bis));
      return {
        periode: p.name,
        eigenlabor: eur(sum.eigen),
        fremdlabor: eur(sum.fremd),
        anteil: ratioOf(sum.eigen + sum.fremd, sum.umsatz),
      };
    });
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz'),
    spalten: [
      spalte('periode', 'Zeitraum', 'periode'),
      spalte('eigenlabor', 'Eigenes Labor', 'eur'),
      spalte('fremdlabor', 'Fremdes Labor', 'eur'),
      spalte('anteil', 'Anteil am Umsatz', 'anteil'),
    ],
    zeilen,
    serien: [
      barChart('eigenlabor', zeilen, 'periode', 'eigenlabor'),
      barChart('fremdlabor', zeilen, 'periode', 'fremdlabor'),
    ],
  };
};
/** Hours of a day, and the index for services without one. */
const NO_HOUR = 24,
  HOURS = 25;
/** Weekday of each service and hour of its appointment, as one number. */
export const hourOfWeek = (snapshot: Snapshot): Uint8Array =>
  memoise(snapshot, 'wochenstunde', () => {
    const { termin, tag } = snapshot.L,
      { minute } = snapshot.T,
      made = new Uint8Array(termin.length);
    for (let i = 0; i < made.length; i += 1) {
      const t = termin[i]!;
      made[i] = weekdayOf(tag[i]!) * HOURS + (t < 0 ? NO_HOUR : Math.floor(minute[t]! / 60));
    }
    return made;
  });
/** By weekday and hour of the service's appointment; without one the hour is empty. */
const wochentag: ReportBuilder = (k) => {
  const hour = hourOfWeek(k.a.snapshot),
    sums =
      k.filter.basis === 'leistung'
        ? sumsBy(k.a, hour)
        : totals(k.a, (i, tag) => weekdayOf(tag) * HOURS + (hour[i]! % HOURS));
  const zeilen = [...sums]
    .sort(([x], [y]) => x - y)
    .map(([key, sum]) => ({
      wochentag: WEEKDAYS[Math.floor(key / HOURS)]!,
      stunde: key % HOURS === NO_HOUR ? null : key % HOURS,
      honorar: eur(sum.honorar),
      umsatz: eur(sum.umsatz),
    }));
  return {
    kpis: kpisOf(k, 'umsatz'),
    spalten: [
      spalte('wochentag', 'Wochentag', 'wort'),
      spalte('stunde', 'Stunde', 'zahl'),
      spalte('honorar', 'Honorar', 'eur'),
      spalte('umsatz', 'Umsatz', 'eur'),
    ],
    zeilen,
    serien: WEEKDAYS.map((day) => ({
      name: day,
      punkte: zeilen
        .filter((z) => z.wochentag === day && z.stunde !== null)
        .map((z) => ({ x: String(z.stunde), y: z[moneyFigure(k)] })),
    })),
  };
};

export const revenueReports: Readonly<Record<string, ReportBuilder>> = {
  'umsatz/zeitreihe': revenueTimeline,
  'umsatz/behandler': behandler,
  'umsatz/zimmer': zimmer,
  'umsatz/bereiche': bereiche,
  'umsatz/kostentraeger': kostentraeger,
  'umsatz/leistungen': leistungen,
  'umsatz/labor': labor,
  'umsatz/wochentag': wochentag,
};
