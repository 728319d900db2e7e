// Builds the cached values of an image: daily sums are updated after a delivery, otherwise they and
// everything else are rebuilt, in small chunks between which other questions are answered.

import { PVS_ENTITIES } from '../../../shared/analytics/deliveries/pvs.ts';
import { UNFILTERED, type PracticeReportFilter } from '../../../shared/analytics/reports/report.ts';
import { FIGURE_BY_KEY } from '../../../shared/analytics/reports/figures.ts';
import {
  buildSelection,
  narrowToPractitioner,
  narrowToAppointmentType,
  withPeriod,
  type Selection,
} from './selection.ts';
import { forEachHours, forEachAppointment } from './selection/walk-appointments.ts';
import { hasServices } from './selection/candidate-rows.ts';
import { type Snapshot } from './snapshot.ts';
import { successionOf } from './build/build-snapshot.ts';
import { plusMonths, dayText } from './calendar.ts';
import { allGaps } from '../metrics/gaps.ts';
import { allMeasures, figureResult } from '../metrics/compute.ts';
import { appointmentPlacesOf } from '../metrics/row-index.ts';
import { buildDaySums, updateDaySums } from '../metrics/build-day-sums.ts';
import { finishedPlans } from '../reports/billing-checks/finished-plans.ts';
import { faultGroups } from '../reports/data-faults.ts';
import { prophylaxisRows } from '../reports/extended/prophylaxis.ts';
import { forEachAppointmentMade } from '../reports/extended/hourly-fees.ts';
import { areaPositions } from '../reports/extended/service-mix.ts';
import { byPosition, positionsOf } from '../reports/positions.ts';
import { hourOfWeek } from '../reports/revenue/weekday-revenue.ts';
import { payersOf } from '../reports/revenue/payer-revenue.ts';
import { bookingSums } from '../reports/revenue/revenue-sums.ts';
import { changedDays } from './changed-days.ts';
import { letOthersRun } from '../../platform/let-others-run.ts';

const nothing = (): void => undefined;
/**
 * Further cached values, in chunks: frequently opened ones first. Each chunk computes what it
 * needs, which is cached then.
 */
export const PIECES: readonly ((a: Selection) => unknown)[] = [
  (a) => hasServices(narrowToPractitioner(a, 0)),
  (a) => {
    forEachAppointment(narrowToPractitioner(a, 0), nothing);
    forEachHours(narrowToPractitioner(a, 0), nothing);
  },
  (a) => appointmentPlacesOf(a.snapshot),
  (a) => a.snapshot.invoices,
  ...FIGURE_BY_KEY.map(
    ({ key }) =>
      (a: Selection) =>
        figureResult(key, a),
  ),
  // A state of a past day also needs the days on which appointments were made.
  (a) => figureResult('abwanderung', withPeriod(a, a.from, a.to - 1)),
  (a) => hasServices(narrowToAppointmentType(a, 0)),
  (a) => {
    forEachAppointment(narrowToAppointmentType(a, 0), nothing);
  },
  (a) => positionsOf(a.snapshot),
  (a) => byPosition(a.snapshot),
  (a) => areaPositions(a.snapshot),
  (a) => forEachAppointmentMade(a.snapshot),
  prophylaxisRows,
  (a) => allGaps(a.snapshot),
  (a) => payersOf(a.snapshot),
  (a) => hourOfWeek(a.snapshot),
  (a) => bookingSums(a.snapshot, 'zahlung'),
  (a) => bookingSums(a.snapshot, 'rechnung'),
  (a) => finishedPlans(a.snapshot),
  ...PVS_ENTITIES.map(
    (entity) =>
      (a: Selection): unknown =>
        faultGroups(a.snapshot, entity),
  ),
];
/** Returns the practice's last twelve months. */
export function yearOf(snapshot: Snapshot): Selection {
  const filter: PracticeReportFilter = {
    von: dayText(plusMonths(snapshot.today, -12) + 1),
    bis: dayText(snapshot.today),
    vergleich: 'KEIN',
    ...UNFILTERED,
    basis: 'leistung',
    gruppierung: 'MONAT',
    kennzahl: 'umsatz',
  };
  return buildSelection(snapshot, filter);
}

/** Maximum time for which other work waits. */
const SLICE_MS = 5;
async function runInSlices(steps: Generator<void>): Promise<void> {
  let began = performance.now();
  for (const _ of steps)
    if (performance.now() - began > SLICE_MS) {
      await letOthersRun();
      began = performance.now();
    }
}
/**
 * Builds the values that the first questions of an image need. Must be called before the next image
 * of the same rows is built.
 * @returns whether the sums of the previous image could be updated
 */
export async function prepare(snapshot: Snapshot): Promise<boolean> {
  const last = successionOf(snapshot),
    isFollowed =
      last !== undefined && updateDaySums(last.previous, snapshot, changedDays(snapshot, last));
  await runInSlices(buildDaySums(snapshot, allMeasures()));
  // After a delivery the rest is built in idle time, so that the new data appears at once.
  if (!isFollowed)
    await runInSlices(
      (function* () {
        const a = yearOf(snapshot);
        for (const piece of PIECES) {
          piece(a);
          yield;
        }
      })(),
    );
  return isFollowed;
}
