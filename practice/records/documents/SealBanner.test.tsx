// Tests of the line about the seal's expiry: silent while all is well, clear about the remaining
// functions, and on the check page the date of validity.

import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { SealStanding } from '../../../shared/papers/documents.schema.ts';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { CheckPage } from './CheckPage.tsx';
import { SealBanner } from './SealBanner.tsx';
// It is loaded lazily in the app; the test imports it directly.
import './SealLine.tsx';
import texts from './texts.de.json';

const END = Date.UTC(2031, 10, 20, 9);
async function show(body: SealStanding, page = <SealBanner />): Promise<void> {
  signInAs('reception');
  fakeServer(() => ({ body }));
  await stage(
    <MemoryRouter>
      {page}
      <p>Seite</p>
    </MemoryRouter>,
    { documents: texts },
  );
}
afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

test.each([
  [
    'late',
    'status',
    'warn',
    'Das Praxissiegel gilt noch bis 20.11.2031, ließ sich aber bisher nicht erneuern. Unterschreiben geht wie immer.',
  ],
  [
    'soon',
    'status',
    'warn',
    'Das Praxissiegel gilt nur noch bis 20.11.2031 und ließ sich bisher nicht erneuern.',
  ],
  [
    'last',
    'status',
    'warn',
    'Das Praxissiegel gilt nur noch bis 20.11.2031, das ist in weniger als sieben Tagen, und ließ sich bisher nicht erneuern.',
  ],
  [
    'over',
    'alert',
    'bad',
    'Das Praxissiegel ist abgelaufen. Patienten können weiter unterschreiben, nichts geht verloren',
  ],
] as const)(
  'all roles read when the seal was not renewed: %s',
  async (state, role, tone, words) => {
    await show({ state, validUntil: state === 'over' ? null : END });
    const line = await screen.findByRole(role);
    expect(line.textContent).toContain(words);
    expect(line.textContent).toContain('Bitte sagen Sie Ihrer Technik Bescheid.');
    expect(line.closest('section')?.getAttribute('data-tone')).toBe(tone);
  },
);

test('a valid seal shows nothing above the pages, and its expiry on the check page', async () => {
  await show(
    { state: 'ok', validUntil: END },
    <>
      <SealBanner />
      <CheckPage />
    </>,
  );
  expect(
    await screen.findByText(/Das Siegel gilt bis 20.11.2031 und wird vorher von selbst erneuert/),
  ).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Hinweis zum Praxissiegel' })).toBeNull();
});
