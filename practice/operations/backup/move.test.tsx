// Tests of the move to another server: what is ready, and the commands for the folder of the backup.

import { cleanup, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { details, NOW, status } from './backup.fixture.ts';
import { MovePage } from './MovePage.tsx';
import { isReadyToMove, restoreCommands } from './move-steps.ts';
import texts from './texts.de.json';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  clearSession();
});

test('a move needs a place that another server reads, a confirmed sheet and a backup of just now', () => {
  const good = { at: NOW - 60_000, patients: 5, documents: 3 },
    ready = (part: Parameters<typeof details>[0], lastGood: typeof good | null = good) =>
      Object.values(isReadyToMove({ lastGood }, details(part), NOW)),
    { target } = details();
  expect(ready({})).toEqual([true, true, true]);
  expect(ready({ target: null })).toEqual([false, true, true]);
  expect(ready({ target: { ...target!, isSameDisk: true } })).toEqual([false, true, true]);
  expect(ready({ target: { ...target!, isThere: false } })).toEqual([false, true, true]);
  expect(ready({ sheet: null })).toEqual([true, false, true]);
  expect(ready({}, null)).toEqual([true, true, false]);
  expect(ready({}, { ...good, at: NOW - 11 * 60_000 })).toEqual([true, true, false]);
});
test('the commands name the folder as a shell reads it', () => {
  expect(restoreCommands("/mnt/Ärzte's NAS")[2]).toBe(
    String.raw`npm run restore -- --from '/mnt/Ärzte'\''s NAS'`,
  );
});
test('the page shows what is missing, and the address that the new server keeps', async () => {
  signInAs('owner');
  fakeServer(() => ({ body: status({ details: details({ sheet: null }) }) }));
  await stage(
    <MemoryRouter>
      <MovePage />
    </MemoryRouter>,
    { backup: texts },
  );
  expect(await screen.findByText(texts['move.noSheet'])).toBeTruthy();
  expect(screen.getByText(/--list/)).toBeTruthy();
  expect(screen.getByText(new RegExp(window.location.origin))).toBeTruthy();
  expect(screen.getByRole('link', { name: texts['move.toBackup'] })).toBeTruthy();
});
