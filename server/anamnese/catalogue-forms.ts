// The forms of the catalogue as a library: found by every version that was ever given out, each language loaded alone.

import { createHash } from 'node:crypto';
import { FORMS, formsInUse, withLanguages } from '../../catalog/anamnese/catalogue.ts';
import type { FormLibrary, LoadedForm } from './library.ts';

/** Every version that was ever given out can be found; the newest of each form is offered. */
export function catalogueForms(): FormLibrary {
  const known = new Map<string, LoadedForm>(FORMS.map(({ key, id, version, title, languages, minutes, questionnaire }) => [key, {
    key, id, version, title: { de: title }, languages, minutes, url: questionnaire.url ?? `urn:molar:questionnaire:${id}`,
    sha256: createHash('sha256').update(JSON.stringify(questionnaire)).digest('hex'), inLanguages: (wanted) => withLanguages(questionnaire, wanted),
  }]));
  const offered = formsInUse().flatMap(({ key }) => known.get(key) ?? []);
  return { inUse: () => Promise.resolve(offered), find: (key) => Promise.resolve(known.get(key)) };
}
