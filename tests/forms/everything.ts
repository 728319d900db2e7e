/** Runs every operation that a practice may use on a foreign questionnaire. */
import { importQuestionnaire } from '../../shared/forms/design/import.ts';
import { type Finding } from '../../shared/forms/design/rule-findings.ts';
import { problemsOf } from '../../shared/forms/questionnaire/check.ts';
import { lint } from '../../shared/forms/design/lint.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { responseOf, stateOfResponse } from '../../shared/forms/questionnaire/response.ts';
import { fillAtRandom } from '../../practice/desk/forms/designer/simulation/simulate.ts';
import { newState } from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';

/** Imports it and, if accepted, lints, fills, opens, checks, sends and reads it back. */
export function everyFinding(value: unknown): readonly Finding[] {
  const { questionnaire, findings } = importQuestionnaire(value);
  if (!questionnaire) return findings;
  const model = modelOf(questionnaire);
  lint(model, { languages: ['tr'], hasGlyph: () => true });
  fillAtRandom(model, 1);
  const view = viewOf(model, newState(model));
  problemsOf(view);
  stateOfResponse(model, responseOf(view, { status: 'in-progress' }));
  return findings;
}
