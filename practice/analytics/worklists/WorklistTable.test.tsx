// Tests of the table of a work list: its order in words, and the deadline of a line.

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import words from '../../../shared/analytics/reports/worklist-words.de.json';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { shownKeys } from '../../ui/lists/keys/shown-keys.fixture.ts';
import keys from '../../ui/lists/keys/texts.de.json';
import own from './texts.de.json';
import { line, report } from './worklist.fixture.ts';
import { WorklistPage } from './WorklistPage.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the head of what waits says the order of the list, until another column sorts it', async () => {
  const rows = [
    line('h1', 'Groß, Anna', { grund: 'ohne_termin', tag: '2026-06-12', frist: '2026-12-12' }),
    line('h2', 'Öz, Emil', { frist: '2026-12-20', tag: '2026-12-20' }),
  ];
  fakeServer(({ path }) =>
    path.startsWith('/api/hkp?') ? { body: report(1, rows) } : { body: { items: [] } },
  );
  await stage(
    <MemoryRouter initialEntries={['/hkp']}>
      <WorklistPage kind="hkp" />
    </MemoryRouter>,
    { arbeitsliste: { ...own, ...words }, tasten: keys },
  );
  await screen.findByText('seit 12.06.2026 · Frist 12.12.2026');
  // A deadline that is the day of the reason is not said twice.
  expect(screen.getByText('bis 20.12.2026')).toBeTruthy();
  const head = screen.getByRole('columnheader', { name: /Was ansteht/ });
  expect([head.textContent, head.getAttribute('aria-sort')]).toEqual([
    `Was ansteht${own.order}`,
    'other',
  ]);
  expect(await shownKeys(keys.title)).toMatchObject({ dead: [] });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Summe' }));
  await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('none'));
  expect(screen.queryByText(own.order)).toBeNull();
});
