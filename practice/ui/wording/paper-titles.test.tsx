// Tests of titles of papers in the language of the workstation: nothing is loaded in German, and a
// paper without another title keeps its German one.

import { screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { catalogueForms } from '../../../server/desk/forms/library/catalogue-forms.ts';
import { signInAs } from '../../session.fixture.ts';
import { usePaperTitle } from './paper-titles.ts';
import { fakeServer, stage, type Sent } from '../stage.fixture.tsx';

function Papers() {
  const title = usePaperTitle();
  return (
    <p>
      {[
        title('schmerz@1', 'Kurzfragen bei Schmerzen'),
        title('eigener-bogen@3', 'Eigener Bogen'),
        title('schmerz', 'Kurzfragen'),
      ].join(' | ')}
    </p>
  );
}
let sent: Sent[];
beforeEach(async () => {
  signInAs('reception', {}, { expiresAt: Date.now() + 1e9 });
  const items = await catalogueForms().inUse();
  sent = fakeServer(() => ({
    body: [
      ...items.map(({ id, title }) => ({ id, title })),
      { id: 'eigener-bogen', title: { de: 'Eigener Bogen' } },
    ],
  }));
  await stage(<Papers />, {});
});
afterEach(() => void vi.unstubAllGlobals());

test('in German the stored title is shown, and nothing is requested', () => {
  expect(screen.getByText('Kurzfragen bei Schmerzen | Eigener Bogen | Kurzfragen')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('in English each catalogue form has a title, by key or by id; a custom form keeps its German one', async () => {
  await act(() => i18next.changeLanguage('en'));
  await waitFor(() =>
    expect(
      screen.getByText(
        'Short questions when you are in pain | Eigener Bogen | Short questions when you are in pain',
      ),
    ).toBeTruthy(),
  );
  expect(sent.map((one) => one.path)).toEqual(['/tablet/templates']);
  for (const one of await catalogueForms().inUse()) expect(one.title.en, one.key).toMatch(/\w/);
});
