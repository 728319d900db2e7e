/** Choices whose answers expressions decide, as a patient sees and decides them. */
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { EXTENSION } from '../../../shared/forms/questionnaire/extensions.ts';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import {
  choose,
  coded,
  form,
  group,
  press,
  show,
  showWholePages,
  startTexts,
} from '../form.testing.tsx';
import { loadCompute } from '../load-compute.ts';

const compute = await loadCompute();
beforeAll(async () => {
  showWholePages();
  await startTexts();
});

const by = (url: string, expression: string) => ({
  url,
  valueExpression: { language: 'text/fhirpath', expression },
});
const page = (...item: QuestionnaireItem[]) =>
  form({ linkId: 'g', type: 'group', text: 'Seite', item });
const TEETH: QuestionnaireItem = {
  linkId: 'zaehne',
  type: 'choice',
  text: 'Welche tun weh?',
  repeats: true,
  answerOption: [coded('16', 'Zahn 16'), coded('26', 'Zahn 26')],
};
const WORST: QuestionnaireItem = {
  linkId: 'schlimmster',
  type: 'choice',
  text: 'Welcher am meisten?',
  extension: [
    by(EXTENSION.answerExpression, "%resource.item.item.where(linkId='zaehne').answer.value"),
  ],
};

const fill = (...items: QuestionnaireItem[]) => show(page(...items), {}, false, compute);
const tiles = (question: string): readonly (string | null | undefined)[] =>
  [...group(question).querySelectorAll('input')].map((one) => one.closest('label')?.textContent);
const GONE = 'Diese Antwort steht nicht mehr zur Wahl. Bitte wählen Sie neu.';

test('a question with nothing to choose is not on the page', () => {
  fill(TEETH, WORST);
  expect(screen.queryByRole('group', { name: 'Welcher am meisten?' })).toBeNull();
  choose('Welche tun weh?', 'Zahn 26');
  expect(tiles('Welcher am meisten?')).toEqual(['Zahn 26']);
});

test('a dropped answer stays on the page, marked, and „Weiter“ waits for a new decision', () => {
  const { answers } = fill(TEETH, WORST);
  choose('Welche tun weh?', 'Zahn 16');
  choose('Welche tun weh?', 'Zahn 26');
  choose('Welcher am meisten?', 'Zahn 26');
  choose('Welche tun weh?', 'Zahn 26');
  expect(answers('schlimmster')).toEqual([coded('26', 'Zahn 26')]);
  expect(within(group('Welcher am meisten?')).getByText(GONE)).toBeDefined();
  expect(tiles('Welcher am meisten?')).toEqual(['Zahn 26', 'Zahn 16']);
  press('Weiter');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Seite');
  choose('Welcher am meisten?', 'Zahn 16');
  expect(answers('schlimmster')).toEqual([coded('16', 'Zahn 16')]);
  expect(screen.queryByText(GONE)).toBeNull();
  press('Weiter');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Stimmt alles?');
});

test('a dropped answer can be taken back by pressing it', () => {
  const { answers } = fill(TEETH, WORST);
  choose('Welche tun weh?', 'Zahn 16');
  choose('Welcher am meisten?', 'Zahn 16');
  choose('Welche tun weh?', 'Zahn 16');
  choose('Welcher am meisten?', 'Zahn 16');
  expect(answers('schlimmster')).toBeUndefined();
});

test('an option is on the page while its expression is true', () => {
  fill(
    { linkId: 'asthma', type: 'boolean', text: 'Asthma?' },
    {
      linkId: 'mittel',
      type: 'choice',
      text: 'Mittel?',
      answerOption: [coded('ass', 'Aspirin'), coded('ibu', 'Ibuprofen')],
      extension: [
        {
          url: EXTENSION.toggleExpression,
          extension: [
            { url: 'option', ...coded('ass', 'Aspirin') },
            by('expression', "%resource.item.item.where(linkId='asthma').answer.value = false"),
          ],
        },
      ],
    },
  );
  expect(tiles('Mittel?')).toEqual(['Ibuprofen']);
  choose('Asthma?', 'Nein');
  expect(tiles('Mittel?')).toEqual(['Aspirin', 'Ibuprofen']);
  choose('Asthma?', 'Ja');
  expect(tiles('Mittel?')).toEqual(['Ibuprofen']);
});

test('a list that cannot be computed sends the patient to reception and does not block', () => {
  fill(
    { ...WORST, required: true, extension: [by(EXTENSION.answerExpression, '1 + (')] },
    { linkId: 'z', type: 'boolean', text: 'Noch etwas?' },
  );
  expect(group('Welcher am meisten?').textContent).toContain(
    'Bitte sagen Sie uns Ihre Antwort am Empfang.',
  );
  press('Weiter');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Stimmt alles?');
});
