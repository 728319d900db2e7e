/** Facts of the day: calendar, appointments, uploads, days of earlier services. */
import { STANDARD_GROUPS } from '../../../../shared/analytics/deliveries/standard-groups.ts';
import { isHolidayIn } from '../../snapshot/public-holidays.ts';
import { GROUP, type Snapshot } from '../../snapshot/snapshot.ts';
import { ageInMonths, dayText, weekdayOf } from '../../snapshot/calendar.ts';
import { lowerBound } from '../../snapshot/tables/sort-rows.ts';
import { type Facts } from './finder.ts';

/** Checks whether the delivered hours of treatment cover a minute of a day. */
function isTreatmentTime({ workingHours }: Snapshot, day: number, minute: number): boolean {
  for (
    let i = lowerBound(workingHours.day, day);
    i < workingHours.n && workingHours.day[i] === day;
    i += 1
  )
    if (workingHours.from[i]! <= minute && minute < workingHours.to[i]!) return true;
  return false;
}
/** Checks whether hours of treatment are delivered in the week before or after a day. */
function hasHoursAround({ workingHours }: Snapshot, day: number): boolean {
  const i = lowerBound(workingHours.day, day - 7);
  return i < workingHours.n && workingHours.day[i]! <= day + 7;
}
/** An appointment that is made at most four hours ahead was called for urgently: a guess. */
const URGENT_MS = 4 * 3_600_000;
/** The day of no service: long ago, so that a duty counts as due. */
const MANDATORY = -1_000_000;

/** Facts of the day. */
export const DAY_FACTS: Facts = {
  heute: () => (k) => k.day,
  sonntag: () => (k) => weekdayOf(k.day) === 6,
  samstag: () => (k) => weekdayOf(k.day) === 5,
  feiertag: (u) => {
    const known = new Map<number, boolean>();
    return (k) => {
      let said = known.get(k.day);
      if (said === undefined) known.set(k.day, (said = isHolidayIn(dayText(k.day), u.region)));
      return said;
    };
  },
  notiz: () => (k) => k.note() !== '',
  ambulant: () => (k) => !/stationär/iu.test(k.note()),
  'termin.art': () => (k) => {
    const found = k
      .appointmentsToday()
      .map((t) => STANDARD_GROUPS[k.m.snapshot.appointments.gruppe[t]!]!);
    return found.length === 0 ? null : found;
  },
  'termin.schmerz': () => (k) => {
    const found = k.appointmentsToday();
    return found.length === 0
      ? null
      : found.some((t) => k.m.snapshot.appointments.gruppe[t] === GROUP.SCHMERZ);
  },
  'termin.start': () => (k) => {
    const found = k.appointmentsToday();
    return found.length === 0 ? null : found.map((t) => k.m.snapshot.appointments.minute[t]!);
  },
  'termin.dringend': () => (k) => {
    const { createdAt, start } = k.m.snapshot.appointments,
      known = k.appointmentsToday().filter((t) => !Number.isNaN(createdAt[t]));
    return known.length === 0
      ? null
      : known.some((t) => {
          const ahead = start[t]! - createdAt[t]!;
          return ahead >= 0 && ahead <= URGENT_MS;
        });
  },
  sprechstunde: () => (k) =>
    k
      .appointmentsToday()
      .some((t) => isTreatmentTime(k.m.snapshot, k.day, k.m.snapshot.appointments.minute[t]!)),
  ausserSprechstunde: () => (k) => {
    const found = k.appointmentsToday();
    if (found.length === 0 || !hasHoursAround(k.m.snapshot, k.day)) return null;
    return !found.some((t) =>
      isTreatmentTime(k.m.snapshot, k.day, k.m.snapshot.appointments.minute[t]!),
    );
  },
  keinTermin: () => (k) => !k.hasFollowUp(-1),
  letzteLeistung: () => (k) => {
    for (let i = k.a - 1; i >= 0; i -= 1)
      if (k.m.codebook.systems[k.code[i]!] === 'BEMA') return k.days[i]!;
    return MANDATORY;
  },
  'historie.monate': () => (k) =>
    k.n === 0 || k.days[0]! >= k.day ? 0 : ageInMonths(k.days[0]!, k.day),
  'ze.eingliederung': () => (k) => {
    const p = k.newestRow('prothese', 'eingegliedertAm'),
      h = k.newestRow('hkp', 'eingegliedertAm'),
      found = [
        p < 0 ? null : k.dayNumberOf('prothese', 'eingegliedertAm', p),
        h < 0 ? null : k.dayNumberOf('hkp', 'eingegliedertAm', h),
      ].filter((one) => one !== null);
    return found.length === 0 ? null : Math.max(...found);
  },
  'ti.epaUpload': () => (k) => {
    const days = k.m.column('epaupload', 'datum');
    return k.m.rowsOf('epaupload', k.p).some((at) => days[at] === k.day);
  },
};
