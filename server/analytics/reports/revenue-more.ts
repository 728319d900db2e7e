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
import { S, type Snapshot } from '../snapshot/snapshot.ts';
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
  spalte,
  type ReportBuilder,
} from './report-kind.ts';
import { practitionerIn, gesamt } from './revenue.ts';

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
const patienten: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { L, rawRows } = snapshot,
    { ids, spalten } = rawRows.tables.patient,
    birthDays = spalten['geburtsdatum']!,
    sums = new Float64Array(rawRows.tables.patient.anzahl),
    seen = new Uint8Array(sums.length),
    which = k.filter.kennzahl === 'honorar' ? L.honorar : L.betrag;
  forEachStretch(k.a, (rows, shares, from, to) => {
    for (let g = from; g < to; g += 1) {
      const i = rows ? rows[g]! : g,
        p = L.pat[i]!;
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
  const zeilen = Array.from(list, (p, at) => {
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
    spalten: [
      spalte('rang', 'Rang', 'zahl'),
      spalte('patid', 'Patient', 'patient'),
      spalte('name', 'Name', 'text'),
      spalte('umsatz', 'Umsatz', 'eur'),
      spalte('anteil', 'Anteil', 'anteil'),
      spalte('kumuliert', 'Anteil bis hier', 'anteil'),
    ],
    zeilen,
    serien: [
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
    hinweise: many > most ? ['gekuerzt'] : [],
  };
};

/** Achieved revenue, and the projection to the end of the month where the span is unfinished. */
const targetVsActual: ReportBuilder = (k) => {
  const { heute } = k.a.snapshot,
    which = k.filter.kennzahl,
    key = which === 'umsatz' ? 'umsatz' : 'honorarumsatz',
    region = regionOfPractice(k.stand),
    bis = k.a.bis < heute ? k.a.bis : firstOfMonth(monthOfDay(k.a.bis) + 1) - 1,
    wholeSpan = withPeriod(k.a, k.a.von, bis);
  const gone = workdays(k.a.von, Math.min(k.a.bis, heute), region),
    days = workdays(k.a.von, bis, region);
  const zeilen = practitionerIn(k.a).map((at) => {
    const id = idOfRow(k.a.snapshot, 'behandler', at)!,
      target = targetsOn(k.stand.presets, k.filter.bis, id).get(key),
      ziel = target === undefined ? null : rounded(targetInPeriod(wholeSpan, target), 2),
      ist = eur(gesamt(narrowToPractitioner(k.a, at))[which]);
    const hochrechnung = gone === 0 ? null : rounded((ist / gone) * days, 2);
    return {
      id,
      behandler: entityName(k.a.snapshot, 'behandler', at),
      ziel,
      ist,
      hochrechnung,
      differenz: ziel === null || hochrechnung === null ? null : rounded(hochrechnung - ziel, 2),
    };
  });
  return {
    kpis: kpisOf(k, 'umsatz', 'zielerreichung'),
    spalten: [
      spalte('behandler', 'Behandler', 'text'),
      spalte('ziel', 'Ziel', 'eur'),
      spalte('ist', 'Ist', 'eur'),
      spalte('hochrechnung', 'Hochrechnung', 'eur'),
      spalte('differenz', 'Hochrechnung minus Ziel', 'eur'),
    ],
    zeilen,
    serien: (['ist', 'ziel', 'hochrechnung'] as const)
      .filter((name) => zeilen.some((z) => z[name] !== null))
      .map((name) => ({ name, punkte: zeilen.map((z) => ({ x: z.behandler, y: z[name] })) })),
    hinweise: [
      ...(bis > k.a.bis ? ['bisMonatsende'] : []),
      ...(zeilen.every((z) => z.ziel === null) ? ['ohneZiele'] : []),
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
  tag: number,
): (terminart: number, behandler: number) => number {
  const { snapshot } = a,
    { L, T } = snapshot,
    span = withPeriod(a, plusMonths(tag, -12), tag - 1),
    bitsPerRow = snapshot.rawRows.tables.behandler.anzahl + 1,
    keyOf = (art: number, b: number): number => (art + 1) * bitsPerRow + b + 1,
    sums = new Float64Array((snapshot.rawRows.tables.terminarten.anzahl + 1) * bitsPerRow),
    many = new Float64Array(sums.length);
  const add = (key: number, cents: number, n: number): void => {
    sums[key]! += cents;
    many[key]! += n;
  };
  const into = (art: number, b: number, cents: number, n: number): void => {
    if (b >= 0) add(keyOf(art, b), cents, n);
    if (art >= 0) add(keyOf(art, -1), cents, n);
    add(0, cents, n);
  };
  forEachAppointment(span, (i) => {
    if (T.status[i] === S.WAHRGENOMMEN) into(T.terminart[i]!, T.behandler[i]!, 0, 1);
  });
  forEachBooking({ ...span, filter: { ...span.filter, basis: 'leistung' } }, (i) => {
    const t = L.termin[i]!;
    if (t >= 0 && T.status[t] === S.WAHRGENOMMEN)
      into(T.terminart[t]!, T.behandler[t]!, L.betrag[i]!, 0);
  });
  // Few appointments are not representative: below five the type alone counts, then all.
  return (art, b) => {
    for (const key of [keyOf(art, b), keyOf(art, -1), 0])
      if (many[key]! >= 5) return sums[key]! / many[key]!;
    return 0;
  };
}
const plannedValue = (
  a: Selection,
  snapshot: Snapshot,
): { von: (von: number, bis: number) => number } => {
  const worth = expectedValue(a, snapshot.heute),
    { T } = snapshot;
  return {
    von: (von, bis) => {
      let cents = 0;
      forEachAppointment(withPeriod(a, von, bis), (i) => {
        if (isPlanned(T.status[i]!)) cents += worth(T.terminart[i]!, T.behandler[i]!);
      });
      return cents;
    },
  };
};
/**
 * This month and the five after it: booked revenue, the forecast from the last twelve months, and
 * the deviation of months from it.
 */
const prognose: ReportBuilder = (k) => {
  const { heute } = k.a.snapshot,
    first = monthOfDay(heute),
    which = k.filter.kennzahl,
    booked = plannedValue(k.a, k.a.snapshot),
    region = regionOfPractice(k.stand);
  const past = Array.from({ length: 12 }, (_, at) => {
    const von = firstOfMonth(first - 12 + at),
      bis = firstOfMonth(first - 11 + at) - 1;
    return gesamt(withPeriod(k.a, von, bis))[which] / Math.max(1, workdays(von, bis, region));
  });
  const mean = past.reduce((sum, x) => sum + x, 0) / 12,
    spread = Math.sqrt(past.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 11);
  const zeilen = Array.from({ length: 6 }, (_, at) => {
    const von = firstOfMonth(first + at),
      bis = firstOfMonth(first + at + 1) - 1,
      isNow = at === 0,
      done = isNow ? gesamt(withPeriod(k.a, von, heute))[which] : 0,
      rest = workdays(isNow ? heute + 1 : von, bis, region);
    // Eight of ten months lie within 1.28 standard deviations.
    return {
      periode: dayText(von).slice(0, 7),
      ist: isNow ? eur(done) : null,
      gebucht: eur(booked.von(Math.max(von, heute), bis)),
      hochrechnung: eur(done + mean * rest),
      von: eur(done + Math.max(0, mean - 1.28 * spread) * rest),
      bis: eur(done + (mean + 1.28 * spread) * rest),
    };
  });
  return {
    kpis: kpisOf(k, 'umsatz'),
    spalten: [
      spalte('periode', 'Monat', 'periode'),
      spalte('ist', 'Bisher', 'eur'),
      spalte('gebucht', 'Gebuchte Termine', 'eur'),
      spalte('hochrechnung', 'Erwartet', 'eur'),
      spalte('von', 'Wahrscheinlich ab', 'eur'),
      spalte('bis', 'Wahrscheinlich bis', 'eur'),
    ],
    zeilen,
    serien: (['hochrechnung', 'von', 'bis', 'gebucht'] as const).map((name) => ({
      name,
      punkte: zeilen.map((z) => ({ x: z.periode, y: z[name] })),
    })),
    hinweise: holidayHints(region),
  };
};
const incomingPayments: ReportBuilder = (k) => {
  const { R, rawRows } = k.a.snapshot,
    { Z } = R,
    art = rawRows.tables.rechnung.spalten['art']!,
    alle = selectsEveryRow(k.a);
  const zeilen = periodsBetween(k.a.von, k.a.bis, k.filter.gruppierung).map((p) => ({
    ...p,
    privat: 0,
    kzv: 0,
    factoring: 0,
  }));
  let at = 0;
  for (let i = lowerBound(Z.tag, k.a.von), to = lowerBound(Z.tag, k.a.bis + 1); i < to; i += 1) {
    const tag = Z.tag[i]!,
      r = Z.rechnung[i]!;
    if (Z.isWriteOff[i] === 1 || R.ziel[r]! < 0 || (!alle && !matchesInvoice(k.a, r))) continue;
    while (zeilen[at]!.bis < tag) at += 1;
    zeilen[at]![
      art[r] === INVOICE.KZV ? 'kzv' : art[r] === INVOICE.FACTORING ? 'factoring' : 'privat'
    ] += alle ? Z.betrag[i]! : Z.betrag[i]! * invoiceShare(k.a, r);
  }
  const rows = zeilen.map((z) => ({
    periode: z.name,
    privat: eur(z.privat),
    kzv: eur(z.kzv),
    factoring: eur(z.factoring),
    gesamt: eur(z.privat + z.kzv + z.factoring),
  }));
  return {
    kpis: kpisOf(k, 'offenePosten', 'dso', 'factoringquote'),
    spalten: [
      spalte('periode', 'Zeitraum', 'periode'),
      spalte('privat', 'Privat', 'eur'),
      spalte('kzv', 'KZV', 'eur'),
      spalte('factoring', 'Abrechnungsgesellschaft', 'eur'),
      spalte('gesamt', 'Zusammen', 'eur'),
    ],
    zeilen: rows,
    serien: (['privat', 'kzv', 'factoring'] as const).map((name) => ({
      name,
      punkte: rows.map((z) => ({ x: z.periode, y: z[name] })),
    })),
  };
};
export const moreRevenueReports: Readonly<Record<string, ReportBuilder>> = {
  'umsatz/patienten': patienten,
  'umsatz/soll-ist': targetVsActual,
  'umsatz/prognose': prognose,
  'umsatz/zahlungseingang': incomingPayments,
};
