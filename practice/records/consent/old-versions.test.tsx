// Tests of the page of old versions: its name, the version in use, and whom it names.

import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OldVersions } from '../../../shared/papers/consent.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { ConsentPage } from './ConsentPage.tsx';
import texts from './texts.de.json';

const ITEM: OldVersions['items'][number] = {
  newest: 'bleaching@4',
  version: 4,
  validFrom: '2026-10-01',
  title: { de: 'Bleaching' },
  people: [
    {
      taskId: 't1',
      patid: '7',
      name: 'Groß, Anna',
      geburtsdatum: '1958-03-12',
      version: 2,
      since: Date.UTC(2025, 4, 2, 9),
    },
  ],
};
beforeEach(() => signInAs('owner'));
afterEach(() => vi.unstubAllGlobals());
async function show(items: OldVersions['items']): Promise<void> {
  fakeServer(() => ({ body: { items } }));
  await stage(
    <MemoryRouter initialEntries={['/einwilligungen']}>
      <ConsentPage />
    </MemoryRouter>,
    { einwilligungen: texts },
  );
}

test('the page bears the name of its tab and names the version in use', async () => {
  await show([ITEM]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Alte Fassungen');
  await screen.findByText('In Gebrauch: Fassung 4, seit 01.10.2026');
  expect(screen.getByText(/unterschrieben: Fassung 2 am 02\.05\.2025/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Groß, Anna' }).getAttribute('href')).toBe(
    '/patient/7/einwilligungen',
  );
  expect(screen.getByRole('link', { name: texts['old.texts'] })).toBeTruthy();
});
test('without old versions the page says what will be there; reception sees no way to the texts', async () => {
  signInAs('reception');
  await show([]);
  await screen.findByText(texts['old.empty.what']);
  expect(screen.queryByRole('link', { name: texts['old.texts'] })).toBeNull();
});
