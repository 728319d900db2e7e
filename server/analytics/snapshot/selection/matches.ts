/** Checks whether single rows are chosen by a filter. */
import { weekdayOf } from '../calendar.ts';
import type { Snapshot } from '../snapshot.ts';
import { LIVE } from '../tables/column-table.ts';
import { choosesUnassigned } from '../unassigned.ts';
import { type Marks, type Selection, typeKeywordIndex } from '../selection.ts';

/** Checks whether rows are filtered by day and patient only: then visits are chosen as a whole. */
export const isByPersonOnly = (a: Selection): boolean => {
  const m = a.chosenMarks;
  return !(m.behandler || m.zimmer || m.stempel || m.bereich || m.terminart);
};

/** Checks whether every row of the span is chosen. */
export const selectsEveryRow = (a: Selection): boolean =>
  !a.isNarrowed && !a.chosenMarks.versicherung;

export const matchesWeekday = (a: Selection, day: number): boolean =>
  a.weekday === undefined || weekdayOf(day) === a.weekday;

/** Checks whether an index is chosen; -1 is that of a row without one. */
export const isMarked = (marks: Marks, at: number): boolean =>
  marks === undefined || (at >= 0 ? marks[at] === 1 : choosesUnassigned(marks));

/** Checks whether a kind of appointment, with the group of its keywords, is chosen. */
const matchesType = (
  { terminart, stichwort }: Selection['chosenMarks'],
  kind: number,
  key: number,
): boolean =>
  stichwort ? stichwort[typeKeywordIndex(kind, key)] === 1 : isMarked(terminart, kind);

export const matchesPractitioner = (a: Selection, at: number): boolean =>
  isMarked(a.chosenMarks.behandler, at);

const matchesRoom = (a: Selection, at: number): boolean => isMarked(a.chosenMarks.zimmer, at);

export const matchesTeam = (a: Selection, at: number): boolean => isMarked(a.chosenMarks.team, at);

/** Checks whether a service is chosen, regardless of its day. */
export function matchesService(a: Selection, i: number): boolean {
  const { services } = a.snapshot,
    m = a.chosenMarks;
  return (
    matchesWeekday(a, services.day[i]!) &&
    isMarked(m.behandler, services.behandler[i]!) &&
    isMarked(m.zimmer, services.zimmer[i]!) &&
    isMarked(m.stempel, services.stempel[i]!) &&
    isMarked(m.versicherung, services.versicherung[i]!) &&
    isMarked(m.bereich, services.bereich[i]!) &&
    matchesType(m, services.terminart[i]!, services.stichwort[i]!)
  );
}

/** Checks whether an appointment is chosen, regardless of its day; appointments have no area. */
export function matchesAppointment(a: Selection, i: number): boolean {
  const { appointments } = a.snapshot,
    m = a.chosenMarks,
    b = appointments.behandler[i]!;
  return (
    matchesWeekday(a, appointments.day[i]!) &&
    isMarked(m.behandler, b) &&
    isMarked(m.zimmer, appointments.zimmer[i]!) &&
    isMarked(m.versicherung, appointments.versicherung[i]!) &&
    matchesType(m, appointments.terminart[i]!, appointments.stichwort[i]!) &&
    matchesOwnStamp(a, b)
  );
}
/** Checks whether the stamp of a practitioner is chosen, for rows without a stamp. */
const matchesOwnStamp = ({ snapshot, chosenMarks: { stempel } }: Selection, b: number): boolean =>
  stempel === undefined ||
  isMarked(stempel, b < 0 ? -1 : snapshot.rawRows.tables.behandler.columns['stempel']![b]!);

/** Checks whether a row of working hours is chosen, regardless of its day. */
export const matchesHours = (a: Selection, i: number): boolean => {
  const { behandler, zimmer, day } = a.snapshot.workingHours;
  return (
    matchesWeekday(a, day[i]!) &&
    matchesPractitioner(a, behandler[i]!) &&
    matchesOwnStamp(a, behandler[i]!) &&
    matchesRoom(a, zimmer[i]!)
  );
};

/** Checks whether a record is chosen by its insurance. */
export const matchesPatient = (a: Selection, at: number): boolean =>
  a.chosenMarks.versicherung === undefined ||
  isMarked(a.chosenMarks.versicherung, insuranceOf(a.snapshot, at));
/** Insurance of a record; -1 for an unknown record and for one without insurance. */
const insuranceOf = ({ rawRows }: Snapshot, at: number): number => {
  const { rowState, columns } = rawRows.tables.patient;
  return at >= 0 && rowState[at] === LIVE ? columns['versicherung']![at]! : -1;
};

/** Checks whether a plan or a perio case is chosen, by its author, their stamp and its patient. */
export function matchesPlan(a: Selection, entity: 'hkp' | 'parfall', at: number): boolean {
  const c = a.snapshot.rawRows.tables[entity].columns,
    pat = c['patid']![at]!;
  return (
    isMarked(a.chosenMarks.behandler, c['behandler']![at]!) &&
    matchesOwnStamp(a, c['behandler']![at]!) &&
    matchesPatient(a, pat < 0 ? -1 : a.snapshot.mergedInto[pat]!)
  );
}
