// Outcome of recalls, defined once: key figures 36 to 38, reports, the waiting tile and the work
// list read it here.

import { type Selection } from '../snapshot/selection.ts';
import { matchesPatient } from '../snapshot/selection/matches.ts';
import { GROUP, STATUS, SYSTEM, type Snapshot } from '../snapshot/snapshot.ts';
import { lowerBound, gather, withMarks } from '../snapshot/tables/sort-rows.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import type { Definition } from './sink.ts';
import { memoise, recallsByDay, appointmentPlacesOf, type Recalls } from './row-index.ts';
import {
  isCancelledState,
  isLost,
  isPlanned,
  withActive,
  nextAppointments,
  pzrServices,
  servicesByNumber,
} from './walks.ts';
import { BOOKED, bookedAheadOn, bookedOn } from './booked.ts';

/** A day later than any other. */
const NEVER = 2_147_483_647;
/** A recall is unanswered, has an appointment, or that appointment was kept. */
export const RECALL = { OFFEN: 0, VEREINBART: 1, ERLEDIGT: 2 } as const;
/**
 * Returns the state by recall. A cancelled or missed appointment leaves it open, an unknown one
 * counts as made; without an appointment the state of the practice software applies.
 */
export function recallState(snapshot: Snapshot): Uint8Array {
  return memoise(snapshot, 'recallStand', () => {
    const t = snapshot.rawRows.tables.recall,
      { terminId, status } = t.columns,
      place = appointmentPlacesOf(snapshot),
      found = new Uint8Array(t.count);
    for (let at = 0; at < t.count; at += 1) {
      const of = terminId![at]!,
        i = of < 0 ? -1 : place[of]!,
        became = i < 0 ? -1 : snapshot.appointments.status[i]!;
      found[at] =
        became === STATUS.WAHRGENOMMEN
          ? RECALL.ERLEDIGT
          : i >= 0
            ? isLost(became) || isCancelledState(became)
              ? RECALL.OFFEN
              : RECALL.VEREINBART
            : of >= 0 || status![at]! >= 1
              ? RECALL.VEREINBART
              : RECALL.OFFEN;
    }
    return found;
  });
}
/** The state of a recall on a past day that the data do not give: a day is missing. */
const UNDATED = 3;
/** Returns the state of recalls at the end of a day; from today on the state by `recallState`. */
function recallStateOn(snapshot: Snapshot, day: number): (at: number) => number {
  if (day >= snapshot.today) {
    const states = recallState(snapshot);
    return (at) => states[at]!;
  }
  const { terminId, status } = snapshot.rawRows.tables.recall.columns,
    { appointments } = snapshot,
    places = appointmentPlacesOf(snapshot),
    bookedAt = bookedOn(snapshot, day);
  return (at) => {
    const of = terminId![at]!,
      i = of < 0 ? -1 : places[of]!;
    // The software gives no day on which it set the state of a recall without an appointment.
    if (i < 0) return of >= 0 || status![at]! >= 1 ? UNDATED : RECALL.OFFEN;
    if (appointments.day[i]! <= day) {
      const became = appointments.status[i]!;
      if (became === STATUS.WAHRGENOMMEN) return RECALL.ERLEDIGT;
      return isPlanned(became) ? RECALL.VEREINBART : RECALL.OFFEN;
    }
    const booked = bookedAt(i);
    if (booked === BOOKED.UNKNOWN) return UNDATED;
    return booked === BOOKED.YES ? RECALL.VEREINBART : RECALL.OFFEN;
  };
}
/** Checks whether the practice has stopped managing a patient. */
export function hasLeft({
  rawRows: {
    tables: {
      patient: { rowState, columns },
    },
  },
}: Snapshot): (pat: number) => boolean {
  return (p) => rowState[p] === LIVE && columns['aktiv']![p] === 0;
}

/**
 * Iterates over the recalls of chosen patients due within the given days, the earliest first:
 * index, patient, day.
 */
export function forEachRecall(
  a: Selection,
  visit: (at: number, pat: number, due: number) => void,
  from = -Infinity,
  to = Infinity,
): void {
  forEachRecallOf(recallsByDay(a.snapshot), a, visit, from, to);
}
function forEachRecallOf(
  { rows, days: day, pats }: Recalls,
  a: Selection,
  visit: (at: number, pat: number, due: number) => void,
  from: number,
  to: number,
): void {
  for (let k = lowerBound(day, from); k < rows.length && day[k]! <= to; k += 1)
    if (matchesPatient(a, pats[k]!)) visit(rows[k]!, pats[k]!, day[k]!);
}
/**
 * Returns, in the order of `recallsByDay`, the day of the kept appointment of each recall, from which
 * on it is answered; NEVER without one.
 */
function answeredFrom(snapshot: Snapshot): Int32Array {
  return memoise(snapshot, 'recallErledigtAb', () => {
    const { terminId } = snapshot.rawRows.tables.recall.columns,
      { appointments } = snapshot,
      places = appointmentPlacesOf(snapshot);
    return recallsByDay(snapshot).rows.map((at) => {
      const i = terminId![at]! < 0 ? -1 : places[terminId![at]!]!;
      return i >= 0 && appointments.status[i] === STATUS.WAHRGENOMMEN
        ? appointments.day[i]!
        : NEVER;
    });
  });
}
/** Iterates like `forEachRecall`, leaving out most of the recalls answered by the end of a day. */
function forEachWaitingRecall(
  a: Selection,
  day: number,
  visit: (at: number, pat: number, due: number) => void,
  to = Infinity,
): void {
  const { rows, days, pats } = recallsByDay(a.snapshot),
    answered = answeredFrom(a.snapshot);
  for (let k = 0; k < rows.length && days[k]! <= to; k += 1)
    if (answered[k]! > day && matchesPatient(a, pats[k]!)) visit(rows[k]!, pats[k]!, days[k]!);
}
/** Iterates likewise over the unanswered ones of patients still managed by the practice. */
export function forEachOpenRecall(
  a: Selection,
  visit: (at: number, pat: number, due: number) => void,
  from = -Infinity,
  to = Infinity,
): void {
  forEachRecallOf(openRecalls(a.snapshot), a, visit, from, to);
}
function openRecalls(snapshot: Snapshot): Recalls {
  return memoise(snapshot, 'recallOffen', () => {
    const states = recallState(snapshot),
      isLeft = hasLeft(snapshot),
      { rows, days: day, pats } = recallsByDay(snapshot);
    const chosen = Int32Array.from(rows.keys()).filter(
      (k) => states[rows[k]!] === RECALL.OFFEN && !isLeft(pats[k]!),
    );
    return { rows: gather(rows, chosen), days: gather(day, chosen), pats: gather(pats, chosen) };
  });
}
/**
 * Iterates likewise over those to be arranged: the patient also has no appointment from a given day
 * on.
 */
export function forEachToSchedule(
  a: Selection,
  visit: (at: number, pat: number, due: number) => void,
  since = -Infinity,
  to = Infinity,
  from = a.snapshot.today,
): void {
  const next = nextAppointments(a.snapshot, from);
  forEachOpenRecall(
    a,
    (at, p, due) => {
      if (next[p]! < 0) visit(at, p, due);
    },
    since,
    to,
  );
}
/**
 * Iterates over the recalls that were overdue at the end of the last day of a filter.
 * @param unknown receives those of a past day whose state then is not known
 */
export function forEachOverdueRecall(
  a: Selection,
  visit: (at: number, pat: number) => void,
  unknown: (at: number) => void = () => undefined,
): void {
  const { snapshot, cutoffDate: day } = a;
  if (day >= snapshot.today) {
    forEachToSchedule(a, visit, -Infinity, day - 1);
    return;
  }
  const isLeft = hasLeft(snapshot),
    stateOf = recallStateOn(snapshot, day),
    aheadOf = bookedAheadOn(snapshot, day, day);
  forEachWaitingRecall(
    a,
    day,
    (at, p) => {
      const state = stateOf(at);
      if (state !== RECALL.OFFEN && state !== UNDATED) return;
      const ahead = aheadOf(p);
      if (ahead === BOOKED.YES) return;
      // The software gives no day on which it stopped managing a patient.
      if (state === UNDATED || ahead === BOOKED.UNKNOWN || isLeft(p)) unknown(at);
      else visit(at, p);
    },
    day - 1,
  );
}

const PREVENTIVE_GROUPS: ReadonlySet<number> = new Set([
  GROUP.KONTROLLE,
  GROUP.RECALL,
  GROUP.PROPHYLAXE,
  GROUP.UPT,
]);
/** Visits with an exam, individual prophylaxis, supportive perio care or a professional cleaning. */
function preventiveVisits(snapshot: Snapshot): Uint8Array {
  const { services, visits } = snapshot,
    marks = new Uint8Array(visits.n);
  for (const { rows } of [
    servicesByNumber(snapshot, SYSTEM.BEMA, /^(01|IP\d|UPT.*)$/),
    pzrServices(snapshot),
  ])
    for (const i of rows) if (services.visit[i]! >= 0) marks[services.visit[i]!] = 1;
  return marks;
}
/**
 * Checks whether an appointment is one that a recall asks for: by its kind or its group; one without
 * either by the services of its day. A visit in pain answers no recall.
 */
function isRecallVisit(snapshot: Snapshot): (i: number) => boolean {
  const { appointments, rawRows } = snapshot,
    isOfKind = rawRows.tables.terminarten.columns['istRecall']!,
    visits = preventiveVisits(snapshot);
  return (i) => {
    const kind = appointments.terminart[i]!;
    if (kind >= 0 && isOfKind[kind] === 1) return true;
    if (PREVENTIVE_GROUPS.has(appointments.gruppe[i]!)) return true;
    return (
      kind < 0 &&
      appointments.stichwort[i]! < 0 &&
      appointments.visit[i]! >= 0 &&
      visits[appointments.visit[i]!] === 1
    );
  };
}
/**
 * For each recall whether its patient kept, within 60 days of the due day, the appointment made for
 * it or one of its kind.
 */
function answeredRecalls(snapshot: Snapshot): Uint8Array {
  return memoise(snapshot, 'recallGekommen', () => {
    const { rows, days: due, pats } = recallsByDay(snapshot),
      { terminId } = snapshot.rawRows.tables.recall.columns,
      { appointments } = snapshot,
      place = appointmentPlacesOf(snapshot),
      isAsked = isRecallVisit(snapshot),
      came = new Uint8Array(snapshot.rawRows.tables.recall.count);
    for (let k = 0; k < rows.length; k += 1) {
      const at = rows[k]!,
        p = pats[k]!,
        own = terminId![at]! < 0 ? -1 : place[terminId![at]!]!;
      for (
        let g = appointments.byPatient.from[p]!;
        g < appointments.byPatient.from[p + 1]!;
        g += 1
      ) {
        const i = appointments.byPatient.rows[g]!;
        if (
          appointments.status[i] === STATUS.WAHRGENOMMEN &&
          Math.abs(appointments.day[i]! - due[k]!) <= 60 &&
          (i === own || isAsked(i))
        )
          came[at] = 1;
      }
    }
    return came;
  });
}
export const recallFigures: Readonly<Record<string, Definition>> = {
  recallquote(a, s) {
    const came = answeredRecalls(a.snapshot),
      { rowState } = a.snapshot.rawRows.tables.patient;
    forEachRecall(
      a,
      (at, p) => {
        // A deleted record has no appointments any more.
        if (rowState[p] !== LIVE) return;
        s.denominator('recall', at, 1);
        if (came[at] === 1) s.numerator('recall', at, 1);
      },
      a.from,
      a.to,
    );
  },
  recallTerminiert(a, s) {
    const { snapshot, cutoffDate: day } = a,
      { today } = snapshot,
      stateOf = recallStateOn(snapshot, day);
    withActive(a, day, (active) => {
      withMarks([active.length, active.length], (seen, agreed) => {
        forEachWaitingRecall(a, day, (at, p, due) => {
          if (active[p] === 0) return;
          const state = stateOf(at);
          if (state === RECALL.ERLEDIGT) return;
          // The software gives no day on which it made a recall; one that was due existed.
          if (day < today && (state === UNDATED || (due > day && state !== RECALL.VEREINBART)))
            s.undated?.('recall', at, today);
          if (seen[p] === 0) {
            seen[p] = 1;
            s.denominator('patient', p, 1);
          }
          if (agreed[p] === 0 && state === RECALL.VEREINBART) {
            agreed[p] = 1;
            s.numerator('patient', p, 1);
          }
        });
      });
    });
  },
  recallUeberfaellig(a, s) {
    forEachOverdueRecall(
      a,
      (at) => {
        s.numerator('recall', at, 1);
      },
      (at) => {
        s.undated?.('recall', at, a.snapshot.today);
      },
    );
  },
};
