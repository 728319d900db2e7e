// The form of a practice's first account: a field that was left out is named until it is filled in.

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { FirstUserPage } from './FirstUserPage.tsx';
import texts from './texts.de.json';

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
});

async function show(answer: object): Promise<void> {
  fakeServer(() => ({ body: answer }));
  await stage(
    <MemoryRouter initialEntries={['/first/fst_1']}>
      <Routes>
        <Route path="/first/:token" element={<FirstUserPage />} />
      </Routes>
    </MemoryRouter>,
    { auth: texts },
  );
}

test('a field that is filled in is no longer named as missing', async () => {
  await show({ isValid: true, needsPraxis: true, needsEmail: true });
  await userEvent.click(await screen.findByRole('button', { name: texts['first.go'] }));
  const field = screen.getByLabelText<HTMLInputElement>(texts['first.praxis']);
  expect(document.activeElement).toBe(field);
  expect(screen.getByText(texts['missing.any'])).toBeTruthy();
  await userEvent.type(field, 'Zahnärzte am Markt');
  expect(screen.queryByText(texts['missing.any'])).toBeNull();
});
