// Tests of a mail's link that lost its secret: after a reload, or in another browser.

import { screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MemoryRouter, Route, Routes } from 'react-router';
import { stage } from '../../ui/stage.fixture.tsx';
import { OpenAgainPage } from './OpenAgainPage.tsx';
import texts from './texts.de.json';
import { useLinkToken } from './use-link-token.ts';

const Taken = () => <p>{useLinkToken('/mail')}</p>;

// A page without https shows a warning only.
beforeAll(() => {
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
});
afterAll(() => {
  Reflect.deleteProperty(window, 'isSecureContext');
});

test('the secret of a link leaves the address bar', async () => {
  window.history.replaceState(null, '', '/practice/mail/geheim');
  await stage(
    <MemoryRouter initialEntries={['/mail/geheim']}>
      <Routes>
        <Route path="/mail/:token" element={<Taken />} />
      </Routes>
    </MemoryRouter>,
    { auth: texts },
  );
  expect(screen.getByText('geheim')).toBeTruthy();
  expect(window.location.href).not.toContain('geheim');
});

test('the bare address says how to open the link again', async () => {
  await stage(
    <MemoryRouter>
      <OpenAgainPage />
    </MemoryRouter>,
    { auth: texts },
  );
  expect(screen.getByText('Bitte öffnen Sie den Link noch einmal')).toBeTruthy();
  expect(document.body.textContent).toContain(
    'Öffnen Sie den Link aus der E-Mail in diesem Browser.',
  );
});
