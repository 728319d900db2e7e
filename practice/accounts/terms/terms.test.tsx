// The page and the gate of the terms of use and of the contract on processing: each document has its
// own state and button, and one that is due stops owners only.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { ProcessingView, TermsView } from '../../../shared/accounts/terms.schema.ts';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { ContractPrintPage } from './ContractPrintPage.tsx';
import { TermsBanner, TermsGate } from './TermsGate.tsx';
import agb from './texts.de.json';

const TERMS: TermsView = {
  version: 1,
  validFrom: '2026-11-20',
  dueFrom: '2026-11-20',
  isReviewed: false,
  sha256: 'a'.repeat(64),
  de: { title: 'Bedingungen', lines: ['## 1. Eins', 'Text der Bedingungen'] },
  en: { title: 'Terms', lines: ['## 1. One', 'Text of the terms'] },
  accepted: { version: 1, at: Date.UTC(2026, 10, 20, 9), name: 'Ada Lund' },
  state: 'accepted',
  mayAccept: true,
  whoMay: ['Ada Lund'],
  changes: null,
};
const CONTRACT: ProcessingView = {
  ...TERMS,
  dueFrom: '2026-12-31',
  sha256: 'c'.repeat(64),
  de: { title: 'Auftragsverarbeitung', lines: ['## 1. Eins', 'Text des Vertrags'] },
  accepted: null,
  acceptedSha256: null,
  state: 'open',
  praxisName: 'Praxis Nord',
  services: ['mail'],
};
const show = async (
  contract: Partial<ProcessingView>,
  terms: Partial<TermsView> = {},
): Promise<Sent[]> => {
  let view: ProcessingView = { ...CONTRACT, ...contract };
  const sent = fakeServer(({ path, method }) => {
    if (path === '/api/avv' && method === 'POST')
      view = {
        ...view,
        state: 'accepted',
        accepted: { version: 1, at: Date.UTC(2026, 11, 1, 9), name: 'Ada Lund' },
        acceptedSha256: view.sha256,
      };
    return { body: path === '/api/avv' ? view : { ...TERMS, ...terms } };
  });
  await stage(
    <MemoryRouter initialEntries={['/heute']}>
      <TermsBanner />
      <TermsGate>
        <p>Heute</p>
      </TermsGate>
    </MemoryRouter>,
    { agb },
  );
  return sent;
};
afterEach(() => clearSession());

test('an owner accepts the contract with its own button, and goes on', async () => {
  signInAs('owner');
  const sent = await show({});
  const section = await screen.findByRole('region', { name: agb['doc.avv'] });
  expect(within(section).getByText(agb['why.avv'])).toBeTruthy();
  expect(screen.queryByText('Heute')).toBeNull();
  // The terms were accepted before: no second button.
  expect(screen.queryByRole('button', { name: agb['accept.agb'] })).toBeNull();
  await userEvent.click(within(section).getByRole('button', { name: agb['accept.avv'] }));
  expect(await screen.findByText('Heute')).toBeTruthy();
  expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/api/avv',
    body: { version: 1, sha256: CONTRACT.sha256 },
  });
});
test('both documents wait at the start, each with its own button', async () => {
  signInAs('owner');
  await show({}, { state: 'open', accepted: null });
  expect(await screen.findByRole('button', { name: agb['accept.agb'] })).toBeTruthy();
  expect(screen.getByRole('button', { name: agb['accept.avv'] })).toBeTruthy();
});
test('before it is due the contract stops nothing and says until when', async () => {
  signInAs('owner');
  await show({ state: 'soon' });
  expect(
    await screen.findByText(/vor dem 31\.12\.2026 an\. Bis dahin ändert sich nichts/),
  ).toBeTruthy();
  expect(screen.getByText('Heute')).toBeTruthy();
});
test('reception goes on, and sees who can accept', async () => {
  signInAs('reception');
  await show({ mayAccept: false });
  expect(
    await screen.findByText(
      'Der Vertrag zur Auftragsverarbeitung ist noch nicht angenommen. Das kann: Ada Lund.',
    ),
  ).toBeTruthy();
  expect(screen.getByText('Heute')).toBeTruthy();
});
test('the printed contract is the German text with practice, acceptance, checksum and services', async () => {
  signInAs('owner');
  fakeServer(() => ({
    body: {
      ...CONTRACT,
      state: 'accepted',
      accepted: { version: 1, at: Date.UTC(2026, 11, 1, 9), name: 'Ada Lund' },
      acceptedSha256: CONTRACT.sha256,
    },
  }));
  await stage(
    <MemoryRouter initialEntries={['/agb/auftragsverarbeitung']}>
      <Routes>
        <Route path="*" element={<ContractPrintPage />} />
      </Routes>
    </MemoryRouter>,
    { agb },
  );
  expect(await screen.findByText('Text des Vertrags')).toBeTruthy();
  expect(screen.getByText('Praxis: Praxis Nord')).toBeTruthy();
  expect(screen.getByText(/Angenommen am 01\.12\.2026.*von Ada Lund, Fassung 1/)).toBeTruthy();
  expect(screen.getByText(new RegExp(CONTRACT.sha256))).toBeTruthy();
  await waitFor(() => expect(screen.getByText('Zahlungsdienst Stripe')).toBeTruthy());
});
