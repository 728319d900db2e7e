// Perio cases for the work list, read from the image: their days, the UPT sessions done, and
// whether an appointment for them is booked.

import { HKP_STATUS, PAR_GRAD } from '../../../shared/analytics/deliveries/pvs-words.ts';
import {
  isParOpen,
  PAR_ACTIVE_STEPS,
  type ParCase,
} from '../../../shared/analytics/reports/par-list.ts';
import { GROUP, STATUS, SYSTEM, type Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, dayOrNull, dayText } from '../snapshot/calendar.ts';
import { isPositionMatching } from '../metrics/walks.ts';
import { idOfRow, entityName } from '../reports/report-kind.ts';

/**
 * An appointment for another purpose is irrelevant to the next step; one of unknown kind may be for
 * it.
 */
const MATCHING_GROUPS: ReadonlySet<number> = new Set([
  GROUP.PAR,
  GROUP.UPT,
  GROUP.PROPHYLAXE,
  GROUP.RECALL,
  GROUP.SONSTIGE,
]);
/** Days of a case that are read as text. */
const CASE_DAYS = [...PAR_ACTIVE_STEPS, 'uptBis', 'abgeschlossenAm'] as const;
/**
 * Checks whether a case is active, by its index: it has no end, and its plan was neither refused
 * nor discarded.
 */
function isParCaseOpen({ rawRows }: Snapshot): (at: number) => boolean {
  const { status, abgeschlossenAm } = rawRows.tables.parfall.columns;
  return (at) =>
    isParOpen({
      status: HKP_STATUS[status![at]!] ?? null,
      abgeschlossenAm: dayOrNull(abgeschlossenAm![at]!),
    });
}

/**
 * Returns the active cases: the others need no work.
 * @param lockedIds numbers of locked records
 * @param nur one case by its id
 */
export function parCases(
  snapshot: Snapshot,
  lockedIds: readonly string[],
  only: string | undefined,
): ParCase[] {
  const { rawRows, live, mergedInto, services, appointments, today } = snapshot,
    c = rawRows.tables.parfall.columns,
    ids = rawRows.tables.patient.ids,
    isUpt = isPositionMatching(snapshot, SYSTEM.BEMA, /^UPTA$/),
    closed = new Set(lockedIds),
    isOpen = isParCaseOpen(snapshot),
    found: ParCase[] = [];
  const word = (name: string, at: number): string | null =>
      c[name]![at] === EMPTY ? null : dayText(c[name]![at]!),
    count = (name: string, at: number): number | null =>
      c[name]![at] === EMPTY ? null : c[name]![at]!;
  for (const at of live.parfall) {
    const given = c['patid']![at]!,
      status = c['status']![at]!,
      id = idOfRow(snapshot, 'parfall', at) ?? '';
    if (
      given < 0 ||
      !isOpen(at) ||
      (only !== undefined && id !== only) ||
      closed.has(ids[given]!) ||
      closed.has(ids[mergedInto[given]!]!)
    )
      continue;
    const p = mergedInto[given]!,
      from = c['erstelltAm']![at]!,
      days = new Set<number>();
    for (let g = services.byPatient.from[p]!; g < services.byPatient.from[p + 1]!; g += 1) {
      const i = services.byPatient.rows[g]!;
      if (from !== EMPTY && services.day[i]! >= from && isUpt(i)) days.add(services.day[i]!);
    }
    let hatTermin = false;
    for (
      let g = appointments.byPatient.from[p + 1]! - 1;
      g >= appointments.byPatient.from[p]! && !hatTermin;
      g -= 1
    ) {
      const t = appointments.byPatient.rows[g]!;
      hatTermin =
        appointments.day[t]! >= today &&
        (appointments.status[t] === STATUS.GEPLANT ||
          appointments.status[t] === STATUS.BESTAETIGT) &&
        MATCHING_GROUPS.has(appointments.gruppe[t]!);
    }
    const who = c['behandler']![at]!;
    found.push({
      ...(Object.fromEntries(CASE_DAYS.map((name) => [name, word(name, at)])) as Record<
        (typeof CASE_DAYS)[number],
        string | null
      >),
      erstelltAm: word('erstelltAm', at) ?? '',
      id,
      patid: ids[p]!,
      status: HKP_STATUS[status] ?? null,
      grad: PAR_GRAD[c['grad']![at]!] ?? null,
      letzteUpt: days.size === 0 ? null : dayText(Math.max(...days)),
      uptAnzahl: days.size,
      hatTermin,
      behandler: who < 0 ? null : entityName(snapshot, 'behandler', who),
      behandlerId: who < 0 ? null : idOfRow(snapshot, 'behandler', who),
      wert: Number.isNaN(c['wert']![at]!) ? null : c['wert']![at]!,
      einwurzelig: count('zaehneEinwurzelig', at),
      mehrwurzelig: count('zaehneMehrwurzelig', at),
    });
  }
  return found;
}
