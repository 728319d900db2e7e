/**
 * Everything that prevents a form from being published: violations of the standard, dead ends,
 * missing languages; one rule for the designer and the server.
 */

import { TEST_PATIENT } from '../answers/patient-variable.ts';
import { importQuestionnaire } from './import.ts';
import type { Finding, FindingCode } from './rule-findings.ts';
import type { Effort } from '../questionnaire/effort.ts';
import { lint, type LintFinding } from './lint.ts';
import { compute } from '../questionnaire/expressions/computed.ts';
import { modelOf } from '../questionnaire/model.ts';
import type { Evaluate } from '../questionnaire/expressions/scope.ts';
import { newState } from '../questionnaire/state.ts';
import type { Questionnaire } from '../questionnaire/questionnaire.ts';

/**
 * A formula that fails or does not terminate: found by running it, where the library for it is
 * loaded.
 */
export interface FormulaFinding {
  readonly level: 'error';
  readonly code: 'expression_failed';
  readonly linkId?: string;
  readonly detail?: string;
}
/** The check itself was aborted: it exceeded its time or memory limit, or could not run. */
interface AbortFinding {
  readonly level: 'error';
  readonly code: 'check_too_long' | 'check_failed';
  readonly linkId?: undefined;
  readonly detail?: undefined;
}
export type FormFinding = Finding | LintFinding | FormulaFinding | AbortFinding;
export interface FormFindings {
  /** Errors first. */
  readonly findings: readonly FormFinding[];
  /** True if no finding is an error. */
  readonly isReady: boolean;
  /** The longest path through the form; absent if the form cannot be read. */
  readonly longest: Effort | undefined;
}

/** Without these a form cannot be edited; all other findings are allowed in a draft. */
const SHAPE: ReadonlySet<FindingCode> = new Set([
  'not_an_object',
  'not_a_questionnaire',
  'too_big',
  'too_deep',
  'no_link_id',
  'double_link_id',
  'unknown_type',
  'is_r5',
  'is_stu3',
  'part_missing',
  'part_circle',
  'value_set_circle',
  'value_set_too_large',
  'too_many_repetitions',
]);

/**
 * Checks the shape of a form.
 * @param value parsed JSON, untrusted
 * @returns the findings that prevent a draft; empty for an empty or unfinished form
 */
export function shapeFindings(value: unknown): readonly Finding[] {
  return importQuestionnaire(value).findings.filter(isOfShape);
}
const isOfShape = (one: Finding): boolean => one.level === 'error' && SHAPE.has(one.code);

/**
 * Checks a form.
 * @param questionnaire passed `shapeFindings`
 * @param languages those of the practice (BCP 47); the form's own needs no translation
 * @param hasGlyph whether the fonts of the papers can print a character; without it characters are
 * not checked
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

/**
 * Returns formulas of the whole form that fail or do not terminate; they prevent its publication.
 */
export function formulaFindings(
  form: Questionnaire,
  evaluate: Evaluate,
): readonly FormulaFinding[] {
  const model = modelOf(form),
    // The page gives the form a person.
    { faults } = compute(model, newState(model), evaluate, {
      variables: { patient: TEST_PATIENT },
    });
  // Before the first answer, conditions on an answer prove nothing.
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
