// Evaluated filter of a report: the days, and practitioners, rooms, … as marks by index, so that a
// row is judged by a few lookups.

import { type PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { SERVICE_AREAS, VERSICHERUNG } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { STANDARD_GROUPS } from '../../../shared/analytics/deliveries/standard-groups.ts';
import type { PracticeReportFilter } from '../../../shared/analytics/reports/report.ts';
import { UNASSIGNED } from '../../../shared/analytics/reports/filter-kinds.ts';
import type { Snapshot } from './snapshot.ts';
import type { StoredCost } from './store.ts';
import { choosesUnassigned, NO_INDEX, withUnassigned, type Assigned } from './unassigned.ts';
import { dayNumberOf } from './calendar.ts';

/**
 * Settings of the practice: targets by key figure and practitioner (`` is the practice) as valid on
 * the last day of the span.
 */
export type Targets = ReadonlyMap<string, number>;

export interface Only {
  readonly by: 'behandler' | 'terminart';
  readonly at: number;
  /** One row of a table: the other rows are requested as well. */
  readonly isTableRow?: true;
}
export type Marks = Uint8Array | undefined;
export interface Selection {
  readonly snapshot: Snapshot;
  readonly filter: PracticeReportFilter;
  readonly from: number;
  readonly to: number;
  /** Reference day of a state: the last day of the span, today at the latest. */
  readonly cutoffDate: number;
  /**
   * Whether rows of patients are filtered by more than the patient: by practitioner, place or
   * service.
   */
  readonly isNarrowed: boolean;
  readonly targets: Targets;
  /** Costs that the practice entered; undefined where none were read. */
  readonly costs?: readonly StoredCost[] | undefined;
  /** Region of the practice for its public holidays; without one only the common ones. */
  readonly region?: string | null;
  /**
   * The only practitioner or kind of appointment (index in the table) that can be chosen, so that
   * only its rows are walked. The marks are still checked.
   */
  readonly only?: Only | undefined;
  /**
   * Current billing proposals, where a key figure counts them: index of the record, day,
   * practitioner (index), cents and whether these are certain.
   */
  readonly proposals?: readonly {
    readonly pat: number;
    readonly day: number;
    readonly behandler: number;
    readonly cents: number;
    readonly isEstimated: boolean;
    readonly isRealised: boolean;
  }[];
  /** Only rows of this weekday (Monday 0), if one is chosen. */
  readonly weekday?: number | undefined;
  readonly chosenMarks: {
    behandler: Marks;
    zimmer: Marks;
    stempel: Marks;
    versicherung: Marks;
    bereich: Marks;
    terminart: Marks;
    team: Marks;
    /**
     * Set where the chosen group may also be determined by keywords: marks by kind and keywords
     * together; `terminart` then gives the kinds that can be chosen at all.
     */
    stichwort: Marks;
  };
}

function marksOf(snapshot: Snapshot, entity: PvsEntity, ids: readonly string[]): Marks {
  if (ids.length === 0) return undefined;
  const { count, slotById: groupsOf } = snapshot.rawRows.tables[entity],
    marks = new Uint8Array(count);
  for (const id of ids) {
    const at = groupsOf.get(id);
    if (at !== undefined) marks[at] = 1;
  }
  const assigned = ASSIGNED.find((one) => one === entity);
  return assigned !== undefined && ids.includes(UNASSIGNED)
    ? withUnassigned(snapshot, assigned, marks)
    : marks;
}
const ASSIGNED: readonly Assigned[] = ['behandler', 'zimmer', 'teams', 'stempel', 'terminarten'];
/** Returns the marks of the practitioners of the chosen teams, among those chosen already. */
function membersOfTeams(snapshot: Snapshot, team: Uint8Array, practitioner: Marks): Uint8Array {
  const { columns, count } = snapshot.rawRows.tables.behandler,
    own = columns['team']!,
    // Rows without a practitioner have no team either.
    isNobodyIn =
      choosesUnassigned(team) && (practitioner === undefined || choosesUnassigned(practitioner)),
    both = new Uint8Array(isNobodyIn ? count + 1 : count);
  for (let at = 0; at < count; at += 1) {
    const isOfTeam = own[at]! >= 0 ? team[own[at]!] === 1 : choosesUnassigned(team);
    if (isOfTeam && (!practitioner || practitioner[at] === 1)) both[at] = 1;
  }
  if (isNobodyIn) both[count] = NO_INDEX;
  return both;
}
function wordMarks<W extends string>(
  words: readonly W[],
  chosen: readonly (W | typeof UNASSIGNED)[],
): Marks {
  if (chosen.length === 0) return undefined;
  const marks: number[] = words.map((word) => (chosen.includes(word) ? 1 : 0));
  return Uint8Array.from(chosen.includes(UNASSIGNED) ? [...marks, NO_INDEX] : marks);
}

/** Groups that keywords may assign, including none. */
const WORDS = STANDARD_GROUPS.length + 1;
/**
 * Returns the index of a kind of appointment (-1 without one) combined with the group of its
 * keywords (-1 without one) among the marks.
 */
export const typeKeywordIndex = (kind: number, key: number): number => (kind + 1) * WORDS + key + 1;

/** The only marked index, if exactly one is marked. */
function onlyMarked(from: Only['by'], marks: Marks): Only | undefined {
  const at = marks ? marks.indexOf(1) : -1;
  return at >= 0 && !choosesUnassigned(marks) && marks!.indexOf(1, at + 1) < 0
    ? { by: from, at }
    : undefined;
}
export function buildSelection(
  snapshot: Snapshot,
  filter: PracticeReportFilter,
  targets: Targets = new Map(),
): Selection {
  let practitioner = marksOf(snapshot, 'behandler', filter.behandler);
  const team = marksOf(snapshot, 'teams', filter.teams);
  if (team) practitioner = membersOfTeams(snapshot, team, practitioner);
  const appointmentType = marksOf(snapshot, 'terminarten', filter.terminart),
    appointmentGroup = marksOf(snapshot, 'termingruppen', filter.termingruppe),
    standard = wordMarks(
      STANDARD_GROUPS,
      filter.termingruppe as (typeof STANDARD_GROUPS)[number][],
    );
  let kinds = appointmentType,
    keyword: Marks;
  if (appointmentGroup && standard) {
    // A group is one of the practice's own, or a standard group by its name.
    const t = snapshot.rawRows.tables.terminarten,
      own = t.columns['gruppe']!,
      said = snapshot.groupByType,
      both = new Uint8Array(t.count);
    for (let at = 0; at < both.length; at += 1)
      if (
        ((own[at]! >= 0 && appointmentGroup[own[at]!] === 1) ||
          (said[at]! >= 0 && standard[said[at]!] === 1)) &&
        (!appointmentType || appointmentType[at] === 1)
      )
        both[at] = 1;
    kinds = both;
    if (snapshot.hasKeywords) {
      // For a kind without a group, or without a kind, the keywords decide: then the kind alone is
      // not sufficient.
      keyword = new Uint8Array((t.count + 1) * WORDS);
      for (let at = -1; at < t.count; at += 1) {
        const isAsked =
            !appointmentType ||
            (at < 0 ? choosesUnassigned(appointmentType) : appointmentType[at] === 1),
          isIn = at >= 0 && both[at] === 1;
        for (let key = -1; key < STANDARD_GROUPS.length; key += 1)
          if (isIn || (isAsked && key >= 0 && (at < 0 || said[at]! < 0) && standard[key] === 1))
            keyword[typeKeywordIndex(at, key)] = 1;
      }
    }
  }
  const chosenMarks = {
    behandler: practitioner,
    team,
    zimmer: marksOf(snapshot, 'zimmer', filter.zimmer),
    stempel: marksOf(snapshot, 'stempel', filter.stempel),
    versicherung: wordMarks(VERSICHERUNG, filter.versicherung),
    bereich: wordMarks(SERVICE_AREAS, filter.bereich),
    terminart: kinds,
    stichwort: keyword,
  };
  const from = dayNumberOf(filter.von),
    to = dayNumberOf(filter.bis),
    only =
      onlyMarked('behandler', practitioner) ??
      onlyMarked('terminart', keyword ? appointmentType : kinds);
  return {
    snapshot,
    only,
    filter,
    from,
    to,
    targets,
    cutoffDate: Math.min(to, snapshot.today),
    isNarrowed: [
      practitioner,
      chosenMarks.zimmer,
      chosenMarks.stempel,
      chosenMarks.bereich,
      kinds,
    ].some(Boolean),
    chosenMarks,
  };
}
/** Returns the same filter for another span. */
export const withPeriod = (a: Selection, from: number, to: number): Selection => ({
  ...a,
  from,
  to,
  cutoffDate: Math.min(to, a.snapshot.today),
});
/**
 * Returns the same filter for one practitioner only (index in the table); matches none where the
 * filter excludes them.
 */
export function narrowToPractitioner(a: Selection, at: number): Selection {
  if (a.only?.by === 'behandler' && a.only.at === at) return a;
  const marks = new Uint8Array(a.snapshot.rawRows.tables.behandler.count);
  if (!a.chosenMarks.behandler || a.chosenMarks.behandler[at] === 1) marks[at] = 1;
  return {
    ...a,
    isNarrowed: true,
    only: { by: 'behandler', at, isTableRow: true },
    chosenMarks: { ...a.chosenMarks, behandler: marks },
  };
}
/**
 * Returns the same filter for the appointments of one kind only (index in the table) and the
 * services that belong to them.
 */
export function narrowToAppointmentType(a: Selection, at: number): Selection {
  const marks = new Uint8Array(a.snapshot.rawRows.tables.terminarten.count),
    all = a.chosenMarks.stichwort;
  let keyword: Marks;
  if (
    !all
      ? !a.chosenMarks.terminart || a.chosenMarks.terminart[at] === 1
      : all[typeKeywordIndex(at, -1)] === 1
  )
    marks[at] = 1;
  // A kind without a group: some of its appointments are chosen by their keywords.
  else if (all) {
    const own = all.subarray(typeKeywordIndex(at, -1), typeKeywordIndex(at + 1, -1));
    if (own.includes(1)) {
      keyword = new Uint8Array(all.length);
      keyword.set(own, typeKeywordIndex(at, -1));
    }
  }
  return {
    ...a,
    isNarrowed: true,
    only: { by: 'terminart', at, isTableRow: true },
    chosenMarks: { ...a.chosenMarks, terminart: marks, stichwort: keyword },
  };
}
/** Returns the same filter for one weekday only (Monday 0). */
export const narrowToWeekday = (a: Selection, weekday: number): Selection => ({
  ...a,
  isNarrowed: true,
  weekday,
});
