// The forms of the catalogue as a library: found by every version ever released, each language
// loaded separately.

import { createHash } from 'node:crypto';
import { FORMS, formsInUse, withLanguages } from '../../../../catalog/forms/catalogue.ts';
import { asksHealth } from '../../../../shared/forms/answers/asks-health.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import { titleOf } from '../../../../shared/forms/questionnaire/words.ts';
import type { FormLibrary, LoadedForm } from '../answers/library.ts';

/** Languages of staff in addition to German: lists of forms contain their titles. */
const STAFF_LANGUAGES = ['en'];

async function entitled(form: LoadedForm): Promise<LoadedForm> {
  const questionnaire = await form.inLanguages(STAFF_LANGUAGES);
  const words = STAFF_LANGUAGES.flatMap((one) => {
    const said = titleOf(questionnaire, one);
    return said.isTranslated ? [[one, said.text]] : [];
  });
  return { ...form, title: { ...form.title, ...Object.fromEntries(words) } };
}

/**
 * Provides the shipped forms. Every released version can be found; the newest of each form is
 * offered.
 */
export function catalogueForms(): FormLibrary {
  const known = new Map<string, LoadedForm>(
    FORMS.map(({ key, id, version, title, languages, minutes, questionnaire }) => [
      key,
      {
        key,
        id,
        version,
        title: { de: title },
        languages,
        minutes,
        url: questionnaire.url ?? `urn:molar:questionnaire:${id}`,
        asksHealth: asksHealth(modelOf(questionnaire)),
        sha256: createHash('sha256').update(JSON.stringify(questionnaire)).digest('hex'),
        inLanguages: (wanted) => withLanguages(questionnaire, wanted),
      },
    ]),
  );
  const inUse = formsInUse().flatMap(({ key }) => known.get(key) ?? []);
  let offered: Promise<readonly LoadedForm[]> | undefined;
  return {
    inUse: () => (offered ??= Promise.all(inUse.map(entitled))),
    find: (key) => Promise.resolve(known.get(key)),
  };
}
