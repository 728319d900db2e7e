// The forms of the catalogue as a library: read once, found by every version that was ever given out.

import { createHash } from 'node:crypto';
import erwachsene1 from '../../catalog/anamnese/anamnese-erwachsene@1.json' with { type: 'json' };
import kinder1 from '../../catalog/anamnese/anamnese-kinder@1.json' with { type: 'json' };
import patientendaten1 from '../../catalog/anamnese/patientendaten@1.json' with { type: 'json' };
import schmerz1 from '../../catalog/anamnese/schmerz@1.json' with { type: 'json' };
import betaeubung1 from '../../catalog/anamnese/zusatz-betaeubung@1.json' with { type: 'json' };
import operation1 from '../../catalog/anamnese/zusatz-operation@1.json' with { type: 'json' };
import roentgen1 from '../../catalog/anamnese/zusatz-roentgen@1.json' with { type: 'json' };
import type { Questionnaire } from '../../shared/questionnaire.ts';
import type { FormLibrary, LoadedForm } from './library.ts';

const FORMS = { 'anamnese-erwachsene@1': erwachsene1, 'anamnese-kinder@1': kinder1, 'patientendaten@1': patientendaten1, 'schmerz@1': schmerz1, 'zusatz-betaeubung@1': betaeubung1, 'zusatz-operation@1': operation1, 'zusatz-roentgen@1': roentgen1 } as unknown as Record<string, Questionnaire>;

/** Every version that was ever given out can be found; the newest of each form is offered. */
export function catalogueForms(): FormLibrary {
  const known = new Map<string, LoadedForm>(Object.entries(FORMS).map(([key, form]) => {
    const [id = key, version = '1'] = key.split('@');
    return [key, {
      key, id, version: Number(version), title: { de: form.title ?? id }, languages: ['de'], minutes: 5, url: form.url ?? `urn:molar:questionnaire:${id}`,
      sha256: createHash('sha256').update(JSON.stringify(form)).digest('hex'), inLanguages: () => Promise.resolve(form),
    }];
  }));
  return {
    inUse: () => [...known.values()].filter((one) => ![...known.values()].some((other) => other.id === one.id && other.version > one.version)),
    find: (key) => Promise.resolve(known.get(key)),
  };
}
