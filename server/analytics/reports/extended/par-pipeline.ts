/** Report of the perio cases of a period by the steps they had reached at its end. */
import { matchesPatient, matchesPlan } from '../../snapshot/selection/matches.ts';
import { EMPTY } from '../../snapshot/calendar.ts';
import { centsOrZero, uptDays } from '../../metrics/walks.ts';
import { medianOf } from '../../snapshot/tables/sort-rows.ts';
import { isParOpenOn } from '../../metrics/par-on-day.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import {
  type ReportBuilder,
  type ReportContext,
  type Row,
  column,
  eur,
  kpisOf,
  ratioOf,
} from '../report-kind.ts';

/** After this many days without the next step a case is overdue. */
const PAR_DEADLINE_DAYS = 90;

/** Patients with a perio screening code of 3 or 4 in the span. */
function screenedPatients(k: ReportContext): Set<number> {
  const { rawRows, mergedInto } = k.a.snapshot;
  const { psi } = rawRows.tables;
  const screened = new Set<number>();
  for (let at = 0; at < psi.count; at += 1) {
    const p = psi.columns['patid']![at]!;
    const day = psi.columns['datum']![at]!;
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
  return screened;
}

/** Day of the second UPT session of a case; EMPTY without one. */
function secondSession(snapshot: Snapshot): (at: number) => number {
  const { rawRows, mergedInto } = snapshot;
  const c = rawRows.tables.parfall.columns;
  const { from, days } = uptDays(snapshot);
  return (at) => {
    const p = c['patid']![at]!;
    const start = c['uptVon']![at]!;
    if (p < 0 || start === EMPTY) return EMPTY;
    let first = EMPTY;
    for (let g = from[mergedInto[p]!]!; g < from[mergedInto[p]! + 1]!; g += 1) {
      const day = days[g]!;
      if (day < start || day === first) continue;
      if (first !== EMPTY) return day;
      first = day;
    }
    return EMPTY;
  };
}

/**
 * Reports the cases of the span by the steps they reached, from the screening to the second UPT
 * session.
 */
export const parPipeline: ReportBuilder = (k) => {
  const { snapshot, cutoffDate } = k.a;
  const { rawRows, live } = snapshot;
  /** A step taken later had not been reached. */
  const until = (day: number): number => (day > cutoffDate ? EMPTY : day);
  const c = rawRows.tables.parfall.columns;
  const screened = screenedPatients(k);
  const second = secondSession(snapshot);
  const cases = [...live.parfall].filter(
    (at) =>
      c['erstelltAm']![at] !== EMPTY &&
      c['erstelltAm']![at]! >= k.a.from &&
      c['erstelltAm']![at]! <= k.a.to &&
      matchesPlan(k.a, 'parfall', at),
  );
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
    reached = steps.map(([, day]) => cases.map((at) => until(day(at))));
  let isAnyUnknown = false;
  steps.forEach(([stage], s) => {
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
    let stuck = 0,
      isUnknown = false;
    cases.forEach((at, n) => {
      if (
        reached[s]![n] === EMPTY ||
        reached.slice(s + 1).some((step) => step[n] !== EMPTY) ||
        s === steps.length - 1 ||
        cutoffDate - reached[s]![n]! <= PAR_DEADLINE_DAYS
      )
        return;
      const isOpen = isParOpenOn(snapshot, at, cutoffDate);
      if (isOpen === undefined) isUnknown = true;
      else if (isOpen) stuck += 1;
    });
    isAnyUnknown ||= isUnknown;
    rows.push({
      stufe: stage,
      faelle: here.length,
      quote: ratioOf(here.length, cases.length),
      medianTage: medianOf(days),
      wert: eur(here.reduce((sum, at) => sum + centsOrZero(c['wert']![at]!), 0)),
      ueberfaellig: isUnknown ? null : stuck,
    });
  });
  return {
    kpis: kpisOf(k, 'parTrichter', 'parWert', 'psiQuote', 'uptTreue'),
    columns: [
      column('stufe', 'Stufe', 'wort'),
      column('faelle', 'Fälle', 'zahl'),
      column('quote', 'Anteil der Pläne', 'anteil'),
      column('medianTage', 'Tage seit der Stufe davor', 'tage'),
      column('wert', 'Wert', 'eur'),
      column('ueberfaellig', 'Überfällig', 'zahl'),
    ],
    rows,
    hints: isAnyUnknown ? ['parOhneDatum'] : [],
    series: [
      {
        name: 'faelle',
        punkte: rows.map((z) => ({ x: String(z['stufe']), y: z['faelle'] as number })),
      },
    ],
  };
};
