/** Validity of the approval of a plan. */
import { approvalEnd } from '../../../shared/analytics/reports/worklist.ts';
import { HKP_ART, HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import { planStateOn } from '../metrics/plan-on-day.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, plusMonths } from '../snapshot/calendar.ts';

const APPROVED_DAYS = HKP_STATUS.indexOf('GENEHMIGT'),
  IN_PROGRESS = HKP_STATUS.indexOf('IN_ARBEIT');

/**
 * Checks for an approval that had expired by a day before the insertion: by its own date, else half a year after
 * it was given.
 */
export function isExpired(snapshot: Snapshot, at: number, day: number): boolean {
  const inserted = snapshot.rawRows.tables.hkp.columns['eingegliedertAm']![at]!,
    status = planStateOn(snapshot, at, day);
  if (status < APPROVED_DAYS || status > IN_PROGRESS) return false;
  if (inserted !== EMPTY && (day >= snapshot.today || inserted <= day)) return false;
  const end = validUntil(snapshot, at);
  return end !== EMPTY && end < day;
}

/** Returns the last valid day of an approval; EMPTY where it has none. */
export function validUntil(snapshot: Snapshot, at: number): number {
  const { gueltigBis: said, genehmigtAm, art } = snapshot.rawRows.tables.hkp.columns,
    given = genehmigtAm![at]!;
  if (said![at] !== EMPTY) return said![at]!;
  return given === EMPTY || !approvalEnd(HKP_ART[art![at]!]) ? EMPTY : plusMonths(given, 6);
}
