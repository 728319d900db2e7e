// Words of a text that point to a patient: the practice removes or confirms them before anything is
// stored.

import { berlinDay } from '../../../shared/base/dates.ts';
import { foundNumbers, nameWords, type FoundWord } from '../../../shared/vendor/patient-words.ts';
import type { Look } from '../../platform/work.ts';
import type { TicketDeps } from './links.ts';

/**
 * Returns what the writer has not confirmed yet: numbers, dates of birth, and names of this
 * practice's patients.
 * @param confirmed words as they were returned by an earlier call
 */
export async function findPatientWords(
  deps: Pick<TicketDeps, 'namesAmong'>,
  look: Look,
  text: string,
  confirmed: readonly string[],
): Promise<FoundWord[]> {
  const words = nameWords(text),
    names = await deps.namesAmong(look, new Set(words.keys()));
  // Several spellings of a word may be names.
  const named = new Set([...words].filter(([key]) => names.has(key)).map(([, word]) => word));
  const found = [
    ...foundNumbers(text, berlinDay(look.now)),
    ...[...named].map((word): FoundWord => ({ word, kind: 'name' })),
  ];
  return found.filter(({ word }) => !confirmed.includes(word));
}
