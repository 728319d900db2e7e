/** Tests of the notice about totals that could not be calculated, on the review page. */
import { act, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { EXTENSION } from '../../../shared/forms/questionnaire/extensions.ts';
import { forgetPress } from '../../ui/press.ts';
import { form, jn, show, startTexts } from '../form.testing.tsx';

beforeAll(startTexts);
beforeEach(() => forgetPress());

it('names a total that could not be computed by the words of the form, unless only staff would see it', () => {
  const hidden = {
    url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden',
    valueBoolean: true,
  };
  const formula = {
    url: EXTENSION.calculatedExpression,
    valueExpression: { language: 'text/fhirpath', expression: '1' },
  };
  const scored = form(
    jn('a', 'Infarkt?'),
    { linkId: 'sum', type: 'integer', text: 'Summe', readOnly: true, extension: [formula] },
    { linkId: 'score', type: 'integer', text: 'Punkte', extension: [hidden] },
  );
  const faultAt = (linkId: string) =>
    ({ kind: 'calculatedExpression', reason: 'failed', linkId, expression: '' }) as const;
  const { change } = show(scored, { startAt: 9, faults: [faultAt('score')] });
  expect(screen.queryByText(/konnte nicht ausgerechnet werden/)).toBeNull();
  act(() => change({ faults: [faultAt('sum'), faultAt('score')] }));
  const notice = screen.getByText(/konnte nicht ausgerechnet werden/).closest('.k-notice');
  // The total in the form's own words, and calmly: the person can do nothing about it.
  expect(within(notice as HTMLElement).getAllByText('Summe')).toHaveLength(1);
  expect(within(notice as HTMLElement).queryByText('Punkte')).toBeNull();
  expect(notice?.className).toContain('k-notice--info');
  // A condition or a rule that failed is no total.
  act(() => change({ faults: [{ ...faultAt('a'), kind: 'enableWhenExpression' }] }));
  expect(screen.getByText(/konnte nicht ausgerechnet werden/)).toBeTruthy();
  expect(notice?.textContent).not.toContain('Infarkt');
});
