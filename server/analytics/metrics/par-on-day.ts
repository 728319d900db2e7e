// Perio cases that were active at the end of a day, from the dates of their steps.

import { HKP_STATUS } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { isParOpen, PAR_ACTIVE_STEPS } from '../../../shared/analytics/reports/par-list.ts';
import type { Selection } from '../snapshot/selection.ts';
import { matchesPlan } from '../snapshot/selection/matches.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, dayOrNull } from '../snapshot/calendar.ts';

/**
 * Checks whether a case was active at the end of a day: it had no end, and its plan was neither
 * refused nor discarded; undefined where the data do not say, since a refusal has no day.
 */
export function isParOpenOn(
  { rawRows, today }: Snapshot,
  at: number,
  day: number,
): boolean | undefined {
  const { columns: c } = rawRows.tables.parfall;
  const ended = c['abgeschlossenAm']![at]!;
  const status = HKP_STATUS[c['status']![at]!] ?? null;
  if (day >= today) return isParOpen({ status, abgeschlossenAm: dayOrNull(ended) });
  if (ended !== EMPTY) return ended > day;
  if (isParOpen({ status, abgeschlossenAm: null })) return true;
  return PAR_ACTIVE_STEPS.some((name) => c[name]![at]! > day) || undefined;
}
/**
 * Iterates over the chosen cases that were active at the end of the last day of a filter and had no
 * session of support yet.
 * @param unknown receives those that may have been active
 */
export function forEachParBeforeUpt(
  a: Selection,
  visit: (at: number) => void,
  unknown: (at: number) => void,
): void {
  const { snapshot, cutoffDate: day } = a;
  const { erstelltAm, uptVon } = snapshot.rawRows.tables.parfall.columns;
  for (const at of snapshot.live.parfall) {
    const upt = uptVon![at]!;
    if (erstelltAm![at]! > day || (upt !== EMPTY && upt <= day) || !matchesPlan(a, 'parfall', at))
      continue;
    const isOpen = isParOpenOn(snapshot, at, day);
    if (isOpen === true) visit(at);
    else if (isOpen === undefined) unknown(at);
  }
}
