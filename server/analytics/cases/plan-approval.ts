/** Validity of the approval of a plan. */
import { approvalEnd, HKP_DEADLINES } from '../../../shared/analytics/reports/worklist.ts';
import { HKP_ART, HKP_STATUS } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { planStateOn, UNKNOWN_STATE } from '../metrics/plan-on-day.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, plusMonths } from '../snapshot/calendar.ts';

const APPROVED_DAYS = HKP_STATUS.indexOf('GENEHMIGT'),
  IN_PROGRESS = HKP_STATUS.indexOf('IN_ARBEIT');

/**
 * Returns the last day of the approval that a plan needed at the end of a day: by its own date, else
 * half a year after it was given. EMPTY where it needed none, undefined where its state is not known.
 */
function approvalOn(snapshot: Snapshot, at: number, day: number): number | undefined {
  const inserted = snapshot.rawRows.tables.hkp.columns['eingegliedertAm']![at]!,
    state = planStateOn(snapshot, at, day);
  if (state === UNKNOWN_STATE && day < snapshot.today) return undefined;
  if (state < APPROVED_DAYS || state > IN_PROGRESS) return EMPTY;
  if (inserted !== EMPTY && (day >= snapshot.today || inserted <= day)) return EMPTY;
  return validUntil(snapshot, at);
}
/** Checks for an approval that had expired by a day before the insertion. */
export function isExpired(snapshot: Snapshot, at: number, day: number): boolean {
  const end = approvalOn(snapshot, at, day);
  return end !== undefined && end !== EMPTY && end < day;
}
/** Checks for an approval about to end at a day; undefined where the data do not say. */
export function endsSoon(snapshot: Snapshot, at: number, day: number): boolean | undefined {
  const end = approvalOn(snapshot, at, day);
  return end === undefined
    ? undefined
    : end !== EMPTY && end >= day && end <= day + HKP_DEADLINES.laeuftAb;
}

/** Returns the last valid day of an approval; EMPTY where it has none. */
export function validUntil(snapshot: Snapshot, at: number): number {
  const { gueltigBis: said, genehmigtAm, art } = snapshot.rawRows.tables.hkp.columns,
    given = genehmigtAm![at]!;
  if (said![at] !== EMPTY) return said![at]!;
  return given === EMPTY || !approvalEnd(HKP_ART[art![at]!]) ? EMPTY : plusMonths(given, 6);
}
