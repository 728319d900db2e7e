// Extended reports of patients, perio cases, plans, invoices and Mehrkosten.

import { approvalEnd } from '../../../shared/analytics/reports/worklist.ts';
import { HKP_ART, HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import {
  withPeriod,
  forEachServiceIn,
  matchesPlan,
  matchesPatient,
} from '../snapshot/selection.ts';
import { PAYER, INSURANCE, type Snapshot } from '../snapshot/snapshot.ts';
import {
  EMPTY,
  monthOfDay,
  periodsBetween,
  plusMonths,
  quarterOfDay,
  dayText,
} from '../snapshot/calendar.ts';
import { posteriorFillings, agreedFillings } from '../metrics/money.ts';
import { plansByDay } from '../metrics/row-index.ts';
import { forEachNewPatient, newOn } from '../metrics/patients.ts';
import { planHints } from '../metrics/cutoff-day.ts';
import {
  centsOrZero,
  forEachActivePatient,
  nextAppointment,
  pzrServices,
  uptDays,
} from '../metrics/walks.ts';
import { lowerBound, medianOf } from '../snapshot/tables/sort-rows.ts';
import { isParCaseOpen } from '../cases/par-cases.ts';
import {
  ratioOf,
  eur,
  kpisOf,
  column,
  figureValue,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';

const newPatientSources: ReportBuilder = (k) => {
  const { visits, services, rawRows } = k.a.snapshot,
    p = rawRows.tables.patient,
    rows = new Map<
      string,
      { month: string; source: string; plz: string; count: number; cents: number; second: number }
    >();
  forEachNewPatient(k.a, (pat, visit) => {
    const first = visits.day[visit]!,
      day = newOn(k.a.snapshot, visit),
      key = `${monthOfDay(day)}|${p.text('quelle', pat)}|${p.text('plz', pat)}`;
    let row = rows.get(key);
    if (!row)
      rows.set(
        key,
        (row = {
          month: dayText(day).slice(0, 7),
          source: p.text('quelle', pat) || '–',
          plz: p.text('plz', pat) || '–',
          count: 0,
          cents: 0,
          second: 0,
        }),
      );
    row.count += 1;
    if (visit + 1 < visits.from[pat + 1]! && visits.day[visit + 1]! <= first + 180) row.second += 1;
    for (let g = services.byPatient.from[pat]!; g < services.byPatient.from[pat + 1]!; g += 1) {
      const i = services.byPatient.rows[g]!;
      if (services.day[i]! >= first && services.day[i]! <= first + 180)
        row.cents += services.betrag[i]!;
    }
  });
  const lines = [...rows.values()]
    .map((row) => ({
      monat: row.month,
      neu: row.count,
      quelle: row.source,
      plz: row.plz,
      umsatz180: eur(row.cents),
      zweitbesuch: row.second,
      quote: ratioOf(row.second, row.count),
    }))
    .sort((x, y) => (x.monat < y.monat ? -1 : x.monat > y.monat ? 1 : y.neu - x.neu));
  const parts = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung);
  return {
    kpis: kpisOf(k, 'neupatienten', 'neupatientenquote', 'bindungNeu'),
    columns: [
      column('monat', 'Monat', 'periode'),
      column('neu', 'Neu', 'zahl'),
      column('quelle', 'Woher', 'text'),
      column('plz', 'PLZ', 'code'),
      column('umsatz180', 'Umsatz in 180 Tagen', 'eur'),
      column('zweitbesuch', 'Zweiter Besuch', 'zahl'),
      column('quote', 'Anteil', 'anteil'),
    ],
    rows: lines,
    series: [
      {
        name: 'neu',
        punkte: parts.map((x) => ({
          x: x.name,
          y: figureValue('neupatienten', withPeriod(k.a, x.from, x.to)),
        })),
      },
    ],
    hints: k.a.to + 180 > k.a.snapshot.today ? ['nochNichtReif'] : [],
  };
};
/**
 * Cohorts by the quarter of the first visit; a share is empty until its months are over for all
 * members.
 */
const patientRetention: ReportBuilder = (k) => {
  const { visits, today } = k.a.snapshot,
    longAgo = plusMonths(today, -18),
    rows = new Map<
      number,
      {
        name: string;
        end: number;
        start: number;
        m6: number;
        m12: number;
        m24: number;
        lost: number;
        reactivated: number;
      }
    >();
  forEachNewPatient(k.a, (pat, visit) => {
    const first = visits.day[visit]!,
      day = newOn(k.a.snapshot, visit),
      quarter = quarterOfDay(day);
    let row = rows.get(quarter);
    if (!row) {
      const [span] = periodsBetween(day, day + 92, 'QUARTAL');
      rows.set(
        quarter,
        (row = {
          name: span!.name,
          end: span!.to,
          start: 0,
          m6: 0,
          m12: 0,
          m24: 0,
          lost: 0,
          reactivated: 0,
        }),
      );
    }
    row.start += 1;
    const days = [...visits.day.subarray(visit + 1, visits.from[pat + 1])].filter(
        (dayNumber) => dayNumber <= today,
      ),
      seenIn = (from: number, to: number): number => {
        const after = plusMonths(first, from),
          until = plusMonths(first, to);
        return days.some((dayNumber) => dayNumber > after && dayNumber <= until) ? 1 : 0;
      };
    row.m6 += seenIn(0, 6);
    row.m12 += seenIn(6, 12);
    row.m24 += seenIn(12, 24);
    if ((days.at(-1) ?? first) < longAgo && nextAppointment(k.a.snapshot, pat, today) < 0)
      row.lost += 1;
    if (
      [first, ...days].some(
        (dayNumber, at, all) =>
          at > 0 && dayNumber - all[at - 1]! > 540 && all[at - 1]! < plusMonths(dayNumber, -18),
      )
    )
      row.reactivated += 1;
  });
  const lines = [...rows]
    .sort(([x], [y]) => x - y)
    .map(([, row]) => {
      const share = (n: number, months: number): number | null =>
        plusMonths(row.end, months) > today ? null : ratioOf(n, row.start);
      return {
        kohorte: row.name,
        start: row.start,
        m6: share(row.m6, 6),
        m12: share(row.m12, 12),
        m24: share(row.m24, 24),
        verloren: row.lost,
        reaktiviert: row.reactivated,
      };
    });
  return {
    kpis: kpisOf(
      k,
      'aktivePatienten',
      'abwanderung',
      'patientenwachstum',
      'reaktiviert',
      'bindungNeu',
    ),
    columns: [
      column('kohorte', 'Erster Besuch', 'periode'),
      column('start', 'Patienten', 'zahl'),
      column('m6', 'Wieder da bis Monat 6', 'anteil'),
      column('m12', 'Monat 7 bis 12', 'anteil'),
      column('m24', 'Monat 13 bis 24', 'anteil'),
      column('verloren', 'Verloren', 'zahl'),
      column('reaktiviert', 'Wiedergekommen', 'zahl'),
    ],
    rows: lines,
    series: (['m6', 'm12', 'm24'] as const).map((name) => ({
      name,
      punkte: lines.map((z) => ({ x: z.kohorte, y: z[name] })),
    })),
  };
};
/** After this many days without the next step a case is overdue. */
const PAR_DEADLINE_DAYS = 90;
const parPipeline: ReportBuilder = (k) => {
  const isOpen = isParCaseOpen(k.a.snapshot),
    { rawRows, live, today, mergedInto } = k.a.snapshot,
    c = rawRows.tables.parfall.columns,
    { from, days } = uptDays(k.a.snapshot),
    psi = rawRows.tables.psi,
    screened = new Set<number>();
  for (let at = 0; at < psi.count; at += 1) {
    const p = psi.columns['patid']![at]!,
      day = psi.columns['datum']![at]!;
    if (
      psi.rowState[at] === 1 &&
      p >= 0 &&
      day >= k.a.from &&
      day <= k.a.to &&
      matchesPatient(k.a, mergedInto[p]!) &&
      /[34]/.test(psi.text('codes', at))
    )
      screened.add(mergedInto[p]!);
  }
  const cases = [...live.parfall].filter(
    (at) =>
      c['erstelltAm']![at] !== EMPTY &&
      c['erstelltAm']![at]! >= k.a.from &&
      c['erstelltAm']![at]! <= k.a.to &&
      matchesPlan(k.a, 'parfall', at),
  );
  const second = (at: number): number => {
    const p = c['patid']![at]!,
      since = c['uptVon']![at]!;
    if (p < 0 || since === EMPTY) return EMPTY;
    let first = EMPTY;
    for (let g = from[mergedInto[p]!]!; g < from[mergedInto[p]! + 1]!; g += 1) {
      const day = days[g]!;
      if (day < since || day === first) continue;
      if (first !== EMPTY) return day;
      first = day;
    }
    return EMPTY;
  };
  const steps: [string, (at: number) => number][] = [
    ['PLAN', (at) => c['erstelltAm']![at]!],
    ['GENEHMIGT', (at) => c['genehmigtAm']![at]!],
    ['ATG', (at) => c['atgAm']![at]!],
    ['AIT', (at) => c['aitVon']![at]!],
    ['BEV', (at) => c['bevAm']![at]!],
    ['UPT1', (at) => c['uptVon']![at]!],
    ['UPT2', second],
  ];
  const rows: Row[] = [
      {
        stufe: 'PSI',
        faelle: screened.size,
        quote: null,
        medianTage: null,
        wert: null,
        ueberfaellig: null,
      },
    ],
    reached = steps.map(([, day]) => cases.map(day));
  steps.forEach(([stufe], s) => {
    const here = cases.filter((_, n) => reached[s]![n] !== EMPTY),
      days =
        s === 0
          ? []
          : cases.flatMap((_, n) =>
              reached[s]![n] !== EMPTY && reached[s - 1]![n] !== EMPTY
                ? [reached[s]![n]! - reached[s - 1]![n]!]
                : [],
            );
    // Stuck at this step: the case is active, this step was reached, none after it, and it is long
    // ago.
    const stuck = cases.filter(
      (at, n) =>
        reached[s]![n] !== EMPTY &&
        reached.slice(s + 1).every((step) => step[n] === EMPTY) &&
        s < steps.length - 1 &&
        isOpen(at) &&
        today - reached[s]![n]! > PAR_DEADLINE_DAYS,
    );
    rows.push({
      stufe,
      faelle: here.length,
      quote: ratioOf(here.length, cases.length),
      medianTage: medianOf(days),
      wert: eur(here.reduce((sum, at) => sum + centsOrZero(c['wert']![at]!), 0)),
      ueberfaellig: stuck.length,
    });
  });
  return {
    kpis: kpisOf(k, 'parTrichter', 'psiQuote', 'uptTreue'),
    columns: [
      column('stufe', 'Stufe', 'wort'),
      column('faelle', 'Fälle', 'zahl'),
      column('quote', 'Anteil der Pläne', 'anteil'),
      column('medianTage', 'Tage seit der Stufe davor', 'tage'),
      column('wert', 'Wert', 'eur'),
      column('ueberfaellig', 'Überfällig', 'zahl'),
    ],
    rows,
    series: [
      {
        name: 'faelle',
        punkte: rows.map((z) => ({ x: String(z['stufe']), y: z['faelle'] as number })),
      },
    ],
  };
};
/** Dates of a plan in the order of its workflow. */
const HKP_DAYS = [
  'erstelltAm',
  'besprochenAm',
  'angenommenAm',
  'gesendetAm',
  'beantwortetAm',
  'genehmigtAm',
  'terminAm',
  'begonnenAm',
  'eingegliedertAm',
  'abgerechnetAm',
  'verworfenAm',
] as const;
function lastSteps({ rawRows }: Snapshot): (at: number) => number {
  const columns = HKP_DAYS.map((name) => rawRows.tables.hkp.columns[name]!);
  return (at) => {
    let last = EMPTY;
    for (const column of columns) if (column[at]! > last) last = column[at]!;
    return last;
  };
}
const APPROVED_DAYS = HKP_STATUS.indexOf('GENEHMIGT'),
  IN_PROGRESS = HKP_STATUS.indexOf('IN_ARBEIT');
/**
 * An approval that expired before the insertion: by its own date, else half a year after it was
 * given.
 */
export function isExpired(snapshot: Snapshot, at: number, day: number): boolean {
  const c = snapshot.rawRows.tables.hkp.columns,
    status = c['status']![at]!;
  if (status < APPROVED_DAYS || status > IN_PROGRESS || c['eingegliedertAm']![at] !== EMPTY)
    return false;
  const end = validUntil(snapshot, at);
  return end !== EMPTY && end < day;
}
/** Last valid day of an approval; EMPTY where it has none. */
export function validUntil(snapshot: Snapshot, at: number): number {
  const { gueltigBis: said, genehmigtAm, art } = snapshot.rawRows.tables.hkp.columns,
    given = genehmigtAm![at]!;
  if (said![at] !== EMPTY) return said![at]!;
  return given === EMPTY || !approvalEnd(HKP_ART[art![at]!]) ? EMPTY : plusMonths(given, 6);
}
const hkpFunnel: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    c = snapshot.rawRows.tables.hkp.columns,
    rows = new Map<string, { status: string; order: number; reason: string; plans: number[] }>();
  const { rows: made, days: day } = plansByDay(snapshot),
    lastOf = lastSteps(snapshot);
  for (let n = lowerBound(day, k.a.from), end = lowerBound(day, k.a.to + 1); n < end; n += 1) {
    const at = made[n]!;
    if (!matchesPlan(k.a, 'hkp', at)) continue;
    const expired = isExpired(snapshot, at, snapshot.today),
      status = expired ? 'ABGELAUFEN' : (HKP_STATUS[c['status']![at]!] ?? 'ENTWURF'),
      reason =
        status === 'VERWORFEN' || status === 'ABGELEHNT'
          ? snapshot.rawRows.tables.hkp.text('grund', at)
          : '',
      key = `${status}|${reason}`;
    let row = rows.get(key);
    if (!row)
      rows.set(
        key,
        (row = { status, order: expired ? 12.5 : c['status']![at]!, reason, plans: [] }),
      );
    row.plans.push(at);
  }
  const sum = (plans: number[], name: string): number => {
    const column = c[name]!;
    return eur(plans.reduce((cents, at) => cents + centsOrZero(column[at]!), 0));
  };
  const lines = [...rows.values()]
    .sort((x, y) => x.order - y.order || (x.reason < y.reason ? -1 : 1))
    .map((row) => ({
      status: row.status,
      anzahl: row.plans.length,
      gesamt: sum(row.plans, 'gesamt'),
      festzuschuss: sum(row.plans, 'festzuschuss'),
      eigenanteil: sum(row.plans, 'eigenanteil'),
      medianTage: medianOf(row.plans.map((at) => snapshot.today - lastOf(at))),
      grund: row.reason,
    }));
  return {
    kpis: kpisOf(
      k,
      'hkpAnnahme',
      'hkpAnnahmeWert',
      'hkpOffen',
      'patientenAnnahme',
      'behandlungsAnnahme',
    ),
    columns: [
      column('status', 'Stand', 'wort'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('gesamt', 'Summe', 'eur'),
      column('festzuschuss', 'Festzuschuss', 'eur'),
      column('eigenanteil', 'Eigenanteil', 'eur'),
      column('medianTage', 'Tage seit dem letzten Schritt', 'tage'),
      column('grund', 'Grund', 'text'),
    ],
    rows: lines,
    series: [
      {
        name: 'gesamt',
        punkte: lines.map((z) => ({
          x: z.grund === '' ? z.status : `${z.status}: ${z.grund}`,
          y: z.gesamt,
        })),
      },
    ],
    hints: planHints(k.a),
  };
};
const OPEN_FIGURES = ['offen0bis30', 'offen31bis60', 'offen61bis90', 'offenUeber90'] as const;
const billingRun: ReportBuilder = (k) => {
  const rows: Row[] = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung).map((p) => {
    const own = withPeriod(k.a, p.from, p.to);
    return {
      monat: p.name,
      ...Object.fromEntries(
        ['zeitBisRechnung', 'nichtFakturiert', ...OPEN_FIGURES, 'factoringquote', 'dso'].map(
          (key) => [key, figureValue(key, own)],
        ),
      ),
    };
  });
  return {
    kpis: kpisOf(
      k,
      'zeitBisRechnung',
      'nichtFakturiert',
      'offenePosten',
      'dso',
      'factoringquote',
      'forderungsausfall',
      'beanstandungsquote',
    ),
    columns: [
      column('monat', 'Zeitraum', 'periode'),
      column('zeitBisRechnung', 'Tage bis zur Rechnung', 'tage'),
      column('nichtFakturiert', 'Nicht fakturiert', 'eur'),
      column('offen0bis30', 'Offen bis 30 Tage', 'eur'),
      column('offen31bis60', '31 bis 60', 'eur'),
      column('offen61bis90', '61 bis 90', 'eur'),
      column('offenUeber90', 'Über 90', 'eur'),
      column('factoringquote', 'Factoring', 'anteil'),
      column('dso', 'Außenstandsdauer', 'tage'),
    ],
    rows,
    series: OPEN_FIGURES.map((name) => ({
      name,
      punkte: rows.map((z) => ({ x: String(z['monat']), y: z[name] as number })),
    })),
  };
};
/**
 * Opportunities for Mehrkosten agreements with patients of the statutory insurance, and how often
 * they are used.
 */
const coPayments: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { services, rawRows } = snapshot,
    rows: Row[] = [];
  const row = (bereich: string, possible: number, count: number, cents: number): void => {
    rows.push({
      bereich,
      moeglich: possible,
      vereinbart: count,
      quote: ratioOf(count, possible),
      erloes: eur(cents),
      offenesPotenzial: count === 0 ? null : eur((cents / count) * Math.max(0, possible - count)),
    });
  };
  let fillings = 0,
    withMore = 0,
    paid = 0,
    pzrCents = 0;
  const pzrPatients = new Set<number>();
  forEachServiceIn(k.a, posteriorFillings(snapshot), (i) => {
    if (services.versicherung[i] === INSURANCE.GKV) fillings += 1;
  });
  forEachServiceIn(k.a, agreedFillings(snapshot), (i) => {
    if (services.versicherung[i] === INSURANCE.GKV) withMore += 1;
  });
  forEachServiceIn(k.a, pzrServices(snapshot), (i) => {
    if (services.versicherung[i] === INSURANCE.GKV && services.traeger[i] !== PAYER.GKV) {
      pzrCents += services.betrag[i]!;
      if (services.pat[i]! >= 0) pzrPatients.add(services.pat[i]!);
    }
  });
  const mkv = rawRows.tables.mkv;
  for (let at = 0; at < mkv.count; at += 1) {
    const p = mkv.columns['patid']![at]!,
      day = mkv.columns['datum']![at]!;
    if (
      mkv.rowState[at] === 1 &&
      p >= 0 &&
      day >= k.a.from &&
      day <= k.a.to &&
      matchesPatient(k.a, snapshot.mergedInto[p]!)
    )
      paid += centsOrZero(mkv.columns['betrag']![at]!);
  }
  row('FUELLUNG', fillings, withMore, paid);
  const c = rawRows.tables.hkp.columns,
    insuranceOf = rawRows.tables.patient.columns['versicherung']!;
  let plans = 0,
    better = 0,
    cents = 0;
  for (const at of snapshot.live.hkp) {
    const p = c['patid']![at]!;
    if (
      c['art']![at] !== 0 ||
      c['erstelltAm']![at]! < k.a.from ||
      c['erstelltAm']![at]! > k.a.to ||
      p < 0 ||
      insuranceOf[snapshot.mergedInto[p]!] !== INSURANCE.GKV ||
      !matchesPlan(k.a, 'hkp', at)
    )
      continue;
    plans += 1;
    if (c['versorgungsart']![at]! >= 1) {
      better += 1;
      cents += centsOrZero(c['honorarGoz']![at]!) + centsOrZero(c['matLabPrivat']![at]!);
    }
  }
  row('ZE', plans, better, cents);
  let gkv = 0;
  forEachActivePatient(k.a, k.a.cutoffDate, (p) => {
    if (insuranceOf[p] === INSURANCE.GKV) gkv += 1;
  });
  row('PZR', gkv, pzrPatients.size, pzrCents);
  return {
    kpis: kpisOf(k, 'mehrkostenquote', 'gkvAmPrivatumsatz', 'pzrQuote'),
    columns: [
      column('bereich', 'Bereich', 'wort'),
      column('moeglich', 'Möglich', 'zahl'),
      column('vereinbart', 'Vereinbart', 'zahl'),
      column('quote', 'Anteil', 'anteil'),
      column('erloes', 'Erlös', 'eur'),
      column('offenesPotenzial', 'Noch möglich', 'eur'),
    ],
    rows,
    series: [
      {
        name: 'quote',
        punkte: rows.map((z) => ({ x: String(z['bereich']), y: z['quote'] as number | null })),
      },
    ],
  };
};
export const moreExtended: Readonly<Record<string, ReportBuilder>> = {
  'extended/neupatienten': newPatientSources,
  'extended/patientenbindung': patientRetention,
  'extended/parpipeline': parPipeline,
  'extended/hkptrichter': hkpFunnel,
  'extended/rechnungslauf': billingRun,
  'extended/mehrkosten': coPayments,
};
