// Web worker that checks a form while it is edited, so that a large or hostile form never blocks
// typing.

import { glyphsOf } from '../../../../../shared/base/glyphs.ts';
import {
  checkForm,
  formulaFindings,
  type FormFindings,
} from '../../../../../shared/forms/design/form-findings.ts';
import { modelOf } from '../../../../../shared/forms/questionnaire/model.ts';
import type { Evaluate } from '../../../../../shared/forms/questionnaire/expressions/scope.ts';
import type { Questionnaire } from '../../../../../shared/forms/questionnaire/questionnaire.ts';

/** `languages`: those of the practice (BCP 47); `printable`: glyphs of the printouts. */
export interface CheckAsk {
  readonly form: Questionnaire;
  readonly languages: readonly string[];
  readonly printable: readonly number[];
}
export type CheckSaid = FormFindings | { readonly failed: true };

async function formulas(): Promise<Evaluate> {
  const [library, r4, { bindFhirPath }] = await Promise.all([
    import('fhirpath'),
    import('fhirpath/fhir-context/r4'),
    import('../../../../../shared/forms/questionnaire/expressions/fhirpath.ts'),
  ]);
  return bindFhirPath(library.default, r4.default);
}

async function check({ form, languages, printable }: CheckAsk): Promise<CheckSaid> {
  try {
    const found = checkForm(form, languages, glyphsOf(printable));
    const failing = modelOf(form).usesFhirPath ? formulaFindings(form, await formulas()) : [];
    return {
      ...found,
      findings: [...failing, ...found.findings],
      isReady: found.isReady && failing.length === 0,
    };
  } catch {
    return { failed: true };
  }
}

addEventListener('message', ({ data }: MessageEvent<CheckAsk>) => {
  void check(data).then((said) => postMessage(said));
});
