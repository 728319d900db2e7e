// Plans that wait for a future appointment at the end of a day.

import { HKP_STATUS } from '../../../shared/analytics/deliveries/pvs-words.ts';
import type { Selection } from '../snapshot/selection.ts';
import { matchesPlan } from '../snapshot/selection/matches.ts';
import { BOOKED } from '../metrics/booked.ts';
import { isOpen, planStateOn, UNKNOWN_STATE } from '../metrics/plan-on-day.ts';
import { planAppointmentOn } from './hkp-cases.ts';

/** Decided plans whose treatment has not begun. */
const DECIDED: ReadonlySet<number> = new Set(
  (
    [
      'SOFORT',
      'ANGENOMMEN_OHNE_KASSE',
      'GENEHMIGT',
      'TERMINIERT',
    ] satisfies (typeof HKP_STATUS)[number][]
  ).map((word) => HKP_STATUS.indexOf(word)),
);

/**
 * Iterates over the chosen plans, from the draft to the approved one, that had no future appointment
 * at the end of the last day.
 * @param visit receives the plan and its state then, by index in HKP_STATUS
 * @param unknown receives the plans of which the data do not say it
 */
export function forEachUnscheduledPlan(
  a: Selection,
  visit: (at: number, state: number) => void,
  unknown: (at: number) => void = () => undefined,
): void {
  const { snapshot, cutoffDate: day } = a,
    { erstelltAm: made, status } = snapshot.rawRows.tables.hkp.columns,
    appointmentOf = planAppointmentOn(snapshot, day);
  for (const at of snapshot.live.hkp) {
    if (made![at]! > day) continue;
    const state = planStateOn(snapshot, at, day),
      // A plan that is open today was open on every earlier day.
      isWaiting = isOpen(status![at]!) || isOpen(state) || DECIDED.has(state);
    if (!isWaiting && state !== UNKNOWN_STATE) continue;
    const booked = appointmentOf(at);
    if (booked === BOOKED.YES || !matchesPlan(a, 'hkp', at)) continue;
    if (isWaiting && booked === BOOKED.NO)
      visit(at, state === UNKNOWN_STATE ? status![at]! : state);
    else unknown(at);
  }
}
