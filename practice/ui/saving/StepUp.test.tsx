// Tests of the step-up dialog: the factors offered to each user, and that nothing runs before the
// dialog is answered.

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Factors } from '../../../shared/accounts/factors.schema.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../stage.fixture.tsx';
import { StepUp } from './StepUp.tsx';

const NOTHING: Factors = {
  totp: false,
  mail: false,
  mayUseMail: false,
  recoveryLeft: 0,
  hasPin: false,
  need: 'no',
  canUsePasskeys: true,
  passkeys: [],
};
const PASSKEY = {
  id: 'p',
  name: 'Laptop',
  createdAt: 0,
  lastUsedAt: null,
  isBackedUp: false,
  isCloned: false,
};
afterEach(() => vi.unstubAllGlobals());

async function open(
  factors: Factors,
  proof: () => { status?: number; body?: unknown },
): Promise<{ sent: Sent[]; done: ReturnType<typeof vi.fn<() => Promise<void>>> }> {
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {
    /* Its presence indicates passkey support. */
  });
  const sent = fakeServer(({ path }) => (path === '/auth/factors' ? { body: factors } : proof()));
  const done = vi.fn(() => Promise.resolve());
  await stage(<StepUp isOpen onClose={() => undefined} onConfirmed={done} />, {});
  await waitFor(() => expect(sent.some((one) => one.path === '/auth/factors')).toBe(true));
  await act(() => Promise.resolve());
  return { sent, done };
}
const right = (): { body: unknown } => ({
  body: { authToken: 'two', stepUpUntil: 1, expiresAt: 1 },
});

it('[sec 17] asks for a code of the authenticator app, never the password, if one is set up, and runs the action once', async () => {
  const { sent, done } = await open({ ...NOTHING, totp: true }, right);
  const field = await screen.findByLabelText('Code aus der Authenticator-App');
  expect(screen.queryByLabelText('Passwort')).toBeNull();
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: '123 456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Bestätigen' }));
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(
    sent.filter((one) => one.path === '/auth/createMidSessionToken').map((one) => one.body),
  ).toEqual([{ otp: '123 456' }]);
});

it('[sec 17] a wrong password does nothing; without factors only the password is offered', async () => {
  const { done } = await open(NOTHING, () => errorAnswer(401, 'login_failed'));
  expect(screen.queryByLabelText('Code aus der Authenticator-App')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Mit Passkey bestätigen' })).toBeNull();
  fireEvent.change(screen.getByLabelText('Passwort'), { target: { value: 'falsch' } });
  fireEvent.click(screen.getByRole('button', { name: 'Bestätigen' }));
  expect(await screen.findByText('Dieses Passwort stimmt nicht.')).not.toBeNull();
  expect(done).not.toHaveBeenCalled();
});

it('[sec 17] offers a passkey to users whose passkey is not copied', async () => {
  await open({ ...NOTHING, passkeys: [PASSKEY] }, right);
  expect(await screen.findByRole('button', { name: 'Mit Passkey bestätigen' })).not.toBeNull();
  expect(screen.queryByLabelText('Passwort')).toBeNull();
});

it('[sec 17] accepts a recovery code of a user who cannot use the passkey here', async () => {
  const { sent, done } = await open({ ...NOTHING, passkeys: [PASSKEY] }, right);
  fireEvent.click(await screen.findByRole('button', { name: 'Wiederherstellungscode nehmen' }));
  const field = screen.getByLabelText('Wiederherstellungscode');
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'ABCDE-FGHIJ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Bestätigen' }));
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(
    sent.filter((one) => one.path === '/auth/createMidSessionToken').map((one) => one.body),
  ).toEqual([{ otp: 'ABCDE-FGHIJ' }]);
});

it('[sec 17] does not offer a copied passkey', async () => {
  await open({ ...NOTHING, totp: true, passkeys: [{ ...PASSKEY, isCloned: true }] }, right);
  await screen.findByLabelText('Code aus der Authenticator-App');
  expect(screen.queryByRole('button', { name: 'Mit Passkey bestätigen' })).toBeNull();
});

it('[sec 17] sends a code to users whose only factor is their mail address, and asks for no password', async () => {
  const { sent, done } = await open({ ...NOTHING, mail: true, recoveryLeft: 8 }, right);
  const field = await screen.findByLabelText('Code aus der E-Mail');
  expect(screen.queryByLabelText('Passwort')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Code per E-Mail senden' }));
  expect(await screen.findByText(/Der Code ist unterwegs/)).not.toBeNull();
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Bestätigen' }));
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(
    sent.filter((one) => one.path.startsWith('/auth/createMid')).map((one) => one.path),
  ).toEqual(['/auth/createMidSessionToken/mail', '/auth/createMidSessionToken']);
});
