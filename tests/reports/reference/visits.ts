/** Visits of patients: days with a service or a kept appointment. */
import type { Choice } from './choice.ts';
import { TODAY } from '../random-practice/draw.ts';
import { dayAt, plusDays, plusMonths } from './calendar.ts';
import { cancelledAt, isOff, type Appointment, type ReferencePractice } from './practice.ts';

interface Visit {
  readonly pat: string;
  readonly tag: string;
  /** A chosen row belongs to it. */
  isChosen: boolean;
  hasServiceRow: boolean;
  hasAppointmentRow: boolean;
}

export interface Visits {
  visitOf: (pat: string, day: string) => Visit;
  /** All visits, chosen or not. */
  readonly visits: readonly Visit[];
  readonly visitsInSpan: readonly Visit[];
  daysOfPatient: (pat: string) => string[];
  /** Patients with a visit in the period. */
  readonly seen: ReadonlySet<string>;
  /** Patients whose first visit is in the period. */
  readonly newPatients: readonly string[];
  /** Patients with a visit in the period after more than 18 months. */
  readonly returned: readonly string[];
  /** Returns the patients with a chosen service in the months up to a day. */
  activeOn: (day: string, months?: number) => Set<string>;
  readonly activeNow: ReadonlySet<string>;
  readonly activeBefore: ReadonlySet<string>;
  /**
   * Checks whether a patient had an appointment on or after `from` at the end of a day; undefined
   * where a day is missing.
   */
  isBooked: (pat: string, from: string, day: string) => boolean | undefined;
}

/** Returns the patients of rows. */
export const patientsOf = (list: readonly { pat: string }[]): Set<string> =>
  new Set(list.map((x) => x.pat));

/**
 * Checks whether an appointment had been made by the end of a day and was not cancelled yet;
 * undefined where a day is missing. Today, and once its own day has come, its state decides.
 */
export function wasBooked(t: Appointment, day: string): boolean | undefined {
  if (day >= TODAY || t.tag <= day)
    return ['GEPLANT', 'BESTAETIGT', 'EINGETROFFEN', 'IM_ZIMMER'].includes(String(t['status']));
  const made = t['angelegtAm'] === null ? undefined : dayAt(Number(t['angelegtAm']));
  if (made !== undefined && made > day) return false;
  if (!isOff(t)) return made === undefined ? undefined : true;
  const off = cancelledAt(t);
  if (off === null) return undefined;
  if (dayAt(off) <= day) return false;
  return made === undefined ? undefined : true;
}

/** Collects visits from services and kept appointments, by patient and day. */
function collectVisits(
  { lines, kept }: ReferencePractice,
  { filter, isChosenLine, isChosenAppointment }: Choice,
): Map<string, Visit> {
  const found = new Map<string, Visit>();
  const visitOn = (pat: string, tag: string): Visit => {
    const key = `${pat}|${tag}`;
    if (!found.has(key))
      found.set(key, { pat, tag, isChosen: false, hasServiceRow: false, hasAppointmentRow: false });
    return found.get(key)!;
  };
  for (const l of lines) {
    const v = visitOn(l.pat, String(l['datum']));
    v.hasServiceRow = true;
    if (isChosenLine(l)) v.isChosen = true;
  }
  for (const t of kept) {
    const v = visitOn(t.pat, t.tag);
    v.hasAppointmentRow = true;
    // Only services tell the areas of a visit.
    if (filter.bereich.length === 0 && isChosenAppointment(t)) v.isChosen = true;
  }
  return found;
}

/** Reads the visits of a practice. */
export function readVisits(practice: ReferencePractice, choice: Choice): Visits {
  const { patients, appointments } = practice;
  const { filter, cutoff, within, chosenLines } = choice;
  const byKey = collectVisits(practice, choice);
  const visits = [...byKey.values()];
  const visitsInSpan = visits.filter((v) => v.isChosen && within(v.tag));
  const daysOfPatient = (pat: string): string[] =>
    visits
      .filter((v) => v.pat === pat)
      .map((v) => v.tag)
      .sort();
  const seen = patientsOf(visitsInSpan);
  const newPatients = [...patientsOf(visits)].filter((pat) => {
    const first = daysOfPatient(pat)[0]!;
    const firstSeen = patients.get(pat)?.['erstbesuch'] ?? null;
    const day = firstSeen !== null && String(firstSeen) < first ? String(firstSeen) : first;
    return within(day) && visits.some((v) => v.pat === pat && v.tag === first && v.isChosen);
  });
  const returned = [...seen].filter((pat) => {
    const days = daysOfPatient(pat);
    return visitsInSpan.some((v) => {
      if (v.pat !== pat) return false;
      const before = days.filter((d) => d < v.tag).at(-1);
      return before !== undefined && before < plusMonths(v.tag, -18);
    });
  });
  const activeOn = (d: string, months = 24): Set<string> =>
    patientsOf(
      chosenLines.filter(
        (l) => String(l['datum']) > plusMonths(d, -months) && String(l['datum']) <= d,
      ),
    );
  return {
    visitOf: (pat, day) => byKey.get(`${pat}|${day}`)!,
    visits,
    visitsInSpan,
    daysOfPatient,
    seen,
    newPatients,
    returned,
    activeOn,
    activeNow: activeOn(cutoff),
    activeBefore: activeOn(plusDays(filter.von, -1)),
    isBooked: (pat, from, day) => {
      const answers = appointments
        .filter((t) => t.pat === pat && t.tag >= from)
        .map((t) => wasBooked(t, day));
      if (answers.includes(true)) return true;
      return answers.includes(undefined) ? undefined : false;
    },
  };
}
