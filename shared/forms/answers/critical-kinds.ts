/**
 * What a question of a shipped form is about, where the form itself marks it more broadly or not at all.
 * Forms that were shipped are never changed, and answers to them lie for years: so the kinds are put right while they are read.
 */

import type { CriticalKind } from './critical.ts';
import type { Questionnaire } from '../questionnaire/questionnaire.ts';
import type { Model, Node, Option } from '../questionnaire/model.ts';

/** What the form says, and what it is. */
interface Correction {
  readonly marked: CriticalKind | undefined;
  readonly is: CriticalKind;
}

/** By linkId: the whole question, whatever was answered. */
const QUESTIONS: Readonly<Record<string, Correction>> = {
  antibiotika: { marked: 'endokarditis', is: 'antibiotika' },
  gelenk: { marked: undefined, is: 'gelenk' },
  osteoporose: { marked: 'organ', is: 'knochen' },
  schlucken: { marked: 'atmung', is: 'schlucken' },
  strahlen_kopf: { marked: 'tumor', is: 'strahlentherapie' },
  wundheilung: { marked: 'organ', is: 'wundheilung' },
};
/** By code of the answer in a list: one of many, so only when it was chosen. */
const ANSWERS: Readonly<Record<string, Correction>> = {
  strahlen: { marked: 'tumor', is: 'strahlentherapie' },
  strahlen_kopf: { marked: 'tumor', is: 'strahlentherapie' },
};
const SHIPPED: ReadonlySet<string> = new Set(
  ['anamnese-erwachsene', 'anamnese-kinder', 'schmerz', 'zusatz-operation', 'zusatz-roentgen'].map(
    (id) => `urn:molar:questionnaire:${id}`,
  ),
);

/** A shipped form, or a practice's own copy of one. */
const isShipped = ({ url, derivedFrom }: Questionnaire): boolean =>
  [url, ...(derivedFrom ?? [])].some(
    (one) => one !== undefined && SHIPPED.has(one.split('|')[0] ?? ''),
  );

/** A mark that somebody set differently stays as it was set. */
function correct(
  model: Model,
  marked: string | undefined,
  corrections: Readonly<Record<string, Correction>>,
  key: string,
): string | undefined {
  const found = Object.hasOwn(corrections, key) ? corrections[key] : undefined;
  return found && found.marked === marked && isShipped(model.questionnaire) ? found.is : marked;
}

/** @returns the kind that a question is about; nothing where it is not critical as a whole */
export const kindOfQuestion = (model: Model, node: Node): string | undefined =>
  correct(model, node.critical, QUESTIONS, node.linkId);

/** @returns the kind that an answer of a list stands for once it is chosen; nothing where it is harmless */
export const kindOfAnswer = (model: Model, option: Option): string | undefined =>
  correct(model, option.critical, ANSWERS, option.value.valueCoding?.code ?? '');
