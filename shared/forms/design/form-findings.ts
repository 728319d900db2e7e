/** Everything that stands between a form and its publication: what the standard forbids, dead ends, missing languages; one rule for the designer and the server. */

import { importQuestionnaire, type Finding, type FindingCode } from './import.ts';
import type { Effort } from '../questionnaire/effort.ts';
import { lint, type LintFinding } from './lint.ts';
import { compute } from '../questionnaire/computed.ts';
import { modelOf } from '../questionnaire/model.ts';
import type { Evaluate } from '../questionnaire/scope.ts';
import { newState } from '../questionnaire/state.ts';
import type { Questionnaire } from '../questionnaire/questionnaire.ts';

/** A formula that cannot be run, or never comes to rest: found by running it, so where the library for it is. */
export interface FormulaFinding {
  readonly level: 'error';
  readonly code: 'expression_failed';
  readonly linkId?: string;
  readonly detail?: string;
}
/** The check itself was stopped: it would have taken more time or memory than one form may. */
interface BudgetFinding {
  readonly level: 'error';
  readonly code: 'check_too_long';
  readonly linkId?: undefined;
  readonly detail?: undefined;
}
export type FormFinding = Finding | LintFinding | FormulaFinding | BudgetFinding;
export interface FormFindings {
  /** Errors first. */
  readonly findings: readonly FormFinding[];
  /** Nothing of it is an error. */
  readonly isReady: boolean;
  /** The longest way through; absent where the form cannot be read at all. */
  readonly longest: Effort | undefined;
}

/** Without these a form cannot even be edited; everything else may stand in a draft. */
const SHAPE: ReadonlySet<FindingCode> = new Set([
  'not_an_object',
  'not_a_questionnaire',
  'too_big',
  'too_deep',
  'no_link_id',
  'double_link_id',
  'unknown_type',
  'part_missing',
  'part_circle',
  'value_set_circle',
  'value_set_too_large',
  'too_many_repetitions',
]);

/**
 * @param value parsed JSON, from anywhere
 * @returns what keeps it from being a draft; nothing for an empty or unfinished form
 */
export function shapeFindings(value: unknown): readonly Finding[] {
  return importQuestionnaire(value).findings.filter(isOfShape);
}
const isOfShape = (one: Finding): boolean => one.level === 'error' && SHAPE.has(one.code);

/**
 * @param questionnaire shaped as `shapeFindings` wants it
 * @param languages those of the practice (BCP 47); the form's own needs no translation
 * @param hasGlyph whether the fonts of the papers can print a character; nothing is said of characters without it
 */
export function checkForm(
  questionnaire: Questionnaire,
  languages: readonly string[],
  hasGlyph?: (character: string) => boolean,
): FormFindings {
  const { findings } = importQuestionnaire(questionnaire);
  if (findings.some(isOfShape)) return { findings, isReady: false, longest: undefined };
  const { findings: more, longest } = lint(modelOf(questionnaire), {
    languages,
    ...(hasGlyph && { hasGlyph }),
  });
  const rank = { error: 0, warning: 1, note: 2 },
    all: FormFinding[] = [...findings, ...more];
  return {
    findings: all.sort((a, b) => rank[a.level] - rank[b.level]),
    isReady: !all.some((one) => one.level === 'error'),
    longest,
  };
}

/** Formulas of the whole form that cannot be run or never come to rest; they keep it from being published. */
export function formulaFindings(
  form: Questionnaire,
  evaluate: Evaluate,
): readonly FormulaFinding[] {
  const model = modelOf(form),
    { faults } = compute(model, newState(model), evaluate);
  // Before anybody answers, what stands on an answer says nothing yet.
  const wrong = faults.filter(
    (one) => one.reason !== 'not_a_value' && one.reason !== 'missing_input',
  );
  return wrong.map(({ linkId, expression }) => ({
    level: 'error',
    code: 'expression_failed',
    ...(linkId !== undefined && { linkId }),
    detail: expression.slice(0, 200),
  }));
}
