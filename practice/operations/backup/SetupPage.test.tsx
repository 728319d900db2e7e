// Tests of the first set-up where several practices share a server: there is nothing to set up.

import { screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { status } from './backup.fixture.ts';
import { SetupPage } from './SetupPage.tsx';
import texts from './texts.de.json';

afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

test.each([
  ['owner', 'first steps'],
  ['reception', 'desk'],
] as const)('%s goes on to the %s', async (role, place) => {
  signInAs(role);
  fakeServer(() => ({ body: status({ details: null }) }));
  await stage(
    <MemoryRouter initialEntries={['/einrichten']}>
      <Routes>
        <Route path="/einrichten" element={<SetupPage />} />
        <Route path="/erste-schritte" element={<p>first steps</p>} />
        <Route path="/empfang" element={<p>desk</p>} />
      </Routes>
    </MemoryRouter>,
    { backup: texts },
  );
  expect(await screen.findByText(place)).toBeTruthy();
});
