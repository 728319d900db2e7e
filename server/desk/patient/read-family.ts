// Suggests family members: the same house or the same telephone, for a Mappe of several people.
// Suggested, never joined automatically.

import { AppError } from '../../../shared/base/errors.ts';
import { foldStreet, listName } from '../../../shared/desk/patient.ts';
import type { FamilyMember } from '../../../shared/desk/patient.schema.ts';
import { sameAs } from '../../../shared/desk/master-data.ts';
import type { Look } from '../../platform/work.ts';
import { resolvePatient } from './read-patient.ts';
import { findNear, type PatientRow } from './store.ts';

const MOST = 12;
const numbersOf = (p: PatientRow): string[] =>
  [p.mobile, p.landline, p.phone].flatMap((one) =>
    one === null || one === '' ? [] : [sameAs('mobile', one)],
  );

/**
 * Returns others at the same address or with the same number, oldest first, at most twelve.
 * @throws AppError not_found
 */
export async function readFamily(look: Look, patid: string): Promise<FamilyMember[]> {
  const row = await resolvePatient(look, patid);
  if (!row) throw new AppError('not_found');
  const numbers = numbersOf(row),
    street = foldStreet(row.street);
  const near = (await findNear(look, row)).flatMap((other): FamilyMember[] => {
    if (other.patid === row.patid) return [];
    const isSameHouse =
      street !== '' && other.plz === row.plz && foldStreet(other.street) === street;
    const why = isSameHouse
      ? 'address'
      : numbersOf(other).some((one) => numbers.includes(one))
        ? 'phone'
        : undefined;
    return why
      ? [{ patid: other.patid, name: listName(other), geburtsdatum: other.geburtsdatum, why }]
      : [];
  });
  return near.sort((a, b) => a.geburtsdatum.localeCompare(b.geburtsdatum)).slice(0, MOST);
}
