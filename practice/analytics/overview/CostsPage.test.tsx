// Tests of the cost table: an owner enters, changes and removes costs, and takes a removal back.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Cost } from '../../../shared/analytics/reports/cost.schema.ts';
import auswertung from '../../report-kit/texts.de.json';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { openChanges } from '../../ui/saving/leaving.ts';
import { CostsPage } from './CostsPage.tsx';
import texts from './texts.de.json';

beforeEach(() => signInAs('owner', { behandler: true }));
afterEach(() => void vi.unstubAllGlobals());
const RENT: Cost = {
  id: 'k1',
  centre: 'PRAXIS',
  target: '',
  name: 'Miete',
  cents: 250_050,
  per: 'MONAT',
  validFrom: '2026-01-01',
  validTo: null,
  wer: 'Dr. Weber',
  am: 1,
};
async function open(items: readonly Cost[]): Promise<Sent[]> {
  const sent = fakeServer(({ path, method }) =>
    method !== 'GET'
      ? { status: 204 }
      : path === '/api/kosten'
        ? { body: { items } }
        : { status: 404, body: { code: 'not_found' } },
  );
  await stage(
    <MemoryRouter>
      <CostsPage />
    </MemoryRouter>,
    { ueberblick: texts, auswertung },
  );
  return sent;
}
const writes = (sent: Sent[]): Sent[] => sent.filter((one) => one.method !== 'GET');

test('a practice without costs learns what is missing, and a wrong cost is not sent', async () => {
  const sent = await open([]),
    user = userEvent.setup();
  await screen.findByText(texts['costs.none']);
  await user.click(screen.getByRole('button', { name: texts['costs.save'] }));
  screen.getByText(texts['costs.name.wrong']);
  screen.getByText(texts['costs.amount.wrong']);
  expect(writes(sent)).toEqual([]);
  expect(openChanges()).toBeUndefined();
  await user.type(screen.getByLabelText(texts['costs.name']), 'Miete');
  await user.type(screen.getByLabelText(texts['costs.amount']), '2.500,50');
  // Leaving the page asks, and has nothing to ask about once the cost is entered.
  expect(openChanges()).toBeDefined();
  await user.click(screen.getByRole('button', { name: texts['costs.save'] }));
  await waitFor(() => expect(writes(sent)).toHaveLength(1));
  await waitFor(() => expect(openChanges()).toBeUndefined());
  expect(writes(sent)[0]).toMatchObject({
    method: 'PUT',
    body: { name: 'Miete', centre: 'PRAXIS', target: '', cents: 250_050, per: 'MONAT' },
  });
});
test('a removed cost comes back by undo, and an entered one can be changed', async () => {
  const sent = await open([RENT]),
    user = userEvent.setup(),
    table = await screen.findByRole('table', { name: texts.costs });
  expect(within(table).getAllByRole('row')[1]!.textContent).toContain('2.500,50');
  await user.click(screen.getByRole('button', { name: 'Entfernen: Miete' }));
  await waitFor(() => expect(writes(sent)).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: /Rückgängig/ }));
  const { id: _id, wer: _wer, am: _am, ...bare } = RENT;
  await waitFor(() => expect(writes(sent)).toHaveLength(2));
  expect(writes(sent)[1]).toMatchObject({ method: 'PUT', path: '/api/kosten/k1', body: bare });
  await user.click(screen.getByRole('button', { name: 'Ändern: Miete' }));
  const amount = screen.getByLabelText(texts['costs.amount']);
  await user.clear(amount);
  await user.type(amount, '2600');
  await user.click(screen.getByRole('button', { name: texts['costs.change'] }));
  await waitFor(() => expect(writes(sent)).toHaveLength(3));
  expect(writes(sent)[2]!.body).toEqual({ ...bare, cents: 260_000 });
});

test('a suggested cost fills in its name and leads to the amount', async () => {
  await open([]);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: texts['costs.suggest.rent'] }));
  expect(screen.getByLabelText<HTMLInputElement>(texts['costs.name']).value).toBe('Miete');
  expect(document.activeElement).toBe(screen.getByLabelText(texts['costs.amount']));
});
