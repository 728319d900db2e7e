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
  naechsterTermin,
  pzrServices,
  uptDays,
} from '../metrics/walks.ts';
import { lowerBound, medianOf } from '../snapshot/tables/sort-rows.ts';
import { isParCaseOpen } from '../cases/par-cases.ts';
import {
  ratioOf,
  eur,
  kpisOf,
  spalte,
  figureValue,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';

const neupatienten: ReportBuilder = (k) => {
  const { B, L, rawRows } = k.a.snapshot,
    p = rawRows.tables.patient,
    rows = new Map<
      string,
      { monat: string; quelle: string; plz: string; neu: number; cents: number; second: number }
    >();
  forEachNewPatient(k.a, (pat, besuch) => {
    const first = B.tag[besuch]!,
      day = newOn(k.a.snapshot, besuch),
      key = `${monthOfDay(day)}|${p.text('quelle', pat)}|${p.text('plz', pat)}`;
    let row = rows.get(key);
    if (!row)
      rows.set(
        key,
        (row = {
          monat: dayText(day).slice(0, 7),
          quelle: p.text('quelle', pat) || '–',
          plz: p.text('plz', pat) || '–',
          neu: 0,
          cents: 0,
          second: 0,
        }),
      );
    row.neu += 1;
    if (besuch + 1 < B.from[pat + 1]! && B.tag[besuch + 1]! <= first + 180) row.second += 1;
    for (let g = L.byPatient.from[pat]!; g < L.byPatient.from[pat + 1]!; g += 1) {
      const i = L.byPatient.rows[g]!;
      if (L.tag[i]! >= first && L.tag[i]! <= first + 180) row.cents += L.betrag[i]!;
    }
  });
  const zeilen = [...rows.values()]
    .map((row) => ({
      monat: row.monat,
      neu: row.neu,
      quelle: row.quelle,
      plz: row.plz,
      umsatz180: eur(row.cents),
      zweitbesuch: row.second,
      quote: ratioOf(row.second, row.neu),
    }))
    .sort((x, y) => (x.monat < y.monat ? -1 : x.monat > y.monat ? 1 : y.neu - x.neu));
  const parts = periodsBetween(k.a.von, k.a.bis, k.filter.gruppierung);
  return {
    kpis: kpisOf(k, 'neupatienten', 'neupatientenquote', 'bindungNeu'),
    spalten: [
      spalte('monat', 'Monat', 'periode'),
      spalte('neu', 'Neu', 'zahl'),
      spalte('quelle', 'Woher', 'text'),
      spalte('plz', 'PLZ', 'code'),
      spalte('umsatz180', 'Umsatz in 180 Tagen', 'eur'),
      spalte('zweitbesuch', 'Zweiter Besuch', 'zahl'),
      spalte('quote', 'Anteil', 'anteil'),
    ],
    zeilen,
    serien: [
      {
        name: 'neu',
        punkte: parts.map((x) => ({
          x: x.name,
          y: figureValue('neupatienten', withPeriod(k.a, x.von, x.bis)),
        })),
      },
    ],
    hinweise: k.a.bis + 180 > k.a.snapshot.heute ? ['nochNichtReif'] : [],
  };
};
/**
 * Cohorts by the quarter of the first visit; a share is empty until its months are over for all
 * members.
 */
const patientRetention: ReportBuilder = (k) => {
  const { B, heute } = k.a.snapshot,
    longAgo = plusMonths(heute, -18),
    rows = new Map<
      number,
      {
        name: string;
        end: number;
        start: number;
        m6: number;
        m12: number;
        m24: number;
        verloren: number;
        reaktiviert: number;
      }
    >();
  forEachNewPatient(k.a, (pat, besuch) => {
    const first = B.tag[besuch]!,
      day = newOn(k.a.snapshot, besuch),
      quarter = quarterOfDay(day);
    let row = rows.get(quarter);
    if (!row) {
      const [span] = periodsBetween(day, day + 92, 'QUARTAL');
      rows.set(
        quarter,
        (row = {
          name: span!.name,
          end: span!.bis,
          start: 0,
          m6: 0,
          m12: 0,
          m24: 0,
          verloren: 0,
          reaktiviert: 0,
        }),
      );
    }
    row.start += 1;
    const days = [...B.tag.subarray(besuch + 1, B.from[pat + 1])].filter((tag) => tag <= heute),
      seenIn = (from: number, to: number): number => {
        const after = plusMonths(first, from),
          until = plusMonths(first, to);
        return days.some((tag) => tag > after && tag <= until) ? 1 : 0;
      };
    row.m6 += seenIn(0, 6);
    row.m12 += seenIn(6, 12);
    row.m24 += seenIn(12, 24);
    if ((days.at(-1) ?? first) < longAgo && naechsterTermin(k.a.snapshot, pat, heute) < 0)
      row.verloren += 1;
    if (
      [first, ...days].some(
        (tag, at, all) => at > 0 && tag - all[at - 1]! > 540 && all[at - 1]! < plusMonths(tag, -18),
      )
    )
      row.reaktiviert += 1;
  });
  const zeilen = [...rows]
    .sort(([x], [y]) => x - y)
    .map(([, row]) => {
      const share = (n: number, months: number): number | null =>
        plusMonths(row.end, months) > heute ? null : ratioOf(n, row.start);
      return {
        kohorte: row.name,
        start: row.start,
        m6: share(row.m6, 6),
        m12: share(row.m12, 12),
        m24: share(row.m24, 24),
        verloren: row.verloren,
        reaktiviert: row.reaktiviert,
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
    spalten: [
      spalte('kohorte', 'Erster Besuch', 'periode'),
      spalte('start', 'Patienten', 'zahl'),
      spalte('m6', 'Wieder da bis Monat 6', 'anteil'),
      spalte('m12', 'Monat 7 bis 12', 'anteil'),
      spalte('m24', 'Monat 13 bis 24', 'anteil'),
      spalte('verloren', 'Verloren', 'zahl'),
      spalte('reaktiviert', 'Wiedergekommen', 'zahl'),
    ],
    zeilen,
    serien: (['m6', 'm12', 'm24'] as const).map((name) => ({
      name,
      punkte: zeilen.map((z) => ({ x: z.kohorte, y: z[name] })),
    })),
  };
};
/** After this many days without the next step a case is overdue. */
const PAR_DEADLINE_DAYS = 90;
const parPipeline: ReportBuilder = (k) => {
  const isOpen = isParCaseOpen(k.a.snapshot),
    { rawRows, live, heute, mergedInto } = k.a.snapshot,
    c = rawRows.tables.parfall.spalten,
    { from, tage } = uptDays(k.a.snapshot),
    psi = rawRows.tables.psi,
    screened = new Set<number>();
  for (let at = 0; at < psi.anzahl; at += 1) {
    const p = psi.spalten['patid']![at]!,
      tag = psi.spalten['datum']![at]!;
    if (
      psi.rowState[at] === 1 &&
      p >= 0 &&
      tag >= k.a.von &&
      tag <= k.a.bis &&
      matchesPatient(k.a, mergedInto[p]!) &&
      /[34]/.test(psi.text('codes', at))
    )
      screened.add(mergedInto[p]!);
  }
  const cases = [...live.parfall].filter(
    (at) =>
      c['erstelltAm']![at] !== EMPTY &&
      c['erstelltAm']![at]! >= k.a.von &&
      c['erstelltAm']![at]! <= k.a.bis &&
      matchesPlan(k.a, 'parfall', at),
  );
  const second = (at: number): number => {
    const p = c['patid']![at]!,
      ab = c['uptVon']![at]!;
    if (p < 0 || ab === EMPTY) return EMPTY;
    let first = EMPTY;
    for (let g = from[mergedInto[p]!]!; g < from[mergedInto[p]! + 1]!; g += 1) {
      const tag = tage[g]!;
      if (tag < ab || tag === first) continue;
      if (first !== EMPTY) return tag;
      first = tag;
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
  const zeilen: Row[] = [
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
        heute - reached[s]![n]! > PAR_DEADLINE_DAYS,
    );
    zeilen.push({
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
    spalten: [
      spalte('stufe', 'Stufe', 'wort'),
      spalte('faelle', 'Fälle', 'zahl'),
      spalte('quote', 'Anteil der Pläne', 'anteil'),
      spalte('medianTage', 'Tage seit der Stufe davor', 'tage'),
      spalte('wert', 'Wert', 'eur'),
      spalte('ueberfaellig', 'Überfällig', 'zahl'),
    ],
    zeilen,
    serien: [
      {
        name: 'faelle',
        punkte: zeilen.map((z) => ({ x: String(z['stufe']), y: z['faelle'] as number })),
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
  const columns = HKP_DAYS.map((name) => rawRows.tables.hkp.spalten[name]!);
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
export function isExpired(snapshot: Snapshot, at: number, tag: number): boolean {
  const c = snapshot.rawRows.tables.hkp.spalten,
    status = c['status']![at]!;
  if (status < APPROVED_DAYS || status > IN_PROGRESS || c['eingegliedertAm']![at] !== EMPTY)
    return false;
  const end = gueltigBis(snapshot, at);
  return end !== EMPTY && end < tag;
}
/** Last valid day of an approval; LEER where it has none. */
export function gueltigBis(snapshot: Snapshot, at: number): number {
  const { gueltigBis: said, genehmigtAm, art } = snapshot.rawRows.tables.hkp.spalten,
    given = genehmigtAm![at]!;
  if (said![at] !== EMPTY) return said![at]!;
  return given === EMPTY || !approvalEnd(HKP_ART[art![at]!]) ? EMPTY : plusMonths(given, 6);
}
const hkpFunnel: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    c = snapshot.rawRows.tables.hkp.spalten,
    rows = new Map<string, { status: string; order: number; grund: string; plans: number[] }>();
  const { rows: made, tag } = plansByDay(snapshot),
    lastOf = lastSteps(snapshot);
  for (let n = lowerBound(tag, k.a.von), end = lowerBound(tag, k.a.bis + 1); n < end; n += 1) {
    const at = made[n]!;
    if (!matchesPlan(k.a, 'hkp', at)) continue;
    const expired = isExpired(snapshot, at, snapshot.heute),
      status = expired ? 'ABGELAUFEN' : (HKP_STATUS[c['status']![at]!] ?? 'ENTWURF'),
      grund =
        status === 'VERWORFEN' || status === 'ABGELEHNT'
          ? snapshot.rawRows.tables.hkp.text('grund', at)
          : '',
      key = `${status}|${grund}`;
    let row = rows.get(key);
    if (!row)
      rows.set(
        key,
        (row = { status, order: expired ? 12.5 : c['status']![at]!, grund, plans: [] }),
      );
    row.plans.push(at);
  }
  const sum = (plans: number[], name: string): number => {
    const column = c[name]!;
    return eur(plans.reduce((cents, at) => cents + centsOrZero(column[at]!), 0));
  };
  const zeilen = [...rows.values()]
    .sort((x, y) => x.order - y.order || (x.grund < y.grund ? -1 : 1))
    .map((row) => ({
      status: row.status,
      anzahl: row.plans.length,
      gesamt: sum(row.plans, 'gesamt'),
      festzuschuss: sum(row.plans, 'festzuschuss'),
      eigenanteil: sum(row.plans, 'eigenanteil'),
      medianTage: medianOf(row.plans.map((at) => snapshot.heute - lastOf(at))),
      grund: row.grund,
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
    spalten: [
      spalte('status', 'Stand', 'wort'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('gesamt', 'Summe', 'eur'),
      spalte('festzuschuss', 'Festzuschuss', 'eur'),
      spalte('eigenanteil', 'Eigenanteil', 'eur'),
      spalte('medianTage', 'Tage seit dem letzten Schritt', 'tage'),
      spalte('grund', 'Grund', 'text'),
    ],
    zeilen,
    serien: [
      {
        name: 'gesamt',
        punkte: zeilen.map((z) => ({
          x: z.grund === '' ? z.status : `${z.status}: ${z.grund}`,
          y: z.gesamt,
        })),
      },
    ],
    hinweise: planHints(k.a),
  };
};
const OFFEN = ['offen0bis30', 'offen31bis60', 'offen61bis90', 'offenUeber90'] as const;
const billingRun: ReportBuilder = (k) => {
  const zeilen: Row[] = periodsBetween(k.a.von, k.a.bis, k.filter.gruppierung).map((p) => {
    const own = withPeriod(k.a, p.von, p.bis);
    return {
      monat: p.name,
      ...Object.fromEntries(
        ['zeitBisRechnung', 'nichtFakturiert', ...OFFEN, 'factoringquote', 'dso'].map((key) => [
          key,
          figureValue(key, own),
        ]),
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
    spalten: [
      spalte('monat', 'Zeitraum', 'periode'),
      spalte('zeitBisRechnung', 'Tage bis zur Rechnung', 'tage'),
      spalte('nichtFakturiert', 'Nicht fakturiert', 'eur'),
      spalte('offen0bis30', 'Offen bis 30 Tage', 'eur'),
      spalte('offen31bis60', '31 bis 60', 'eur'),
      spalte('offen61bis90', '61 bis 90', 'eur'),
      spalte('offenUeber90', 'Über 90', 'eur'),
      spalte('factoringquote', 'Factoring', 'anteil'),
      spalte('dso', 'Außenstandsdauer', 'tage'),
    ],
    zeilen,
    serien: OFFEN.map((name) => ({
      name,
      punkte: zeilen.map((z) => ({ x: String(z['monat']), y: z[name] as number })),
    })),
  };
};
/**
 * Opportunities for Mehrkosten agreements with patients of the statutory insurance, and how often
 * they are used.
 */
const mehrkosten: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { L, rawRows } = snapshot,
    zeilen: Row[] = [];
  const row = (bereich: string, moeglich: number, count: number, cents: number): void => {
    zeilen.push({
      bereich,
      moeglich,
      vereinbart: count,
      quote: ratioOf(count, moeglich),
      erloes: eur(cents),
      offenesPotenzial: count === 0 ? null : eur((cents / count) * Math.max(0, moeglich - count)),
    });
  };
  let fillings = 0,
    withMore = 0,
    paid = 0,
    pzrCents = 0;
  const pzrPatients = new Set<number>();
  forEachServiceIn(k.a, posteriorFillings(snapshot), (i) => {
    if (L.versicherung[i] === INSURANCE.GKV) fillings += 1;
  });
  forEachServiceIn(k.a, agreedFillings(snapshot), (i) => {
    if (L.versicherung[i] === INSURANCE.GKV) withMore += 1;
  });
  forEachServiceIn(k.a, pzrServices(snapshot), (i) => {
    if (L.versicherung[i] === INSURANCE.GKV && L.traeger[i] !== PAYER.GKV) {
      pzrCents += L.betrag[i]!;
      if (L.pat[i]! >= 0) pzrPatients.add(L.pat[i]!);
    }
  });
  const mkv = rawRows.tables.mkv;
  for (let at = 0; at < mkv.anzahl; at += 1) {
    const p = mkv.spalten['patid']![at]!,
      tag = mkv.spalten['datum']![at]!;
    if (
      mkv.rowState[at] === 1 &&
      p >= 0 &&
      tag >= k.a.von &&
      tag <= k.a.bis &&
      matchesPatient(k.a, snapshot.mergedInto[p]!)
    )
      paid += centsOrZero(mkv.spalten['betrag']![at]!);
  }
  row('FUELLUNG', fillings, withMore, paid);
  const c = rawRows.tables.hkp.spalten,
    insuranceOf = rawRows.tables.patient.spalten['versicherung']!;
  let plans = 0,
    better = 0,
    cents = 0;
  for (const at of snapshot.live.hkp) {
    const p = c['patid']![at]!;
    if (
      c['art']![at] !== 0 ||
      c['erstelltAm']![at]! < k.a.von ||
      c['erstelltAm']![at]! > k.a.bis ||
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
    spalten: [
      spalte('bereich', 'Bereich', 'wort'),
      spalte('moeglich', 'Möglich', 'zahl'),
      spalte('vereinbart', 'Vereinbart', 'zahl'),
      spalte('quote', 'Anteil', 'anteil'),
      spalte('erloes', 'Erlös', 'eur'),
      spalte('offenesPotenzial', 'Noch möglich', 'eur'),
    ],
    zeilen,
    serien: [
      {
        name: 'quote',
        punkte: zeilen.map((z) => ({ x: String(z['bereich']), y: z['quote'] as number | null })),
      },
    ],
  };
};
export const moreExtended: Readonly<Record<string, ReportBuilder>> = {
  'extended/neupatienten': neupatienten,
  'extended/patientenbindung': patientRetention,
  'extended/parpipeline': parPipeline,
  'extended/hkptrichter': hkpFunnel,
  'extended/rechnungslauf': billingRun,
  'extended/mehrkosten': mehrkosten,
};
