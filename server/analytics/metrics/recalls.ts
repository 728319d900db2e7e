// Outcome of recalls, defined once: key figures 36 to 38, reports, the waiting tile and the work
// list read it here.

import { matchesPatient, type Selection } from '../snapshot/selection.ts';
import { S, type Snapshot } from '../snapshot/snapshot.ts';
import { lowerBound, gather, withMarks } from '../snapshot/tables/sort-rows.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import type { Definition } from './sink.ts';
import { memoise, recallsByDay, appointmentPlacesOf, type RowSet } from './row-index.ts';
import { isCancelledState, isLost, withActive, nextAppointments, wasThere } from './walks.ts';

/** A recall is unanswered, has an appointment, or that appointment was kept. */
export const RECALL = { OFFEN: 0, VEREINBART: 1, ERLEDIGT: 2 } as const;
/**
 * Returns the state by recall. A cancelled or missed appointment leaves it open, an unknown one
 * counts as made; without an appointment the state of the practice software applies.
 */
export function recallState(snapshot: Snapshot): Uint8Array {
  return memoise(snapshot, 'recallStand', () => {
    const t = snapshot.rawRows.tables.recall,
      { terminId, status } = t.spalten,
      place = appointmentPlacesOf(snapshot),
      found = new Uint8Array(t.anzahl);
    for (let at = 0; at < t.anzahl; at += 1) {
      const of = terminId![at]!,
        i = of < 0 ? -1 : place[of]!,
        became = i < 0 ? -1 : snapshot.T.status[i]!;
      found[at] =
        became === S.WAHRGENOMMEN
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
/** Checks whether the practice has stopped managing a patient. */
export function hasLeft({
  rawRows: {
    tables: {
      patient: { rowState, spalten },
    },
  },
}: Snapshot): (pat: number) => boolean {
  return (p) => rowState[p] === LIVE && spalten['aktiv']![p] === 0;
}

/**
 * Iterates over the recalls of chosen patients due within the given days, the earliest first:
 * index, patient, day.
 */
export function forEachRecall(
  a: Selection,
  visit: (at: number, pat: number, faellig: number) => void,
  von = -Infinity,
  bis = Infinity,
): void {
  forEachRecallOf(recallsByDay(a.snapshot), a, visit, von, bis);
}
function forEachRecallOf(
  { rows, tag }: RowSet,
  a: Selection,
  visit: (at: number, pat: number, faellig: number) => void,
  von: number,
  bis: number,
): void {
  const { rawRows, mergedInto } = a.snapshot,
    patid = rawRows.tables.recall.spalten['patid']!;
  for (let k = lowerBound(tag, von); k < rows.length && tag[k]! <= bis; k += 1) {
    const p = mergedInto[patid[rows[k]!]!]!;
    if (matchesPatient(a, p)) visit(rows[k]!, p, tag[k]!);
  }
}
/** Iterates likewise over the unanswered ones of patients still managed by the practice. */
export function forEachOpenRecall(
  a: Selection,
  visit: (at: number, pat: number, faellig: number) => void,
  von = -Infinity,
  bis = Infinity,
): void {
  forEachRecallOf(openRecalls(a.snapshot), a, visit, von, bis);
}
function openRecalls(snapshot: Snapshot): RowSet {
  return memoise(snapshot, 'recallOffen', () => {
    const stand = recallState(snapshot),
      isLeft = hasLeft(snapshot),
      patid = snapshot.rawRows.tables.recall.spalten['patid']!,
      { rows, tag } = recallsByDay(snapshot);
    const chosen = Int32Array.from(rows.keys()).filter(
      (k) => stand[rows[k]!] === RECALL.OFFEN && !isLeft(snapshot.mergedInto[patid[rows[k]!]!]!),
    );
    return { rows: gather(rows, chosen), tag: gather(tag, chosen) };
  });
}
/**
 * Iterates likewise over those to be arranged: the patient also has no appointment from a given day
 * on.
 */
export function forEachToSchedule(
  a: Selection,
  visit: (at: number, pat: number, faellig: number) => void,
  von = -Infinity,
  bis = Infinity,
  ab = a.snapshot.heute,
): void {
  const next = nextAppointments(a.snapshot, ab);
  forEachOpenRecall(
    a,
    (at, p, due) => {
      if (next[p]! < 0) visit(at, p, due);
    },
    von,
    bis,
  );
}
/** Those of them that were due before today. */
export function forEachOverdueRecall(a: Selection, visit: (at: number, pat: number) => void): void {
  forEachToSchedule(a, visit, -Infinity, a.snapshot.heute - 1);
}

/** For each recall whether its patient kept an appointment within 60 days of the due day. */
function returnedPatients(snapshot: Snapshot): Uint8Array {
  return memoise(snapshot, 'recallGekommen', () => {
    const { rows, tag } = recallsByDay(snapshot),
      patid = snapshot.rawRows.tables.recall.spalten['patid']!,
      came = new Uint8Array(snapshot.rawRows.tables.recall.anzahl);
    for (let k = 0; k < rows.length; k += 1)
      if (wasThere(snapshot, snapshot.mergedInto[patid[rows[k]!]!]!, tag[k]! - 60, tag[k]! + 60))
        came[rows[k]!] = 1;
    return came;
  });
}
export const recalls: Readonly<Record<string, Definition>> = {
  recallquote(a, s) {
    const came = returnedPatients(a.snapshot);
    forEachRecall(
      a,
      (at) => {
        s.n('recall', at, 1);
        if (came[at] === 1) s.z('recall', at, 1);
      },
      a.von,
      a.bis,
    );
  },
  recallTerminiert(a, s) {
    const stand = recallState(a.snapshot);
    withActive(a, a.cutoffDate, (active) => {
      withMarks([active.length, active.length], (seen, agreed) => {
        forEachRecall(a, (at, p) => {
          if (active[p] === 0 || stand[at] === RECALL.ERLEDIGT) return;
          if (seen[p] === 0) {
            seen[p] = 1;
            s.n('patient', p, 1);
          }
          if (agreed[p] === 0 && stand[at] === RECALL.VEREINBART) {
            agreed[p] = 1;
            s.z('patient', p, 1);
          }
        });
      });
    });
  },
  recallUeberfaellig(a, s) {
    forEachOverdueRecall(a, (at) => {
      s.z('recall', at, 1);
    });
  },
};
