// Form library of a practice: the catalogue's forms and those it published itself, found only
// within its own store.

import type { Look, Work } from '../../../platform/work.ts';
import type { FormLibrary, LoadedForm, PracticeLibrary } from '../answers/library.ts';
import type { FactsReader } from './facts-reader.ts';
import { plainFacts, type FormFacts } from './form-facts.ts';
import { findFormRow, listFormHeads, type FormHead, type FormRow } from './form-store.ts';

/** Facts about a form, and whether they were not judged yet. */
export interface SaidFacts extends FormFacts {
  readonly isChecking?: true;
}
/** A form that was deleted meanwhile. */
const GONE: FormFacts = {
  title: '',
  titles: { de: '' },
  minutes: 1,
  questions: 0,
  asksHealth: false,
};

/** Returns the facts about a stored version, parsing it only if nothing is known about it. */
export async function factsOfHead(
  s: Look | Work,
  facts: FactsReader,
  { id, version, sha256 }: Pick<FormHead, 'id' | 'version' | 'sha256'>,
): Promise<SaidFacts> {
  const load = (): Promise<FormRow | undefined> => findFormRow(s, id, version);
  // A transaction waits for the database only: it never asks the checker.
  const found = 'tx' in s ? facts.known(sha256) : await facts.ask(sha256, load);
  if (found) return found;
  const row = await load();
  return row ? { ...plainFacts(row.questionnaire), isChecking: true } : GONE;
}

export const keyOfForm = ({ id, version }: { id: string; version: number }): string =>
  `${id}@${version}`;
/** Splits `id@version`. */
export function partsOf(key: string): { id: string; version: number } {
  const [id = '', version = ''] = key.split('@');
  return { id, version: Number(version) };
}

function loaded(row: FormRow, facts: FormFacts): LoadedForm {
  const { titles, minutes, trouble, asksHealth } = facts;
  return {
    key: keyOfForm(row),
    id: row.id,
    version: row.version,
    title: titles,
    languages: row.languages,
    minutes,
    asksHealth,
    url: row.questionnaire.url ?? '',
    sha256: row.sha256,
    isRetired: row.state === 'retired' || trouble !== undefined,
    // The texts of every language are inside the form itself.
    inLanguages: () => Promise.resolve(row.questionnaire),
  };
}

/** Lists the forms of a practice; drafts are not part of the library. */
export function practiceForms(shipped: FormLibrary, facts: FactsReader): PracticeLibrary {
  return (source) => ({
    async inUse() {
      const own = await listFormHeads(source, 'active');
      const entries = await Promise.all(
        own.map(async (head) => {
          const found = await factsOfHead(source, facts, head),
            { titles, minutes, trouble, asksHealth } = found;
          if (trouble !== undefined) return [];
          const { id, version, languages } = head;
          return [
            { key: keyOfForm(head), id, version, title: titles, languages, minutes, asksHealth },
          ];
        }),
      );
      return [...(await shipped.inUse()), ...entries.flat()];
    },
    async find(key) {
      const found = await shipped.find(key);
      if (found) return found;
      const { id, version } = partsOf(key),
        row = await findFormRow(source, id, version);
      if (!row || row.state === 'draft') return undefined;
      return loaded(row, await factsOfHead(source, facts, row));
    },
  });
}
