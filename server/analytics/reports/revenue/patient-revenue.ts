/** Report of the patients with the most revenue, tenths and ages. */
import { forEachStretch } from '../../snapshot/selection/walk-bookings.ts';
import { EMPTY, plusMonths } from '../../snapshot/calendar.ts';
import { gather } from '../../snapshot/tables/sort-rows.ts';
import { rowName } from '../cells/row-name.ts';
import {
  type ReportBuilder,
  type ReportContext,
  column,
  eur,
  idOfRow,
  kpisOf,
  patientNameOf,
  ratioOf,
  pageBounds,
  wholeOf,
} from '../report-kind.ts';

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

/** Cents of each patient with a chosen service, and these patients. */
function sumsByPatient(k: ReportContext): { sums: Float64Array; who: Int32Array } {
  const { services, rawRows } = k.a.snapshot;
  const sums = new Float64Array(rawRows.tables.patient.count);
  const seen = new Uint8Array(sums.length);
  const isFee = k.filter.kennzahl === 'honorar';
  forEachStretch(k.a, (rows, parts, from, to) => {
    const centsOf = (g: number, i: number): number =>
      isFee
        ? (parts?.honorar[g] ?? services.honorar[i]!)
        : services.betrag[i]! * (parts?.share[g] ?? 1);
    for (let g = from; g < to; g += 1) {
      const i = rows ? rows[g]! : g;
      const p = services.pat[i]!;
      if (p >= 0) {
        seen[p] = 1;
        sums[p]! += centsOf(g, i);
      }
    }
  });
  const chosen = new Int32Array(sums.length);
  let many = 0;
  for (let p = 0; p < seen.length; p += 1) if (seen[p] === 1) chosen[many++] = p;
  return { sums, who: chosen.subarray(0, many) };
}

/** Reports the patients with the most revenue, the revenue by tenths of patients, and by age. */
export const patientRevenue: ReportBuilder = (k) => {
  const { snapshot } = k.a;
  const { ids, columns } = snapshot.rawRows.tables.patient;
  const birthDays = columns['geburtsdatum']!;
  const { sums, who } = sumsByPatient(k);
  const many = who.length;
  const ascending = gather(sums, who).sort();
  const perAgeBand = new Float64Array(AGE_BANDS.length);
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
  const { first, end } = pageBounds(k, MAX_SHOWN),
    least = many > end ? ascending[many - end]! : -Infinity,
    list = who
      .filter((p) => sums[p]! >= least)
      .sort((p, q) => sums[q]! - sums[p]! || (ids[p]! < ids[q]! ? -1 : 1));
  for (const p of list.subarray(0, first)) reached += sums[p]!;
  const rows = Array.from(list.subarray(first, end), (p, at) => {
    const cents = sums[p]!;
    reached += cents;
    return {
      rang: first + at + 1,
      patid: idOfRow(snapshot, 'patient', p),
      name: patientNameOf(snapshot, p),
      nur: rowName('patient', idOfRow(snapshot, 'patient', p) ?? ''),
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
  const tenth = (d: number): string => `${d * 10 + 1}–${d * 10 + 10}\u00A0%`;
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
          x: tenth(d),
          y: ratioOf(decile(d), all),
        })),
      },
      {
        name: 'kumuliert',
        punkte: Array.from({ length: 10 }, (_, d) => ({
          x: tenth(d),
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
    ...wholeOf(many, MAX_SHOWN, () => ({ umsatz: eur(all) })),
  };
};
