// Tests of confirming a tablet: only what staff can judge needs a reason, and nothing can excuse an
// insecure one.

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { BoardRegistration, BoardTablet } from '../../../../shared/exchange/board.ts';
import { signInAs } from '../../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../../ui/stage.fixture.tsx';
import { tablet } from '../board.fixture.ts';
import { judgeGate, RegistrationCard } from './RegistrationCard.tsx';
import texts from '../texts.de.json';

const gate = { secure: 'ok', storage: 'failed', offline: 'ok', push: 'ok', lock: 'ok' } as const;
const registration = (part: Partial<BoardRegistration['gate']> = {}): BoardRegistration => ({
  pendingId: 'r1',
  number: '4712',
  requestedAt: 0,
  gate: { ...gate, ...part },
  userAgent: 'Tablet',
});

async function show(row: BoardRegistration, silent: BoardTablet[] = []): Promise<Sent[]> {
  signInAs('reception');
  const sent = fakeServer(() => ({ body: { tabletId: 't' } }));
  await stage(<RegistrationCard registration={row} tabletCount={2} silent={silent} />, {
    empfang: texts,
  });
  return sent;
}
afterEach(() => void vi.unstubAllGlobals());

test('denied storage and an unknown screen lock can be excused, all other checks must pass', () => {
  expect(
    judgeGate({
      secure: 'failed',
      storage: 'failed',
      offline: 'unknown',
      push: 'ok',
      lock: 'unknown',
    }),
  ).toEqual({ toExcuse: ['storage', 'lock'], blocking: ['secure', 'offline'] });
});

test('the number is shown to compare, and confirming without a reason focuses the reason', async () => {
  const sent = await show({
    ...registration({ lock: 'unknown' }),
    userAgent:
      'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1',
  });
  expect(screen.getByText('4 7 1 2')).toBeTruthy();
  expect(screen.getByText('Gerät: iPad · Safari')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Zahl stimmt, anmelden' }));
  expect(sent).toEqual([]);
  expect(document.activeElement?.id).toBe('reg-r1-lock');
  await userEvent.type(document.activeElement!, 'nur am Empfang in Gebrauch');
  await userEvent.click(screen.getByRole('button', { name: 'Zahl stimmt, anmelden' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent.find(({ method }) => method !== 'GET')).toMatchObject({
    path: '/tablet/registrations/r1/confirm',
    body: {
      number: '4712',
      name: 'Tablet 3',
      posture: 'hand',
      exceptions: [
        { check: 'storage', reason: 'Der Browser sichert den Speicher nicht zu.' },
        { check: 'lock', reason: 'nur am Empfang in Gebrauch' },
      ],
    },
  });
});

test('a tablet that cannot start offline cannot be registered, only refused', async () => {
  const sent = await show(registration({ offline: 'failed' }));
  expect(screen.queryByRole('button', { name: 'Zahl stimmt, anmelden' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ablehnen' }));
  await waitFor(() =>
    expect(sent.map((one) => one.path)).toEqual(['/tablet/registrations/r1/refuse']),
  );
});

test('a check that is still running is not called missing, and waits without a reason', async () => {
  await show(registration({ offline: 'unknown' }));
  expect(screen.getAllByText(/^Das Tablet prüft noch:/)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Zahl stimmt, anmelden' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: /Grund/ })).toBeNull();
});

test('[inv S2] a re-registered tablet takes its old name, and its former contents are asked for', async () => {
  const sent = await show(registration({ storage: 'ok' }), [
    tablet({ tabletId: 'old', name: 'Tablet 1' }),
  ]);
  await userEvent.selectOptions(
    screen.getByLabelText('War dieses Tablet schon angemeldet?'),
    'old',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Zahl stimmt, anmelden' }));
  await waitFor(() =>
    expect(sent.find(({ method }) => method !== 'GET')).toMatchObject({
      body: { name: 'Tablet 1', replaces: 'old' },
    }),
  );
});
