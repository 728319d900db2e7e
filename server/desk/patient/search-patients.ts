// Patient search at the front desk: names in any spelling and order, birth date, number.

import { berlinDay } from '../../../shared/base/dates.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { listName, parsePatientQuery } from '../../../shared/desk/patient.ts';
import type { Look } from '../../platform/work.ts';
import { findMatches, findSameNamed } from './store.ts';

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
  return rows.map((r) => ({
    patid: r.patid,
    name: listName(r),
    lastName: r.lastName,
    firstName: r.firstName,
    geburtsdatum: r.geburtsdatum,
    city: r.city,
    herkunft: r.herkunft,
    sameName: (bearers.get(r.search) ?? 0) > 1,
    telefon: [r.mobile, r.landline, r.phone].find((one) => one !== null && one !== '') ?? null,
  }));
}
