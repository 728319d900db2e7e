/** Words about where a shown value comes from: on its question, and on the review page. */
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { EXTENSION } from '../../../shared/forms/questionnaire/extensions.ts';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { forgetPress } from '../../ui/press.ts';
import { form, group, press, show, showWholePages, startTexts, type } from '../form.testing.tsx';
import { loadCompute } from '../load-compute.ts';

const compute = await loadCompute();
beforeAll(async () => {
  showWholePages();
  await startTexts();
});
beforeEach(() => forgetPress());

const CALCULATED = 'Aus Ihren Antworten berechnet.',
  PROPOSED = 'Vorschlag. Bitte prüfen Sie, ob das stimmt.',
  RECORD = 'Aus unseren Unterlagen.',
  CHANGE = 'Sie können es ändern.';
const by = (url: string, expression: string) => ({
  extension: [{ url, valueExpression: { language: 'text/fhirpath', expression } }],
});
const value = (linkId: string): string =>
  `%resource.descendants().where(linkId='${linkId}').answer.value`;
const ITEMS: QuestionnaireItem[] = [
  { linkId: 'n', type: 'integer', text: 'Zigaretten am Tag', initial: [{ valueInteger: 4 }] },
  {
    linkId: 'ort',
    type: 'string',
    text: 'Wohnort',
    ...by(EXTENSION.initialExpression, '%patient.address.city'),
  },
  {
    linkId: 'wann',
    type: 'string',
    text: 'Wann passt es?',
    ...by(EXTENSION.initialExpression, "'morgens'"),
  },
  {
    linkId: 'woche',
    type: 'integer',
    text: 'In der Woche',
    readOnly: true,
    required: true,
    ...by(EXTENSION.calculatedExpression, `${value('n')} * 7`),
  },
  {
    linkId: 'jahr',
    type: 'integer',
    text: 'Im Jahr',
    ...by(EXTENSION.calculatedExpression, `${value('n')} * 365`),
  },
];

const PATIENT = { resourceType: 'Patient', address: [{ city: 'Berlin' }] };
const fill = (hasRecord: boolean) =>
  show(
    form({ linkId: 'g', type: 'group', text: 'Rauchen', item: ITEMS }),
    { hasRecord },
    false,
    (model, state) => compute(model, state, { variables: { patient: PATIENT } }),
  );
const sourceOf = (question: string) => group(question).querySelector('.q-source')?.textContent;

test('each value that the form gave names its source, and a changed one does not', () => {
  fill(true);
  expect(ITEMS.map((one) => sourceOf(one.text ?? ''))).toEqual([
    undefined,
    `${RECORD} ${CHANGE}`,
    PROPOSED,
    CALCULATED,
    `${CALCULATED} ${CHANGE}`,
  ]);
  type('Wann passt es?', 'abends');
  type('Im Jahr', '1000');
  expect(sourceOf('Wann passt es?')).toBeUndefined();
  expect(sourceOf('Im Jahr')).toBeUndefined();
});

test('a calculated value that cannot be changed has no field, is never missing, and follows', async () => {
  const { state } = fill(true);
  expect(within(group('In der Woche')).queryByRole('textbox')).toBeNull();
  expect(within(group('In der Woche')).queryByText('freiwillig')).toBeNull();
  expect(group('In der Woche').textContent).toContain('28');
  type('Zigaretten am Tag', '');
  // Without its input there is no total, and no person is asked for it.
  await vi.waitFor(() => expect(state().answers.woche).toBeUndefined());
  expect(screen.queryByText('In der Woche')).toBeNull();
  press('Weiter');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Stimmt alles?');
});

test('the review page names the sources too', () => {
  fill(true);
  press('Weiter');
  const said = (question: string) =>
    screen.getByText(question).closest('dt')?.nextElementSibling?.querySelector('.q-from')
      ?.textContent;
  expect(ITEMS.map((one) => said(one.text ?? ''))).toEqual([
    undefined,
    RECORD,
    PROPOSED,
    CALCULATED,
    CALCULATED,
  ]);
});

test('without a record nothing comes from it', () => {
  fill(false);
  expect(sourceOf('Wohnort')).toBe(PROPOSED);
});
