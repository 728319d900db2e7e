// Tests of the first steps: the list comes from the server, the next step leads to its page, and at
// the end a paper is signed.

import { screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onboardingOf, type OnboardingFacts } from '../../../shared/vendor/onboarding.ts';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { FirstStepsPage } from './FirstStepsPage.tsx';
import texts from './texts.de.json';

const open = async (
  steps: OnboardingFacts['steps'],
  skips: OnboardingFacts['skips'] = {},
): Promise<void> => {
  fakeServer(({ path }) =>
    path === '/api/onboarding'
      ? { body: onboardingOf({ createdAt: 1, steps, skips, codeAt: null }, 2) }
      : errorAnswer(404, 'not_found'),
  );
  await stage(
    <MemoryRouter>
      <FirstStepsPage />
    </MemoryRouter>,
    { 'erste-schritte': texts },
  );
};
const BEGUN = {
  terms: 1,
  praxis: true,
  target: 1,
  sheet: null,
  tablet: null,
  paper: null,
} as const;
beforeEach(() => signInAs('owner'));
afterEach(() => clearSession());

test('an owner comes back in the middle: three steps are done, the fourth is the next', async () => {
  await open(BEGUN);
  expect(await screen.findByText('3 von 6 erledigt')).toBeTruthy();
  const rows = screen.getAllByRole('listitem'),
    next = rows.find((row) => row.getAttribute('aria-current') === 'step')!;
  expect(within(next).getByRole('link', { name: 'Notfallblatt machen' }).getAttribute('href')).toBe(
    '/einrichten',
  );
  expect(screen.getAllByText('Erledigt')).toHaveLength(3);
  // This server asks for no contract and no licence.
  expect(screen.queryByText(texts['step.contract'])).toBeNull();
});

test('a skipped step names who skipped it and why', async () => {
  await open(BEGUN, { sheet: { name: 'Vera', why: 'Betreiber sichert', at: 2 } });
  expect(await screen.findByText('Vera (Kundendienst): Betreiber sichert')).toBeTruthy();
  expect(screen.getByText('4 von 6 erledigt')).toBeTruthy();
});

test('the last step is a signed paper; the import stays optional', async () => {
  await open({ ...BEGUN, sheet: 1, tablet: 1, paper: 1, import: null });
  expect(
    await screen.findByText('Alles erledigt. Das erste Papier ist unterschrieben und abgelegt.'),
  ).toBeTruthy();
  expect(screen.getByText('Freiwillig')).toBeTruthy();
});
