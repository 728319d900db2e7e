// Tests of the limits that no rule checks: search and filters, source and certainty.

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Limits } from '../../../../shared/analytics/billing/rules.schema.ts';
import { show, signIn } from '../pages.fixture.tsx';
import texts from '../texts.de.json';
import { LimitsPage } from './LimitsPage.tsx';

const limit = (one: Partial<Limits['offen'][number]>): Limits['offen'][number] => ({
  id: 'l1',
  system: 'BEMA',
  nr: '32',
  text: 'je Kanal höchstens einmal',
  grund: 'KANAELE',
  halt: '',
  quelle: 'https://example.org/bema/32 (Kommentar)',
  sicherheit: 'confirmed',
  ...one,
});
const BOOK: Limits = {
  zahl: { GEPRUEFT: 900, REGEL: 50, ANDERE: 60, BESCHREIBUNG: 40, OFFEN: 2 },
  offen: [
    limit({}),
    limit({
      id: 'l2',
      system: 'GOZ',
      nr: '2270',
      text: 'als Interimskrone',
      quelle: 'Fachwissen',
      sicherheit: 'unsure',
    }),
  ],
};
beforeEach(() => {
  signIn();
  window.history.replaceState(null, '', '/');
});
afterEach(() => vi.unstubAllGlobals());
const rows = (): (string | null)[] =>
  [...document.querySelectorAll('.ab-limits > li')].map((one) => one.textContent);

test('each limit names its source as a link, and how certain it is', async () => {
  await show(<LimitsPage />, () => ({ body: BOOK }));
  const link = await screen.findByRole('link', { name: 'https://example.org/bema/32' });
  expect([link.getAttribute('rel'), rows()[0]]).toEqual([
    'noreferrer',
    expect.stringContaining(texts['grenzen.confirmed']),
  ]);
  expect(rows()[1]).toContain(texts['grenzen.unsure']);
});
test('the search narrows the list, and its words are marked', async () => {
  await show(<LimitsPage />, () => ({ body: BOOK }), '/', '/?suche=kanal');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(document.querySelector('.ab-limits mark')?.textContent).toBe('Kanal');
});
test('a certainty narrows the list, and the count follows', async () => {
  await show(<LimitsPage />, () => ({ body: BOOK }));
  await userEvent.selectOptions(
    await screen.findByLabelText(texts['grenzen.sicherheit']),
    'unsure',
  );
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]).toContain('Interimskrone');
  expect(screen.getByRole('status').textContent).toBe('1 von 2');
});
