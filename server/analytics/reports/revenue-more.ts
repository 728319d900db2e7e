// Revenue reports on patients, targets, the months ahead and received money.

import {
  selectsEveryRow,
  invoiceShare,
  narrowToPractitioner,
  withPeriod,
  forEachBooking,
  forEachStretch,
  forEachAppointment,
  matchesInvoice,
  type Selection,
} from '../snapshot/selection.ts';
import { targetsOn } from '../snapshot/targets.ts';
import { STATUS, type Snapshot } from '../snapshot/snapshot.ts';
import {
  firstOfMonth,
  EMPTY,
  monthOfDay,
  periodsBetween,
  plusMonths,
  dayText,
} from '../snapshot/calendar.ts';
import { targetInPeriod } from '../metrics/money.ts';
import { isPlanned } from '../metrics/walks.ts';
import { INVOICE } from '../snapshot/invoices.ts';
import { lowerBound, gather } from '../snapshot/tables/sort-rows.ts';
import { holidayHints, regionOfPractice, workdays } from '../snapshot/working-days.ts';
import {
  ratioOf,
  eur,
  idOfRow,
  kpisOf,
  entityName,
  patientNameOf,
  rowLimit,
  rounded,
  column,
  type ReportBuilder,
} from './report-kind.ts';
import { practitionerIn, totalOf } from './revenue.ts';

const AGE_BANDS: readonly (readonly [string, number])[] = [
    ['0-5', 0],
    ['6-17', 6],
    ['18-29', 18],
    ['30-44', 30],
    ['45-59', 45],
    ['60-74', 60],
    ['75+', 75],
  ],
  OLDEST_FIRST = 201;
/** Maximum patients of an answer. */
const MAX_SHOWN = 200;
const patientRevenue: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { services, rawRows } = snapshot,
    { ids, columns } = rawRows.tables.patient,
    birthDays = columns['geburtsdatum']!,
    sums = new Float64Array(rawRows.tables.patient.count),
    seen = new Uint8Array(sums.length),
    which = k.filter.kennzahl === 'honorar' ? services.honorar : services.betrag;
  forEachStretch(k.a, (rows, shares, from, to) => {
    for (let g = from; g < to; g += 1) {
      const i = rows ? rows[g]! : g,
        p = services.pat[i]!;
      if (p >= 0) {
        seen[p] = 1;
        sums[p]! += which[i]! * (shares ? shares[g]! : 1);
      }
    }
  });
  const chosen = new Int32Array(sums.length);
  let many = 0;
  for (let p = 0; p < seen.length; p += 1) if (seen[p] === 1) chosen[many++] = p;
  const who = chosen.subarray(0, many),
    ascending = gather(sums, who).sort(),
    perAgeBand = new Float64Array(AGE_BANDS.length);
  // Latest date of birth for an age; implausible years of birth have no age.
  const latestBirth = AGE_BANDS.map(([, years]) => plusMonths(k.a.cutoffDate, -12 * years)),
    tooEarly = plusMonths(k.a.cutoffDate, -12 * OLDEST_FIRST);
  let all = 0,
    reached = 0;
  for (let at = 0; at < many; at += 1) {
    const p = who[at]!,
      born = birthDays[p]!;
    all += sums[p]!;
    if (born === EMPTY || born <= tooEarly) continue;
    for (let group = AGE_BANDS.length - 1; group >= 0; group -= 1)
      if (born <= latestBirth[group]!) {
        perAgeBand[group]! += sums[p]!;
        break;
      }
  }
  // Only displayed rows are sorted; for the rest the sums suffice.
  const most = rowLimit(k, MAX_SHOWN),
    least = many > most ? ascending[many - most]! : -Infinity,
    list = who
      .filter((p) => sums[p]! >= least)
      .sort((p, q) => sums[q]! - sums[p]! || (ids[p]! < ids[q]! ? -1 : 1))
      .slice(0, most);
  const rows = Array.from(list, (p, at) => {
    const cents = sums[p]!;
    reached += cents;
    return {
      rang: at + 1,
      patid: idOfRow(snapshot, 'patient', p),
      name: patientNameOf(snapshot, p),
      umsatz: eur(cents),
      anteil: ratioOf(cents, all),
      kumuliert: ratioOf(reached, all),
    };
  });
  const decile = (d: number): number => {
    let sum = 0;
    for (let at = Math.round((many * d) / 10); at < Math.round((many * (d + 1)) / 10); at += 1)
      sum += ascending[many - 1 - at]!;
    return sum;
  };
  const zehntel = (d: number): string => `${d * 10 + 1}–${d * 10 + 10}\u00A0%`;
  return {
    kpis: kpisOf(k, 'umsatz', 'umsatzJePatient'),
    columns: [
      column('rang', 'Rang', 'zahl'),
      column('patid', 'Patient', 'patient'),
      column('name', 'Name', 'text'),
      column('umsatz', 'Umsatz', 'eur'),
      column('anteil', 'Anteil', 'anteil'),
      column('kumuliert', 'Anteil bis hier', 'anteil'),
    ],
    rows,
    series: [
      {
        name: 'zehntel',
        punkte: Array.from({ length: 10 }, (_, d) => ({
          x: zehntel(d),
          y: ratioOf(decile(d), all),
        })),
      },
      {
        name: 'kumuliert',
        punkte: Array.from({ length: 10 }, (_, d) => ({
          x: zehntel(d),
          y: ratioOf(
            Array.from({ length: d + 1 }, (_one, at) => decile(at)).reduce(
              (sum, cents) => sum + cents,
              0,
            ),
            all,
          ),
        })),
      },
      { name: 'alter', punkte: AGE_BANDS.map(([x], at) => ({ x, y: eur(perAgeBand[at]!) })) },
    ],
    hints: many > most ? ['gekuerzt'] : [],
  };
};

/** Achieved revenue, and the projection to the end of the month where the span is unfinished. */
const targetVsActual: ReportBuilder = (k) => {
  const { today } = k.a.snapshot,
    which = k.filter.kennzahl,
    key = which === 'umsatz' ? 'umsatz' : 'honorarumsatz',
    region = regionOfPractice(k.state),
    to = k.a.to < today ? k.a.to : firstOfMonth(monthOfDay(k.a.to) + 1) - 1,
    wholeSpan = withPeriod(k.a, k.a.from, to);
  const gone = workdays(k.a.from, Math.min(k.a.to, today), region),
    days = workdays(k.a.from, to, region);
  const rows = practitionerIn(k.a).map((at) => {
    const id = idOfRow(k.a.snapshot, 'behandler', at)!,
      target = targetsOn(k.state.presets, k.filter.bis, id).get(key),
      goal = target === undefined ? null : rounded(targetInPeriod(wholeSpan, target), 2),
      ist = eur(totalOf(narrowToPractitioner(k.a, at))[which]);
    const projection = gone === 0 ? null : rounded((ist / gone) * days, 2);
    return {
      id,
      behandler: entityName(k.a.snapshot, 'behandler', at),
      ziel: goal,
      ist,
      hochrechnung: projection,
      differenz: goal === null || projection === null ? null : rounded(projection - goal, 2),
    };
  });
  return {
    kpis: kpisOf(k, 'umsatz', 'zielerreichung'),
    columns: [
      column('behandler', 'Behandler', 'text'),
      column('ziel', 'Ziel', 'eur'),
      column('ist', 'Ist', 'eur'),
      column('hochrechnung', 'Hochrechnung', 'eur'),
      column('differenz', 'Hochrechnung minus Ziel', 'eur'),
    ],
    rows,
    series: (['ist', 'ziel', 'hochrechnung'] as const)
      .filter((name) => rows.some((z) => z[name] !== null))
      .map((name) => ({ name, punkte: rows.map((z) => ({ x: z.behandler, y: z[name] })) })),
    hints: [
      ...(to > k.a.to ? ['bisMonatsende'] : []),
      ...(rows.every((z) => z.ziel === null) ? ['ohneZiele'] : []),
      ...holidayHints(region),
    ],
  };
};

/**
 * Mean revenue of a kept appointment, by its type and practitioner, over the twelve months before a
 * day; in cents.
 */
export function expectedValue(
  a: Selection,
  day: number,
): (terminart: number, behandler: number) => number {
  const { snapshot } = a,
    { services, appointments } = snapshot,
    span = withPeriod(a, plusMonths(day, -12), day - 1),
    bitsPerRow = snapshot.rawRows.tables.behandler.count + 1,
    keyOf = (kind: number, b: number): number => (kind + 1) * bitsPerRow + b + 1,
    sums = new Float64Array((snapshot.rawRows.tables.terminarten.count + 1) * bitsPerRow),
    many = new Float64Array(sums.length);
  const add = (key: number, cents: number, n: number): void => {
    sums[key]! += cents;
    many[key]! += n;
  };
  const into = (kind: number, b: number, cents: number, n: number): void => {
    if (b >= 0) add(keyOf(kind, b), cents, n);
    if (kind >= 0) add(keyOf(kind, -1), cents, n);
    add(0, cents, n);
  };
  forEachAppointment(span, (i) => {
    if (appointments.status[i] === STATUS.WAHRGENOMMEN)
      into(appointments.terminart[i]!, appointments.behandler[i]!, 0, 1);
  });
  forEachBooking({ ...span, filter: { ...span.filter, basis: 'leistung' } }, (i) => {
    const t = services.termin[i]!;
    if (t >= 0 && appointments.status[t] === STATUS.WAHRGENOMMEN)
      into(appointments.terminart[t]!, appointments.behandler[t]!, services.betrag[i]!, 0);
  });
  // Few appointments are not representative: below five the type alone counts, then all.
  return (kind, b) => {
    for (const key of [keyOf(kind, b), keyOf(kind, -1), 0])
      if (many[key]! >= 5) return sums[key]! / many[key]!;
    return 0;
  };
}
const plannedValue = (
  a: Selection,
  snapshot: Snapshot,
): { from: (from: number, to: number) => number } => {
  const worth = expectedValue(a, snapshot.today),
    { appointments } = snapshot;
  return {
    from: (from, to) => {
      let cents = 0;
      forEachAppointment(withPeriod(a, from, to), (i) => {
        if (isPlanned(appointments.status[i]!))
          cents += worth(appointments.terminart[i]!, appointments.behandler[i]!);
      });
      return cents;
    },
  };
};
/**
 * This month and the five after it: booked revenue, the forecast from the last twelve months, and
 * the deviation of months from it.
 */
const revenueForecast: ReportBuilder = (k) => {
  const { today } = k.a.snapshot,
    first = monthOfDay(today),
    which = k.filter.kennzahl,
    booked = plannedValue(k.a, k.a.snapshot),
    region = regionOfPractice(k.state);
  const past = Array.from({ length: 12 }, (_, at) => {
    const from = firstOfMonth(first - 12 + at),
      to = firstOfMonth(first - 11 + at) - 1;
    return totalOf(withPeriod(k.a, from, to))[which] / Math.max(1, workdays(from, to, region));
  });
  const mean = past.reduce((sum, x) => sum + x, 0) / 12,
    spread = Math.sqrt(past.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 11);
  const rows = Array.from({ length: 6 }, (_, at) => {
    const from = firstOfMonth(first + at),
      to = firstOfMonth(first + at + 1) - 1,
      isNow = at === 0,
      done = isNow ? totalOf(withPeriod(k.a, from, today))[which] : 0,
      rest = workdays(isNow ? today + 1 : from, to, region);
    // Eight of ten months lie within 1.28 standard deviations.
    return {
      periode: dayText(from).slice(0, 7),
      ist: isNow ? eur(done) : null,
      gebucht: eur(booked.from(Math.max(from, today), to)),
      hochrechnung: eur(done + mean * rest),
      von: eur(done + Math.max(0, mean - 1.28 * spread) * rest),
      bis: eur(done + (mean + 1.28 * spread) * rest),
    };
  });
  return {
    kpis: kpisOf(k, 'umsatz'),
    columns: [
      column('periode', 'Monat', 'periode'),
      column('ist', 'Bisher', 'eur'),
      column('gebucht', 'Gebuchte Termine', 'eur'),
      column('hochrechnung', 'Erwartet', 'eur'),
      column('von', 'Wahrscheinlich ab', 'eur'),
      column('bis', 'Wahrscheinlich bis', 'eur'),
    ],
    rows,
    series: (['hochrechnung', 'von', 'bis', 'gebucht'] as const).map((name) => ({
      name,
      punkte: rows.map((z) => ({ x: z.periode, y: z[name] })),
    })),
    hints: holidayHints(region),
  };
};
const incomingPayments: ReportBuilder = (k) => {
  const { invoices, rawRows } = k.a.snapshot,
    { payments } = invoices,
    kind = rawRows.tables.rechnung.columns['art']!,
    all = selectsEveryRow(k.a);
  const lines = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung).map((p) => ({
    ...p,
    privat: 0,
    kzv: 0,
    factoring: 0,
  }));
  let at = 0;
  for (
    let i = lowerBound(payments.day, k.a.from), to = lowerBound(payments.day, k.a.to + 1);
    i < to;
    i += 1
  ) {
    const day = payments.day[i]!,
      r = payments.rechnung[i]!;
    if (
      payments.isWriteOff[i] === 1 ||
      invoices.target[r]! < 0 ||
      (!all && !matchesInvoice(k.a, r))
    )
      continue;
    while (lines[at]!.to < day) at += 1;
    lines[at]![
      kind[r] === INVOICE.KZV ? 'kzv' : kind[r] === INVOICE.FACTORING ? 'factoring' : 'privat'
    ] += all ? payments.betrag[i]! : payments.betrag[i]! * invoiceShare(k.a, r);
  }
  const rows = lines.map((z) => ({
    periode: z.name,
    privat: eur(z.privat),
    kzv: eur(z.kzv),
    factoring: eur(z.factoring),
    gesamt: eur(z.privat + z.kzv + z.factoring),
  }));
  return {
    kpis: kpisOf(k, 'offenePosten', 'dso', 'factoringquote'),
    columns: [
      column('periode', 'Zeitraum', 'periode'),
      column('privat', 'Privat', 'eur'),
      column('kzv', 'KZV', 'eur'),
      column('factoring', 'Abrechnungsgesellschaft', 'eur'),
      column('gesamt', 'Zusammen', 'eur'),
    ],
    rows,
    series: (['privat', 'kzv', 'factoring'] as const).map((name) => ({
      name,
      punkte: rows.map((z) => ({ x: z.periode, y: z[name] })),
    })),
  };
};
export const moreRevenueReports: Readonly<Record<string, ReportBuilder>> = {
  'umsatz/patienten': patientRevenue,
  'umsatz/soll-ist': targetVsActual,
  'umsatz/prognose': revenueForecast,
  'umsatz/zahlungseingang': incomingPayments,
};
