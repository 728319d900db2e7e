/**
 * Fills the newest version of every form in German, English and Arabic through the real inputs:
 * everything is translated, every question is answered, and exactly those answers are returned. In
 * the browser: tests/e2e/every-form.spec.ts.
 */
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formsInUse, withLanguages } from '../../catalog/forms/catalogue.ts';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import { answersByLinkId, fill, toldOf, typingFor } from '../../tests/support/form-filler.ts';
import { forgetPress } from '../ui/press.ts';
import { show, startTexts } from './form.testing.tsx';

const MOST_PAGES = 40,
  LANGUAGES = ['de', 'en', 'ar'] as const;
// The filler waits for follow-ups as a user does: React renders automatically here, not at the end
// of a test's act.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

beforeAll(startTexts);
beforeEach(() => {
  forgetPress();
  environment.IS_REACT_ACT_ENVIRONMENT = false;
});
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
  cleanup();
});

const primary = (): HTMLButtonElement =>
  document.querySelector<HTMLButtonElement>('footer .k-button--primary')!;
const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
/** Presses „Weiter“ and answers „Ja“ to every confirmation. */
async function turn(): Promise<void> {
  forgetPress();
  primary().click();
  await settled();
  for (
    let yes = document.querySelector<HTMLButtonElement>('.k-modal .k-button--primary');
    yes;
    yes = document.querySelector('.k-modal .k-button--primary')
  ) {
    forgetPress();
    yes.click();
    await settled();
  }
}

/** A row without answers is not submitted: the second one is then the first. */
const withoutEmptyRows = <T,>(told: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(told).map(([key, values]) => {
      const first = key.replace(/~1$/, '');
      return [first in told ? key : first, values];
    }),
  );

describe.each(formsInUse().map((one, at) => [one.key, one, at] as const))('%s', (_, form, at) => {
  it.each(LANGUAGES.map((one, n) => [one, n] as const))('in %s', async (language, n) => {
    const questionnaire = await withLanguages(form.questionnaire, LANGUAGES),
      model = modelOf(questionnaire),
      typing = typingFor(model, 'Kanarienvogel'),
      told: Record<string, readonly FhirValue[]> = {};
    environment.IS_REACT_ACT_ENVIRONMENT = true;
    const { state, calls } = show(questionnaire, { language });
    await act(settled);
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    let pages = 0;
    for (; document.querySelector('.q-review') === null; pages++) {
      expect(pages).toBeLessThan(MOST_PAGES);
      for (const one of await fill({ typing, turn: at * 3 + pages + n })) {
        const values = toldOf(model, one, {});
        if (values === undefined) continue;
        expect(one.values.join(''), `${one.key} is answered`).not.toBe('');
        told[one.key] = values;
      }
      expect(
        document.querySelectorAll('.q-mark'),
        'nothing stands there in another language',
      ).toHaveLength(0);
      expect(document.querySelector('.q-root')?.getAttribute('dir')).toBe(
        language === 'ar' ? 'rtl' : 'ltr',
      );
      const before = document.querySelector('h1')?.textContent;
      await turn();
      expect(
        document.querySelectorAll('.q-item[data-wrong]'),
        `${before ?? ''} is complete`,
      ).toHaveLength(0);
    }
    expect(pages).toBeGreaterThan(0);
    await turn();
    expect(calls.onDone).toHaveBeenCalledOnce();
    const response = responseOf(viewOf(model, state()), { status: 'completed' });
    expect(answersByLinkId(response.item)).toEqual(withoutEmptyRows(told));
  });
});
