// Tests of the list of people whose personal details have to be checked: keys, and the way to each.

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { shownKeys } from '../../ui/lists/keys/shown-keys.fixture.ts';
import keys from '../../ui/lists/keys/texts.de.json';
import { MasterDataPage } from './MasterDataPage.tsx';
import texts from './texts.de.json';

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>;
}
const person = (patid: string, name: string) => ({
  patid,
  name,
  geburtsdatum: '1980-05-02',
  fields: ['street'],
  since: Date.UTC(2026, 10, 20, 8),
});
async function open(): Promise<void> {
  signInAs('reception');
  fakeServer(({ path }) => ({
    body: path.endsWith('/taken') ? [] : [person('1', 'Groß, Anna'), person('2', 'Öz, Emil')],
  }));
  await stage(
    <MemoryRouter initialEntries={['/stammdaten']}>
      <Routes>
        <Route path="/stammdaten" element={<MasterDataPage />} />
        <Route path="*" element={<Place />} />
      </Routes>
    </MemoryRouter>,
    { stammdaten: texts, tasten: keys },
  );
  await screen.findByText('Groß, Anna');
}
afterEach(() => vi.unstubAllGlobals());

test('every key of the help has something to act on', async () => {
  await open();
  expect(await shownKeys(keys.title)).toEqual({
    shown: ['J K ↓ ↑', '↵', 'O', 'G', 'U', 'Esc', '?'],
    dead: [],
  });
});

test('O opens the page of the person', async () => {
  await open();
  await userEvent.keyboard('jjo');
  expect((await screen.findByTestId('place')).textContent).toBe('/patient/2');
});
