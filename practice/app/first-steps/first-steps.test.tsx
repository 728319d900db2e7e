// Tests of the first steps: progress is read from the practice, the next step leads to its page, and
// at the end a paper is signed.

import { screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { FirstStepsPage } from './FirstStepsPage.tsx';
import texts from './texts.de.json';

interface Practice {
  street: string;
  target: object | null;
  sheet: object | null;
  tablets: { revokedAt: number | null }[];
  papers: object[];
}
const open = async (practice: Practice): Promise<void> => {
  fakeServer(({ path }) => ({
    body:
      path === '/api/settings'
        ? { street: practice.street, phone: '030 1' }
        : path === '/api/backup'
          ? { details: { target: practice.target, sheet: practice.sheet } }
          : path === '/tablet/board'
            ? { tablets: practice.tablets }
            : { items: practice.papers },
  }));
  await stage(
    <MemoryRouter>
      <FirstStepsPage />
    </MemoryRouter>,
    { 'erste-schritte': texts },
  );
};
beforeEach(() => signInAs('owner'));
afterEach(() => clearSession());

test('an owner comes back in the middle: two steps are done, the third is the next', async () => {
  await open({ street: 'Weg 1', target: {}, sheet: null, tablets: [], papers: [] });
  expect(await screen.findByText('2 von 5 erledigt')).toBeTruthy();
  const rows = screen.getAllByRole('listitem'),
    next = rows.find((row) => row.getAttribute('aria-current') === 'step')!;
  expect(within(next).getByRole('link', { name: 'Notfallblatt machen' }).getAttribute('href')).toBe(
    '/einrichten',
  );
  expect(screen.getAllByText('Erledigt')).toHaveLength(2);
});

test('a revoked tablet is no tablet; after the first signed paper all is done', async () => {
  const practice = {
    street: 'Weg 1',
    target: {},
    sheet: {},
    tablets: [{ revokedAt: 1 }],
    papers: [],
  };
  await open(practice);
  expect(await screen.findByText('3 von 5 erledigt')).toBeTruthy();
});

test('the last step is a signed paper', async () => {
  await open({
    street: 'Weg 1',
    target: {},
    sheet: {},
    tablets: [{ revokedAt: null }],
    papers: [{}],
  });
  expect(
    await screen.findByText('Alles erledigt. Das erste Papier ist unterschrieben und abgelegt.'),
  ).toBeTruthy();
});
