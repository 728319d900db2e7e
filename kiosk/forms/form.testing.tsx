/**
 * Test helpers that render a questionnaire: hold the answers as an app does, and query as a user
 * does.
 */
import { fireEvent, render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { useState } from 'react';
import { initReactI18next } from 'react-i18next';
import { vi } from 'vitest';
import type { FhirElement, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import type { ComputeResult } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { modelOf, YES, type Model } from '../../shared/forms/questionnaire/model.ts';
import { newState, type FormState } from '../../shared/forms/questionnaire/state.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { KeyboardContext } from '../ui/fields/keyboardContext.ts';
import { forgetPress } from '../ui/press.ts';
import { fetchLaterAnswers } from './answers/Later.tsx';
import QuestionnaireRunner from './QuestionnaireRunner.tsx';
import type { QuestionnaireRunnerProps } from './runner/props.ts';
import de from './texts.de.json';
import en from './texts.en.json';

export const form = (...item: QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'urn:test',
  version: '1',
  language: 'de',
  item,
});
export const coded = (code: string, display: string) => ({
  valueCoding: { system: 'urn:s', code, display },
});
export const YES_NO_UNKNOWN = 'http://hl7.org/fhir/ValueSet/yesnodontknow';
/** A question with „weiß ich nicht“. */
export const jn = (
  linkId: string,
  text: string,
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({ linkId, type: 'choice', answerValueSet: YES_NO_UNKNOWN, text, ...more });
/** Asked when that question was answered with yes. */
export const when = (question: string) => [{ question, operator: '=' as const, answerCoding: YES }];
/** The heading of the page. */
export const heading = (): string => screen.getByRole('heading', { level: 1 }).textContent;
/** A translation, at `_text` or `_display`. */
export const inLanguage = (lang: string, content: string): FhirElement => ({
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/translation',
      extension: [
        { url: 'lang', valueCode: lang },
        { url: 'content', valueString: content },
      ],
    },
  ],
});

/** An observer as on a screen that shows the whole page; jsdom has none. */
export function showWholePages(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: readonly { readonly isIntersecting: boolean }[]) => void;
      constructor(tell: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        this.#tell = tell;
      }
      observe(): void {
        this.#tell([{ isIntersecting: true }]);
      }
      disconnect(): void {
        // Nothing to release.
      }
    },
  );
}

export async function startTexts(): Promise<void> {
  await fetchLaterAnswers();
  await i18next.use(initReactI18next).init({
    lng: 'de',
    fallbackLng: 'de',
    resources: { de: { forms: de }, en: { forms: en } },
    interpolation: { escapeValue: false },
  });
}

export interface Shown {
  readonly calls: {
    readonly onPage: ReturnType<typeof vi.fn>;
    readonly onDone: ReturnType<typeof vi.fn>;
    readonly onBack: ReturnType<typeof vi.fn>;
    readonly onConfirm: ReturnType<typeof vi.fn>;
  };
  readonly state: () => FormState;
  readonly answers: (key: string) => readonly FhirValue[] | undefined;
  readonly change: (props: Partial<QuestionnaireRunnerProps>) => void;
}

/**
 * @param isShared a practice tablet, with the app's keyboard
 * @param compute of a form with formulas: every change is computed, as an app does
 */
export function show(
  questionnaire: Questionnaire,
  more: Partial<QuestionnaireRunnerProps> = {},
  isShared = false,
  compute?: (model: Model, state: FormState) => ComputeResult,
): Shown {
  const model = modelOf(questionnaire);
  const calls = { onPage: vi.fn(), onDone: vi.fn(), onBack: vi.fn(), onConfirm: vi.fn() };
  const first = more.state ?? newState(model);
  let now = first,
    setMore: (props: Partial<QuestionnaireRunnerProps>) => void = () => undefined;
  function Host() {
    const [state, setState] = useState(first);
    const [changed, setChanged] = useState(more);
    const result = compute?.(model, state);
    if (result) now = result.state;
    setMore = setChanged;
    const onState = (next: FormState): void => {
      now = next;
      setState(next);
    };
    return (
      <KeyboardContext value={isShared}>
        <QuestionnaireRunner
          header={null}
          model={model}
          language="de"
          plain={false}
          startAt={0}
          isSaved={false}
          isPaused={false}
          {...calls}
          {...(result && { computed: result.computed, faults: result.faults })}
          {...changed}
          state={result?.state ?? state}
          onState={onState}
        />
      </KeyboardContext>
    );
  }
  render(<Host />);
  return {
    calls,
    state: () => now,
    answers: (key) => now.answers[key],
    change: (props) => setMore({ ...more, ...props }),
  };
}

export const press = (name: string | RegExp): void => {
  forgetPress();
  fireEvent.click(screen.getByRole('button', { name }));
};
/** Taps an answer of a question. */
export const choose = (question: string, answer: string): void => {
  forgetPress();
  fireEvent.click(answerOf(question, answer));
};
export const group = (question: string): HTMLElement => {
  const [found] = screen
    .getAllByRole('group', { name: question })
    .filter((one) => one.hasAttribute('data-place'));
  if (!found) throw new Error(`no question „${question}“`);
  return found;
};
export const answerOf = (question: string, answer: string): HTMLInputElement => {
  const found = [
    ...group(question).querySelectorAll<HTMLInputElement>(
      'input[type=radio], input[type=checkbox]',
    ),
  ].find((one) => one.closest('label')?.textContent === answer);
  if (!found) throw new Error(`no answer „${answer}“ to „${question}“`);
  return found;
};
export const type = (question: string, text: string): void => {
  fireEvent.change(within(group(question)).getByRole('textbox'), { target: { value: text } });
};
