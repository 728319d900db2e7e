/** What is looked at after the import of a form: its findings, its model, its page, its answers. */
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import QuestionnaireRunner from '../../../kiosk/forms/QuestionnaireRunner.tsx';
import { fetchLaterAnswers } from '../../../kiosk/forms/answers/Later.tsx';
import de from '../../../kiosk/forms/texts.de.json';
import en from '../../../kiosk/forms/texts.en.json';
import { KeyboardContext } from '../../../kiosk/ui/fields/keyboardContext.ts';
import type { FormFinding } from '../../../shared/forms/design/form-findings.ts';
import { TEST_PATIENT } from '../../../shared/forms/answers/patient-variable.ts';
import { problemsOf } from '../../../shared/forms/questionnaire/check.ts';
import {
  compute,
  type ComputeResult,
} from '../../../shared/forms/questionnaire/expressions/computed.ts';
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import { modelOf, type Model } from '../../../shared/forms/questionnaire/model.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { responseOf } from '../../../shared/forms/questionnaire/response.ts';
import type {
  QuestionnaireResponse,
  ResponseItem,
} from '../../../shared/forms/questionnaire/response-types.ts';
import {
  answersAt,
  newState,
  setAnswers,
  type FormState,
} from '../../../shared/forms/questionnaire/state.ts';
import { at, evaluate } from '../calculations.ts';

/** Answers by linkId; several for a repeating question. */
export type Given = Readonly<Record<string, FhirValue | readonly FhirValue[]>>;

await fetchLaterAnswers();
const words = i18next.createInstance();
await words.use(initReactI18next).init({
  lng: 'de',
  fallbackLng: 'de',
  resources: { de: { forms: de }, en: { forms: en } },
  interpolation: { escapeValue: false },
});
const nothing = (): undefined => undefined;
const isList = (value: Given[string]): value is readonly FhirValue[] => Array.isArray(value);

/** A form after its import. */
export class Seen {
  /** As the importer reads them. */
  readonly findings: readonly FormFinding[];
  /** As stored; the sent form where the import refused it. */
  readonly stored: Questionnaire;
  readonly model: Model;

  constructor(findings: readonly FormFinding[], stored: Questionnaire) {
    this.findings = findings;
    this.stored = stored;
    this.model = modelOf(stored);
  }

  filled(given: Given = {}): ComputeResult {
    let state: FormState = newState(this.model);
    for (const [linkId, value] of Object.entries(given))
      state = setAnswers(state, at(this.model, linkId), isList(value) ? value : [value]);
    return compute(this.model, state, evaluate, {
      variables: { patient: TEST_PATIENT },
    });
  }
  /** Answers of a question after everything was computed. */
  answers(linkId: string, given: Given = {}): readonly FhirValue[] {
    return answersAt(this.filled(given).state, at(this.model, linkId));
  }
  /** linkIds of the questions and groups that are asked. */
  asked(given: Given = {}): readonly string[] {
    return this.filled(given)
      .view.places()
      .map((one) => one.node.linkId);
  }
  /** Codes of everything that the page does not let through: `linkId code`. */
  problems(given: Given = {}): readonly string[] {
    const { view, problems } = this.filled(given);
    return [...problemsOf(view), ...problems].map((one) => `${one.key} ${one.code}`.trim());
  }
  response(given: Given = {}): QuestionnaireResponse {
    return responseOf(this.filled(given).view, { status: 'completed' });
  }
  item(linkId: string, given: Given = {}): ResponseItem | undefined {
    return this.response(given).item?.find((one) => one.linkId === linkId);
  }
  /** HTML of a page as the patient sees it. */
  page(given: Given = {}, language = 'de', startAt = 0): string {
    const { state, computed } = this.filled(given);
    return renderToStaticMarkup(
      <I18nextProvider i18n={words}>
        <KeyboardContext value={false}>
          <QuestionnaireRunner
            header={null}
            model={this.model}
            state={state}
            computed={computed}
            language={language}
            plain={false}
            startAt={startAt}
            isSaved={false}
            isPaused={false}
            onState={nothing}
            onPage={nothing}
            onDone={nothing}
            onBack={nothing}
          />
        </KeyboardContext>
      </I18nextProvider>,
    ).replaceAll('\u00AD', '');
  }
}
