// Check of an imported form: its structure, everything that prevents publication, a trial of its
// formulas, the languages in which it is complete.

import {
  checkForm,
  formulaFindings,
  shapeFindings,
  type FormFinding,
} from '../../../../shared/forms/design/form-findings.ts';
import { TRANSLATION } from '../../../../shared/forms/questionnaire/fhir.ts';
import { glyphsOf } from '../../../../shared/base/glyphs.ts';
import { everyExtension } from '../../../../shared/forms/questionnaire/extensions.ts';
import { bindFhirPath } from '../../../../shared/forms/questionnaire/fhirpath.ts';
import { lint } from '../../../../shared/forms/design/lint.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import type { Evaluate } from '../../../../shared/forms/questionnaire/scope.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';

/**
 * `text`: the form as JSON; `languages`: those of the practice (BCP 47); `printable`: glyphs in the
 * fonts of the printouts (`GlyphRanges`).
 */
export interface CheckJob {
  readonly text: string;
  readonly languages: readonly string[];
  readonly printable: readonly number[];
}
export interface CheckedForm {
  /** Errors first. */
  readonly findings: readonly FormFinding[];
  /** True if no finding is an error. */
  readonly isReady: boolean;
  /** Complete languages, the form's own first: only these are offered to patients. */
  readonly languages: readonly string[];
}
/** `refused`: reasons why it cannot be a draft. */
export type CheckAnswer = CheckedForm | { readonly refused: readonly FormFinding[] };
export interface FormChecker {
  /**
   * Never throws because of a form's content.
   * @throws AppError `unavailable` when the checker cannot run
   */
  check(job: CheckJob): Promise<CheckAnswer>;
  close(): void;
}

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
  const all = languagesIn(questionnaire);
  const { findings } = lint(modelOf(questionnaire), { languages: all });
  const missing = new Set(
    findings.flatMap((one) =>
      one.code === 'translation_missing' ? [one.detail?.split(' ')[0]] : [],
    ),
  );
  return all.filter((one) => !missing.has(one));
}

let library: Promise<Evaluate> | undefined;
function formulas(): Promise<Evaluate> {
  library ??= Promise.all([import('fhirpath'), import('fhirpath/fhir-context/r4')]).then(
    ([fhirpath, r4]) => bindFhirPath(fhirpath.default, r4.default),
  );
  return library;
}

/** Checks in the current process: used by the child process and by tests. */
export async function checkHere({ text, languages, printable }: CheckJob): Promise<CheckAnswer> {
  try {
    const value: unknown = JSON.parse(text),
      refused = shapeFindings(value);
    if (refused.length > 0) return { refused };
    const questionnaire = value as Questionnaire,
      found = checkForm(questionnaire, languages, glyphsOf(printable));
    const failing = modelOf(questionnaire).usesFhirPath
      ? formulaFindings(questionnaire, await formulas())
      : [];
    return {
      findings: [...failing, ...found.findings],
      isReady: found.isReady && failing.length === 0,
      languages: completeLanguages(questionnaire),
    };
  } catch (error) {
    // Foreign JSON may contain a number where the standard requires an object, at a path that is
    // not checked.
    if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)
      return { refused: [{ level: 'error', code: 'not_an_object' }] };
    throw error;
  }
}
export const formCheckerHere: FormChecker = { check: checkHere, close: () => undefined };
