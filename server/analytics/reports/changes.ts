// Report of changes against the comparison span, broken down by practitioner, area, insurance and
// weekday; and the counts of pending work.

import type { HkpReason } from '../../../shared/analytics/reports/worklist.ts';
import { SERVICE_AREAS, VERSICHERUNG } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { UNFILTERED, deltaOf } from '../../../shared/analytics/reports/report.ts';
import {
  buildSelection,
  narrowToWeekday,
  withPeriod,
  type Selection,
} from '../snapshot/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { plansWith } from '../cases/hkp-cases.ts';
import { firstOfMonth, monthOfDay, dayText, WEEKDAYS } from '../snapshot/calendar.ts';
import { forEachUnbilled, UNBILLED_AGES } from '../metrics/unbilled-day.ts';
import { forEachOverdueItem } from '../metrics/open-items.ts';
import { forEachOverdueRecall } from '../metrics/recalls.ts';
import { centsOrZero } from '../metrics/walks.ts';
import {
  eur,
  idOfRow,
  kpisOf,
  entityName,
  rounded,
  column,
  type ReportContext,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';
import { totalOf, sumsPer, type Sum } from './revenue/revenue-sums.ts';

/** Rows of each breakdown: smaller ones explain nothing. */
const ITEMS_PER_PART = 5;

interface Part {
  kind: 'BEHANDLER' | 'BEREICH' | 'VERSICHERUNG' | 'WOCHENTAG';
  /** The filter that leaves only the rows of a group; absent: none does. */
  list?: 'behandler' | 'bereich' | 'versicherung';
  by: (a: Selection) => Map<number, Sum>;
  id: (snapshot: Snapshot, at: number) => string | null;
  name: (snapshot: Snapshot, at: number) => string;
}
const PARTS: readonly Part[] = [
  {
    kind: 'BEHANDLER',
    list: 'behandler',
    by: (a) => sumsPer(a, 'behandler'),
    id: (snapshot, at) => idOfRow(snapshot, 'behandler', at),
    name: (snapshot, at) => entityName(snapshot, 'behandler', at),
  },
  {
    kind: 'BEREICH',
    list: 'bereich',
    by: (a) => sumsPer(a, 'bereich'),
    id: (_snapshot, at) => SERVICE_AREAS[at] ?? null,
    name: (_snapshot, at) => SERVICE_AREAS[at] ?? '–',
  },
  {
    kind: 'VERSICHERUNG',
    list: 'versicherung',
    by: (a) => sumsPer(a, 'versicherung'),
    id: (_snapshot, at) => VERSICHERUNG[at] ?? null,
    name: (_snapshot, at) => VERSICHERUNG[at] ?? '–',
  },
  {
    kind: 'WOCHENTAG',
    by: (a) => new Map(WEEKDAYS.map((_word, day) => [day, totalOf(narrowToWeekday(a, day))])),
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
  je: Part['by'],
  which: 'honorar' | 'umsatz',
): (group: number) => number {
  const first = monthOfDay(a.from) - 12,
    months = Array.from({ length: 12 }, (_, at) =>
      je(withPeriod(a, firstOfMonth(first + at), firstOfMonth(first + at + 1) - 1)),
    );
  return (group) => {
    const list = months.map((month) => month.get(group)?.[which] ?? 0),
      mean = list.reduce((sum, x) => sum + x, 0) / 12;
    return Math.sqrt(list.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 11);
  };
}
/** A span of `days` days varies like that many independent months. */
const DAYS_PER_MONTH = 30.44;

const changesOf: ReportBuilder = (k) => {
  const { previous } = k,
    which = k.filter.kennzahl,
    lines: Row[] = [];
  // Rows are separated by the day of treatment: the weekday of invoices and payments has no
  // meaning.
  if (previous)
    for (const { kind, list, by: je, id, name } of PARTS.filter(
      (one) => one.kind !== 'WOCHENTAG' || k.filter.basis === 'leistung',
    )) {
      const now = je(k.a),
        then = je(previous),
        spread = spreadOf(k.a, je, which),
        spanFactor = Math.sqrt((k.a.to - k.a.from + 1) / DAYS_PER_MONTH);
      const rows = [...new Set([...now.keys(), ...then.keys()])]
        .map((at) => {
          const jetzt = eur(now.get(at)?.[which] ?? 0),
            before = eur(then.get(at)?.[which] ?? 0),
            difference = rounded(jetzt - before, 2),
            own = id(k.a.snapshot, at),
            normal = (spread(at) / 100) * spanFactor;
          return {
            art: kind,
            id: own,
            teil: list === undefined || own === null ? null : `${list}:${own}`,
            name: name(k.a.snapshot, at),
            jetzt,
            vorher: before,
            differenz: difference,
            delta: deltaOf(jetzt, before),
            auffaellig: normal > 0 && Math.abs(difference) > 2 * normal,
          };
        })
        .filter((row) => row.differenz !== 0);
      lines.push(
        ...rows
          .sort(
            (x, y) => Math.abs(y.differenz) - Math.abs(x.differenz) || (x.name < y.name ? -1 : 1),
          )
          .slice(0, ITEMS_PER_PART),
      );
    }
  lines.sort((x, y) => Math.abs(Number(y['differenz'])) - Math.abs(Number(x['differenz'])));
  return {
    kpis: kpisOf(k, which === 'umsatz' ? 'umsatz' : 'honorarumsatz'),
    columns: [
      column('name', 'Was', 'wort'),
      column('art', 'Teil', 'wort'),
      column('jetzt', 'Jetzt', 'eur'),
      column('vorher', 'Vorher', 'eur'),
      column('differenz', 'Unterschied', 'eur'),
      column('delta', 'Veränderung', 'anteil'),
      column('auffaellig', 'Ungewöhnlich', 'janein'),
    ],
    rows: lines,
    series: [
      {
        name: 'differenz',
        punkte: lines.map((z) => ({ x: String(z['name']), y: z['differenz'] as number })),
      },
    ],
    hints: k.comparison ? [] : ['ohneVergleich'],
  };
};

/**
 * Pending work of the whole practice today, regardless of the filter: each item with its number and
 * value. Each is counted like the list it opens.
 */
const changeTasks: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { gesamt: worth } = snapshot.rawRows.tables.hkp.columns,
    today = wholeToday(k),
    rows: Row[] = [];
  const tell = (was: string, count: number, value: number | null): void => {
    rows.push({ was, anzahl: count, wert: value });
  };
  for (const [was, reason] of PLAN_FIGURES) {
    const plans = plansWith(snapshot, reason);
    tell(was, plans.length, eur(plans.reduce((cents, at) => cents + centsOrZero(worth![at]!), 0)));
  }
  let recalls = 0;
  forEachOverdueRecall(today, () => {
    recalls += 1;
  });
  tell('RECALL_UEBERFAELLIG', recalls, null);
  const services = unbilledToday(today);
  tell('NICHT_FAKTURIERT', services.count, eur(services.cents));
  let invoices = 0,
    open = 0;
  forEachOverdueItem(today, (_at, cents) => {
    invoices += 1;
    open += cents;
  });
  tell('RECHNUNG_UEBERFAELLIG', invoices, eur(open));
  return {
    columns: [
      column('was', 'Was', 'wort'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('wert', 'Wert', 'eur'),
    ],
    rows,
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
  const day = dayText(snapshot.today);
  return buildSelection(snapshot, {
    ...filter,
    von: day,
    bis: day,
    ...UNFILTERED,
  });
};
/** Counts the private services that have been unbilled for more than a week today. */
export function unbilledToday(a: Selection): { count: number; cents: number } {
  const { today, services } = a.snapshot,
    found = { count: 0, cents: 0 };
  forEachUnbilled(withPeriod(a, today, today), UNBILLED_AGES['nichtFakturiert']!, (i) => {
    found.count += 1;
    found.cents += services.betrag[i]!;
  });
  return found;
}
export const changeReports: Readonly<Record<string, ReportBuilder>> = {
  'dashboard/aenderungen': changesOf,
  'dashboard/aufgaben': changeTasks,
};
