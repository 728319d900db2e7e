/** Iterates over the visits with a chosen service or appointment. */
import type { Snapshot } from '../snapshot.ts';
import { gather, growingList, lowerBound, sortOrder } from '../tables/sort-rows.ts';
import type { RowSet } from '../row-set.ts';
import {
  isByPersonOnly,
  matchesAppointment,
  matchesPatient,
  matchesService,
  matchesWeekday,
  selectsEveryRow,
} from './matches.ts';
import { selectionKey } from './candidate-rows.ts';
import { forEachService } from './walk-services.ts';
import { forEachAppointment } from './walk-appointments.ts';
import type { Selection } from '../selection.ts';

const visits = new WeakMap<Snapshot, { marks: Uint8Array; lists: Map<string, Int32Array> }>();

/** Number of visit lists cached per image. */
const MAX_VISIT_LISTS = 16;

/**
 * Lists the visits of the span with a chosen service or a chosen kept appointment, each once, in
 * row order.
 */
function listSelectedVisits(a: Selection): Int32Array {
  let own = visits.get(a.snapshot);
  if (!own)
    visits.set(
      a.snapshot,
      (own = { marks: new Uint8Array(a.snapshot.visits.n), lists: new Map() }),
    );
  const { marks, lists: known } = own,
    key = `${a.from} ${a.to} ${selectionKey(a, 'services')}`,
    before = known.get(key);
  if (before) return before;
  const { services, appointments } = a.snapshot;
  const found = growingList();
  const one = (visit: number): void => {
    if (visit < 0 || marks[visit] === 1) return;
    marks[visit] = 1;
    found.take(visit);
  };
  forEachService(a, (i) => {
    one(services.visit[i]!);
  });
  // Appointments have no area: only services tell the areas of a visit.
  if (!a.chosenMarks.bereich)
    forEachAppointment(a, (i) => {
      one(appointments.visit[i]!);
    });
  // The marks are returned cleared.
  const made = found.list();
  for (const visit of made) marks[visit] = 0;
  if (known.size >= MAX_VISIT_LISTS) known.delete(known.keys().next().value!);
  known.set(key, made);
  return made;
}

const byDay = new WeakMap<Snapshot, RowSet>();
/** Lists all visits by day; created on first use of an image. */
export function visitsByDay(snapshot: Snapshot): RowSet {
  let known = byDay.get(snapshot);
  if (!known) {
    const { day, n } = snapshot.visits,
      days = day.subarray(0, n),
      rows = sortOrder(days);
    byDay.set(snapshot, (known = { rows, days: gather(days, rows) }));
  }
  return known;
}
/** Spans with at least one in this many visits are walked in the order of the rows. */
const MANY = 3;

/**
 * Iterates once over each visit of the span that has a chosen service or a chosen kept appointment.
 */
export function forEachVisit(a: Selection, visit: (visitAt: number) => void): void {
  const { visits: allVisits } = a.snapshot;
  if (isByPersonOnly(a)) {
    const { day, pat } = allVisits,
      all = selectsEveryRow(a),
      { from, to } = a,
      { rows, days } = visitsByDay(a.snapshot),
      first = lowerBound(days, from),
      end = lowerBound(days, to + 1),
      one = (b: number): void => {
        if (all || (matchesWeekday(a, day[b]!) && matchesPatient(a, pat[b]!))) visit(b);
      };
    if ((end - first) * MANY < allVisits.n) for (let k = first; k < end; k += 1) one(rows[k]!);
    else for (let b = 0; b < allVisits.n; b += 1) if (day[b]! >= from && day[b]! <= to) one(b);
    return;
  }
  for (const visitAt of listSelectedVisits(a)) visit(visitAt);
}
/** Checks whether a visit has a chosen service or a chosen kept appointment. */
export function selectsVisit(a: Selection, visitAt: number): boolean {
  const { services, appointments, visits: allVisits } = a.snapshot,
    p = allVisits.pat[visitAt]!,
    day = allVisits.day[visitAt]!;
  if (isByPersonOnly(a)) return matchesWeekday(a, day) && matchesPatient(a, p);
  const isOf = (
    { byPatient, day: days, visit }: Pick<typeof services, 'byPatient' | 'day' | 'visit'>,
    matches: (selection: Selection, i: number) => boolean,
  ): boolean => {
    for (let g = byPatient.from[p]!; g < byPatient.from[p + 1]!; g += 1) {
      const i = byPatient.rows[g]!;
      if (days[i]! > day) return false;
      if (visit[i] === visitAt && matches(a, i)) return true;
    }
    return false;
  };
  // Appointments have no area: only services tell the areas of a visit.
  return (
    isOf(services, matchesService) ||
    (!a.chosenMarks.bereich && isOf(appointments, matchesAppointment))
  );
}
