// Patient search at the front desk: names in any spelling and order, birth date, number.

import { berlinDay } from '../../../shared/base/dates.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { listName, parsePatientQuery } from '../../../shared/desk/patient.ts';
import type { Look } from '../../platform/work.ts';
import { findAppointmentsFrom, findMatches, findMergedFrom, findSameNamed } from './store.ts';

/** Returns the next appointment from today on of each of these people, of merged records too. */
async function nextVisits(
  look: Look,
  patids: string[],
): Promise<Map<string, { day: string; time: string }>> {
  const next = new Map<string, { day: string; time: string }>();
  if (patids.length === 0) return next;
  const into = new Map(patids.map((patid) => [patid, patid]));
  for (const { patid, mergedInto } of await findMergedFrom(look, patids))
    if (mergedInto !== null) into.set(patid, mergedInto);
  for (const row of await findAppointmentsFrom(look, berlinDay(look.now), [...into.keys()])) {
    const patid = into.get(row.patid);
    if (patid !== undefined && !next.has(patid)) next.set(patid, { day: row.day, time: row.time });
  }
  return next;
}

/**
 * The practice's own users are the desk: neither a program with a token nor the vendor under a
 * grant needs the appointments of the people it finds.
 */
const seesVisits = ({ actor }: Look): boolean => actor.kind === 'user' && actor.grant === undefined;

/** Returns the best matches first, without merged records; an empty query finds no one. */
export async function searchPatients(
  look: Look,
  input: { q: string; limit: number },
): Promise<FoundPatient[]> {
  const rows = await findMatches(
    look,
    parsePatientQuery(input.q, berlinDay(look.now)),
    input.limit,
  );
  const bearers = new Map<string, number>();
  for (const row of await findSameNamed(look, [...new Set(rows.map((r) => r.search))]))
    bearers.set(row.search, (bearers.get(row.search) ?? 0) + 1);
  const visits = await nextVisits(look, seesVisits(look) ? rows.map((r) => r.patid) : []);
  return rows.map((r) => {
    const nextVisit = visits.get(r.patid);
    return {
      patid: r.patid,
      name: listName(r),
      lastName: r.lastName,
      firstName: r.firstName,
      geburtsdatum: r.geburtsdatum,
      city: r.city,
      herkunft: r.herkunft,
      sameName: (bearers.get(r.search) ?? 0) > 1,
      telefon: [r.mobile, r.landline, r.phone].find((one) => one !== null && one !== '') ?? null,
      ...(nextVisit && { nextVisit }),
    };
  });
}
