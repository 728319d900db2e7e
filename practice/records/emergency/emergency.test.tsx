// Tests of the emergency paper set: initial selection, downloaded contents, and the notice about
// the last one.

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PaperSet } from '../../../shared/records/emergency.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { chosenAtFirst, EmergencyPage } from './EmergencyPage.tsx';
import texts from './texts.de.json';

const set = (part: Partial<PaperSet> = {}): PaperSet => ({
  papers: [
    {
      key: 'anamnese-erwachsene@2',
      id: 'anamnese-erwachsene',
      kind: 'form',
      title: 'Fragen zu Ihrer Gesundheit',
      languages: ['de', 'tr'],
      isProposed: true,
    },
    {
      key: 'zusatz@1',
      id: 'zusatz',
      kind: 'form',
      title: 'Zusatz',
      languages: ['de'],
      isProposed: false,
    },
    {
      key: 'foto@1',
      id: 'foto',
      kind: 'text',
      title: 'Fotos',
      languages: ['de'],
      isProposed: true,
    },
  ],
  languages: ['de', 'tr'],
  last: null,
  changed: [],
  ...part,
});
const fetched: string[] = [];
async function open(answer: PaperSet): Promise<void> {
  fakeServer(({ path }) => {
    if (path.startsWith('/notfall/pdf')) {
      fetched.push(path);
      return { body: '%PDF' };
    }
    return { body: answer };
  });
  await stage(<EmergencyPage />, { notfall: texts });
  await screen.findByRole('heading', { name: 'Fragebögen' });
}

beforeEach(() => {
  fetched.length = 0;
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
  signInAs('reception', {}, { expiresAt: Date.now() + 1e9 });
});
afterEach(() => void vi.unstubAllGlobals());

test('initially the set every practice needs is selected; later the last saved one, updated', () => {
  expect(chosenAtFirst(set())).toEqual(['anamnese-erwachsene@2', 'foto@1']);
  expect(
    chosenAtFirst(
      set({
        last: {
          at: 1,
          byName: 'Frau Klein',
          sheets: ['zusatz@1', 'anamnese-erwachsene@1'],
          languages: ['de'],
        },
      }),
    ),
  ).toEqual(['anamnese-erwachsene@2', 'zusatz@1']);
});

test('a set never saved is marked so; saving downloads exactly the selection, German first', async () => {
  await open(set());
  expect(screen.getByText(/noch keine Notfallmappe/)).toBeTruthy();
  const user = userEvent.setup();
  await user.click(screen.getByRole('checkbox', { name: /Zusatz/ }));
  await user.click(screen.getByRole('checkbox', { name: /Türk/ }));
  await user.click(screen.getByRole('button', { name: 'Auf diesem PC speichern' }));
  await waitFor(() => expect(fetched).toHaveLength(1));
  const query = new URLSearchParams(fetched[0]?.split('?')[1]);
  expect([query.get('sheets'), query.get('languages')]).toEqual([
    'anamnese-erwachsene@2,zusatz@1,foto@1',
    'de,tr',
  ]);
});

test('a notice names the changes since the last save', async () => {
  await open(
    set({
      last: {
        at: Date.parse('2026-11-20T09:00:00Z'),
        byName: 'Frau Klein',
        sheets: ['anamnese-erwachsene@1'],
        languages: ['de'],
      },
      changed: ['Fragen zu Ihrer Gesundheit'],
    }),
  );
  expect(
    screen.getByText(/Zuletzt gespeichert am 20\.11\.2026, 10:00 von Frau Klein\./).textContent,
  ).toContain('Seither geändert: Fragen zu Ihrer Gesundheit.');
});

test('an empty selection cannot be saved, and the reason is shown', async () => {
  await open(set({ papers: set().papers.filter((one) => !one.isProposed) }));
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: 'Auf diesem PC speichern' }).disabled,
  ).toBe(true);
  expect(screen.getByText('Bitte wählen Sie mindestens ein Blatt.')).toBeTruthy();
});
