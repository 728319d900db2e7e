// Creates a record by hand; it is temporary until it is merged into the practice's own.

import { randomInt } from 'node:crypto';
import { berlinDay, isBirthDate } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { NewPatient } from '../../../shared/desk/patient.schema.ts';
import { birthDoubts, searchText, type Doubt } from '../../../shared/desk/patient.ts';
import type { Work } from '../../platform/work.ts';
import { findSameNamed, insertPatients } from './store.ts';

const SYMBOLS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/**
 * `N261120-K7QM`: distinguishes a temporary number from the practice's own, and can be read aloud.
 */
const newPatid = (day: string): string =>
  `N${day.slice(2).replace(/-/g, '')}-${Array.from({ length: 4 }, () => SYMBOLS[randomInt(32)]).join('')}`;

/**
 * Creates a patient.
 * @throws AppError birthdate_invalid (V6), confirm_needed (V4, same person; `extra.doubts`,
 * `extra.patid`)
 */
export async function createPatient(w: Work, input: NewPatient): Promise<{ patid: string }> {
  const today = berlinDay(w.now);
  if (!isBirthDate(input.geburtsdatum, today))
    throw new AppError('birthdate_invalid', { fields: { geburtsdatum: 'invalid' } });
  const search = searchText(input);
  const same = (await findSameNamed(w, [search])).find(
    (p) => p.geburtsdatum === input.geburtsdatum,
  );
  const doubts: Doubt[] = [
    ...birthDoubts(input.geburtsdatum, today),
    ...(same ? ['same_person' as const] : []),
  ];
  if (doubts.length > 0 && input.confirmed !== true)
    throw new AppError('confirm_needed', { extra: { doubts, ...(same && { patid: same.patid }) } });
  for (let i = 0; i < 20; i++) {
    const patid = newPatid(today);
    const made = await insertPatients(w, [
      {
        patid,
        title: input.title ?? '',
        firstName: input.firstName,
        lastName: input.lastName,
        geburtsdatum: input.geburtsdatum,
        street: input.street ?? '',
        plz: input.plz ?? '',
        city: input.city ?? '',
        herkunft: 'hand',
        mergedInto: null,
        createdAt: w.now,
        search,
      },
    ]);
    if (made.length === 0) continue;
    await w.audit(
      'patient.created',
      { herkunft: 'hand', confirmed: input.confirmed === true },
      patid,
    );
    return { patid };
  }
  throw new AppError('unavailable');
}
