// Report of changes against the comparison span, broken down by practitioner, area, insurance and
// weekday; and the counts of pending work.

import type { HkpReason } from '../../../shared/analytics/reports/worklist.ts';
import { SERVICE_AREAS, VERSICHERUNG } from '../../../shared/analytics/deliveries/pvs.ts';
import { deltaOf } from '../../../shared/analytics/reports/report.ts';
import { UNBILLED_DAYS } from '../../../shared/analytics/reports/overview.ts';
import {
  buildSelection,
  narrowToWeekday,
  withPeriod,
  type Selection,
} from '../snapshot/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { plansWith } from '../cases/hkp-cases.ts';
import { firstOfMonth, monthOfDay, dayText, WEEKDAYS } from '../snapshot/calendar.ts';
import { forEachUnbilled, forEachOverdueItem } from '../metrics/plans.ts';
import { forEachOverdueRecall } from '../metrics/recalls.ts';
import { centsOrZero } from '../metrics/walks.ts';
import {
  eur,
  idOfRow,
  kpisOf,
  entityName,
  rounded,
  spalte,
  type ReportContext,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';
import { gesamt, sumsPer, type Sum } from './revenue.ts';

/** Rows of each breakdown: smaller ones explain nothing. */
const ITEMS_PER_PART = 5;

interface Part {
  art: 'BEHANDLER' | 'BEREICH' | 'VERSICHERUNG' | 'WOCHENTAG';
  je: (a: Selection) => Map<number, Sum>;
  id: (snapshot: Snapshot, at: number) => string | null;
  name: (snapshot: Snapshot, at: number) => string;
}
const PARTS: readonly Part[] = [
  {
    art: 'BEHANDLER',
    je: (a) => sumsPer(a, 'behandler'),
    id: (snapshot, at) => idOfRow(snapshot, 'behandler', at),
    name: (snapshot, at) => entityName(snapshot, 'behandler', at),
  },
  {
    art: 'BEREICH',
    je: (a) => sumsPer(a, 'bereich'),
    id: (_snapshot, at) => SERVICE_AREAS[at] ?? null,
    name: (_snapshot, at) => SERVICE_AREAS[at] ?? '–',
  },
  {
    art: 'VERSICHERUNG',
    je: (a) => sumsPer(a, 'versicherung'),
    id: (_snapshot, at) => VERSICHERUNG[at] ?? null,
    name: (_snapshot, at) => VERSICHERUNG[at] ?? '–',
  },
  {
    art: 'WOCHENTAG',
    je: (a) => new Map(WEEKDAYS.map((_word, day) => [day, gesamt(narrowToWeekday(a, day))])),
    id: (_snapshot, at) => WEEKDAYS[at] ?? null,
    name: (_snapshot, at) => WEEKDAYS[at] ?? '–',
  },
];
/**
 * Deviation of whole months of each group from their mean in the twelve months before the span, in
 * cents.
 */
function spreadOf(
  a: Selection,
  je: Part['je'],
  which: 'honorar' | 'umsatz',
): (group: number) => number {
  const first = monthOfDay(a.von) - 12,
    months = Array.from({ length: 12 }, (_, at) =>
      je(withPeriod(a, firstOfMonth(first + at), firstOfMonth(first + at + 1) - 1)),
    );
  return (group) => {
    const list = months.map((month) => month.get(group)?.[which] ?? 0),
      mean = list.reduce((sum, x) => sum + x, 0) / 12;
    return Math.sqrt(list.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 11);
  };
}
/** A span of `tage` days varies like that many independent months. */
const DAYS_PER_MONTH = 30.44;

const changesOf: ReportBuilder = (k) => {
  const { previous } = k,
    which = k.filter.kennzahl,
    zeilen: Row[] = [];
  // Rows are separated by the day of treatment: the weekday of invoices and payments has no
  // meaning.
  if (previous)
    for (const { art, je, id, name } of PARTS.filter(
      (one) => one.art !== 'WOCHENTAG' || k.filter.basis === 'leistung',
    )) {
      const now = je(k.a),
        then = je(previous),
        spread = spreadOf(k.a, je, which),
        spanFactor = Math.sqrt((k.a.bis - k.a.von + 1) / DAYS_PER_MONTH);
      const rows = [...new Set([...now.keys(), ...then.keys()])]
        .map((at) => {
          const jetzt = eur(now.get(at)?.[which] ?? 0),
            vorher = eur(then.get(at)?.[which] ?? 0),
            differenz = rounded(jetzt - vorher, 2),
            normal = (spread(at) / 100) * spanFactor;
          return {
            art,
            id: id(k.a.snapshot, at),
            name: name(k.a.snapshot, at),
            jetzt,
            vorher,
            differenz,
            delta: deltaOf(jetzt, vorher),
            auffaellig: normal > 0 && Math.abs(differenz) > 2 * normal,
          };
        })
        .filter((row) => row.differenz !== 0);
      zeilen.push(
        ...rows
          .sort(
            (x, y) => Math.abs(y.differenz) - Math.abs(x.differenz) || (x.name < y.name ? -1 : 1),
          )
          .slice(0, ITEMS_PER_PART),
      );
    }
  zeilen.sort((x, y) => Math.abs(Number(y['differenz'])) - Math.abs(Number(x['differenz'])));
  return {
    kpis: kpisOf(k, which === 'umsatz' ? 'umsatz' : 'honorarumsatz'),
    spalten: [
      spalte('name', 'Was', 'wort'),
      spalte('art', 'Teil', 'wort'),
      spalte('jetzt', 'Jetzt', 'eur'),
      spalte('vorher', 'Vorher', 'eur'),
      spalte('differenz', 'Unterschied', 'eur'),
      spalte('delta', 'Veränderung', 'anteil'),
      spalte('auffaellig', 'Ungewöhnlich', 'janein'),
    ],
    zeilen,
    serien: [
      {
        name: 'differenz',
        punkte: zeilen.map((z) => ({ x: String(z['name']), y: z['differenz'] as number })),
      },
    ],
    hinweise: k.vergleich ? [] : ['ohneVergleich'],
  };
};

/**
 * Pending work of the whole practice today, regardless of the filter: each item with its number and
 * value. Each is counted like the list it opens.
 */
const changeTasks: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { gesamt: worth } = snapshot.rawRows.tables.hkp.spalten,
    today = wholeToday(k),
    zeilen: Row[] = [];
  const tell = (was: string, anzahl: number, wert: number | null): void => {
    zeilen.push({ was, anzahl, wert });
  };
  for (const [was, grund] of PLAN_FIGURES) {
    const plans = plansWith(snapshot, grund);
    tell(was, plans.length, eur(plans.reduce((cents, at) => cents + centsOrZero(worth![at]!), 0)));
  }
  let recalls = 0;
  forEachOverdueRecall(today, () => {
    recalls += 1;
  });
  tell('RECALL_UEBERFAELLIG', recalls, null);
  const services = unbilledToday(today);
  tell('NICHT_FAKTURIERT', services.anzahl, eur(services.cents));
  let invoices = 0,
    open = 0;
  forEachOverdueItem(today, (_at, cents) => {
    invoices += 1;
    open += cents;
  });
  tell('RECHNUNG_UEBERFAELLIG', invoices, eur(open));
  return {
    spalten: [
      spalte('was', 'Was', 'wort'),
      spalte('anzahl', 'Anzahl', 'zahl'),
      spalte('wert', 'Wert', 'eur'),
    ],
    zeilen,
  };
};
/** Waiting plans by the reason named in the work list. */
const PLAN_FIGURES: readonly (readonly [string, HkpReason])[] = [
  ['GENEHMIGT_OHNE_TERMIN', 'ohne_termin'],
  ['LAEUFT_AB', 'laeuft_ab'],
  ['BEI_PATIENT_14', 'beim_patienten'],
];
/** Unfiltered practice on this day. */
const wholeToday = ({ a: { snapshot }, filter }: ReportContext): Selection => {
  const tag = dayText(snapshot.heute);
  return buildSelection(snapshot, {
    ...filter,
    von: tag,
    bis: tag,
    behandler: [],
    zimmer: [],
    teams: [],
    stempel: [],
    versicherung: [],
    bereich: [],
    terminart: [],
    termingruppe: [],
  });
};
/** Private services of the last year that have been unbilled for a week. */
export function unbilledToday(a: Selection): { anzahl: number; cents: number } {
  const { heute, L } = a.snapshot,
    found = { anzahl: 0, cents: 0 };
  forEachUnbilled(withPeriod(a, heute - UNBILLED_DAYS, heute), 7, (i) => {
    found.anzahl += 1;
    found.cents += L.betrag[i]!;
  });
  return found;
}
export const changeReports: Readonly<Record<string, ReportBuilder>> = {
  'dashboard/aenderungen': changesOf,
  'dashboard/aufgaben': changeTasks,
};
