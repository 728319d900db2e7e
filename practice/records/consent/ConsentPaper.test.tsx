// Tests of one paper of the ledger: withdrawn in one press with undo, single declarations, voided
// only with a reason, sent again, and direct payment without the word refusal.
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ConsentRow } from '../../../shared/papers/consent.schema.ts';
import uiDe from '../../ui/texts.de.json';
import { ConsentPaper } from './ConsentPaper.tsx';
import de from './texts.de.json';

const calls: { path: string; body: unknown }[] = [];
vi.mock('../../api.ts', async (original) => ({
  ...(await original<object>()),
  callR4c: (path: string, body: unknown) => {
    calls.push({ path, body });
    return Promise.resolve(
      path.endsWith('/withdraw')
        ? { id: 'w1', undoUntil: Date.now() + 10_000 }
        : { mappeId: 'm1', undoUntil: 0 },
    );
  },
}));

beforeAll(async () => {
  await i18next.init({
    lng: 'de',
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources: { de: { einwilligungen: de, ui: uiDe } },
  });
});
beforeEach(() => {
  calls.length = 0;
});
afterEach(cleanup);

const ROW: ConsentRow = {
  taskId: 't1',
  template: 'recall@1',
  title: { de: 'Einwilligung: Erinnerung an Termine' },
  purpose: 'recall',
  state: 'holds',
  since: Date.parse('2026-11-20T09:00:00Z'),
  how: 'tablet',
  signers: [{ role: 'parent1', name: 'Eva Groß', capacity: 'Mutter' }],
  newest: null,
  withdrawals: [],
  voided: null,
  fileId: 'f1',
  parts: [
    {
      id: 'erinnerung',
      text: { de: 'Ich möchte erinnert werden.' },
      state: 'holds',
      isRequired: true,
    },
    { id: 'email', text: { de: 'Per E-Mail.' }, state: 'holds', isRequired: false },
    { id: 'sms', text: { de: 'Per SMS.' }, state: 'no', isRequired: false },
  ],
};
const show = (change: Partial<ConsentRow> = {}): void => {
  render(
    <MantineProvider>
      <Notifications />
      <QueryClientProvider client={new QueryClient()}>
        <ul>
          <ConsentPaper row={{ ...ROW, ...change }} />
        </ul>
      </QueryClientProvider>
    </MantineProvider>,
  );
};
const button = (name: string): HTMLElement => screen.getByRole('button', { name });

test('shows who signed in which role, withdraws in one press without a reason, and undoes it', async () => {
  show();
  expect(screen.getByText(/Eva Groß \(Elternteil, Mutter\)/)).toBeTruthy();
  expect(screen.queryByText('Per SMS.')).toBeNull();
  fireEvent.click(button('Widerrufen'));
  await waitFor(() =>
    expect(calls[0]).toMatchObject({ path: '/consents/tasks/t1/withdraw', body: { parts: null } }),
  );
  fireEvent.click(await screen.findByRole('button', { name: /Rückgängig/ }));
  await waitFor(() => expect(calls[1]?.path).toBe('/consents/withdrawals/w1/undo'));
});

test('withdraws one declaration separately', async () => {
  show();
  fireEvent.click(button('Nur das widerrufen'));
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ parts: ['email'] }));
});

test('voids a paper only with a reason', async () => {
  show();
  fireEvent.click(button('Für ungültig erklären'));
  const dialog = within(await screen.findByRole('dialog')),
    press = (): HTMLButtonElement => dialog.getByRole('button', { name: 'Für ungültig erklären' });
  expect(press().disabled).toBe(true);
  fireEvent.click(dialog.getByLabelText('Die falsche Person hat unterschrieben'));
  fireEvent.click(press());
  await waitFor(() =>
    expect(calls[0]).toEqual({ path: '/consents/tasks/t1/void', body: { reason: 'wrong_person' } }),
  );
});

test('a paper signed by hand is declared void like one from the tablet', async () => {
  show({ how: 'paper', parts: null });
  fireEvent.click(button('Für ungültig erklären'));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByLabelText('Es war das falsche Papier'));
  fireEvent.click(dialog.getByRole('button', { name: 'Für ungültig erklären' }));
  await waitFor(() =>
    expect(calls[0]).toEqual({ path: '/consents/tasks/t1/void', body: { reason: 'wrong_paper' } }),
  );
});

test('a void paper of the wrong person can only be read', () => {
  show({ state: 'voided', voided: { at: ROW.since, reason: 'wrong_person' } });
  expect(
    within(document.querySelector<HTMLElement>('.ew-paper')!)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Öffnen']);
});

test('direct payment is labelled as such, and the consent can be requested again', async () => {
  show({
    purpose: 'factoring',
    state: 'pays_directly',
    how: 'declined',
    signers: [],
    parts: null,
    fileId: null,
  });
  expect(screen.getByText('Zahlt direkt an die Praxis')).toBeTruthy();
  expect(screen.queryByText(/abgelehnt|nicht eingewilligt/i)).toBeNull();
  fireEvent.click(button('Noch einmal vorbereiten'));
  await waitFor(() => expect(calls[0]?.path).toBe('/consents/tasks/t1/repeat'));
});
