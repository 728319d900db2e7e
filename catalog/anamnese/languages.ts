/** Where the words of each form in each language lie: every file is loaded alone, when somebody needs it. */

import type { FormWords } from '../../shared/questionnaire-words.ts';

type Load = () => Promise<{ readonly default: unknown }>;

/** By key of the form (`schmerz@1`) and language. */
const FILES: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  'anamnese-erwachsene@1': {
    en: () => import('./anamnese-erwachsene@1.en.json'),
    tr: () => import('./anamnese-erwachsene@1.tr.json'),
    ar: () => import('./anamnese-erwachsene@1.ar.json'),
    uk: () => import('./anamnese-erwachsene@1.uk.json'),
    ru: () => import('./anamnese-erwachsene@1.ru.json'),
    pl: () => import('./anamnese-erwachsene@1.pl.json'),
    ro: () => import('./anamnese-erwachsene@1.ro.json'),
    fr: () => import('./anamnese-erwachsene@1.fr.json'),
    it: () => import('./anamnese-erwachsene@1.it.json'),
    es: () => import('./anamnese-erwachsene@1.es.json'),
    fa: () => import('./anamnese-erwachsene@1.fa.json'),
  },
  'anamnese-kinder@1': {
    en: () => import('./anamnese-kinder@1.en.json'),
    tr: () => import('./anamnese-kinder@1.tr.json'),
    ar: () => import('./anamnese-kinder@1.ar.json'),
    uk: () => import('./anamnese-kinder@1.uk.json'),
    ru: () => import('./anamnese-kinder@1.ru.json'),
    pl: () => import('./anamnese-kinder@1.pl.json'),
    ro: () => import('./anamnese-kinder@1.ro.json'),
    fr: () => import('./anamnese-kinder@1.fr.json'),
    it: () => import('./anamnese-kinder@1.it.json'),
    es: () => import('./anamnese-kinder@1.es.json'),
    fa: () => import('./anamnese-kinder@1.fa.json'),
  },
  'patientendaten@1': {
    en: () => import('./patientendaten@1.en.json'),
    tr: () => import('./patientendaten@1.tr.json'),
    ar: () => import('./patientendaten@1.ar.json'),
    uk: () => import('./patientendaten@1.uk.json'),
    ru: () => import('./patientendaten@1.ru.json'),
    pl: () => import('./patientendaten@1.pl.json'),
    ro: () => import('./patientendaten@1.ro.json'),
    fr: () => import('./patientendaten@1.fr.json'),
    it: () => import('./patientendaten@1.it.json'),
    es: () => import('./patientendaten@1.es.json'),
    fa: () => import('./patientendaten@1.fa.json'),
  },
  'schmerz@1': {
    en: () => import('./schmerz@1.en.json'),
    tr: () => import('./schmerz@1.tr.json'),
    ar: () => import('./schmerz@1.ar.json'),
    uk: () => import('./schmerz@1.uk.json'),
    ru: () => import('./schmerz@1.ru.json'),
    pl: () => import('./schmerz@1.pl.json'),
    ro: () => import('./schmerz@1.ro.json'),
    fr: () => import('./schmerz@1.fr.json'),
    it: () => import('./schmerz@1.it.json'),
    es: () => import('./schmerz@1.es.json'),
    fa: () => import('./schmerz@1.fa.json'),
  },
  'zusatz-betaeubung@1': {
    en: () => import('./zusatz-betaeubung@1.en.json'),
    tr: () => import('./zusatz-betaeubung@1.tr.json'),
    ar: () => import('./zusatz-betaeubung@1.ar.json'),
    uk: () => import('./zusatz-betaeubung@1.uk.json'),
    ru: () => import('./zusatz-betaeubung@1.ru.json'),
    pl: () => import('./zusatz-betaeubung@1.pl.json'),
    ro: () => import('./zusatz-betaeubung@1.ro.json'),
    fr: () => import('./zusatz-betaeubung@1.fr.json'),
    it: () => import('./zusatz-betaeubung@1.it.json'),
    es: () => import('./zusatz-betaeubung@1.es.json'),
    fa: () => import('./zusatz-betaeubung@1.fa.json'),
  },
  'zusatz-operation@1': {
    en: () => import('./zusatz-operation@1.en.json'),
    tr: () => import('./zusatz-operation@1.tr.json'),
    ar: () => import('./zusatz-operation@1.ar.json'),
    uk: () => import('./zusatz-operation@1.uk.json'),
    ru: () => import('./zusatz-operation@1.ru.json'),
    pl: () => import('./zusatz-operation@1.pl.json'),
    ro: () => import('./zusatz-operation@1.ro.json'),
    fr: () => import('./zusatz-operation@1.fr.json'),
    it: () => import('./zusatz-operation@1.it.json'),
    es: () => import('./zusatz-operation@1.es.json'),
    fa: () => import('./zusatz-operation@1.fa.json'),
  },
  'zusatz-roentgen@1': {
    en: () => import('./zusatz-roentgen@1.en.json'),
    tr: () => import('./zusatz-roentgen@1.tr.json'),
    ar: () => import('./zusatz-roentgen@1.ar.json'),
    uk: () => import('./zusatz-roentgen@1.uk.json'),
    ru: () => import('./zusatz-roentgen@1.ru.json'),
    pl: () => import('./zusatz-roentgen@1.pl.json'),
    ro: () => import('./zusatz-roentgen@1.ro.json'),
    fr: () => import('./zusatz-roentgen@1.fr.json'),
    it: () => import('./zusatz-roentgen@1.it.json'),
    es: () => import('./zusatz-roentgen@1.es.json'),
    fa: () => import('./zusatz-roentgen@1.fa.json'),
  },
};

/** Languages that a form has words in beside German, in the order of the catalogue. */
export const languagesOf = (key: string): readonly string[] => Object.keys(FILES[key] ?? {});

/** The words of a form in one language, or `undefined` where there are none. */
export async function loadWords(key: string, language: string): Promise<FormWords | undefined> {
  const load = FILES[key]?.[language];
  return load === undefined ? undefined : ((await load()).default as FormWords);
}
