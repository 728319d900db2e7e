/**
 * The questionnaires of the product: German in the resource, further languages added on request. A
 * form is never changed: a correction is a new version in a new file.
 */

import { secondsOf } from '../../shared/forms/questionnaire/effort.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import type { Questionnaire } from '../../shared/forms/questionnaire/questionnaire.ts';
import { newState } from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import { withWords } from '../../shared/forms/questionnaire/words.ts';
import erwachsene1 from './anamnese-erwachsene@1.json' with { type: 'json' };
import erwachsene2 from './anamnese-erwachsene@2.json' with { type: 'json' };
import erwachsene3 from './anamnese-erwachsene@3.json' with { type: 'json' };
import erwachsene4 from './anamnese-erwachsene@4.json' with { type: 'json' };
import kinder1 from './anamnese-kinder@1.json' with { type: 'json' };
import kinder2 from './anamnese-kinder@2.json' with { type: 'json' };
import kinder3 from './anamnese-kinder@3.json' with { type: 'json' };
import kinder4 from './anamnese-kinder@4.json' with { type: 'json' };
import { languagesOf, loadWords } from './languages.ts';
import patientendaten1 from './patientendaten@1.json' with { type: 'json' };
import patientendaten2 from './patientendaten@2.json' with { type: 'json' };
import patientendaten3 from './patientendaten@3.json' with { type: 'json' };
import schmerz1 from './schmerz@1.json' with { type: 'json' };
import schmerz2 from './schmerz@2.json' with { type: 'json' };
import schmerz3 from './schmerz@3.json' with { type: 'json' };
import schmerz4 from './schmerz@4.json' with { type: 'json' };
import schmerz5 from './schmerz@5.json' with { type: 'json' };
import schmerz6 from './schmerz@6.json' with { type: 'json' };
import betaeubung1 from './zusatz-betaeubung@1.json' with { type: 'json' };
import betaeubung2 from './zusatz-betaeubung@2.json' with { type: 'json' };
import betaeubung3 from './zusatz-betaeubung@3.json' with { type: 'json' };
import operation1 from './zusatz-operation@1.json' with { type: 'json' };
import operation2 from './zusatz-operation@2.json' with { type: 'json' };
import roentgen1 from './zusatz-roentgen@1.json' with { type: 'json' };
import roentgen2 from './zusatz-roentgen@2.json' with { type: 'json' };
import roentgen3 from './zusatz-roentgen@3.json' with { type: 'json' };

type FormKind = 'daten' | 'anamnese' | 'kurz' | 'zusatz';
export interface CatalogueForm {
  /** `id@version`. */
  readonly key: string;
  readonly id: string;
  readonly version: number;
  readonly kind: FormKind;
  /** German title; titles in other languages come with their words (`titleOf`). */
  readonly title: string;
  /** Age range in whole years; open if there is no limit. */
  readonly ages: { readonly from?: number; readonly to?: number };
  /** Estimate for a patient to whom no follow-up question applies. */
  readonly minutes: number;
  /** Available languages, German first. */
  readonly languages: readonly string[];
  readonly questionnaire: Questionnaire;
}

/**
 * Whole minutes for the questions that are always asked, by the sourced times of
 * `shared/forms/questionnaire/effort.ts`; the first page of the form names the same minutes. This
 * is an estimate; the practice app counts the real times of patients.
 */
export function minutesOf(questionnaire: Questionnaire): number {
  const model = modelOf(questionnaire),
    seconds = viewOf(model, newState(model))
      .places()
      .filter(({ node }) => node.isQuestion)
      .reduce((sum, { node }) => sum + secondsOf(node), 0);
  return Math.max(1, Math.ceil(seconds / 60));
}

/** The type of `json` is FHIR's; tests check it against the standard's own schema. */
function formOf(json: unknown, kind: FormKind, ages: CatalogueForm['ages'] = {}): CatalogueForm {
  const questionnaire = json as Questionnaire,
    id = questionnaire.id ?? '',
    version = Number(questionnaire.version),
    key = `${id}@${version}`;
  return {
    key,
    id,
    version,
    kind,
    title: questionnaire.title ?? id,
    ages,
    minutes: minutesOf(questionnaire),
    languages: ['de', ...languagesOf(key)],
    questionnaire,
  };
}

/**
 * Every version of every form. A patient of 15 answers alone, on the form for adults: it asks
 * questions that the form for children omits.
 */
export const FORMS: readonly CatalogueForm[] = [
  formOf(patientendaten1, 'daten'),
  formOf(patientendaten2, 'daten'),
  formOf(patientendaten3, 'daten'),
  formOf(erwachsene1, 'anamnese', { from: 15 }),
  formOf(erwachsene2, 'anamnese', { from: 15 }),
  formOf(erwachsene3, 'anamnese', { from: 15 }),
  formOf(erwachsene4, 'anamnese', { from: 15 }),
  formOf(kinder1, 'anamnese', { to: 14 }),
  formOf(kinder2, 'anamnese', { to: 14 }),
  formOf(kinder3, 'anamnese', { to: 14 }),
  formOf(kinder4, 'anamnese', { to: 14 }),
  formOf(schmerz1, 'kurz', { from: 15 }),
  formOf(schmerz2, 'kurz', { from: 15 }),
  formOf(schmerz3, 'kurz', { from: 15 }),
  formOf(schmerz4, 'kurz', { from: 15 }),
  formOf(schmerz5, 'kurz', { from: 15 }),
  formOf(schmerz6, 'kurz', { from: 15 }),
  formOf(operation1, 'zusatz', { from: 15 }),
  formOf(operation2, 'zusatz', { from: 15 }),
  formOf(roentgen1, 'zusatz', { from: 15 }),
  formOf(roentgen2, 'zusatz', { from: 15 }),
  formOf(roentgen3, 'zusatz', { from: 15 }),
  formOf(betaeubung1, 'zusatz', { from: 15 }),
  formOf(betaeubung2, 'zusatz', { from: 15 }),
  formOf(betaeubung3, 'zusatz', { from: 15 }),
];

const byKey = new Map(FORMS.map((form) => [form.key, form]));

/** Returns a form by its key (`schmerz@1`), or `undefined`. */
export const findForm = (key: string): CatalogueForm | undefined => byKey.get(key);

/** A form in German only, or `undefined`. */
export const questionnaireOf = (id: string, version: number): Questionnaire | undefined =>
  byKey.get(`${id}@${version}`)?.questionnaire;

/** The newest version of every form. */
export function formsInUse(): readonly CatalogueForm[] {
  return FORMS.filter(
    (one) => !FORMS.some((other) => other.id === one.id && other.version > one.version),
  );
}

/**
 * Returns a form of this catalogue with the texts of further languages
 * (`shared/forms/questionnaire/words.ts` defines where they are stored). Each language is loaded
 * alone; German, and languages without texts, add nothing.
 */
export async function withLanguages(
  questionnaire: Questionnaire,
  languages: readonly string[],
): Promise<Questionnaire> {
  const key = `${questionnaire.id ?? ''}@${questionnaire.version ?? ''}`;
  const words = await Promise.all(
    [...new Set(languages)].map((language) => loadWords(key, language)),
  );
  return words.reduce<Questionnaire>(
    (form, one) => (one === undefined ? form : withWords(form, one)),
    questionnaire,
  );
}
