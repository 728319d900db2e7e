/** Patients: new, active, returned and lost ones. */
import type { Figures, Scope } from './scope.ts';
import { dayNumber, plusDays, plusMonths } from './calendar.ts';
import { patientsOf } from './visits.ts';

/** Adds shares of insurances, and new, active, lost and returned patients. */
export function addPatients(scope: Scope, figures: Figures): void {
  const { seen, insuranceOf, newPatients, daysOfPatient, visits, cutoff, isBooked } = scope;
  const { activeNow, activeBefore, activeOn, returned } = scope;
  for (const [key, insurance] of [
    ['patientenGkv', 'GKV'],
    ['patientenPkv', 'PKV'],
  ] as const)
    figures.add(key, [...seen].filter((p) => insuranceOf(p) === insurance).length, seen.size);
  figures.add('neupatienten', newPatients.length);
  figures.add('neupatientenquote', newPatients.length, seen.size);
  figures.add(
    'bindungNeu',
    newPatients.filter((p) => {
      const d = daysOfPatient(p);
      return d.length > 1 && dayNumber(d[1]!) - dayNumber(d[0]!) <= 180;
    }).length,
    newPatients.length,
  );
  figures.add('aktivePatienten', activeNow.size);
  const lastSeen = visits
    .filter(
      (v) => v.isChosen && v.tag > plusMonths(cutoff, -24) && v.tag <= plusMonths(cutoff, -18),
    )
    .filter(
      (v) =>
        daysOfPatient(v.pat)
          .filter((d) => d <= cutoff)
          .at(-1) === v.tag,
    )
    .map((v) => ({ pat: v.pat, isBooked: isBooked(v.pat, plusDays(cutoff, 1), cutoff) }));
  if (lastSeen.some((v) => v.isBooked === undefined)) figures.unknown('abwanderung');
  else
    figures.add(
      'abwanderung',
      patientsOf(lastSeen.filter((v) => v.isBooked === false)).size,
      activeOn(plusMonths(cutoff, -6)).size,
    );
  figures.add(
    'patientenwachstum',
    newPatients.length +
      returned.length -
      [...activeBefore].filter((p) => !activeNow.has(p)).length,
    activeNow.size,
  );
  figures.add('reaktiviert', returned.length);
}
