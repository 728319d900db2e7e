// What is kept beside an image is made with it: sums by day follow a delivery, else they and everything else are made as a whole, in small pieces between which other questions are answered.

import type { PracticeReportFilter } from '../../../shared/analytics/reports/report.ts';
import { FIGURE_BY_KEY } from '../../../shared/analytics/reports/figures.ts';
import {
  buildSelection,
  narrowToPractitioner,
  narrowToAppointmentType,
  hasServices,
  forEachHours,
  forEachAppointment,
  type Selection,
} from './selection.ts';
import { successionOf, type Snapshot } from './snapshot.ts';
import { plusMonths, dayText } from './calendar.ts';
import { allGaps } from '../metrics/gaps.ts';
import { allMeasures, figureResult } from '../metrics/compute.ts';
import { appointmentPlacesOf } from '../metrics/row-index.ts';
import { buildDaySums, updateDaySums } from '../metrics/day-sums.ts';
import { areaPositions, forEachAppointmentMade, prophylaxisRows } from '../reports/extended.ts';
import { byPosition, positionsOf } from '../reports/positions.ts';
import { bookingSums, payersOf, hourOfWeek } from '../reports/revenue.ts';
import { changedDays } from './changed-days.ts';

const nothing = (): void => undefined;
/** What else is kept, in pieces: what people open first before the rest. Each looks at what it needs, which is kept then. */
export const PIECES: readonly ((a: Selection) => unknown)[] = [
  (a) => hasServices(narrowToPractitioner(a, 0)),
  (a) => {
    forEachAppointment(narrowToPractitioner(a, 0), nothing);
    forEachHours(narrowToPractitioner(a, 0), nothing);
  },
  (a) => appointmentPlacesOf(a.snapshot),
  (a) => a.snapshot.R,
  ...FIGURE_BY_KEY.map(
    ({ key }) =>
      (a: Selection) =>
        figureResult(key, a),
  ),
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
];
/** The practice's last twelve months. */
export function yearOf(snapshot: Snapshot): Selection {
  const filter: PracticeReportFilter = {
    von: dayText(plusMonths(snapshot.heute, -12) + 1),
    bis: dayText(snapshot.heute),
    vergleich: 'KEIN',
    behandler: [],
    zimmer: [],
    teams: [],
    stempel: [],
    versicherung: [],
    bereich: [],
    terminart: [],
    termingruppe: [],
    basis: 'leistung',
    gruppierung: 'MONAT',
    kennzahl: 'umsatz',
  };
  return buildSelection(snapshot, filter);
}

/** Longer nothing else waits. */
const SLICE_MS = 5;
async function runInSlices(steps: Generator<void>): Promise<void> {
  let began = performance.now();
  for (const _ of steps)
    if (performance.now() - began > SLICE_MS) {
      await new Promise((done) => {
        setImmediate(done);
      });
      began = performance.now();
    }
}
/** Makes what an image's first questions ask for. To be called before the next image of the same rows is built. @returns whether the last image's sums could be followed */
export async function prepare(snapshot: Snapshot): Promise<boolean> {
  const last = successionOf(snapshot),
    isFollowed =
      last !== undefined && updateDaySums(last.previous, snapshot, changedDays(snapshot, last));
  await runInSlices(buildDaySums(snapshot, allMeasures()));
  // After a delivery the rest is made in the pauses, so that it shows at once.
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
