// First day from which the deliveries cover the rows of a figure; there is no comparison with
// earlier days.

import { LEAD_MONTHS, isAsOf } from '../../../shared/analytics/reports/figures.ts';
import type { KpiValue } from '../../../shared/analytics/reports/report.ts';
import type { Selection } from '../snapshot/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { plusMonths } from '../snapshot/calendar.ts';
import { plansByDay, invoicesByDay } from './row-index.ts';
import { appointmentFigures } from './appointments.ts';

/**
 * Table whose first delivered day counts for a figure; services for any figure that is not listed.
 */
const PLAN_FIGURES: readonly string[] = [
  'hkpAnnahme',
  'hkpAnnahmeWert',
  'patientenAnnahme',
  'behandlungsAnnahme',
  'hkpOffen',
  'hkpAblaufend',
  'ohneTermin',
];
const INVOICE_FIGURES: readonly string[] = [
  'offenePosten',
  'offen0bis30',
  'offen31bis60',
  'offen61bis90',
  'offenUeber90',
  'offenPrivat',
  'offenKzv',
  'ueberfaelligePosten',
  'dso',
  'dsoPrivat',
  'dsoKzv',
  'factoringquote',
  'forderungsausfall',
  'beanstandungsquote',
];
const BOTH: readonly string[] = [
  'stundensatz',
  'behandlungsstunden',
  'umsatzJeTermin',
  'umsatzJeZimmerstunde',
  'dokumentationsluecke',
];

/** First day with a delivered service or appointment. */
const firstDayOf = ({ services, appointments }: Snapshot): number =>
  Math.min(services.day[0] ?? Infinity, appointments.day[0] ?? Infinity);
/** Returns the first delivered day of a figure's rows; Infinity where nothing was delivered. */
function startOfData(snapshot: Snapshot, key: string): number {
  const { services, appointments } = snapshot;
  const firstService = services.day[0] ?? firstDayOf(snapshot);
  const firstAppointment = appointments.day[0] ?? firstDayOf(snapshot);
  if (PLAN_FIGURES.includes(key))
    return Math.min(plansByDay(snapshot).days[0] ?? Infinity, firstService);
  if (INVOICE_FIGURES.includes(key))
    return Math.min(invoicesByDay(snapshot).days[0] ?? Infinity, firstService);
  if (key === 'terminqualitaet' || BOTH.includes(key))
    return Math.max(firstService, firstAppointment);
  return key in appointmentFigures ? firstAppointment : firstService;
}
/** Returns the first day that a figure reads. */
const readFrom = (key: string, a: Selection): number =>
  plusMonths(isAsOf(key) ? a.cutoffDate : a.from, -(LEAD_MONTHS[key] ?? 0));
/**
 * Returns the first delivered day, where a figure would have to read days before it; undefined
 * where all days are covered.
 */
export function undocumentedUntil(key: string, a: Selection): number | undefined {
  const start = startOfData(a.snapshot, key);
  return Number.isFinite(start) && readFrom(key, a) < start ? start : undefined;
}
/** Shorter spans are counted in days. */
const DAYS_IN_DAYS = 62;
const DAYS_PER_MONTH = 30.44;
/**
 * Returns the first delivered day and how much of the span is covered, where a figure would have to
 * read days before it; undefined where all days are covered.
 */
export function coverageGap(
  key: string,
  a: Selection,
): { start: number; covered: NonNullable<KpiValue['vergleichDeckung']> } | undefined {
  const start = undocumentedUntil(key, a);
  if (start === undefined) return undefined;
  const days = a.to - readFrom(key, a) + 1,
    covered = Math.max(0, a.to - start + 1);
  return {
    start,
    covered:
      days <= DAYS_IN_DAYS
        ? { teil: covered, ganz: days, einheit: 'tage' }
        : {
            teil: Math.floor(covered / DAYS_PER_MONTH),
            ganz: Math.round(days / DAYS_PER_MONTH),
            einheit: 'monate',
          },
  };
}
