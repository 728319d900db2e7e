/** Report of patients by cohort of their first visit. */
import { periodsBetween, plusMonths, quarterOfDay } from '../../snapshot/calendar.ts';
import { newOn } from '../../metrics/derived/new-patients.ts';
import { forEachNewPatient } from '../../metrics/patients.ts';
import { nextAppointment } from '../../metrics/walks.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { type ReportBuilder, column, kpisOf, ratioOf } from '../report-kind.ts';

/** Days of the visits after the first one, today at the latest. */
const laterDays = ({ visits, today }: Snapshot, pat: number, visit: number): number[] =>
  [...visits.day.subarray(visit + 1, visits.from[pat + 1])].filter((day) => day <= today);

/** Checks whether a patient was last seen 18 months ago and has no appointment ahead. */
export function isLostMember(snapshot: Snapshot, pat: number, visit: number): boolean {
  const last = laterDays(snapshot, pat, visit).at(-1) ?? snapshot.visits.day[visit]!;
  return (
    last < plusMonths(snapshot.today, -LOST_MONTHS) &&
    nextAppointment(snapshot, pat, snapshot.today) < 0
  );
}
/** Checks whether a patient came back after more than 18 months. */
export const isWonBackMember = (snapshot: Snapshot, pat: number, visit: number): boolean =>
  [snapshot.visits.day[visit]!, ...laterDays(snapshot, pat, visit)].some(
    (day, at, all) =>
      at > 0 && day - all[at - 1]! > LOST_DAYS && all[at - 1]! < plusMonths(day, -LOST_MONTHS),
  );
/** Months after which a patient counts as lost, and days that are never more than these. */
const LOST_MONTHS = 18,
  LOST_DAYS = 540;

/**
 * Reports cohorts by the quarter of the first visit; a share is empty until its months are over for
 * all members.
 */
export const patientRetention: ReportBuilder = (k) => {
  const { visits, today } = k.a.snapshot,
    rows = new Map<
      number,
      {
        name: string;
        end: number;
        start: number;
        m6: number;
        m12: number;
        m24: number;
        lost: number;
        reactivated: number;
      }
    >();
  forEachNewPatient(k.a, (pat, visit) => {
    const first = visits.day[visit]!,
      day = newOn(k.a.snapshot, visit),
      quarter = quarterOfDay(day);
    let row = rows.get(quarter);
    if (!row) {
      const [span] = periodsBetween(day, day + 92, 'QUARTAL');
      rows.set(
        quarter,
        (row = {
          name: span!.name,
          end: span!.to,
          start: 0,
          m6: 0,
          m12: 0,
          m24: 0,
          lost: 0,
          reactivated: 0,
        }),
      );
    }
    row.start += 1;
    const days = laterDays(k.a.snapshot, pat, visit),
      seenIn = (from: number, to: number): number => {
        const after = plusMonths(first, from),
          until = plusMonths(first, to);
        return days.some((dayNumber) => dayNumber > after && dayNumber <= until) ? 1 : 0;
      };
    row.m6 += seenIn(0, 6);
    row.m12 += seenIn(6, 12);
    row.m24 += seenIn(12, 24);
    if (isLostMember(k.a.snapshot, pat, visit)) row.lost += 1;
    if (isWonBackMember(k.a.snapshot, pat, visit)) row.reactivated += 1;
  });
  const lines = [...rows]
    .sort(([x], [y]) => x - y)
    .map(([, row]) => {
      const share = (n: number, months: number): number | null =>
        plusMonths(row.end, months) > today ? null : ratioOf(n, row.start);
      return {
        kohorte: row.name,
        start: row.start,
        m6: share(row.m6, 6),
        m12: share(row.m12, 12),
        m24: share(row.m24, 24),
        verloren: row.lost,
        reaktiviert: row.reactivated,
      };
    });
  return {
    kpis: kpisOf(
      k,
      'aktivePatienten',
      'abwanderung',
      'patientenwachstum',
      'reaktiviert',
      'bindungNeu',
    ),
    columns: [
      column('kohorte', 'Erster Besuch', 'periode'),
      column('start', 'Patienten', 'zahl'),
      column('m6', 'Wieder da bis Monat 6', 'anteil'),
      column('m12', 'Monat 7 bis 12', 'anteil'),
      column('m24', 'Monat 13 bis 24', 'anteil'),
      column('verloren', 'Heute verloren', 'zahl'),
      column('reaktiviert', 'Wiedergekommen', 'zahl'),
    ],
    rows: lines,
    series: (['m6', 'm12', 'm24'] as const).map((name) => ({
      name,
      punkte: lines.map((z) => ({ x: z.kohorte, y: z[name] })),
    })),
  };
};
