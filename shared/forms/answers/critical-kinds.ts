/**
 * Corrected kinds of questions in shipped forms that mark them too broadly or not at all. Shipped
 * forms are never changed, and their answers are kept for years: so the kinds are corrected on
 * reading.
 */

import type { CriticalKind } from './critical.ts';
import type { Questionnaire } from '../questionnaire/questionnaire.ts';
import type { Model, Node, Option } from '../questionnaire/model.ts';

/** Kind in the form, and the correct one. */
interface Correction {
  readonly marked: CriticalKind | undefined;
  readonly is: CriticalKind;
}

/** By linkId: the whole question, whatever the answer. */
const QUESTIONS: Readonly<Record<string, Correction>> = {
  antibiotika: { marked: 'endokarditis', is: 'antibiotika' },
  gelenk: { marked: undefined, is: 'gelenk' },
  osteoporose: { marked: 'organ', is: 'knochen' },
  schlucken: { marked: 'atmung', is: 'schlucken' },
  strahlen_kopf: { marked: 'tumor', is: 'strahlentherapie' },
  wundheilung: { marked: 'organ', is: 'wundheilung' },
};
/** By code of the answer in a list: applies only if it was chosen. */
const ANSWERS: Readonly<Record<string, Correction>> = {
  strahlen: { marked: 'tumor', is: 'strahlentherapie' },
  strahlen_kopf: { marked: 'tumor', is: 'strahlentherapie' },
};
const SHIPPED: ReadonlySet<string> = new Set(
  ['anamnese-erwachsene', 'anamnese-kinder', 'schmerz', 'zusatz-operation', 'zusatz-roentgen'].map(
    (id) => `urn:molar:questionnaire:${id}`,
  ),
);

/** A shipped form, or a practice's copy of one. */
const isShipped = ({ url, derivedFrom }: Questionnaire): boolean =>
  [url, ...(derivedFrom ?? [])].some(
    (one) => one !== undefined && SHIPPED.has(one.split('|')[0] ?? ''),
  );

/** A mark that was set differently stays unchanged. */
function correct(
  model: Model,
  marked: string | undefined,
  corrections: Readonly<Record<string, Correction>>,
  key: string,
): string | undefined {
  const found = Object.hasOwn(corrections, key) ? corrections[key] : undefined;
  return found && found.marked === marked && isShipped(model.questionnaire) ? found.is : marked;
}

/**
 * Finds the kind of a critical question.
 * @returns the kind of a question; undefined if it is not critical as a whole
 */
export const kindOfQuestion = (model: Model, node: Node): string | undefined =>
  correct(model, node.critical, QUESTIONS, node.linkId);

/**
 * Finds the kind of a critical answer.
 * @returns the kind of a list answer once it is chosen; undefined if it is harmless
 */
export const kindOfAnswer = (model: Model, option: Option): string | undefined =>
  correct(model, option.critical, ANSWERS, option.value.valueCoding?.code ?? '');
