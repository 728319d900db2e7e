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
import { BEREICH, STATUS, PAYER, type Snapshot } from '../snapshot/snapshot.ts';
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
  column,
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
function totals(a: Selection, groupOf: (i: number, day: number) => number): Map<number, Sum> {
  const { services } = a.snapshot,
    found = new Map<number, Sum>();
  forEachBooking(a, (i, share, day) => {
    const group = groupOf(i, day);
    let sum = found.get(group);
    if (!sum) found.set(group, (sum = null0()));
    sum.honorar += services.honorar[i]! * share;
    sum.material += services.material[i]! * share;
    sum.eigen += services.eigenlabor[i]! * share;
    sum.fremd += services.fremdlabor[i]! * share;
    sum.umsatz += services.betrag[i]! * share;
    sum.anzahl += services.menge[i]! * share;
  });
  return found;
}
const COLUMNS = 6;
/** The same, grouped by a column of services: its values from -1 on are the groups. */
export function sumsBy(
  a: Selection,
  column: Int8Array | Uint8Array | Int32Array,
): Map<number, Sum> {
  const { honorar, material, eigenlabor, fremdlabor, betrag: cents, menge } = a.snapshot.services;
  let sums = new Float64Array(64 * COLUMNS),
    seen = new Uint8Array(64);
  forEachStretch(a, (rows, shares, from, to) => {
    for (let k = from; k < to; k += 1) {
      const i = rows ? rows[k]! : k,
        share = shares ? shares[k]! : 1,
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
      sums[at]! += honorar[i]! * share;
      sums[at + 1]! += material[i]! * share;
      sums[at + 2]! += eigenlabor[i]! * share;
      sums[at + 3]! += fremdlabor[i]! * share;
      sums[at + 4]! += cents[i]! * share;
      sums[at + 5]! += menge[i]! * share;
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
  kind: 'behandler' | 'zimmer' | 'versicherung' | 'bereich',
): Map<number, Sum> {
  const lines = sumsPerPlace(a, ROWS_MEASURE, kind),
    found = new Map<number, Sum>();
  if (!lines) return sumsBy(a, a.snapshot.services[kind]);
  lines.forEach((many, at) => {
    if (many > 0) found.set(at - 1, null0());
  });
  for (const name of Object.keys(MONEY_MEASURES) as (keyof typeof MONEY_MEASURES)[]) {
    const sums = sumsPerPlace(a, MONEY_MEASURES[name], kind);
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
): { days: Int32Array; totals: Float64Array } {
  return memoise(snapshot, `linsensummen ${basis}`, () => {
    const { honorar, material, eigenlabor, fremdlabor, betrag: cents, menge } = snapshot.services,
      { day: dayNumber, service: row, share: part } = bookingViewOf(snapshot, basis),
      days: number[] = [];
    for (let k = 0; k < dayNumber.length; k += 1)
      if (dayNumber[k] !== days.at(-1)) days.push(dayNumber[k]!);
    const totals = new Float64Array(days.length * COLUMNS);
    for (let k = 0, day = -1; k < dayNumber.length; k += 1) {
      if (day < 0 || dayNumber[k] !== days[day]) day += 1;
      const i = row[k]!,
        share = part[k]!,
        at = day * COLUMNS;
      totals[at]! += honorar[i]! * share;
      totals[at + 1]! += material[i]! * share;
      totals[at + 2]! += eigenlabor[i]! * share;
      totals[at + 3]! += fremdlabor[i]! * share;
      totals[at + 4]! += cents[i]! * share;
      totals[at + 5]! += menge[i]! * share;
    }
    return { days: Int32Array.from(days), totals };
  });
}
/** Sums of all chosen services. */
export function totalOf(a: Selection): Sum {
  const sum = null0(),
    { basis } = a.filter;
  if (basis !== 'leistung' && selectsEveryRow(a)) {
    const { days, totals: kept } = bookingSums(a.snapshot, basis);
    for (let k = lowerBound(days, a.from), to = lowerBound(days, a.to + 1); k < to; k += 1)
      for (let at = 0; at < COLUMNS; at += 1) sum[WORDS[at]!] += kept[k * COLUMNS + at]!;
    return sum;
  }
  for (const name of Object.keys(MONEY_MEASURES) as (keyof typeof MONEY_MEASURES)[]) {
    const kept = daySums(a, MONEY_MEASURES[name]);
    if (!kept)
      return (
        sumsBy(
          a,
          memoise(a.snapshot, 'eine', () => new Int8Array(a.snapshot.services.n)),
        ).get(0) ?? null0()
      );
    sum[name] = kept.numerator;
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
    : eur(totalOf(before)[which]);
}
/** Revenue by period, next to the same period a year earlier and its target. */
const revenueTimeline: ReportBuilder = (k) => {
  const parts = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung),
    target = k.a.targets.get(moneyFigure(k) === 'umsatz' ? 'umsatz' : 'honorarumsatz'),
    which = moneyFigure(k);
  const rows = parts.map((p) => {
    const own = withPeriod(k.a, p.from, p.to),
      now = totalOf(own),
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
    punkte: rows.map((z) => ({ x: z.periode, y: z[key] })),
  });
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz'),
    columns: [
      column('periode', 'Zeitraum', 'periode'),
      column('honorar', 'Honorar', 'eur'),
      column('material', 'Material', 'eur'),
      column('labor', 'Labor', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
      column('vorjahr', k.filter.vergleich === 'VORPERIODE' ? 'Vorperiode' : 'Vorjahr', 'eur'),
      column('ziel', 'Ziel', 'eur'),
    ],
    rows,
    series: [
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
    KEPT_APPOINTMENTS.walk(a, {
      numerator: () => {
        count += 1;
      },
      denominator: () => undefined,
    });
  return kept?.numerator ?? count;
}
/** Practitioners with a chosen service or kept appointment, by name. */
export function practitionerIn(a: Selection): number[] {
  const { services, appointments, rawRows } = a.snapshot,
    seen = new Uint8Array(rawRows.tables.behandler.count);
  if (selectsEveryRow(a) && a.filter.basis === 'leistung') {
    for (let b = 0; b < seen.length; b += 1) {
      const own = narrowToPractitioner(a, b);
      if (hasServices(own) || keptAppointments(own) > 0) seen[b] = 1;
    }
  } else
    forEachBooking(a, (i) => {
      if (services.behandler[i]! >= 0) seen[services.behandler[i]!] = 1;
    });
  if (!selectsEveryRow(a) || a.filter.basis !== 'leistung')
    forEachAppointment(a, (i) => {
      if (appointments.behandler[i]! >= 0 && appointments.status[i] === STATUS.WAHRGENOMMEN)
        seen[appointments.behandler[i]!] = 1;
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
const barChart = (name: string, rows: readonly Row[], x: string, y: string) => ({
  name,
  punkte: rows.map((z) => ({
    x: String(z[x] ?? '–'),
    y: typeof z[y] === 'number' ? z[y] : null,
  })),
});

const practitionerRevenue: ReportBuilder = (k) => {
  const all = totalOf(k.a),
    rows = practitionerIn(k.a).map((at) => {
      const own = narrowToPractitioner(k.a, at),
        sum = totalOf(own),
        hours = figureValue('behandlungsstunden', own) ?? 0,
        then = k.previous && totalOf(narrowToPractitioner(k.previous, at));
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
    columns: [
      column('behandler', 'Behandler', 'text'),
      column('honorar', 'Honorar', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
      column('anteil', 'Anteil', 'anteil'),
      column('stunden', 'Stunden', 'stunden'),
      column('proStunde', 'Honorar je Stunde', 'eur'),
      column('delta', 'Veränderung', 'anteil'),
    ],
    rows,
    series: [barChart(moneyFigure(k), rows, 'behandler', moneyFigure(k))],
  };
};
const roomRevenue: ReportBuilder = (k) => {
  const { workingHours } = k.a.snapshot,
    sums = sumsPer(k.a, 'zimmer'),
    minutes = new Map<number, number>();
  forEachHours(k.a, (i) => {
    if (workingHours.zimmer[i]! >= 0)
      minutes.set(
        workingHours.zimmer[i]!,
        (minutes.get(workingHours.zimmer[i]!) ?? 0) + workingHours.roomMinutes[i]!,
      );
  });
  const rows = [...new Set([...sums.keys(), ...minutes.keys()])]
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
    columns: [
      column('zimmer', 'Zimmer', 'text'),
      column('umsatz', moneyFigure(k) === 'honorar' ? 'Honorar' : 'Umsatz', 'eur'),
      column('stunden', 'Offene Stunden', 'stunden'),
      column(
        'proStunde',
        moneyFigure(k) === 'honorar' ? 'Honorar je Stunde' : 'Umsatz je Stunde',
        'eur',
      ),
    ],
    rows,
    series: [barChart('umsatz', rows, 'zimmer', 'umsatz')],
  };
};
const areaRevenue: ReportBuilder = (k) => {
  const sums = sumsPer(k.a, 'bereich'),
    all = totalOf(k.a),
    parts = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung);
  const rows = [...sums]
    .map(([at, sum]) => ({
      bereich: SERVICE_AREAS[at] ?? 'SONSTIGE',
      honorar: eur(sum.honorar),
      umsatz: eur(sum.umsatz),
      anteil: ratioOf(sum[moneyFigure(k)], all[moneyFigure(k)]),
    }))
    .sort((x, y) => y[moneyFigure(k)] - x[moneyFigure(k)]);
  const each = parts.map((p) => sumsPer(withPeriod(k.a, p.from, p.to), 'bereich'));
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz'),
    columns: [
      column('bereich', 'Bereich', 'wort'),
      column('honorar', 'Honorar', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
      column('anteil', 'Anteil', 'anteil'),
    ],
    rows,
    series: rows.map((z) => ({
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
  const { services, rawRows } = snapshot;
  if (services.traeger[i] !== PAYER.GKV) return 100 + services.traeger[i]!;
  return services.pat[i]! < 0
    ? -1
    : rawRows.tables.patient.columns['kassenart']![services.pat[i]!]!;
}
/** Payer of each service. */
export const payersOf = (snapshot: Snapshot): Int8Array =>
  memoise(snapshot, 'traeger', () => {
    const made = new Int8Array(snapshot.services.n);
    for (let i = 0; i < made.length; i += 1) made[i] = payerOf(snapshot, i);
    return made;
  });
const payerWord = (group: number): string =>
  group >= 100 ? KOSTENTRAEGER[group - 100]! : (KASSENART[group] ?? 'GKV');
const payerRevenue: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    sums = sumsBy(k.a, payersOf(snapshot)),
    cases = new Map<number, number>();
  forEachCase(k.a, (_p, i) => {
    const group = payerOf(snapshot, i);
    cases.set(group, (cases.get(group) ?? 0) + 1);
  });
  const all = totalOf(k.a),
    rows = [...sums]
      .map(([group, sum]) => ({
        traeger: payerWord(group),
        faelle: cases.get(group) ?? null,
        honorar: eur(sum.honorar),
        umsatz: eur(sum.umsatz),
        anteil: ratioOf(sum.umsatz, all.umsatz),
        fallwert: ratioOf(sum.honorar / 100, cases.get(group) ?? 0, 2),
      }))
      .sort((x, y) => y.umsatz - x.umsatz);
  return {
    kpis: kpisOf(k, 'anteilGkv', 'anteilPkv', 'anteilEigen', 'gkvAmPrivatumsatz', 'fallwertGkv'),
    columns: [
      column('traeger', 'Kostenträger', 'wort'),
      column('faelle', 'Fälle', 'zahl'),
      column('honorar', 'Honorar', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
      column('anteil', 'Anteil', 'anteil'),
      column('fallwert', 'Honorar je Fall', 'eur'),
    ],
    rows,
    series: [barChart('umsatz', rows, 'traeger', 'umsatz')],
  };
};
const positionRevenue: ReportBuilder = (k) => {
  const { services } = k.a.snapshot,
    places = positionsOf(k.a.snapshot),
    sums = sumsBy(k.a, places.ofService);
  const rows = [...sums]
    .map(([at, sum]) => {
      const word = GEBUEHREN[places.system[at]!] ?? 'EIGEN',
        nummer = services.positionNumbers.words[places.nr[at]!] ?? '';
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
    columns: [
      column('system', 'Gebührenordnung', 'wort'),
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('honorar', 'Honorar', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
    ],
    rows,
  };
};
const labCosts: ReportBuilder = (k) => {
  const parts = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung),
    rows = parts.map((p) => {
      const sum = totalOf(withPeriod(k.a, p.from, p.to));
      return {
        periode: p.name,
        eigenlabor: eur(sum.eigen),
        fremdlabor: eur(sum.fremd),
        anteil: ratioOf(sum.eigen + sum.fremd, sum.umsatz),
      };
    });
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz'),
    columns: [
      column('periode', 'Zeitraum', 'periode'),
      column('eigenlabor', 'Eigenes Labor', 'eur'),
      column('fremdlabor', 'Fremdes Labor', 'eur'),
      column('anteil', 'Anteil am Umsatz', 'anteil'),
    ],
    rows,
    series: [
      barChart('eigenlabor', rows, 'periode', 'eigenlabor'),
      barChart('fremdlabor', rows, 'periode', 'fremdlabor'),
    ],
  };
};
/** Hours of a day, and the index for services without one. */
const NO_HOUR = 24,
  HOURS = 25;
/** Weekday of each service and hour of its appointment, as one number. */
export const hourOfWeek = (snapshot: Snapshot): Uint8Array =>
  memoise(snapshot, 'wochenstunde', () => {
    const { termin: appointment, day } = snapshot.services,
      { minute } = snapshot.appointments,
      made = new Uint8Array(appointment.length);
    for (let i = 0; i < made.length; i += 1) {
      const t = appointment[i]!;
      made[i] = weekdayOf(day[i]!) * HOURS + (t < 0 ? NO_HOUR : Math.floor(minute[t]! / 60));
    }
    return made;
  });
/** By weekday and hour of the service's appointment; without one the hour is empty. */
const weekdayRevenue: ReportBuilder = (k) => {
  const hour = hourOfWeek(k.a.snapshot),
    sums =
      k.filter.basis === 'leistung'
        ? sumsBy(k.a, hour)
        : totals(k.a, (i, day) => weekdayOf(day) * HOURS + (hour[i]! % HOURS));
  const rows = [...sums]
    .sort(([x], [y]) => x - y)
    .map(([key, sum]) => ({
      wochentag: WEEKDAYS[Math.floor(key / HOURS)]!,
      stunde: key % HOURS === NO_HOUR ? null : key % HOURS,
      honorar: eur(sum.honorar),
      umsatz: eur(sum.umsatz),
    }));
  return {
    kpis: kpisOf(k, 'umsatz'),
    columns: [
      column('wochentag', 'Wochentag', 'wort'),
      column('stunde', 'Stunde', 'zahl'),
      column('honorar', 'Honorar', 'eur'),
      column('umsatz', 'Umsatz', 'eur'),
    ],
    rows,
    series: WEEKDAYS.map((day) => ({
      name: day,
      punkte: rows
        .filter((z) => z.wochentag === day && z.stunde !== null)
        .map((z) => ({ x: String(z.stunde), y: z[moneyFigure(k)] })),
    })),
  };
};

export const revenueReports: Readonly<Record<string, ReportBuilder>> = {
  'umsatz/zeitreihe': revenueTimeline,
  'umsatz/behandler': practitionerRevenue,
  'umsatz/zimmer': roomRevenue,
  'umsatz/bereiche': areaRevenue,
  'umsatz/kostentraeger': payerRevenue,
  'umsatz/leistungen': positionRevenue,
  'umsatz/labor': labCosts,
  'umsatz/wochentag': weekdayRevenue,
};
