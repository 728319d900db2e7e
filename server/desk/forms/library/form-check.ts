// Check of an imported form (its structure, everything that prevents publication, a trial of its
// formulas, the languages in which it is complete), and of answers to a form with formulas.

import {
  checkForm,
  formulaFindings,
  shapeFindings,
  type FormFinding,
} from '../../../../shared/forms/design/form-findings.ts';
import { TRANSLATION } from '../../../../shared/forms/questionnaire/fhir.ts';
import { glyphsOf } from '../../../../shared/base/glyphs.ts';
import { everyExtension } from '../../../../shared/forms/questionnaire/extensions.ts';
import {
  bindFhirPath,
  type Moment,
} from '../../../../shared/forms/questionnaire/expressions/fhirpath.ts';
import type { PatientVariable } from '../../../../shared/forms/answers/patient-variable.ts';
import { judge, type Contradiction } from '../../../../shared/forms/answers/judge.ts';
import { withParts } from '../../../../shared/forms/design/import.ts';
import { incompleteIn } from '../../../../shared/forms/design/lint.ts';
import { toR4 } from '../../../../shared/forms/design/other-versions.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import type { Evaluate } from '../../../../shared/forms/questionnaire/expressions/scope.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { judgeFacts, type FormFacts } from './form-facts.ts';

/**
 * `text`: the form as JSON; `languages`: those of the practice (BCP 47); `printable`: glyphs in the
 * fonts of the printouts (`GlyphRanges`); `withFacts`: judges the form for lists too.
 */
export interface CheckJob {
  readonly text: string;
  readonly languages: readonly string[];
  readonly printable: readonly number[];
  readonly withFacts?: boolean;
}
export interface CheckedForm {
  /** A conversion into R4, then errors, then the others. */
  readonly findings: readonly FormFinding[];
  /** True if no finding is an error. */
  readonly isReady: boolean;
  /** Complete languages, the form's own first: only these are offered to patients. */
  readonly languages: readonly string[];
  /** The form in R4 and in one piece, if it was written in another version or in parts. */
  readonly converted?: Questionnaire;
  /** For lists, in the complete languages; if they were asked for. */
  readonly facts?: FormFacts;
}
/** `refused`: reasons why it cannot be a draft. */
export type CheckAnswer = CheckedForm | { readonly refused: readonly FormFinding[] };
/**
 * `form`, `response`: JSON; `day`, `at` (ms): when the answers were given; `patient`: as known to
 * the page as `%patient`.
 */
export interface JudgeJob {
  readonly form: string;
  readonly response: string;
  readonly day: string;
  readonly at: number;
  readonly patient?: PatientVariable | undefined;
}
/** Contradictions; a form or answers over the budget have one of them. */
export type JudgeAnswer = readonly Contradiction[];
/** `text`: a stored form as JSON; `languages`: those in which it is complete. */
export interface FactsJob {
  readonly text: string;
  readonly languages: readonly string[];
}
export interface FormChecker {
  /**
   * Judges a stored form for lists.
   * @returns undefined for a form over the budget
   * @throws AppError `unavailable` when the checker cannot run
   */
  facts(job: FactsJob): Promise<FormFacts | undefined>;
  /**
   * Never throws because of a form's content.
   * @throws AppError `unavailable` when the checker cannot run
   */
  check(job: CheckJob): Promise<CheckAnswer>;
  /**
   * Judges answers to a form with formulas like its page.
   * @throws AppError `unavailable` when the checker cannot run
   */
  judge(job: JudgeJob): Promise<JudgeAnswer>;
  close(): void;
}
/** Verdict on answers that could not be judged within the budget. */
export const JUDGE_TOO_LONG: JudgeAnswer = [{ key: '', code: 'judge_too_long' }];

/** Languages that occur in a form, its own first; complete or not. */
function languagesIn(questionnaire: Questionnaire): string[] {
  const found = new Set<string>([(questionnaire.language ?? 'de').split('-')[0] ?? 'de']);
  for (const { extension } of everyExtension(questionnaire)) {
    const code =
      extension.url === TRANSLATION
        ? extension.extension?.find((one) => one.url === 'lang')?.valueCode
        : undefined;
    if (code !== undefined) found.add(code);
  }
  return [...found];
}
function completeLanguages(questionnaire: Questionnaire): string[] {
  const all = languagesIn(questionnaire),
    missing = incompleteIn(modelOf(questionnaire), all);
  return all.filter((one) => !missing.has(one));
}

/** Loads the evaluator of expressions. @param moment evaluates as of then */
async function formulas(moment?: Moment): Promise<Evaluate> {
  const [fhirpath, r4] = await Promise.all([
    import('fhirpath'),
    import('fhirpath/fhir-context/r4'),
  ]);
  return bindFhirPath(fhirpath.default, r4.default, moment);
}

/** Checks in the current process: used by the child process and by tests. */
export async function checkHere({
  text,
  languages,
  printable,
  withFacts,
}: CheckJob): Promise<CheckAnswer> {
  try {
    const { value, from } = toR4(JSON.parse(text)),
      refused = shapeFindings(value);
    if (refused.length > 0) return { refused };
    const merged = withParts(value as Questionnaire),
      questionnaire = merged ?? (value as Questionnaire),
      found = checkForm(questionnaire, languages, glyphsOf(printable));
    const failing = modelOf(questionnaire).usesFhirPath
      ? formulaFindings(questionnaire, await formulas())
      : [];
    const complete = completeLanguages(questionnaire);
    return {
      findings: [
        ...(from ? [{ level: 'warning', code: `converted_${from}` } as const] : []),
        ...(merged ? [{ level: 'note', code: 'parts_merged' } as const] : []),
        ...failing,
        ...found.findings,
      ],
      isReady: found.isReady && failing.length === 0,
      languages: complete,
      ...((from ?? merged) && { converted: questionnaire }),
      ...(withFacts === true && { facts: judgeFacts(questionnaire, complete) }),
    };
  } catch (error) {
    // Foreign JSON may contain a number where the standard requires an object, at a path that is
    // not checked.
    if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)
      return { refused: [{ level: 'error', code: 'not_an_object' }] };
    throw error;
  }
}

/** Judges in the current process: used by the child process and by tests. */
export async function judgeHere({
  form,
  response,
  day,
  at,
  patient,
}: JudgeJob): Promise<JudgeAnswer> {
  const model = modelOf(JSON.parse(form) as Questionnaire);
  return judge(
    model,
    JSON.parse(response) as QuestionnaireResponse,
    model.usesFhirPath ? await formulas({ day, at }) : undefined,
    patient && { patient },
  );
}
/** Judges in the current process: used by the child process and by tests. */
export const factsHere = ({ text, languages }: FactsJob): Promise<FormFacts> =>
  Promise.resolve(judgeFacts(JSON.parse(text) as Questionnaire, languages));
export const formCheckerHere: FormChecker = {
  facts: factsHere,
  check: checkHere,
  judge: judgeHere,
  close: () => undefined,
};
