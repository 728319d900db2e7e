/** The minutes on the first page of a form are those of the list that offers it. */
import { expect, it } from 'vitest';
import { formsInUse } from '../../../catalog/forms/catalogue.ts';
import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import { newState } from '../../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../../shared/forms/questionnaire/view.ts';
import { pagesOf, piecesOf } from '../pages.ts';
import { minutesLeft } from './duration.ts';

it.each(formsInUse().map((form) => [form.key, form] as const))(
  '%s begins with the minutes of the list, and ends with none',
  (_key, { questionnaire, minutes }) => {
    const model = modelOf(questionnaire),
      pages = pagesOf(piecesOf(model), viewOf(model, newState(model)));
    expect(minutesLeft(pages, () => false)).toBe(minutes);
    expect(minutesLeft(pages.slice(1), () => false)).toBeLessThanOrEqual(minutes);
    expect(minutesLeft(pages, () => true)).toBe(0);
  },
);
