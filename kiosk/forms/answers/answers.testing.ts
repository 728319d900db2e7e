/** Test helpers for one kind of question: a page with a heading, and its text fields. */
import { within } from '@testing-library/react';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { form, group } from '../form.testing.tsx';

export const R4 = 'http://hl7.org/fhir/StructureDefinition/';

/** Two questions, so that the page has a heading. */
export const page = (...item: QuestionnaireItem[]) =>
  form({
    linkId: 'g',
    type: 'group',
    text: 'Seite',
    item: [
      ...item,
      { linkId: 'rest', type: 'display', text: 'Danke' },
      { linkId: 'zweite', type: 'boolean', text: 'Zweite?' },
    ],
  });
export const fields = (question: string): HTMLInputElement[] =>
  within(group(question)).getAllByRole<HTMLInputElement>('textbox');
