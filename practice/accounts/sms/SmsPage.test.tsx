// Tests of the SMS gateway page for its owner: errors are named before anything is sent, the secret
// is never shown, a test message reports its result.

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SmsGatewayView } from '../../../shared/accounts/sms.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { SmsPage } from './SmsPage.tsx';
import texts from './texts.de.json';

const KEPT: SmsGatewayView = {
  version: 3,
  today: 2,
  gateway: {
    url: 'https://sms.example/send',
    method: 'POST',
    headers: 'Authorization: Bearer {secret}',
    body: '{"to":"{number}","text":"{text}"}',
    perDay: 50,
    hasSecret: true,
  },
};
let view: SmsGatewayView, isRefused: boolean;
const server = (): Sent[] =>
  fakeServer(({ path, method }) => {
    if (path === '/sms/try') return { body: { outcome: 'redirect', status: 302 } };
    if (path === '/sms/gateway/drop') {
      view = { version: 0, today: 2, gateway: null };
      return { status: 204 };
    }
    if (method === 'GET') return { body: view };
    if (isRefused) return errorAnswer(409, 'conflict');
    view = KEPT;
    return { body: KEPT };
  });
const show = (): Promise<unknown> =>
  stage(
    <MemoryRouter>
      <SmsPage />
    </MemoryRouter>,
    { sms: texts },
  );
const posted = (sent: Sent[]): Sent[] => sent.filter((s) => s.method === 'POST');
beforeEach(() => {
  view = { version: 0, today: 0, gateway: null };
  isRefused = false;
  signInAs('owner', { id: 'u1' }, { expiresAt: Date.now() + 86_400_000 });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('an error is shown at its field, then the gateway is saved and tried', async () => {
  const sent = server();
  await show();
  await userEvent.type(await screen.findByLabelText('Adresse'), 'http://sms.example');
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  expect(await screen.findByText(texts['problem.url'])).toBeTruthy();
  expect([posted(sent), screen.queryByRole('button', { name: 'Probe senden' })]).toEqual([
    [],
    null,
  ]);
  await userEvent.clear(screen.getByLabelText('Adresse'));
  await userEvent.type(screen.getByLabelText('Adresse'), 'https://sms.example/send');
  await userEvent.type(screen.getByLabelText('Geheimnis'), 'abc');
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  await userEvent.type(await screen.findByLabelText('Handynummer für die Probe'), '0171 1234567');
  expect(posted(sent)[0]?.body).toMatchObject({
    version: 0,
    url: 'https://sms.example/send',
    method: 'POST',
    secret: 'abc',
    perDay: 100,
  });
  expect(screen.getByLabelText<HTMLInputElement>('Geheimnis').value).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Probe senden' }));
  expect(await screen.findByText(/folgt dem nicht/)).toBeTruthy();
});

test('a stored secret is not resent but can be dropped; a conflict is reported and keeps the input', async () => {
  view = KEPT;
  isRefused = true;
  const sent = server();
  await show();
  const address = await screen.findByLabelText<HTMLInputElement>('Adresse');
  await userEvent.type(address, '/v2');
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  expect(await screen.findByText(texts.conflict)).toBeTruthy();
  expect([address.value, posted(sent)[0]?.body]).toEqual([
    'https://sms.example/send/v2',
    expect.not.objectContaining({ secret: expect.anything() }),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Keine SMS mehr senden' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ja, löschen' }));
  await waitFor(() =>
    expect(posted(sent).at(-1)).toMatchObject({ path: '/sms/gateway/drop', body: { version: 3 } }),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Probe senden' })).toBeNull());
});

test('the page names what is sent, how many, at whose cost, and what happens without a provider', async () => {
  server();
  await show();
  await screen.findByText(texts['state.none']);
  for (const key of ['fact.what.sample', 'fact.cost.text', 'fact.without.text'] as const)
    expect(screen.getByText(texts[key])).toBeTruthy();
});
test('with a provider the page names it and counts the messages of today', async () => {
  view = KEPT;
  server();
  await show();
  expect(await screen.findByText(/Eingerichtet: sms\.example\..*2 von höchstens 50/)).toBeTruthy();
});
