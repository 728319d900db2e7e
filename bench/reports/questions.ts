/** A dozen of the main reports as SQL queries: the same rows, the same sums. */
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';

/** SQL dialect differences; `no`: the value of an unset flag. */
export interface Dialect {
  month(column: string): string;
  table(name: string): string;
  quote(day: string): string;
  no: string;
}
export interface Question {
  /** Path of our report. */
  readonly pfad: string;
  sql(d: Dialect, von: string, bis: string): string;
  /** A number that must be the same in both responses. */
  readonly own: (report: PracticeReport) => number;
  readonly theirs: (rows: readonly (readonly unknown[])[]) => number;
}
const counted = (d: Dialect): string =>
  `(storno is null or storno = ${d.no}) and (status is null or status <> 'GEPLANT')`;
const within = (d: Dialect, column: string, von: string, bis: string): string =>
  `${column} >= ${d.quote(von)} and ${column} <= ${d.quote(bis)}`;
const services = (d: Dialect, von: string, bis: string): string =>
  `${d.table('leistung')} l where ${counted(d)} and ${within(d, 'datum', von, bis)}`;
const sumOf =
  (at: number) =>
  (rows: readonly (readonly unknown[])[]): number =>
    rows.reduce((all, row) => all + Number(row[at] ?? 0), 0);
const column =
  (key: string) =>
  (report: PracticeReport): number =>
    Math.round(report.zeilen.reduce((all, row) => all + Number(row[key] ?? 0), 0) * 100);
const figure =
  (key: string) =>
  (report: PracticeReport): number =>
    Math.round((report.kpis.find((one) => one.key === key)?.wert ?? Number.NaN) * 100);
const plain =
  (key: string) =>
  (report: PracticeReport): number =>
    report.zeilen.reduce((all, row) => all + Number(row[key] ?? 0), 0);

export const QUESTIONS: readonly Question[] = [
  {
    pfad: 'umsatz/zeitreihe',
    sql: (d, von, bis) =>
      `select ${d.month('datum')}, sum(betrag), sum(honorar), sum(material), sum(eigenlabor), sum(fremdlabor) from ${services(d, von, bis)} group by 1 order by 1`,
    own: figure('umsatz'),
    theirs: sumOf(1),
  },
  {
    pfad: 'umsatz/behandler',
    sql: (d, von, bis) =>
      `select behandler, sum(betrag), sum(honorar), count(*) from ${services(d, von, bis)} group by 1 order by 2 desc`,
    own: column('umsatz'),
    theirs: sumOf(1),
  },
  {
    pfad: 'umsatz/zimmer',
    sql: (d, von, bis) => `select zimmer, sum(betrag) from ${services(d, von, bis)} group by 1`,
    own: column('umsatz'),
    theirs: sumOf(1),
  },
  {
    pfad: 'umsatz/bereiche',
    sql: (d, von, bis) =>
      `select bereich, sum(honorar), count(*) from ${services(d, von, bis)} group by 1`,
    own: column('honorar'),
    theirs: sumOf(1),
  },
  {
    pfad: 'umsatz/kostentraeger',
    sql: (d, von, bis) =>
      `select kostentraeger, sum(honorar), count(distinct patid) from ${services(d, von, bis)} group by 1`,
    own: column('honorar'),
    theirs: sumOf(1),
  },
  {
    pfad: 'umsatz/leistungen',
    sql: (d, von, bis) =>
      `select system, nr, sum(menge), sum(honorar) from ${services(d, von, bis)} group by 1, 2 order by 4 desc`,
    own: column('honorar'),
    theirs: sumOf(3),
  },
  {
    pfad: 'umsatz/patienten',
    sql: (d, von, bis) =>
      `select sum(betrag), count(*) from (select patid, sum(betrag) as betrag from ${services(d, von, bis)} group by 1) as each_one`,
    own: figure('umsatz'),
    theirs: sumOf(0),
  },
  {
    pfad: 'umsatz/labor',
    sql: (d, von, bis) =>
      `select ${d.month('datum')}, sum(eigenlabor), sum(fremdlabor), sum(betrag) from ${services(d, von, bis)} group by 1 order by 1`,
    own: column('fremdlabor'),
    theirs: sumOf(2),
  },
  {
    pfad: 'extended/leistungsmix',
    sql: (d, von, bis) =>
      `select bereich, system, nr, sum(menge), sum(honorar) from ${services(d, von, bis)} group by 1, 2, 3 order by 5 desc`,
    own: column('honorar'),
    theirs: sumOf(4),
  },
  {
    pfad: 'extended/faktoren',
    sql: (d, von, bis) =>
      `select nr, sum(menge), sum(faktor * menge) * 1.0 / sum(menge), sum(case when faktor > 230 then 1 else 0 end), sum(case when faktor > 230 and (faktorgrund is null or faktorgrund = '') then 1 else 0 end), count(*) from ${services(d, von, bis)} and system = 'GOZ' and faktor > 0 group by 1 order by 2 desc`,
    own: plain('anzahl'),
    theirs: sumOf(5),
  },
  {
    pfad: 'umsatz/zahlungseingang',
    sql: (d, von, bis) =>
      `select ${d.month('z.datum')}, r.art, sum(case when z.art = 'RUECKLASTSCHRIFT' then -abs(z.betrag) else z.betrag end) from ${d.table('zahlung')} z cross join ${d.table('rechnung')} r where r.id = z.rechnung_id and z.art <> 'ABSCHREIBUNG' and ${within(d, 'z.datum', von, bis)} group by 1, 2 order by 1`,
    own: (report) =>
      Math.round(
        report.zeilen.reduce(
          (all, row) =>
            all +
            ['privat', 'kzv', 'factoring'].reduce((sum, key) => sum + Number(row[key] ?? 0), 0),
          0,
        ) * 100,
      ),
    theirs: sumOf(2),
  },
  {
    pfad: 'extended/hkptrichter',
    sql: (d, von, bis) =>
      `select status, coalesce(grund, ''), count(*), sum(gesamt), sum(festzuschuss), sum(eigenanteil) from ${d.table('hkp')} h where ${within(d, 'erstellt_am', von, bis)} group by 1, 2`,
    own: plain('anzahl'),
    theirs: sumOf(2),
  },
];
