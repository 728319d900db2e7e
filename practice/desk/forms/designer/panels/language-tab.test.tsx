// Tests of the translations of a large form: a page of fields at a time, and the way to the next
// missing one on another page.

import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TRANSLATION } from '../../../../../shared/forms/questionnaire/fhir.ts';
import type { Questionnaire } from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import { stage } from '../../../../ui/stage.fixture.tsx';
import { LanguageTab } from '../LanguageTab.tsx';
import texts from '../texts.de.json';

const english = (content: string) => ({
  extension: [
    {
      url: TRANSLATION,
      extension: [
        { url: 'lang', valueCode: 'en' },
        { url: 'content', valueString: content },
      ],
    },
  ],
});
const COUNT = 600,
  MISSING = 555;
const form: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'draft',
  language: 'de',
  item: Array.from({ length: COUNT }, (_, n) => ({
    linkId: `q${n}-`,
    type: 'boolean' as const,
    text: `Frage ${n}`,
    ...(n !== MISSING && { _text: english(`Question ${n}`) }),
  })),
};
const Tab = ({ at }: { at?: string }) => (
  <LanguageTab
    form={form}
    before={form}
    languages={['de', 'en']}
    isReadOnly={false}
    onChange={() => undefined}
    gap={at === undefined ? null : { language: 'en', at }}
  />
);
const fields = (): number => screen.getAllByRole('textbox').length;
const wanted = (): HTMLElement =>
  screen.getByRole('textbox', { name: `Übersetzung von: Frage ${MISSING}` });

test('a large form shows its texts in pages, each of which is reached', async () => {
  await stage(<Tab />, { formulare: texts });
  expect(fields()).toBe(250);
  expect(screen.getByText('Texte 1 bis 250 von 600')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Weitere Texte' }));
  fireEvent.click(screen.getByRole('button', { name: 'Weitere Texte' }));
  expect([fields(), screen.getByText('Texte 501 bis 600 von 600').textContent]).toEqual([
    100,
    'Texte 501 bis 600 von 600',
  ]);
});
test('the next missing text is found on another page', async () => {
  await stage(<Tab />, { formulare: texts });
  fireEvent.click(screen.getByRole('button', { name: 'Nächste fehlende' }));
  expect(document.activeElement).toBe(wanted());
});
test('a finding leads to the page of its text', async () => {
  await stage(<Tab at={`q${MISSING}-`} />, { formulare: texts });
  expect(document.activeElement).toBe(wanted());
});
